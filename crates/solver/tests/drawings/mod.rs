//! Levels that several tests of the solver use.

use sokolab_core::Level;
use sokolab_core::testing::level;

/// Two halls with niches to fill: a level that keeps every search busy for a while.
pub(crate) fn hall() -> Level {
    level(
        "
        ##############
        #     ##     #
        # $ $    $ $ #
        #  $ $##$ $  #
        # $ $ ## $ $ #
        #  @  ##     #
        ###.#.##.#.###
          #.#.##.#.#
          #.#.##.#.#
          #.#.##.#.#
          ##########",
    )
}
