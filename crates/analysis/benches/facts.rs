//! Benchmark of the analysis: the time for all facts, and how it grows with the board.
//!
//! Run by `cargo xtask bench [FILE…]`, which names level files in `SOKO_BENCH_LEVELS`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use sokolab_analysis::analyse;
use sokolab_analysis::locks::GroupLimits;
use sokolab_core::testing::Chance;
use sokolab_core::text::{ReadOptions, read_text};
use sokolab_core::{Edge, Ground, Level, Occupant, Picture, Place, Rules};

/// Disables crate locks, whose cost does not depend on the board alone.
const NO_GROUPS: GroupLimits = GroupLimits { boxes_max: 0, group_states_max: 0, states_max: 0 };

fn main() {
    divan::main();
}

/// Halls of 100 to 12,544 squares; throughput is in squares.
#[divan::bench(args = [10, 14, 20, 32, 45, 63, 84, 112])]
fn by_side_of_a_hall(bencher: Bencher<'_, '_>, side: usize) {
    let level = hall(side);
    let facts = analyse(&level, NO_GROUPS).expect("a hall is playable");
    let bencher = bencher.counter(ItemsCount::new(facts.measures.squares));
    bencher.bench(|| analyse(black_box(&level), NO_GROUPS).is_ok());
}

/// The levels of a file; throughput is in levels.
#[divan::bench(args = files())]
fn of_a_file(bencher: Bencher<'_, '_>, file: &str) {
    time_file(bencher, file, NO_GROUPS);
}

/// The same with crate locks.
#[divan::bench(args = files())]
fn of_a_file_with_groups(bencher: Bencher<'_, '_>, file: &str) {
    time_file(bencher, file, GroupLimits::QUICK);
}

fn files() -> Vec<String> {
    let named = std::env::var_os("SOKO_BENCH_LEVELS").unwrap_or_default();
    let paths = std::env::split_paths(&named).filter(|it| !it.as_os_str().is_empty());
    paths.map(|it| it.display().to_string()).collect()
}

fn time_file(bencher: Bencher<'_, '_>, file: &str, limits: GroupLimits) {
    let bytes = std::fs::read(file).expect("the file can be read");
    let levels = read_text(&bytes, ReadOptions::default()).levels;
    let playable = || levels.iter().filter(|it| analyse(black_box(it), limits).is_ok()).count();
    bencher.counter(ItemsCount::new(levels.len())).bench(playable);
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
