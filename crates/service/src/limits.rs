//! What one question may cost.

/// What one question may cost. Questions that ask for more get less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The longest text of levels, in bytes.
    pub text_bytes_max: usize,
    /// The most levels that an answer lists.
    pub levels_max: usize,
    /// The most places of a level that is worked on: columns times rows.
    pub places_max: usize,
    /// The most moves of a game or a solution.
    pub moves_max: usize,
    /// The longest time of a search, in seconds.
    pub seconds_max: f64,
    /// The most bytes that the tables of a search may take.
    pub memory_bytes_max: u64,
    /// The most threads of a search.
    pub threads_max: usize,
}

impl Limits {
    /// Four megabytes of text, 5,000 levels, boards of 200 by 200, ten minutes, 1 GiB, one thread.
    pub const DEFAULT: Limits = Limits {
        text_bytes_max: 4 << 20,
        levels_max: 5_000,
        places_max: 40_000,
        moves_max: 100_000,
        seconds_max: 600.0,
        memory_bytes_max: 1 << 30,
        threads_max: 1,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}
