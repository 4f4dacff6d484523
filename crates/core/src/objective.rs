//! Objectives: what a search minimises.

crate::named! {
    /// What a solver should minimise.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Objective: "objective" {
        /// Any solution.
        #[default]
        Any = "any",
        /// The fewest pushes, whatever the number of moves.
        Pushes = "pushes",
        /// The fewest moves.
        Moves = "moves",
    }
}
