//! Speed of the solver's inner loops, reference and bitboard versions, on levels of three sizes.

use divan::Bencher;
use divan::counter::ItemsCount;
use sokolab_core::{Level, read_level};
use sokolab_solver::kernels::{KernelVersion, frozen_boxes, pushes_listed, regions};

const SMALL: &str = "
##########
#@  #    #
# $ $  . #
#   ##   #
# $   .# #
#  # $   #
# .    . #
##########
";

const MEDIUM: &str = "
##############
#     ##     #
# $ $    $ $ #
#  $ $##$ $  #
# $ $ ## $ $ #
#  @  ##     #
###.#.##.#.###
  #.#.##.#.#
  #.#.##.#.#
  ##########
";

const LARGE: &str = "
######################
#   #     #    #     #
#   $ #   $    $     #
#   # $   #   $ #  $ #
##  #   $   #   #   ##
#     . . . . . .    #
#   # . . . . . . #  #
#     # # # # # #    #
##  #     #     #   ##
#@  $ $   $   $   $  #
#   #     #     #    #
#     #       #      #
######################
";

const LEVELS: [(&str, &str); 3] = [("small", SMALL), ("medium", MEDIUM), ("large", LARGE)];

/// How often a kernel runs on a level that is prepared once.
const TIMES: u32 = 10_000;

fn main() {
    for (name, level) in LEVELS.map(|(name, _)| (name, level(name))) {
        for kernel in [regions, frozen_boxes] {
            let found = [KernelVersion::Plain, KernelVersion::Wide].map(|it| kernel(&level, it, 1));
            assert_eq!(found[0], found[1], "both versions find the same on {name}");
        }
    }
    divan::main();
}

fn level(name: &str) -> Level {
    let text = LEVELS.into_iter().find(|it| it.0 == name).map_or("", |it| it.1);
    read_level(text.trim_start_matches('\n')).expect("a level of ours")
}

/// A kernel: level, version, repetitions.
type Kernel = fn(&Level, KernelVersion, u32) -> usize;

fn time(bencher: Bencher<'_, '_>, name: &str, kernel: Kernel, version: KernelVersion) {
    let level = level(name);
    bencher.counter(ItemsCount::new(TIMES)).bench(|| kernel(&level, version, TIMES));
}

#[divan::bench(args = LEVELS.map(|it| it.0))]
fn regions_plain(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name, regions, KernelVersion::Plain);
}

#[divan::bench(args = LEVELS.map(|it| it.0))]
fn regions_wide(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name, regions, KernelVersion::Wide);
}

#[divan::bench(args = LEVELS.map(|it| it.0))]
fn frozen_boxes_plain(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name, frozen_boxes, KernelVersion::Plain);
}

#[divan::bench(args = LEVELS.map(|it| it.0))]
fn frozen_boxes_wide(bencher: Bencher<'_, '_>, name: &str) {
    time(bencher, name, frozen_boxes, KernelVersion::Wide);
}

/// Pushes listed, and their states looked up.
#[divan::bench(args = LEVELS.map(|it| it.0))]
fn pushes(bencher: Bencher<'_, '_>, name: &str) {
    let level = level(name);
    let listed = pushes_listed(&level, 100_000);
    bencher.counter(ItemsCount::new(listed)).bench(|| pushes_listed(&level, 100_000));
}
