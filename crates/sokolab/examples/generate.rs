//! Makes levels for `NetHack`'s rules and writes them as maps of the game.

use std::error::Error;

use sokolab::generator::Reverse;
use sokolab::text::{Format, WriteOptions, write_level};
use sokolab::{Rules, generate};

fn main() -> Result<(), Box<dyn Error>> {
    for (index, made) in generate(&Reverse::new(Rules::NETHACK), 1, 3)?.iter().enumerate() {
        let mut text = String::new();
        write_level(&made.level, index + 1, &WriteOptions::new(Format::NethackMap), &mut text)?;
        println!("{text}");
    }
    Ok(())
}
