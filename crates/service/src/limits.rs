//! Limits on the cost of one question.

use sokolab::SolveChoices;

/// Limits on the cost of one question. Larger requests are reduced to these limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The longest text of levels, in bytes.
    pub text_bytes_max: usize,
    /// The most levels that an answer lists.
    pub levels_max: usize,
    /// Maximum size of a level: columns times rows.
    pub places_max: usize,
    /// The most moves of a game or a solution.
    pub moves_max: usize,
    /// The longest time of a search, in seconds.
    pub seconds_max: f64,
    /// Maximum size in bytes of the tables of a search.
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

impl Limits {
    /// `choices` with as much memory and as many threads as these limits allow: what was not
    /// chosen gets all of it.
    pub(crate) fn bound(&self, mut choices: SolveChoices) -> SolveChoices {
        let memory = choices.budget.memory.unwrap_or(u64::MAX).min(self.memory_bytes_max);
        choices.budget.memory = Some(memory);
        let threads = choices.threads.unwrap_or(self.threads_max);
        choices.threads = Some(threads.clamp(1, self.threads_max.max(1)));
        choices
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}
