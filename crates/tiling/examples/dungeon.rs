//! Tiles a dungeon from a sample: `cargo run --example dungeon -- 60 20 7` for width, height, seed.

use sokolab_core::{Budget, Meter};
use sokolab_tiling::{Breakout, Choice, GridShape, Problem, Sample, TilingOutcome, break_out};

const SAMPLE: &str = "\
###################
#....####.....#####
#....####.....#####
#..........#..#####
#....####..#.......
##.######.....###.#
##.#######.######.#
##.#######.######.#
##...........#....#
####.#######.#....#
####.#....##......#
##.....##.####....#
##...#.##.#########
##...#....#########
###################";

fn main() {
    let numbers: Vec<usize> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let at = |index: usize, default: usize| numbers.get(index).copied().unwrap_or(default);
    let (width, height, seed) = (at(0, 60), at(1, 20), at(2, 0) as u64);
    let sample = Sample::learn(SAMPLE, 3, 3).expect("the sample is a rectangle");
    let Ok(shape) = GridShape::new(&[width, height]) else {
        eprintln!("{width} × {height} is no size for a dungeon");
        return;
    };
    let mut problem = Problem::new(&sample.tiles, shape.clone());
    let walls: Vec<u32> = sample.tiles_with('#').collect();
    for cell in 0..shape.cells() {
        let place = shape.coordinates(cell);
        if place[0] == 0 || place[1] == 0 || place[0] + 1 == width || place[1] + 1 == height {
            problem.retain(cell, |tile| walls.contains(&tile));
        }
    }
    let how = Breakout { seed, choice: Choice::LeastEntropy { noise: 0.3 }, ..Breakout::new(2) };
    let mut observer = |_: &_| None;
    let mut meter = Meter::new(Budget::of_nodes(1_000_000), &mut observer);
    let run = break_out(&problem, &how, &mut [], &mut meter, None);
    match run.outcome {
        TilingOutcome::Tiled(tiling) => println!("{}", sample.draw(&tiling, width)),
        TilingOutcome::Refuted => eprintln!("no dungeon of that size has walls all round"),
        TilingOutcome::Stopped(_) => eprintln!("no dungeon was found; another seed may help"),
    }
    eprintln!(
        "{} choices, {} contradictions, {} softenings, {} restarts",
        run.choices, run.contradictions, run.softenings, run.restarts
    );
}
