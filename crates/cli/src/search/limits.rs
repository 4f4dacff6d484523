//! Limits on the work on one level: the defaults, and the options of `rate`, `explain` and `trim`.

use std::time::Duration;

use sokolab::insight::rating::RatingLimits;
use sokolab::{Budget, BudgetChoices};
use sokolab_wire::Place;

use crate::arguments;
use crate::io::output::Output;
use crate::search::watch::{TimeLimit, Watch};

/// The default time limit per level.
pub(crate) const TIME_DEFAULT: Duration = Duration::from_secs(60);

/// As many threads as the machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The limits of `rate`, `explain` and `trim`.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchLimits {
    /// Time limit per level, in seconds or with ms, s, m, h [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// Limit on states expanded by one search for a solution, or with K, M, G.
    #[arg(long, value_name = "N", value_parser = arguments::count, default_value = "1M")]
    nodes: u64,

    /// Memory limit for tables, in bytes or with K, M, G [default: 2G].
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    memory: Option<u64>,
}

impl SearchLimits {
    /// The time limit of a level.
    pub(crate) fn time(&self) -> Duration {
        self.time.unwrap_or(TIME_DEFAULT)
    }

    /// The budget of one search, apart from time.
    pub(crate) fn budget(&self) -> Budget {
        BudgetChoices { nodes: Some(self.nodes), memory: self.memory }.budget()
    }

    /// The same with the largest number of states for measures that need them all.
    pub(crate) fn with_states(&self, states: u64) -> RatingLimits {
        RatingLimits::new(self.budget(), usize::try_from(states).unwrap_or(usize::MAX))
    }

    /// Begins to watch the work on a level.
    pub(crate) fn watch(&self, place: &Place, output: &Output) -> Watch {
        Watch::new(place, TimeLimit::Wall(self.time()), output)
    }
}
