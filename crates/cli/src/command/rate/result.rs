//! The rating of one level.

use sokolab::Level;
use sokolab::insight::rating::{NotRated, Rating};
use sokolab_wire::{Place, RateLine, Spent};

use crate::exit::{self, Exit};
use crate::export::json_lines::JsonResult;

/// A level and how hard it is.
#[derive(Debug)]
pub(super) struct RatedLevel {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) rating: Result<Rating, NotRated>,
    pub(super) spent: Spent,
}

impl RatedLevel {
    /// What a rating means for the exit code. Too many states are an answer; a limit in the way of
    /// a proof or a measure leaves one open.
    pub(super) fn exit(&self) -> Exit {
        match &self.rating {
            Ok(rating) => {
                let is_cut = matches!(rating.measures.whole, Err(why) if why.is_stopped());
                if rating.stopped.is_none() && !is_cut { exit::DONE } else { exit::UNDECIDED }
            }
            Err(NotRated::Invalid(_) | NotRated::Unsolvable) => exit::NEGATIVE,
            Err(NotRated::Stopped(_)) => exit::UNDECIDED,
        }
    }
}

impl JsonResult for RatedLevel {
    const SCHEMA: &'static str = "sokolab/rate/1";

    fn into_line(self) -> impl serde::Serialize {
        RateLine::new(self.place, &self.level, &self.rating, self.spent)
    }
}
