//! The levels of a batch without those that an earlier run has finished.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sokolab::Stop;
use sokolab_wire::Place;

use super::arguments::BatchArgs;
use super::earlier::{Earlier, EarlierLine, Expected, Taken};
use super::options_text::OptionsText;
use super::progress::BatchProgress;
use crate::exit::{self, Exit};
use crate::input::{Entry, Levels};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::io::resumed_file::{self, ResumedFile};

/// The levels that have not been done yet.
pub(crate) struct Stream {
    levels: Levels,
    earlier: Earlier,
    mode: Mode,
    /// Where out-of-order results go when the run ends; `None` if nothing is resumed.
    aside: Option<ResumedFile>,
    /// The resumed file. What was set aside counts only as long as that exists.
    made_for: Option<PathBuf>,
    /// Lines that were set aside, each with the number of levels before it.
    ready: VecDeque<(usize, String)>,
    /// The numbers of levels handed out and of results returned.
    handed: usize,
    finished: usize,
    progress: Option<BatchProgress>,
    /// The exit code of all results, including those of an earlier run.
    verdict: Exit,
}

/// The kind of results in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    /// The schema of the lines.
    pub(crate) schema: &'static str,
    /// The exit code of a line.
    pub(crate) exit: fn(&EarlierLine) -> Exit,
}

/// What to do with a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is written.
    Written,
    /// It is dropped, because an interrupt cut it short: a resumable file must not contain it.
    Dropped,
    /// It comes after one that was cut short, and is stored for the resumed run.
    SetAside,
}

/// Whether results go to a file that is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// They go elsewhere.
    Plain,
    /// They are appended.
    Resumed,
    /// A level was interrupted, so later results would be out of order.
    Ended,
}

impl Stream {
    /// Begins a batch. If a file is resumed, results go there from now on.
    ///
    /// # Errors
    ///
    /// If the file was written by another command or with other options.
    pub(crate) fn begin(
        levels: Levels,
        batch: &BatchArgs,
        options: &OptionsText,
        judged: Judged,
        output: &mut Output,
    ) -> anyhow::Result<Stream> {
        Stream::begin_with(levels, batch, options, judged, &mut |_| Ok(()), output)
    }

    /// Like [`begin`](Self::begin), but passes every line of the resumed file to `keep`.
    pub(crate) fn begin_with(
        levels: Levels,
        batch: &BatchArgs,
        options: &OptionsText,
        Judged { schema, exit }: Judged,
        keep: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>,
        output: &mut Output,
    ) -> anyhow::Result<Stream> {
        let mut earlier = Earlier::default();
        let mut aside = None;
        let mut made_for = None;
        if let Some(path) = batch.resume() {
            let expected = Expected { path, schema, options: options.as_str(), exit };
            let file = resumed_file::open(path, &mut |number, line| {
                earlier.add(number, line, &expected)?;
                keep(line)
            })?;
            let whole = path;
            let path = &beside(whole);
            if !whole.exists() {
                resumed_file::remove_results(path)?;
            }
            made_for = Some(whole.clone());
            let expected = Expected { path, ..expected };
            aside = Some(resumed_file::open(path, &mut |number, line| {
                earlier.add_aside(number, line, &expected)?;
                keep(line)
            })?);
            output.resume(file, options.as_str());
        }
        let mode = if batch.resume().is_some() { Mode::Resumed } else { Mode::Plain };
        let progress = batch.is_batch().then(|| BatchProgress::new(levels.count(), output));
        let (ready, verdict) = (VecDeque::new(), exit::DONE);
        let (handed, finished) = (0, 0);
        Ok(Stream {
            levels,
            earlier,
            mode,
            aside,
            made_for,
            ready,
            handed,
            finished,
            progress,
            verdict,
        })
    }

    /// The files that could not be read so far, or only in part.
    pub(crate) fn unread(&self) -> &[String] {
        self.levels.unread()
    }

    /// Whether JSON lines of an earlier run are continued.
    pub(crate) fn is_resumed(&self) -> bool {
        self.mode != Mode::Plain
    }

    /// The next level that has no result yet.
    pub(crate) fn next(&mut self, output: &Output) -> Option<Entry> {
        loop {
            let entry = self.levels.next(output)?;
            if !self.is_done(&entry) {
                return Some(entry);
            }
        }
    }

    /// The next level, whether or not it has results, for commands with several results per level.
    pub(crate) fn next_of_all(&mut self, output: &Output) -> Option<Entry> {
        self.levels.next(output)
    }

    /// Whether an earlier run has another result for a level. If so, it is counted.
    pub(crate) fn is_done(&mut self, entry: &Entry) -> bool {
        let Some(taken) = self.earlier.take(&entry.place, &entry.level) else {
            self.handed += 1;
            return false;
        };
        self.keep(taken);
        true
    }

    /// Whether an earlier run has a result for a place without a level. If so, it is counted.
    pub(crate) fn is_done_without_level(&mut self, place: &Place) -> bool {
        let Some(taken) = self.earlier.take_without_level(place) else { return false };
        self.keep(taken);
        true
    }

    fn keep(&mut self, Taken { exit, aside }: Taken) {
        self.verdict = self.verdict.and(exit);
        self.ready.extend(aside.map(|line| (self.handed, line)));
        if let Some(progress) = &mut self.progress {
            progress.add_kept();
        }
    }

    /// Decides what happens to the next result in input order, which `stop` ended. Writes the lines
    /// of an earlier run that precede it.
    pub(crate) fn fate(&mut self, stop: Option<Stop>, output: &mut Output) -> anyhow::Result<Fate> {
        let is_cut = stop == Some(Stop::Interrupted) && interrupt::is_interrupted();
        if is_cut && self.mode == Mode::Resumed {
            self.mode = Mode::Ended;
        }
        if self.mode == Mode::Ended {
            return Ok(if is_cut { Fate::Dropped } else { Fate::SetAside });
        }
        self.write_ready(self.finished, output)?;
        self.finished += 1;
        Ok(Fate::Written)
    }

    /// Writes the lines that come before the level with this number.
    fn write_ready(&mut self, number: usize, output: &mut Output) -> anyhow::Result<()> {
        while let Some((before, line)) = self.ready.front() {
            if *before > number {
                break;
            }
            output.line(line)?;
            self.ready.pop_front();
        }
        Ok(())
    }

    /// Stores an out-of-order result beside the resumed file.
    pub(crate) fn set_aside(
        &mut self,
        line: &impl Serialize,
        output: &Output,
    ) -> anyhow::Result<()> {
        let Some(aside) = &mut self.aside else { return Ok(()) };
        if let Some(whole) = &self.made_for {
            resumed_file::make(whole)?;
        }
        let text = output.json_text(line)?;
        aside.write(format!("{text}\n").as_bytes())
    }

    /// Ends the batch: writes the last lines of an earlier run. Returns the exit code of all
    /// results and of the reading.
    pub(crate) fn end(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.mode != Mode::Ended {
            self.write_ready(usize::MAX, output)?;
            if let Some(aside) = self.aside.take_if(|_| !interrupt::is_interrupted()) {
                aside.remove();
            }
        }
        Ok(self.levels.exit().and(self.verdict))
    }

    /// Counts the exit code of a result.
    pub(crate) fn add(&mut self, exit: Exit) {
        self.verdict = self.verdict.and(exit);
        if let Some(progress) = &mut self.progress {
            progress.add_done();
        }
    }

    /// Updates the progress line.
    pub(crate) fn wait(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.show();
        }
    }
}

/// The file for out-of-order results.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".ahead");
    name.into()
}
