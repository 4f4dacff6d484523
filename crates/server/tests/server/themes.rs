//! The page draws with the pieces and colours of the crate `render`. They lie beside its other
//! files, so that it can show a board before the engine is there.
//!
//! `SOKO_BLESS=1 cargo test -p sokolab-server themes` writes them again.

use std::fmt::Write;
use std::path::Path;

use sokolab::render::{Theme, page_palette, page_pieces};

/// Checks that a file of the page has this text, or writes it.
fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(name);
    if std::env::var_os("SOKO_BLESS").is_some_and(|it| it == "1") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(&path, text).expect("the folder can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == text, "{name} is out of date: write it again with SOKO_BLESS=1");
}

#[test]
fn the_page_has_the_pieces_of_every_theme() {
    for theme in Theme::ALL {
        let open = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n";
        check(
            &format!("themes/{}.svg", theme.name()),
            &format!("{open}{}</svg>\n", page_pieces(theme)),
        );
    }
}

#[test]
fn the_page_has_the_colours_of_every_theme() {
    let mut text = String::from("/* The colours of the themes, from the crate `render`. */\n");
    for theme in Theme::ALL {
        write!(text, "\n:root[data-board=\"{}\"] {{\n", theme.name()).expect("a string takes it");
        for (name, [light, dark]) in page_palette(theme) {
            let line = format!("  --p-{name}: light-dark({light}, {dark});\n");
            text.push_str(&line);
        }
        text.push_str("}\n");
    }
    check("style/themes.css", &text);
}
