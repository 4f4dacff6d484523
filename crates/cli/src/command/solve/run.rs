//! The stages of a level in a run: read, looked up, solved, stored and written.

use std::time::Duration;

use sokolab::{Board, Level, Outcome, Report, SearchEvent, Stop, solve_recorded};
use sokolab_library::Library;
use sokolab_wire::{Place, Spent};

use super::dump::{DumpTarget, SearchDump};
use super::format::SolveFormat;
use super::proof::prove;
use super::remembered::{self, Answers};
use super::result::{Found, SolvedLevel};
use crate::batch::{Batch, Fate, Stream};
use crate::export::{Exporter, WithSolution};
use crate::input::Entry;
use crate::io::message;
use crate::io::output::Output;
use crate::search::certificate::ProofFile;
use crate::search::constraints;
use crate::search::settings::Settings;
use crate::search::solve::{print_invalid, solve_one};
use crate::search::watch::Watch;
use crate::terminal::diagnostics;

/// The time that the dumps of a level get even if its search has used all of it.
const DUMP_TIME_MIN: Duration = Duration::from_millis(50);

/// A run over all levels.
pub(super) struct Run<'a> {
    /// The settings for a level.
    pub(super) settings: &'a dyn Fn(&Place, &Level, &Output) -> Settings,
    pub(super) format: SolveFormat,
    pub(super) stream: Stream,
    pub(super) library: Option<Library>,
    pub(super) answers: Answers,
    /// Where certificates go, if requested.
    pub(super) proofs: Option<ProofFile>,
    /// Where the dumps of a level go, if requested.
    pub(super) dump: Option<DumpTarget>,
    pub(super) exporter: Box<dyn Exporter<SolvedLevel>>,
    pub(super) output: &'a mut Output,
}

/// A level to solve.
pub(super) struct Job {
    place: Place,
    level: Level,
    settings: Settings,
    /// The answer of the library; `None` if a search is needed.
    known: Option<(Report, Spent)>,
    /// Where the search is recorded, if requested.
    dump: Option<SearchDump>,
}

impl Job {
    pub(super) fn solve(self, output: &Output) -> SolvedLevel {
        let Job { place, level, settings, known, mut dump } = self;
        let found = if known.is_some() { Found::InLibrary } else { Found::BySearch };
        let (report, spent) = known.unwrap_or_else(|| match &mut dump {
            None => solve_one(&level, &place, &settings, output),
            Some(dump) => solve_dumped(&level, &place, &settings, dump, output),
        });
        SolvedLevel { place, level, settings, report, spent, found, dump, proof: None }
    }
}

impl Batch for Run<'_> {
    type Job = Job;
    type Done = SolvedLevel;

    fn next(&mut self) -> anyhow::Result<Option<Job>> {
        let Some(Entry { place, level }) = self.stream.next(self.output) else { return Ok(None) };
        diagnostics::warn_of_oddities(&place, &level, self.output);
        let settings = (self.settings)(&place, &level, self.output);
        let dump = self.dump.as_ref().and_then(DumpTarget::search);
        let known = match &self.library {
            Some(it) if self.answers == Answers::FromLibrary => {
                remembered::answer(it, &level, &place, &settings, self.output)?
            }
            _ => None,
        };
        Ok(Some(Job { place, level, settings, known, dump }))
    }

    fn finish(&mut self, mut done: SolvedLevel) -> anyhow::Result<()> {
        let search = done.dump.take();
        let SolvedLevel { place, level, settings, report, .. } = &done;
        match self.stream.fate(stop_of(report), self.output)? {
            Fate::Written => {}
            Fate::Dropped => return Ok(()),
            Fate::SetAside => return self.set_aside(&done),
        }
        constraints::warn(place, settings, report, self.output);
        if self.format != SolveFormat::Jsonl {
            print_invalid(place, level, report);
        }
        let proofs = self.proofs.as_mut();
        let proof = proofs.map(|proofs| prove(proofs, &done, self.output)).transpose()?;
        if let Some(dump) = &mut self.dump {
            let parts = settings.request(level).parts;
            let spent = Duration::try_from_secs_f64(done.spent.seconds).unwrap_or_default();
            let left = settings.time.amount().saturating_sub(spent).max(DUMP_TIME_MIN);
            for name in dump.write(level, done.solution(), parts, search, left)? {
                if !self.output.is_quiet() {
                    message::line!(
                        "warning: {name} is left out: --time does not suffice, or it is too large"
                    );
                }
            }
        }
        done.proof = proof;
        let mut exit = done.exit();
        if let Some(library) = &mut self.library {
            exit = exit.and(remembered::keep(library, &done));
        }
        self.exporter.level(done, self.output)?;
        self.stream.add(exit);
        Ok(())
    }

    fn set_aside(&mut self, done: &SolvedLevel) -> anyhow::Result<()> {
        self.stream.set_aside(&done.line(), self.output)
    }

    fn wait(&mut self) {
        self.stream.wait();
    }
}

/// Solves a level and writes a dump of the search.
fn solve_dumped(
    level: &Level,
    place: &Place,
    settings: &Settings,
    dump: &mut SearchDump,
    output: &Output,
) -> (Report, Spent) {
    let mut watch = Watch::new(place, settings.time, output);
    let request = settings.request(level);
    let mut record = |board: &Board, event: &SearchEvent<'_>| dump.record(board, event);
    let report = solve_recorded(&request, &mut |progress| watch.look(progress), &mut record);
    watch.hide();
    (report, watch.spent())
}

/// The limit that ended a search.
fn stop_of(report: &Report) -> Option<Stop> {
    match &report.outcome {
        Outcome::Solved { stopped, .. } => *stopped,
        Outcome::Stopped(stop) => Some(*stop),
        _ => None,
    }
}
