//! Benchmark of the analysis: its time, and how that grows with the board.
//!
//! Run by `cargo xtask bench [FILE…]`. With files, it analyses their levels; in any case it prints
//! a table of comma-separated values for boards of 100 to 10,000 squares.

use std::hint::black_box;
use std::time::Instant;

use sokolab_analysis::analyse;
use sokolab_analysis::locks::GroupLimits;
use sokolab_core::testing::Chance;
use sokolab_core::text::{ReadOptions, read_text};
use sokolab_core::{Edge, Ground, Level, Occupant, Picture, Place, Rules};

/// Runs per board of the series; the fastest counts.
const RUNS: usize = 9;

/// Disables crate locks, whose cost does not depend on the board alone.
const NO_GROUPS: GroupLimits = GroupLimits { boxes_max: 0, group_states_max: 0, states_max: 0 };

fn main() {
    for file in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
        let bytes = std::fs::read(&file).unwrap_or_default();
        let levels = read_text(&bytes, ReadOptions::default()).levels;
        for (name, limits) in [("no groups", NO_GROUPS), ("quick groups", GroupLimits::QUICK)] {
            let start = Instant::now();
            let facts = levels.iter().filter_map(|it| black_box(analyse(it, limits)).ok());
            let playable = facts.count();
            let seconds = start.elapsed().as_secs_f64();
            println!("all facts of {playable} levels, {name}: {seconds:.3} s ({file})");
        }
    }
    println!("squares,boxes,microseconds,nanoseconds per square and box");
    for side in [10, 14, 20, 32, 45, 63, 84, 112] {
        let level = hall(side);
        let facts = analyse(&level, NO_GROUPS).expect("a hall is playable");
        let timed = || {
            let start = Instant::now();
            let is_playable = black_box(analyse(&level, NO_GROUPS)).is_ok();
            assert!(is_playable, "it was before");
            start.elapsed().as_secs_f64() * 1e6
        };
        // Take the minimum: other programs can only slow a run down.
        let micros = (0..RUNS).map(|_| timed()).fold(f64::INFINITY, f64::min);
        let (squares, boxes) = (facts.measures.squares, facts.measures.boxes);
        let each = micros * 1e3 / (squares * boxes) as f64;
        println!("{squares},{boxes},{micros:.0},{each:.1}");
    }
}

/// A hall with random pillars, and ten boxes and goals whatever its size.
fn hall(side: usize) -> Level {
    let mut chance = Chance::new(side as u64);
    let size = side + 2;
    let wall = Place::bare(Ground::Wall);
    let mut picture = Picture::new(size, vec![wall; size * size], Edge::Solid);
    for y in 1..=side {
        for x in 1..=side {
            // Pillars stand apart, so that the hall stays connected.
            let is_pillar = x % 2 == 0 && y % 2 == 0 && chance.below(3) > 0;
            if !is_pillar {
                picture.put(x, y, Place::bare(Ground::Floor));
            }
        }
    }
    for number in 0..10 {
        let (x, y) = (1 + 2 * (chance.below(side / 2 - 1) + 1), 3 + (number * (side - 4)) / 10);
        let mut place = picture.at(x, y);
        place.occupant = Occupant::Box;
        picture.put(x, y, place);
        picture.put(1 + number * (side - 1) / 10, 1, Place::bare(Ground::Goal));
    }
    picture.put(side, side, Place::with_keeper(Ground::Floor));
    Level::from_picture(picture, Rules::OFFICIAL)
}
