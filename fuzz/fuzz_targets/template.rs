//! Templates of areas to evolve levels in: what is read is drawn and read again as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_core::Rules;
use sokolab_generator::evolve::{Evolution, Evolve, Template};

/// Boxes in the levels that evolve.
const BOXES: usize = 2;

fuzz_target!(|text: &str| {
    let Ok(template) = Template::parse(text) else {
        return;
    };
    let drawn = template.draw();
    let again = Template::parse(&drawn).map(|it| it.draw());
    // A template has a wall around it, to which reading adds another.
    assert!(again.is_ok_and(|it| it.contains('?')), "{drawn}");
    for rules in Rules::ALL {
        let settings = Evolve::new(rules, template.clone(), BOXES);
        // Settings that fit no level are refused, not an error in the middle of a run.
        if settings.check().is_ok() {
            assert!(Evolution::new(settings).is_ok());
        }
    }
});
