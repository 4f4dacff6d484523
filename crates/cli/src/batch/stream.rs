//! The levels of a batch without those that an earlier run has finished.

use super::arguments::BatchArgs;
use super::earlier::{Earlier, EarlierLine, Expected};
use super::options_text::OptionsText;
use super::progress::BatchProgress;
use crate::exit::{self, Exit};
use crate::input::{Entry, Levels};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::io::resumed_file;

/// The levels that are still to do.
pub(crate) struct Stream {
    levels: Levels,
    earlier: Earlier,
    mode: Mode,
    progress: Option<BatchProgress>,
    /// What the results mean for the exit code, those of an earlier run included.
    verdict: Exit,
}

/// The results that a file of lines holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    /// The schema of the lines.
    pub(crate) schema: &'static str,
    /// What one of them means for the exit code.
    pub(crate) exit: fn(&EarlierLine) -> Exit,
}

/// Whether results go to a file that is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// They go elsewhere.
    Plain,
    /// They are appended.
    Resumed,
    /// A level was interrupted: what comes after it would not be in order.
    Ended,
}

impl Stream {
    /// Begins a batch. If a file is resumed, results go there from now on.
    ///
    /// # Errors
    /// If that file was made by something else or with other options.
    pub(crate) fn begin(
        levels: Levels,
        batch: &BatchArgs,
        options: &OptionsText,
        judged: Judged,
        output: &mut Output,
    ) -> anyhow::Result<Stream> {
        Stream::begin_with(levels, batch, options, judged, &mut |_| Ok(()), output)
    }

    /// The same; `keep` is given every line of the file that is resumed.
    pub(crate) fn begin_with(
        levels: Levels,
        batch: &BatchArgs,
        options: &OptionsText,
        Judged { schema, exit }: Judged,
        keep: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>,
        output: &mut Output,
    ) -> anyhow::Result<Stream> {
        let mut earlier = Earlier::default();
        if let Some(path) = batch.resume() {
            let expected = Expected { path, schema, options: options.as_str(), exit };
            let file = resumed_file::open(path, &mut |number, line| {
                earlier.add(number, line, &expected)?;
                keep(line)
            })?;
            output.resume(file, options.as_str());
        }
        let mode = if batch.resume().is_some() { Mode::Resumed } else { Mode::Plain };
        let progress = batch.is_batch().then(|| BatchProgress::new(levels.count(), output));
        Ok(Stream { levels, earlier, mode, progress, verdict: exit::DONE })
    }

    /// Whether JSON lines of an earlier run are gone on with.
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

    /// The next level, whether it has results or not, for commands with several results a level.
    pub(crate) fn next_of_all(&mut self, output: &Output) -> Option<Entry> {
        self.levels.next(output)
    }

    /// Whether an earlier run has another result for a level, which counts then.
    pub(crate) fn is_done(&mut self, entry: &Entry) -> bool {
        let Some(exit) = self.earlier.take(&entry.place, &entry.level) else { return false };
        self.keep(exit);
        true
    }

    /// Whether an earlier run has a result for a place without a level, which counts then.
    pub(crate) fn is_done_without_level(&mut self, place: &sokolab_wire::Place) -> bool {
        let Some(exit) = self.earlier.take_without_level(place) else { return false };
        self.keep(exit);
        true
    }

    fn keep(&mut self, exit: Exit) {
        self.verdict = self.verdict.and(exit);
        if let Some(progress) = &mut self.progress {
            progress.add_kept();
        }
    }

    /// Whether a result is to be written. One that an interrupt cut short is none in a file that is
    /// resumed, and neither is what comes after it, which would not be in order.
    pub(crate) fn accepts(&mut self, stop: Option<sokolab::Stop>) -> bool {
        let is_cut = stop == Some(sokolab::Stop::Interrupted) && interrupt::is_interrupted();
        if is_cut && self.mode == Mode::Resumed {
            self.mode = Mode::Ended;
        }
        self.mode != Mode::Ended
    }

    /// Counts a result and what it means for the exit code.
    pub(crate) fn add(&mut self, exit: Exit) {
        self.verdict = self.verdict.and(exit);
        if let Some(progress) = &mut self.progress {
            progress.add_done();
        }
    }

    /// Shows that work goes on.
    pub(crate) fn wait(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.show();
        }
    }

    /// The exit code of all results and of the reading.
    pub(crate) fn exit(&self) -> Exit {
        self.levels.exit().and(self.verdict)
    }
}
