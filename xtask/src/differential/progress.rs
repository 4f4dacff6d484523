//! The progress of a run: counted, stored in a file, and shown regularly.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::example::Example;

/// Number of examples kept for each kind of failure: the smallest.
const EXAMPLES_MAX: usize = 3;

/// How often a check ran, and its results.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct CheckCount {
    /// Number of times it ran.
    pub(crate) asked: u64,
    /// Number of times a claim was made.
    pub(crate) claims: u64,
    /// Total time in nanoseconds.
    pub(crate) nanoseconds: u64,
}

/// Statistics of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Number of levels generated.
    pub(crate) levels: u64,
    /// Number of solvable levels.
    pub(crate) solvable: u64,
    /// Number of unplayable levels.
    pub(crate) invalid: u64,
    /// Number of levels too large for the oracle.
    pub(crate) skipped: u64,
    /// Total pushes of all solvable levels.
    pub(crate) pushes: u64,
    /// Number of states that the oracle visited.
    pub(crate) states: u64,
    /// Time of the oracle in nanoseconds.
    pub(crate) oracle_nanoseconds: u64,
    /// The checks by name.
    pub(crate) checks: BTreeMap<String, CheckCount>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.levels += other.levels;
        self.solvable += other.solvable;
        self.invalid += other.invalid;
        self.skipped += other.skipped;
        self.pushes += other.pushes;
        self.states += other.states;
        self.oracle_nanoseconds += other.oracle_nanoseconds;
        for (name, count) in &other.checks {
            let sum = self.checks.entry(name.clone()).or_default();
            sum.asked += count.asked;
            sum.claims += count.claims;
            sum.nanoseconds += count.nanoseconds;
        }
    }
}

/// Failures of one kind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Group {
    /// Number of failures.
    pub(crate) count: u64,
    /// The smallest examples.
    pub(crate) examples: Vec<Example>,
}

impl Group {
    /// Whether another example would be kept, whatever its size.
    pub(crate) fn wants_example(&self) -> bool {
        self.examples.len() < EXAMPLES_MAX
    }

    pub(crate) fn keep(&mut self, example: Example) {
        self.examples.push(example);
        self.examples.sort_by_key(Example::size);
        self.examples.truncate(EXAMPLES_MAX);
    }
}

/// A run: the request and its progress.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// Seed of the random numbers.
    pub(crate) seed: u64,
    /// Number of levels requested for each rule set, in order.
    pub(crate) wanted: Vec<(String, u64)>,
    /// Number of levels done for each rule set.
    pub(crate) done: Vec<u64>,
    /// Processor seconds of all runs together.
    pub(crate) cpu_seconds: f64,
    /// The statistics.
    pub(crate) tally: Tally,
    /// Failures by kind.
    pub(crate) groups: BTreeMap<String, Group>,
}

impl Progress {
    pub(crate) fn new(seed: u64, wanted: Vec<(String, u64)>) -> Progress {
        let done = vec![0; wanted.len()];
        let (tally, groups) = (Tally::default(), BTreeMap::new());
        Progress { seed, wanted, done, cpu_seconds: 0.0, tally, groups }
    }

    /// Resumes from a file, if it belongs to the same run.
    pub(crate) fn resumed(path: &Path, seed: u64, wanted: &[(String, u64)]) -> Result<Progress> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("there is no run to resume in {}", path.display()))?;
        let progress: Progress = serde_json::from_str(&text)
            .with_context(|| format!("{} is not the state of a run", path.display()))?;
        if progress.seed != seed || progress.wanted != wanted {
            bail!("{} is the state of a run with another seed or size", path.display());
        }
        Ok(progress)
    }

    /// Writes the state atomically.
    pub(crate) fn save(&self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let beside = PathBuf::from(format!("{}.new", path.display()));
        fs::write(&beside, serde_json::to_string(self)?)?;
        fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))
    }

    pub(crate) fn levels_wanted(&self) -> u64 {
        self.wanted.iter().map(|it| it.1).sum()
    }

    pub(crate) fn levels_done(&self) -> u64 {
        self.done.iter().sum()
    }
}

/// Prints a progress line on standard error at intervals.
#[derive(Debug)]
pub(crate) struct Clock {
    start: Instant,
    done_at_start: u64,
    shown: Instant,
    saved: Instant,
}

const SHOW_EVERY: Duration = Duration::from_secs(5);
const SAVE_EVERY: Duration = Duration::from_secs(20);

impl Clock {
    pub(crate) fn new(progress: &Progress) -> Clock {
        let now = Instant::now();
        Clock { start: now, done_at_start: progress.levels_done(), shown: now, saved: now }
    }

    /// Shows and saves the progress, if it is time to.
    pub(crate) fn tick(&mut self, progress: &Progress, path: &Path) -> Result<()> {
        if self.shown.elapsed() >= SHOW_EVERY {
            self.shown = Instant::now();
            eprintln!("{}", self.line(progress));
        }
        if self.saved.elapsed() >= SAVE_EVERY {
            self.saved = Instant::now();
            progress.save(path)?;
        }
        Ok(())
    }

    fn line(&self, progress: &Progress) -> String {
        let (done, wanted) = (progress.levels_done(), progress.levels_wanted());
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = (done - self.done_at_start) as f64 / seconds.max(0.001);
        let left = (wanted - done) as f64 / rate.max(0.001);
        let failures: u64 = progress.groups.values().map(|it| it.count).sum();
        format!(
            "{done} of {wanted} levels, {rate:.0} a second, {:.0} min left, {failures} failures \
             of {} kinds",
            left / 60.0,
            progress.groups.len()
        )
    }
}
