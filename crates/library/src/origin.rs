//! The sources of solutions.

sokolab_core::named! {
    /// The source of a solution.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Origin: "origin" {
        /// It was stored in a file.
        Imported = "imported",
        /// A search found it.
        Solved = "solved",
        /// A player found it.
        Played = "played",
    }
}
