//! Draws a level as an SVG picture.

use std::error::Error;

use sokolab::Level;
use sokolab::render::{Drawing, svg};

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = "#####\n#@$.#\n#####\n".parse()?;
    println!("{}", svg(&Drawing::new(&level.picture)));
    Ok(())
}
