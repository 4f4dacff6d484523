//! The stages of a level in a run: read, analysed and shown.

use sokolab::analysis::Analysis;
use sokolab::{Findings, Level, Moves};
use sokolab_wire::Place;

use super::after;
use super::result::AnalyzedLevel;
use crate::batch::{Batch, Stream};
use crate::boundary;
use crate::exit::{self, Exit};
use crate::export::{Exporter, report_invalid};
use crate::input::Entry;
use crate::io::output::Output;

/// A run over all levels.
pub(super) struct Run<'a> {
    pub(super) stream: Stream,
    pub(super) exporter: Box<dyn Exporter<AnalyzedLevel>>,
    /// Moves after which each level is analysed.
    pub(super) after: Option<Moves>,
    pub(super) output: &'a mut Output,
}

/// The facts about a level, its errors, or the message of an internal error.
pub(super) struct Done {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) facts: Result<Result<Analysis, Findings>, String>,
}

impl Batch for Run<'_> {
    type Job = Entry;
    type Done = Done;

    fn next(&mut self) -> anyhow::Result<Option<Entry>> {
        let Some(entry) = self.stream.next(self.output) else { return Ok(None) };
        match &self.after {
            Some(moves) => after::played(entry, moves).map(Some),
            None => Ok(Some(entry)),
        }
    }

    fn finish(&mut self, done: Done) -> anyhow::Result<()> {
        let exit = self.show(done)?;
        self.stream.add(exit);
        Ok(())
    }

    fn wait(&mut self) {
        self.stream.wait();
    }
}

impl Run<'_> {
    fn show(&mut self, Done { place, level, facts }: Done) -> anyhow::Result<Exit> {
        let form = self.exporter.failure_form();
        let facts = match facts {
            Ok(Ok(facts)) => facts,
            Ok(Err(findings)) => {
                report_invalid(&place, &level, &findings, form, self.output)?;
                return Ok(exit::NEGATIVE);
            }
            Err(message) => {
                boundary::tell(&place, &level, &message, form, self.output)?;
                return Ok(exit::DONE);
            }
        };
        let exporter = &mut self.exporter;
        let shown = boundary::around(&place, &level, form, self.output, |output| {
            let (place, level) = (place.clone(), level.clone());
            exporter.level(AnalyzedLevel { place, level, facts }, output)
        })?;
        shown.unwrap_or(Ok(())).map(|()| exit::DONE)
    }
}
