//! Solves the levels of a file, each within a second: `cargo run --example solve -- FILE`.

use std::error::Error;
use std::time::Duration;

use sokolab::text::{ReadOptions, read_text};
use sokolab::{levels, solve_within};

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => levels::FIRST_STEPS.into(),
    };
    for (index, level) in read_text(&text, ReadOptions::default()).levels.iter().enumerate() {
        match solve_within(level, Duration::from_secs(1)).into_solution() {
            Ok(solution) => println!("{}: {}", index + 1, solution.moves()),
            Err(why) => println!("{}: {why}", index + 1),
        }
    }
    Ok(())
}
