//! What makes one solution better than another.

crate::named! {
    /// What a solution is asked to be.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Objective: "objective" {
        /// Any solution will do.
        #[default]
        Any = "any",
        /// The fewest pushes; moves are free.
        Pushes = "pushes",
        /// The fewest moves.
        Moves = "moves",
    }
}
