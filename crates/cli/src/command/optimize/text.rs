//! The results of `soko optimize` for a person.

use std::time::Instant;

use sokolab::{Stop, quantity};
use sokolab_wire::OptimizeLine;

use super::result::OptimizedLevel;
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;

/// Writes a line for each level, its moves below it, and a summary.
#[derive(Debug)]
pub(super) struct Text {
    start: Instant,
    levels: usize,
    improved: usize,
    without: usize,
}

impl Text {
    pub(super) fn new() -> Text {
        Text { start: Instant::now(), levels: 0, improved: 0, without: 0 }
    }

    fn summary(&self) -> String {
        let levels = quantity(self.levels, "level");
        let mut text = format!("{levels}: {} improved", self.improved);
        if self.without > 0 {
            text.push_str(&format!(", {} without a solution", self.without));
        }
        text.push_str(&format!(" ({:.2} s)", self.start.elapsed().as_secs_f64()));
        text
    }
}

impl Exporter<OptimizedLevel> for Text {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: OptimizedLevel, output: &mut Output) -> anyhow::Result<()> {
        self.levels += 1;
        self.improved += usize::from(result.is_improved());
        self.without += usize::from(result.solution.is_none());
        output.line(&describe(&result.line))
    }

    fn end(&mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.levels > 0 {
            output.line(&self.summary())?;
        }
        Ok(exit::DONE)
    }
}

/// The result of a level, for a person.
fn describe(line: &OptimizeLine) -> String {
    let mut text = format!("{}#{}", line.subject.place.file, line.subject.place.level);
    if let Some(title) = &line.subject.title {
        text.push_str(&format!(" {title}"));
    }
    text.push_str(": ");
    let stopped = line.reason.as_deref().and_then(|it| it.parse::<Stop>().ok());
    let before = line.pushes_before.zip(line.moves_before);
    if let Some((before, after)) = before.zip(line.pushes.zip(line.moves)) {
        let change = |name: &str, from: usize, to: usize| {
            let instead = format!(" instead of {from}");
            format!("{}{}", quantity(to, name), if from == to { "" } else { &instead })
        };
        let pushes = change("push", before.0, after.0);
        let moves = change("move", before.1, after.1);
        text.push_str(&format!("{pushes}, {moves}"));
        if let Some(reason) = stopped {
            text.push_str(&format!(", {reason}"));
        }
        text.push_str(&format!(" ({}, {:.2} s)", quantity(line.nodes, "node"), line.seconds));
    } else {
        let why = match (stopped, &line.reason) {
            (Some(reason), _) => reason.to_string(),
            (None, Some(reason)) => reason.clone(),
            (None, None) => "proved unsolvable".to_owned(),
        };
        text.push_str(&format!("no solution to improve: {why}"));
    }
    if let Some(moves) = &line.solution {
        text.push_str(&format!("\n  {moves}"));
    }
    text
}
