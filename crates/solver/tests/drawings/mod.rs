//! Levels that several tests of the solver use.

use sokolab_core::Level;
use sokolab_core::testing::level;

/// Two halls with niches to fill: no search is done with it soon.
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
