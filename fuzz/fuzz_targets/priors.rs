//! What states are worth to tree search, as text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_constraint::Priors;

fuzz_target!(|text: &str| {
    if let Ok(Priors { estimate, on_goals, region, mobility }) = Priors::read(text) {
        assert!([estimate, on_goals, region, mobility].iter().all(|it| it.is_finite()));
    }
});
