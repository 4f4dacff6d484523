//! The result of improving the solution of one level.

use sokolab::{Level, Moves, Solution};
use sokolab_wire::{OptimizeLine, Status};

use crate::batch::EarlierLine;
use crate::exit::{self, Exit};
use crate::export::WithSolution;
use crate::export::json_lines::JsonResult;

/// A level and its solution, shorter than before if possible.
#[derive(Debug)]
pub(super) struct OptimizedLevel {
    pub(super) level: Level,
    pub(super) line: OptimizeLine,
    pub(super) solution: Option<Solution>,
}

impl OptimizedLevel {
    /// Whether the solution is shorter than the first one.
    pub(super) fn is_improved(&self) -> bool {
        let line = &self.line;
        let is_shorter = line.pushes < line.pushes_before || line.moves < line.moves_before;
        self.solution.is_some() && is_shorter
    }

    /// The exit code of the result.
    pub(super) fn exit(&self) -> Exit {
        match self.line.status {
            Status::Solved => exit::DONE,
            Status::Unsolvable | Status::Invalid => exit::NEGATIVE,
            Status::Stopped => exit::UNDECIDED,
            Status::Failed => exit::FAILED,
        }
    }
}

/// The exit code of a result of an earlier run.
pub(super) fn earlier_exit(line: &EarlierLine) -> Exit {
    match line.status.as_deref() {
        Some("solved") => exit::DONE,
        Some("unsolvable" | "invalid") => exit::NEGATIVE,
        Some("failed") => exit::FAILED,
        _ => exit::UNDECIDED,
    }
}

impl WithSolution for OptimizedLevel {
    fn level(&self) -> (&Level, usize) {
        (&self.level, self.line.subject.place.level)
    }

    fn solution(&self) -> Option<&Moves> {
        self.solution.as_ref().map(Solution::moves)
    }
}

impl JsonResult for OptimizedLevel {
    const SCHEMA: &'static str = "sokolab/optimize/1";

    fn into_line(self) -> impl serde::Serialize {
        self.line
    }
}
