//! The stages of a level in a run: read, its solutions replayed, and verdicts written.

use sokolab::Level;
use sokolab::text::Alphabet;
use sokolab_wire::{Claim, ClaimLine, Place, Solutions, is_same_file};

use super::result::VerifiedClaim;
use crate::batch::{Batch, Stream};
use crate::boundary;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::input::LevelArgument;
use crate::input::claim_source::ClaimSource;
use crate::input::claims::is_selected;
use crate::io::interrupt;
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// A run over all levels.
pub(super) struct Run<'a> {
    /// The levels that were named.
    pub(super) named: &'a [LevelArgument],
    pub(super) alphabet: Alphabet,
    pub(super) source: ClaimSource,
    pub(super) stream: Stream,
    pub(super) exporter: Box<dyn Exporter<VerifiedClaim>>,
    /// Whether anything was claimed for some level.
    pub(super) is_any: bool,
    pub(super) output: &'a mut Output,
}

/// A level and what is claimed for it.
pub(super) struct Job {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) claimed: Vec<ClaimLine>,
}

/// The verdicts on the claims for a level, or messages of internal errors.
pub(super) struct Done {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) claimed: Vec<ClaimLine>,
    pub(super) verdicts: Vec<Result<VerifiedClaim, String>>,
}

impl Batch for Run<'_> {
    type Job = Job;
    type Done = Done;

    fn next(&mut self) -> anyhow::Result<Option<Job>> {
        while let Some(entry) = self.stream.next_of_all(self.output) {
            let (place, level) = (&entry.place, &entry.level);
            if let Some(file) = self.stream.unread().first().filter(|_| self.source.is_in_order()) {
                anyhow::bail!(
                    "{file} cannot be read, so nobody knows which lines of the solutions belong to \
                     {}",
                    place.file
                );
            }
            let mut claimed = self.source.take(place, level, self.named, self.alphabet)?;
            self.is_any |= !claimed.is_empty();
            if claimed.is_empty() {
                claimed.push(ClaimLine { line: 0, claim: Claim::Nothing, id: None });
            }
            claimed.retain(|_| !self.stream.is_done(&entry));
            if !claimed.is_empty() {
                diagnostics::warn_of_oddities(place, level, self.output);
                return Ok(Some(Job { place: entry.place, level: entry.level, claimed }));
            }
        }
        Ok(None)
    }

    fn finish(&mut self, done: Done) -> anyhow::Result<()> {
        let Done { place, level, claimed, verdicts } = done;
        let form = self.exporter.failure_form();
        for (claimed, verdict) in claimed.iter().zip(verdicts) {
            match verdict {
                Err(message) => {
                    boundary::tell(&place, &level, &message, form, self.output)?;
                    self.stream.add(exit::DONE);
                }
                Ok(mut verified) => {
                    let line = claimed.line;
                    let has_lines = self.source.has_lines();
                    verified.line.line = Some(line).filter(|&line| line > 0 && has_lines);
                    self.write(verified)?;
                }
            }
        }
        Ok(())
    }

    fn wait(&mut self) {
        self.stream.wait();
    }
}

impl Run<'_> {
    fn write(&mut self, verified: VerifiedClaim) -> anyhow::Result<()> {
        let exit = verified.exit();
        self.exporter.level(verified, self.output)?;
        self.stream.add(exit);
        Ok(())
    }

    /// Writes the verdicts on claims without a level, and returns the exit code.
    pub(super) fn end(mut self) -> anyhow::Result<Exit> {
        let mut verdict = exit::DONE;
        if !self.is_any && matches!(self.source, ClaimSource::Stored { .. }) {
            // A file that could not be read has been reported already.
            if self.stream.unread().is_empty() && !interrupt::is_interrupted() {
                let why = "there is nothing to verify: give --moves or --solutions";
                diagnostics::print_error(&anyhow::anyhow!(why));
            }
            verdict = exit::USAGE;
        }
        // Levels that were not read because of an interrupt are not missing.
        if !interrupt::is_interrupted() {
            let named = self.named;
            // Errors of a file have been reported already; its levels are not missing.
            let unread = self.stream.unread().to_vec();
            let is_unread = |place: &Place| {
                unread.iter().any(|name| place.file.is_empty() || is_same_file(name, &place.file))
            };
            let claims = std::mem::replace(&mut self.source, ClaimSource::NOTHING).given();
            let files = claims.as_ref().map(Solutions::files).unwrap_or_default();
            let is_wanted = |place: &Place| is_selected(named, &files, place) && !is_unread(place);
            for unused in claims.map(|it| it.unused(&is_wanted)).unwrap_or_default() {
                if !self.stream.is_done_without_level(&unused.place) {
                    self.write(VerifiedClaim::without_level(unused))?;
                }
            }
        }
        let verdict = verdict.and(self.exporter.end(self.output)?);
        Ok(self.stream.end(self.output)?.and(verdict))
    }
}
