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
    // The wall around it is drawn too, and reading adds it again.
    let rows: Vec<&str> = drawn.lines().collect();
    let inner = rows[1..rows.len() - 1].iter().map(|row| &row[1..row.len() - 1]);
    let inner = inner.collect::<Vec<_>>().join("\n");
    assert_eq!(Template::parse(&inner).as_ref(), Ok(&template), "{drawn}");
    for rules in Rules::ALL {
        let settings = Evolve::new(rules, template.clone(), BOXES);
        // Settings that fit no level are refused, not an error in the middle of a run.
        if settings.check().is_ok() {
            assert!(Evolution::new(settings).is_ok());
        }
    }
});
