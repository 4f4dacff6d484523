//! Throughput on one core: levels read and checked, and moves replayed.
//!
//! Run by `cargo xtask bench`. The levels are random, ten by ten with four boxes.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use sokolab_core::testing::{Chance, random_level};
use sokolab_core::text::{Format, Item, ReadOptions, Reader, WriteOptions, write_level};
use sokolab_core::{
    Direction, LetterCase, Level, Moves, Rules, Session, check, parse_moves, read_level, verify,
};

/// Levels that are read in one run.
const LEVELS: usize = 1_000;

fn main() {
    divan::main();
}

/// Reads a text of levels and checks each of them.
#[divan::bench]
fn read_and_check(bencher: Bencher<'_, '_>) {
    let text = levels();
    bencher.counter(ItemsCount::new(LEVELS)).bench(|| {
        let mut reader = Reader::new(ReadOptions::default());
        reader.feed(black_box(text.as_bytes()));
        reader.finish();
        let mut playable = 0;
        while let Some(item) = reader.next_item() {
            if let Item::Level(level) = item {
                playable += usize::from(check(&level).is_ok());
            }
        }
        playable
    });
}

fn levels() -> String {
    let mut chance = Chance::new(1);
    let mut text = String::new();
    let options = WriteOptions::new(Format::Sok);
    let mut written = 0;
    while written < LEVELS {
        let level = random_level(&mut chance, Rules::OFFICIAL, 8, 4);
        // A random level may have the keeper on a dead field, which has no glyph.
        written += usize::from(write_level(&level, 1, &options, &mut text).is_ok());
    }
    text
}

/// Replays random moves, which do not solve the level.
#[divan::bench]
fn replay_random_moves(bencher: Bencher<'_, '_>) {
    let level = read_level(
        "##########\n#  $   . #\n# $  . $ #\n#  .  @  #\n#   $  . #\n#        #\n##########\n",
    )
    .expect("one level");
    // Random play that never gets stuck: the box moves where it can, and all other moves are steps.
    let mut chance = Chance::new(2);
    let mut session = Session::new(&level).expect("a playable level");
    while session.moves().len() < 2_000 {
        let _ = session.play(Direction::ORTHOGONAL[chance.below(4)]);
    }
    replay(bencher, &level, &session.moves(), LetterCase::Corrected);
}

/// Replays a very long walk before the only push, which solves the level.
#[divan::bench]
fn replay_long_solution(bencher: Bencher<'_, '_>) {
    let level =
        read_level("########\n#@    .#\n#     $#\n#      #\n########\n").expect("one level");
    let mut text = "rrdllu".repeat(2_000);
    text.push_str("ddrrrrrU");
    replay(bencher, &level, &parse_moves(&text).expect("moves"), LetterCase::Strict);
}

fn replay(bencher: Bencher<'_, '_>, level: &Level, moves: &Moves, letters: LetterCase) {
    let replayed = match verify(level, moves, letters) {
        Ok(_) => moves.len(),
        Err(refusal) => refusal.index().unwrap_or(moves.len()),
    };
    let bencher = bencher.counter(ItemsCount::new(replayed));
    bencher.bench(|| verify(black_box(level), black_box(moves), letters).is_ok());
}
