//! The results of `soko solve` for a person.

use std::time::Instant;

use sokolab::text::{Alphabet, write_moves_in};
use sokolab::{Outcome, quantity};

use super::result::{Found, SolvedLevel};
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::{Exporter, WithSolution};
use crate::io::output::Output;
use crate::search::text::describe;

/// Writes a line for each level, its moves below it, and a summary.
#[derive(Debug)]
pub(super) struct Text {
    alphabet: Alphabet,
    start: Instant,
    solved: usize,
    unsolvable: usize,
    stopped: usize,
    invalid: usize,
    failed: usize,
}

impl Text {
    pub(super) fn new(alphabet: Alphabet) -> Text {
        let (solved, unsolvable, stopped, invalid, failed) = (0, 0, 0, 0, 0);
        Text { alphabet, start: Instant::now(), solved, unsolvable, stopped, invalid, failed }
    }

    fn count(&self) -> usize {
        self.solved + self.unsolvable + self.stopped + self.invalid + self.failed
    }

    fn summary(&self) -> String {
        let count = self.count();
        let mut text = format!("{}: {} solved", quantity(count, "level"), self.solved);
        for (number, what) in [
            (self.unsolvable, "proved unsolvable"),
            (self.stopped, "stopped"),
            (self.invalid, "invalid"),
            (self.failed, "failed"),
        ] {
            if number > 0 {
                text.push_str(&format!(", {number} {what}"));
            }
        }
        text.push_str(&format!(" ({:.2} s)", self.start.elapsed().as_secs_f64()));
        text
    }
}

impl Exporter<SolvedLevel> for Text {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: SolvedLevel, output: &mut Output) -> anyhow::Result<()> {
        let counter = match &result.report.outcome {
            Outcome::Solved { .. } => &mut self.solved,
            Outcome::Unsolvable => &mut self.unsolvable,
            Outcome::Stopped(_) => &mut self.stopped,
            Outcome::Invalid(_) => &mut self.invalid,
            Outcome::Failed(_) => &mut self.failed,
        };
        *counter += 1;
        let SolvedLevel { place, level, settings, report, spent, found, .. } = &result;
        let mut text = describe(place, level, settings, report, *spent);
        if *found == Found::InLibrary {
            text.push_str("\n  taken from the library");
        }
        if let Some(moves) = result.solution() {
            text.push_str(&format!("\n  {}", write_moves_in(moves, self.alphabet)));
        }
        output.line(&text)
    }

    fn end(&mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.count() > 0 {
            output.line(&self.summary())?;
        }
        Ok(exit::DONE)
    }
}
