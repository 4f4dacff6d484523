//! The stages of a level in a run: read, solved, compared with known solutions, and written.

use sokolab::{Level, Report, Stop};
use sokolab_wire::{KnownLine, Place, SolveLine, Spent};

use super::known::{Known, Verdict};
use super::record::{Record, Rows};
use super::row::Row;
use crate::batch::{Batch, Fate, Stream};
use crate::exit;
use crate::input::Entry;
use crate::io::interrupt;
use crate::io::output::Output;
use crate::search::constraints;
use crate::search::settings::Settings;
use crate::search::solve::print_invalid;
use crate::search::text::describe;
use crate::terminal::diagnostics;

/// What is printed for each level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// A line for a person.
    Text,
    /// A JSON object.
    Json,
    /// Nothing; only the summary is printed.
    Nothing,
}

/// A run over all levels.
pub(super) struct Run<'a> {
    pub(super) settings: &'a Settings,
    pub(super) shown: Shown,
    pub(super) stream: Stream,
    pub(super) record: Option<Record>,
    /// Rows of an earlier run.
    pub(super) earlier: Rows,
    pub(super) known: Option<(Known, KnownLine)>,
    pub(super) rows: Vec<Row>,
    pub(super) kept: usize,
    pub(super) output: &'a mut Output,
}

/// The result of a level.
pub(super) struct Done {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) report: Report,
    pub(super) spent: Spent,
}

impl Batch for Run<'_> {
    type Job = Entry;
    type Done = Done;

    fn next(&mut self) -> anyhow::Result<Option<Entry>> {
        while let Some(entry) = self.stream.next_of_all(self.output) {
            let Some(row) = self.take_earlier(&entry)? else {
                diagnostics::warn_of_oddities(&entry.place, &entry.level, self.output);
                return Ok(Some(entry));
            };
            self.judge(&row)?;
            self.rows.push(row);
            self.kept += 1;
        }
        Ok(None)
    }

    fn finish(&mut self, done: Done) -> anyhow::Result<()> {
        let line = self.line(&done);
        let stop = line.reason.as_deref().and_then(|it| it.parse::<Stop>().ok());
        match self.stream.fate(stop, self.output)? {
            // An interrupted level is not done.
            Fate::Written if interrupt::is_interrupted() && stop == Some(Stop::Interrupted) => {
                return Ok(());
            }
            Fate::Written => {}
            Fate::Dropped => return Ok(()),
            Fate::SetAside => return self.set_aside(&done),
        }
        let Done { place, level, report, spent } = &done;
        constraints::warn(place, self.settings, report, self.output);
        match self.shown {
            Shown::Nothing => {}
            Shown::Json => self.output.json(&line)?,
            Shown::Text => {
                print_invalid(place, level, report);
                self.output.line(&describe(place, level, self.settings, report, *spent))?;
            }
        }
        let row = Row::from(&line);
        if let Some(record) = &mut self.record {
            record.write(&row)?;
        }
        self.judge(&row)?;
        self.rows.push(row);
        self.stream.add(exit::DONE);
        Ok(())
    }

    fn set_aside(&mut self, done: &Done) -> anyhow::Result<()> {
        self.stream.set_aside(&self.line(done), self.output)
    }

    fn wait(&mut self) {
        self.stream.wait();
    }
}

impl Run<'_> {
    fn line(&self, Done { place, level, report, spent }: &Done) -> SolveLine {
        let objective = self.settings.request(level).objective;
        SolveLine::new(place.clone(), level, objective, report, *spent)
    }

    /// The row of an earlier run for a level; `None` if there is none.
    fn take_earlier(&mut self, entry: &Entry) -> anyhow::Result<Option<Row>> {
        let Entry { place, level } = entry;
        if self.stream.is_resumed() && !self.stream.is_done(entry) {
            return Ok(None);
        }
        let Some(row) = self.earlier.take(&(place.file.clone(), place.level)) else {
            return Ok(None);
        };
        if row.title != level.title || row.rules != level.rules.name() {
            anyhow::bail!(
                "the file of --resume has another level {}#{}: its levels have changed; name \
                 another file, or start over",
                place.file,
                place.level
            );
        }
        Ok(Some(row))
    }

    /// Compares a result with the known solutions, if there are any.
    fn judge(&mut self, row: &Row) -> anyhow::Result<()> {
        let Some((known, line)) = &mut self.known else { return Ok(()) };
        let verdict = known.judge(row);
        line.levels += usize::from(verdict != Verdict::Unknown);
        line.confirmed += usize::from(verdict == Verdict::Confirmed);
        if let Verdict::Wrong(sentence) = verdict {
            let sentence = format!("{}: {sentence}", row.name());
            if self.shown != Shown::Json {
                self.output.line(&format!("WRONG {sentence}"))?;
            }
            line.wrong.push(sentence);
        }
        Ok(())
    }
}
