//! The result of trimming one level.

use sokolab::Level;
use sokolab::insight::rating::NotRated;
use sokolab::insight::trim::{NotTrimmed, Trimmed};
use sokolab_wire::{Place, TrimLine};

use crate::exit::{self, Exit};
use crate::export::json_lines::JsonResult;
use crate::terminal::diagnostics;

/// A level and its trimmed version.
#[derive(Debug)]
pub(super) struct TrimmedLevel {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) trimmed: Result<Trimmed, NotTrimmed>,
}

impl TrimmedLevel {
    /// What the result means for the exit code.
    pub(super) fn exit(&self) -> Exit {
        match &self.trimmed {
            Ok(Trimmed { stopped: None, .. }) => exit::DONE,
            Ok(_) | Err(NotTrimmed::Unknown(_) | NotTrimmed::NotRated(NotRated::Stopped(_))) => {
                exit::UNDECIDED
            }
            Err(NotTrimmed::NotRated(NotRated::Invalid(_) | NotRated::Unsolvable)) => {
                exit::NEGATIVE
            }
        }
    }

    /// Shows what is wrong with a level that cannot be played.
    pub(super) fn print_findings(&self) {
        if let Err(NotTrimmed::NotRated(NotRated::Invalid(findings))) = &self.trimmed {
            diagnostics::print_findings(&self.place.file, &self.level, findings);
        }
    }
}

impl JsonResult for TrimmedLevel {
    const SCHEMA: &'static str = "sokolab/trim/1";

    fn into_line(self) -> impl serde::Serialize {
        let now = self.trimmed.as_ref().map_or(&self.level, |it| &it.level);
        TrimLine::new(self.place, &self.level, &self.trimmed, now)
    }
}

/// Why a level was not trimmed.
pub(super) fn why_not(why: &NotTrimmed) -> String {
    match why {
        NotTrimmed::Unknown(why) => {
            format!("not trimmed: the storage that it needs could not be determined ({why})")
        }
        NotTrimmed::NotRated(NotRated::Unsolvable) => "proved unsolvable".to_owned(),
        NotTrimmed::NotRated(NotRated::Stopped(reason)) => {
            format!("not trimmed: no shortest solution found, {reason}")
        }
        NotTrimmed::NotRated(NotRated::Invalid(findings)) => {
            let reasons: Vec<String> = findings.iter().map(ToString::to_string).collect();
            format!("invalid: {}", reasons.join("; "))
        }
    }
}
