//! The stages of a level in a run: read, optimised and written.

use sokolab::{Level, Stop};
use sokolab_wire::{Claim, Place, Solutions};

use super::result::OptimizedLevel;
use crate::batch::{Batch, Fate, Stream};
use crate::export::Exporter;
use crate::input::Entry;
use crate::input::claims::take_claim;
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// A run over all levels.
pub(super) struct Run<'a> {
    pub(super) stream: Stream,
    pub(super) claims: Option<Solutions>,
    pub(super) exporter: Box<dyn Exporter<OptimizedLevel>>,
    pub(super) output: &'a mut Output,
}

/// A level with a solution to shorten.
pub(super) struct Job {
    pub(super) place: Place,
    pub(super) level: Level,
    /// The claimed solution; `None` if there are no claims for any level.
    pub(super) claim: Option<Claim>,
}

impl Batch for Run<'_> {
    type Job = Job;
    type Done = OptimizedLevel;

    fn next(&mut self) -> anyhow::Result<Option<Job>> {
        while let Some(entry) = self.stream.next_of_all(self.output) {
            // Claims may be in input order, so every level must take its own.
            let take = |it: &mut Solutions| take_claim(it, &entry.place, &entry.level);
            let claim = self.claims.as_mut().map(|it| take(it).unwrap_or(Claim::Nothing));
            if self.stream.is_done(&entry) {
                continue;
            }
            let Entry { place, level } = entry;
            diagnostics::warn_of_oddities(&place, &level, self.output);
            return Ok(Some(Job { place, level, claim }));
        }
        Ok(None)
    }

    fn finish(&mut self, done: OptimizedLevel) -> anyhow::Result<()> {
        let stop = done.line.reason.as_deref().and_then(|it| it.parse::<Stop>().ok());
        match self.stream.fate(stop, self.output)? {
            Fate::Written => {}
            Fate::Dropped => return Ok(()),
            Fate::SetAside => return self.set_aside(&done),
        }
        let exit = done.exit();
        self.exporter.level(done, self.output)?;
        self.stream.add(exit);
        Ok(())
    }

    fn set_aside(&mut self, done: &OptimizedLevel) -> anyhow::Result<()> {
        self.stream.set_aside(&done.line, self.output)
    }

    fn wait(&mut self) {
        self.stream.wait();
    }
}
