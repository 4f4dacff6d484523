//! What one level may cost where it is solved and looked at: shared by `rate`, `explain`, `trim`.

use std::time::Duration;

use sokolab::insight::rating::RatingLimits;
use sokolab_wire::Place;

use crate::arguments;
use crate::io::output::Output;
use crate::search::solve::{TIME_DEFAULT, TimeLimit, Watch, budget};

#[derive(Debug, clap::Args)]
pub(crate) struct SearchLimits {
    /// The most time a level may take, in seconds or with ms, s, m, h [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// The most states that one search for a solution may expand, or with K, M, G.
    #[arg(long, value_name = "N", value_parser = arguments::count, default_value = "1M")]
    nodes: u64,

    /// The most memory that tables may take, in bytes or with K, M, G [default: 2G].
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    memory: Option<u64>,
}

impl SearchLimits {
    /// The same with the most states of a level of which all are looked at.
    pub(crate) fn with_states(&self, states: u64) -> RatingLimits {
        RatingLimits {
            budget: budget(Some(self.nodes), self.memory),
            states_max: usize::try_from(states).unwrap_or(usize::MAX),
        }
    }

    /// Begins to watch over the work on a level.
    pub(crate) fn watch(&self, place: &Place, output: &Output) -> Watch {
        Watch::new(place, TimeLimit::Wall(self.time.unwrap_or(TIME_DEFAULT)), output)
    }
}
