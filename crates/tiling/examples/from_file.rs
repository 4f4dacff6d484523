//! Reads a tiling problem from a file, searches for a tiling, and draws it plane by plane:
//! `cargo run -p sokolab-tiling --example from_file -- FILE [SEED]`.

use std::process::ExitCode;

use sokolab_core::{Budget, Meter};
use sokolab_tiling::{Breakout, TilingOutcome, break_out, read_problem};

/// Maximum number of choices.
const CHOICES_MAX: u64 = 100_000;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(path) = arguments.next() else {
        eprintln!("name the file of a tiling");
        return ExitCode::from(2);
    };
    let seed = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(0);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("cannot read {path}: {error}");
            return ExitCode::from(2);
        }
    };
    let (tiles, problem) = match read_problem(&text) {
        Ok(read) => read,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let shape = problem.network().shape().clone();
    let how = Breakout { seed, ..Breakout::new(shape.dimensions()) };
    let mut observer = |_: &_| None;
    let mut meter = Meter::new(Budget::of_nodes(CHOICES_MAX), &mut observer);
    match break_out(&problem, &how, &mut [], &mut meter, None).outcome {
        TilingOutcome::Tiled(tiling) => {
            let width = shape.sizes()[0];
            let height = shape.sizes().get(1).copied().unwrap_or(1);
            for plane in tiling.chunks(width * height) {
                for row in plane.chunks(width) {
                    // The middle character of a name is what a tile shows.
                    let middle = |name: &str| name.chars().nth(name.chars().count() / 2);
                    let glyphs = row.iter().map(|&tile| middle(tiles.name(tile)).unwrap_or(' '));
                    println!("{}", glyphs.collect::<String>());
                }
                println!();
            }
            ExitCode::SUCCESS
        }
        TilingOutcome::Refuted => {
            println!("there is none");
            ExitCode::from(1)
        }
        TilingOutcome::Stopped(_) => {
            println!("none found with {CHOICES_MAX} choices");
            ExitCode::from(3)
        }
    }
}
