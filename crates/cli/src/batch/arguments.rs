//! The options of a batch.

use std::path::PathBuf;

use super::memory;
use crate::io::cpu_time::CpuClock;
use crate::io::output::{LevelProgress, Output};
use crate::search::limits::cores;

/// The options of a batch.
#[derive(Debug, clap::Args)]
pub(crate) struct BatchArgs {
    /// The number of levels to work on at the same time; results stay in input order.
    ///
    /// Limits apply to each level. Each search then has one thread, unless --threads is given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Write JSON lines to a file, and continue the earlier run that is in it.
    ///
    /// Levels that the file already contains are skipped, if their file, level number, id and
    /// options agree. An incomplete last line is discarded, and its level is run again. With
    /// --jobs, results that are ahead of their turn wait in FILE.ahead until they are moved to
    /// FILE; if FILE is missing, they do not count and are removed.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl BatchArgs {
    /// Options for a batch with this many jobs, resumed from a file of JSON lines if one is given.
    pub(crate) fn new(jobs: Option<u16>, resume: Option<PathBuf>) -> BatchArgs {
        BatchArgs { jobs, resume }
    }

    /// How many levels are worked on side by side.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.map_or(1, usize::from)
    }

    /// The number of threads of one search: as given, or else one if levels run in parallel and all
    /// cores otherwise. A resumed run also gets one, so that it is deterministic.
    pub(crate) fn threads(&self, given: Option<u16>) -> usize {
        let is_batch = self.jobs.is_some() || self.resume.is_some();
        given.map_or_else(|| if is_batch { 1 } else { cores() }, usize::from)
    }

    /// The file to resume; `None` without `--resume`.
    pub(crate) fn resume(&self) -> Option<&PathBuf> {
        self.resume.as_ref()
    }

    /// The format to write: as given, or else JSON lines for a resumed file and text otherwise.
    ///
    /// # Errors
    /// If another format is to be resumed.
    pub(crate) fn format<F>(&self, given: Option<F>, text: F, json: F) -> anyhow::Result<F>
    where
        F: PartialEq,
    {
        match (given, &self.resume) {
            (None, None) => Ok(text),
            (Some(format), None) => Ok(format),
            (Some(format), Some(_)) if format != json => {
                anyhow::bail!("--resume writes JSON lines: leave out --format, or use -o FILE")
            }
            (_, Some(_)) => Ok(json),
        }
    }

    /// Refuses more levels side by side than the machine has memory for.
    ///
    /// # Errors
    /// If the limits of all jobs together exceed the physical memory.
    pub(crate) fn check_memory(&self, limit_bytes: u64) -> anyhow::Result<()> {
        memory::check(self.jobs() as u64, limit_bytes)
    }

    /// The output for the work on a level with this many threads: it prints warnings, but writes no
    /// results.
    pub(crate) fn work_output(&self, output: &Output, threads: usize) -> Output {
        let levels = if self.is_batch() { LevelProgress::Hidden } else { LevelProgress::Shown };
        // With several threads per level, processor time cannot be attributed to levels.
        let is_alone = self.jobs() > 1 && threads == 1;
        let clock = if is_alone { CpuClock::Thread } else { CpuClock::Process };
        output.for_work(levels, clock)
    }

    /// Whether all levels share one progress line.
    pub(super) fn is_batch(&self) -> bool {
        self.jobs() > 1 || self.resume.is_some()
    }
}
