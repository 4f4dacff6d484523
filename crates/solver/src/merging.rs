//! Which symmetric states a search merges.

use sokolab_core::named;

named! {
    /// The images that are merged with a state.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Merging: "symmetry" {
        /// Those under rotations and reflections of the whole board.
        #[default]
        Board = "board": "Images under symmetries of the whole board",
        /// Also those with two parts of the board swapped: rooms on both sides of a corridor, or
        /// the halves of a room that is symmetric as seen through its door.
        Parts = "parts": "Also images with two parts of the board swapped",
    }
}
