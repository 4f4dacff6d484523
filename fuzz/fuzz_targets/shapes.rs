//! Prototypes and templates drawn by a user: what is read is drawn and read again as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokolab_generator::{Drawings, OutlineShape};

fuzz_target!(|text: &str| {
    let Ok(drawings) = Drawings::parse(text) else {
        return;
    };
    let mut drawn = String::new();
    let mut draw = |word: &str, shape: &OutlineShape| {
        drawn.push_str(&format!("{word}\n{}\n\n", shape.rows().join("\n")));
    };
    drawings.prototype.iter().for_each(|shape| draw("prototype", shape));
    drawings.templates.iter().for_each(|shape| draw("template", shape));
    assert_eq!(Drawings::parse(&drawn).as_ref(), Ok(&drawings), "{drawn}");
});
