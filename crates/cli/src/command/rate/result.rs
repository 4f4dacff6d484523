//! The rating of one level.

use sokolab::insight::rating::{NotRated, Rating};
use sokolab::{Level, Stop};
use sokolab_wire::{Place, RateLine, Spent};

use crate::batch::EarlierLine;
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
    /// The exit code of a rating. Too many states are a definite answer; a limit that prevents a
    /// proof or a measure leaves it open.
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

/// What a result of an earlier run means for the exit code.
pub(super) fn earlier_exit(line: &EarlierLine) -> Exit {
    // Only a reason that names a limit leaves the answer open.
    let is_limit = |why: &String| Stop::ALL.iter().any(|it| why.starts_with(&it.to_string()));
    let states = line.missing.as_ref().and_then(|it| it.get("states"));
    let is_cut = states.is_some_and(is_limit);
    match line.status.as_deref() {
        Some("rated") if line.reason.is_none() && !is_cut => exit::DONE,
        Some("unsolvable" | "invalid") => exit::NEGATIVE,
        Some("failed") => exit::FAILED,
        _ => exit::UNDECIDED,
    }
}

impl JsonResult for RatedLevel {
    const SCHEMA: &'static str = "sokolab/rate/1";

    fn into_line(self) -> impl serde::Serialize {
        RateLine::new(self.place, &self.level, &self.rating, self.spent)
    }
}
