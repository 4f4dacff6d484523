//! The parts of a `NetHack` level description other than the puzzle.

crate::named! {
    /// The version of `NetHack` that a description is written for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Dialect: "version of NetHack" {
        /// `.des` of `NetHack` 3.4.3.
        Des343 = "3.4.3": "NetHack 3.4.3",
        /// `.des` of `NetHack` 4.
        Des4 = "4": "NetHack 4",
        /// `.des` of `NetHack` 3.6.
        Des36 = "3.6": "NetHack 3.6",
        /// `.lua` of `NetHack` 3.7.
        Lua37 = "3.7": "NetHack 3.7",
    }
}

/// How the hero arrives on the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrival {
    /// By the branch staircase: the first level.
    Branch,
    /// By the stairs down: every other level.
    DownStairs,
}

/// Position in the Sokoban branch, which decides between pits and holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The first level: pits and a hard floor.
    Entry,
    /// One of the others: holes.
    Later,
}

/// The parts of a level description other than the puzzle, kept so that writing the level in the
/// same dialect reproduces them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NethackDescription {
    /// The version it was written for.
    pub dialect: Dialect,
    /// The level's name, such as `soko4-1`; empty if nothing names it.
    pub name: String,
    /// How the hero arrives.
    pub arrival: Arrival,
    /// Whether the level has pits or holes.
    pub slot: Slot,
    /// The map's rows as drawn, with every terrain character.
    pub map: Vec<String>,
    /// The lines before the map as written, including name and flags but not the comments at the
    /// top of the level.
    pub preamble: Vec<String>,
    /// The lines after the map that are not about the puzzle, as written.
    pub commands: Vec<String>,
    /// Number of entries of `commands` that come before the stairs, the boulders and the traps.
    pub positions: [usize; 3],
}
