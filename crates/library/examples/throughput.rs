//! Speed of imports and look-ups: `cargo run --release --example throughput 100000`.

use std::time::Instant;

use sokolab_core::Level;
use sokolab_library::{Import, Library};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count = std::env::args().nth(1).map_or(Ok(10_000), |it| it.parse())?;
    let folder = tempfile::tempdir()?;
    let levels: Vec<Level> =
        (0..count).map(|number| room(number).parse()).collect::<Result<_, _>>()?;
    let mut library = Library::open(&folder.path().join("library.db"))?;
    let start = Instant::now();
    let numbered = levels.iter().zip(1..).map(|(level, number)| Import { number, level });
    for batch in numbered.collect::<Vec<_>>().chunks(1000) {
        library.import("rooms", batch)?;
    }
    let stored = library.statistics()?.levels;
    println!("{stored} different levels of {count} in {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let asked: Vec<&Level> = levels.iter().step_by(levels.len().div_ceil(1000)).collect();
    for level in &asked {
        library.known(level)?.ok_or("a level is lost")?;
    }
    let each = start.elapsed().as_secs_f64() / asked.len() as f64;
    println!("{:.1} µs a look-up", 1e6 * each);
    let start = Instant::now();
    drop(library);
    Library::open(&folder.path().join("library.db"))?;
    println!("{:.2} s to open it again", start.elapsed().as_secs_f64());
    Ok(())
}

/// A room of 8 by 8 squares with pillars, three boxes and three goals.
fn room(number: u64) -> String {
    let mut random = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 20) as usize
    };
    let mut squares = vec![' '; 64];
    for character in "#########$$$...@".chars() {
        let mut at = next() % 64;
        while squares[at] != ' ' {
            at = next() % 64;
        }
        squares[at] = character;
    }
    let rows = squares.chunks(8).map(|row| format!("#{}#\n", row.iter().collect::<String>()));
    let wall = "#".repeat(10);
    format!("{wall}\n{}{wall}\n", rows.collect::<String>())
}
