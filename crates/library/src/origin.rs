//! Where solutions come from.

sokolab_core::named! {
    /// Where a solution came from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Origin: "origin" {
        /// It stood in a file.
        Imported = "imported",
        /// A search found it.
        Solved = "solved",
        /// A player found it.
        Played = "played",
    }
}
