//! The result of `soko solve` for one level.

use sokolab::{Level, Moves, Objective, Outcome, Report};
use sokolab_wire::{Place, ProofCost, SolveLine, Spent};

use super::dump::SearchDump;
use crate::batch::EarlierLine;
use crate::exit::{self, Exit};
use crate::export::WithSolution;
use crate::export::json_lines::JsonResult;
use crate::search::settings::Settings;

/// A level after the search.
#[derive(Debug)]
pub(super) struct SolvedLevel {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) settings: Settings,
    pub(super) report: Report,
    pub(super) spent: Spent,
    pub(super) found: Found,
    /// The record of the search, if requested.
    pub(super) dump: Option<SearchDump>,
    /// The size and cost of its certificate, if one was requested.
    pub(super) proof: Option<ProofCost>,
}

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A search.
    BySearch,
    /// The library.
    InLibrary,
}

impl SolvedLevel {
    /// Its line.
    pub(super) fn line(&self) -> SolveLine {
        let SolvedLevel { place, level, settings, report, spent, found, .. } = self;
        let objective = settings.request(level).objective;
        let line = SolveLine::new(place.clone(), level, objective, report, *spent);
        let line = SolveLine { proof: self.proof.clone(), ..line };
        match found {
            Found::BySearch => line,
            Found::InLibrary => SolveLine { method: "library".to_owned(), ..line },
        }
    }

    /// The exit code of the result.
    pub(super) fn exit(&self) -> Exit {
        let is_proof_wanted = self.settings.request(&self.level).objective != Objective::Any;
        match &self.report.outcome {
            Outcome::Solved { optimal: false, .. } if is_proof_wanted => exit::UNDECIDED,
            Outcome::Solved { .. } => exit::DONE,
            Outcome::Unsolvable | Outcome::Invalid(_) => exit::NEGATIVE,
            Outcome::Stopped(_) => exit::UNDECIDED,
            Outcome::Failed(_) => exit::FAILED,
        }
    }
}

/// What a result of an earlier run means for the exit code.
pub(super) fn earlier_exit(line: &EarlierLine) -> Exit {
    let is_proof_wanted = line.objective.as_deref() != Some(Objective::Any.name());
    match line.status.as_deref() {
        Some("solved") if is_proof_wanted && line.optimal != Some(true) => exit::UNDECIDED,
        Some("solved") => exit::DONE,
        Some("unsolvable" | "invalid") => exit::NEGATIVE,
        Some("failed") => exit::FAILED,
        _ => exit::UNDECIDED,
    }
}

impl WithSolution for SolvedLevel {
    fn level(&self) -> (&Level, usize) {
        (&self.level, self.place.level)
    }

    fn solution(&self) -> Option<&Moves> {
        match &self.report.outcome {
            Outcome::Solved { solution, .. } => Some(solution.moves()),
            _ => None,
        }
    }
}

impl JsonResult for SolvedLevel {
    const SCHEMA: &'static str = "sokolab/solve/1";

    fn into_line(self) -> impl serde::Serialize {
        self.line()
    }
}
