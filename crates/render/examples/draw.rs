//! Draws the first level of a file: `cargo run --example draw -- FILE > level.svg`.

use sokolab_core::text::{ReadOptions, read_text};
use sokolab_render::{Drawing, svg};

fn main() {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("name a level file");
        return;
    };
    let bytes = std::fs::read(&file).unwrap_or_default();
    let read = read_text(&bytes, ReadOptions::default());
    match read.levels.first() {
        Some(level) => {
            let mut drawing = Drawing::new(&level.picture);
            drawing.rules = level.rules;
            drawing.title = level.title.as_deref();
            print!("{}", svg(&drawing));
        }
        None => eprintln!("no level in {file}"),
    }
}
