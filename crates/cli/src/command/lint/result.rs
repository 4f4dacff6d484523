//! The findings of one level.

use sokolab::{Finding, Level};
use sokolab_wire::{LintLine, Place};

use crate::export::json_lines::JsonResult;

/// A level with its findings.
#[derive(Debug)]
pub(super) struct LintedLevel {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) findings: Vec<Finding>,
}

impl JsonResult for LintedLevel {
    const SCHEMA: &'static str = "sokolab/lint/1";

    fn into_line(self) -> impl serde::Serialize {
        LintLine::new(self.place, &self.level, &self.findings)
    }
}
