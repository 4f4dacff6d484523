//! Throughput on one core: levels read and checked, and moves replayed, per second.
//!
//! Run by `cargo xtask bench`. The levels are random, ten by ten with four boxes.

use std::hint::black_box;
use std::time::Instant;

use sokolab_core::testing::{Chance, random_level};
use sokolab_core::text::{Format, Item, ReadOptions, Reader, WriteOptions, write_level};
use sokolab_core::{Direction, LetterCase, Rules, Session, check, read_level, verify};

const LEVELS: usize = 200_000;
const MOVES: usize = 20_000_000;

fn main() {
    read_and_check();
    replay();
}

fn read_and_check() {
    let mut chance = Chance::new(1);
    let mut text = String::new();
    let options = WriteOptions::new(Format::Sok);
    let mut written = 0;
    while written < 1_000 {
        let level = random_level(&mut chance, Rules::OFFICIAL, 8, 4);
        // A random level may have the keeper on a dead field, which has no glyph.
        written += usize::from(write_level(&level, 1, &options, &mut text).is_ok());
    }
    let start = Instant::now();
    let (mut levels, mut playable) = (0_usize, 0_usize);
    let mut reader = Reader::new(ReadOptions::default());
    for _ in 0..LEVELS / 1_000 {
        reader.feed(text.as_bytes());
        while let Some(item) = reader.next_item() {
            if let Item::Level(level) = item {
                levels += 1;
                playable += usize::from(check(black_box(&level)).is_ok());
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = levels as f64 / seconds;
    println!("read and checked {levels} levels, {playable} playable: {rate:.0} a second");
}

fn replay() {
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
    let once = session.moves();
    let there_and_back = level_with_long_solution();
    let start = Instant::now();
    let mut moves = 0;
    while moves < MOVES {
        let verdict = verify(black_box(&level), black_box(&once), LetterCase::Corrected);
        moves += verdict.err().and_then(|refusal| refusal.index()).unwrap_or(once.len());
        let (level, solution) = &there_and_back;
        drop(black_box(verify(level, solution, LetterCase::Strict)));
        moves += solution.len();
    }
    let rate = moves as f64 / start.elapsed().as_secs_f64();
    println!("replayed {moves} moves: {:.1} million a second", rate / 1e6);
}

/// A level and a solution with a very long walk before its only push.
fn level_with_long_solution() -> (sokolab_core::Level, sokolab_core::Moves) {
    let level =
        read_level("########\n#@    .#\n#     $#\n#      #\n########\n").expect("one level");
    let mut text = "rrdllu".repeat(2_000);
    text.push_str("ddrrrrrU");
    (level, sokolab_core::parse_moves(&text).expect("moves"))
}
