//! Speed of the solver's inner loops, reference and bitboard versions, on levels of three sizes.

use std::time::Instant;

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

fn main() {
    for (name, text) in [("small", SMALL), ("medium", MEDIUM), ("large", LARGE)] {
        let level = read_level(text.trim_start_matches('\n')).expect("a level of ours");
        compare(name, "regions", &level, 200_000, regions);
        compare(name, "frozen boxes", &level, 200_000, frozen_boxes);
        let start = Instant::now();
        let listed = pushes_listed(&level, 2_000_000);
        let rate = listed as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("{name:<8}pushes listed and looked up: {rate:.2} million a second");
    }
}

/// Times both versions of a function and checks that they agree.
fn compare(
    name: &str,
    what: &str,
    level: &Level,
    times: u32,
    measured: fn(&Level, KernelVersion, u32) -> usize,
) {
    let time = |form| {
        let start = Instant::now();
        let found = measured(level, form, times);
        (found, start.elapsed().as_secs_f64() * 1e9 / f64::from(times))
    };
    let ((plain, plain_ns), (wide, wide_ns)) =
        (time(KernelVersion::Plain), time(KernelVersion::Wide));
    assert_eq!(plain, wide, "both forms find the same");
    println!("{name:<8}{what:<14}plain {plain_ns:7.1} ns, wide {wide_ns:6.1} ns each");
}
