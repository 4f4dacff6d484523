//! The run: levels in chunks, in parallel, merged in the order of their numbers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rayon::prelude::*;
use sokolab_core::testing::{Chance, odd_level};
use sokolab_core::{Level, Rules};

use super::case::{Case, Decided, Failure, OracleResult, cpu_seconds, keep_panics};
use super::checks::Check;
use super::example::Example;
use super::progress::{Clock, Progress, Tally};
use super::shrink::{Shown, shrink};

/// Number of levels between two looks at the clock.
const CHUNK: u64 = 512;

/// The result of one level.
struct Looked {
    index: u64,
    tally: Tally,
    failures: Vec<(Level, Check, Failure)>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// All levels are done.
    Done,
    /// The user interrupted it; it can be resumed.
    Interrupted,
}

/// Processes all levels that are not done yet.
pub(crate) fn run(progress: &mut Progress, path: &Path, threads: usize) -> Result<RunEnd> {
    keep_panics();
    watch();
    let is_interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_interrupted);
    // A second run in one process, as in tests, keeps the first one's handler.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let mut clock = Clock::new(progress);
    let (cpu_before, cpu_start) = (progress.cpu_seconds, cpu_seconds());
    for place in 0..progress.wanted.len() {
        let (name, wanted) = progress.wanted[place].clone();
        let rules = name.parse::<Rules>()?;
        while progress.done[place] < wanted {
            let first = progress.done[place];
            let last = wanted.min(first + CHUNK);
            let seed = progress.seed;
            let looked: Vec<Looked> = pool.install(|| {
                (first..last).into_par_iter().map(|it| look(seed, rules, it)).collect()
            });
            for one in looked {
                merge(progress, one);
            }
            progress.done[place] = last;
            progress.cpu_seconds = cpu_before + cpu_seconds() - cpu_start;
            if is_interrupted.load(Ordering::Relaxed) {
                progress.save(path)?;
                return Ok(RunEnd::Interrupted);
            }
            clock.tick(progress, path)?;
        }
    }
    progress.save(path)?;
    Ok(RunEnd::Done)
}

/// The check that each thread is running, and since when.
static ASKED: Mutex<BTreeMap<u64, (Instant, String)>> = Mutex::new(BTreeMap::new());

/// A running check.
struct Asking(u64);

impl Asking {
    fn new(text: String) -> Asking {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        if let Ok(mut asked) = ASKED.lock() {
            asked.insert(number, (Instant::now(), text));
        }
        Asking(number)
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        if let Ok(mut asked) = ASKED.lock() {
            asked.remove(&self.0);
        }
    }
}

/// Reports checks that take suspiciously long: code that never polls cannot be stopped, but it can
/// be seen.
fn watch() {
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(SLOW);
            let Ok(asked) = ASKED.lock() else { return };
            for (start, text) in asked.values().filter(|it| it.0.elapsed() > SLOW) {
                eprintln!("no answer yet for {} s: {text}", start.elapsed().as_secs());
            }
        }
    });
}

/// How long a check may take before it is reported.
const SLOW: Duration = Duration::from_secs(30);

/// The random stream of one level, which depends only on its seed, rule set and number.
pub(crate) fn chance_of(seed: u64, rules: Rules, index: u64) -> Chance {
    let name = rules.name().bytes().fold(seed, |mixed, byte| {
        mixed.wrapping_mul(0x0100_0000_01B3).wrapping_add(u64::from(byte))
    });
    let mut chance = Chance::new(name ^ index.wrapping_mul(0xA24B_AED4_963E_E407));
    chance.next_number();
    chance
}

/// The level with this number and its checks.
pub(crate) fn subject(seed: u64, rules: Rules, index: u64) -> (Level, Vec<Check>) {
    let mut chance = chance_of(seed, rules, index);
    let level = odd_level(&mut chance, rules);
    let checks = Check::drawn(&mut chance, rules);
    (level, checks)
}

fn look(seed: u64, rules: Rules, index: u64) -> Looked {
    let (level, checks) = subject(seed, rules, index);
    let mut looked =
        Looked { index, tally: Tally { levels: 1, ..Tally::default() }, failures: Vec::new() };
    let start = Instant::now();
    let Some(case) = Case::of(level) else {
        looked.tally.skipped = 1;
        return looked;
    };
    looked.tally.oracle_nanoseconds = start.elapsed().as_nanos() as u64;
    match &case.known {
        OracleResult::Invalid(_) => looked.tally.invalid = 1,
        OracleResult::Playable { truth, .. } => {
            looked.tally.solvable = u64::from(truth.pushes.is_some());
            looked.tally.pushes = u64::from(truth.pushes.unwrap_or(0));
            looked.tally.states = truth.states as u64;
        }
    }
    for check in checks {
        let start = Instant::now();
        let _asking = Asking::new(format!("{rules}:{index} {}", check.name()));
        let verdict = check.ask(&case);
        let count = looked.tally.checks.entry(check.name()).or_default();
        count.asked += 1;
        count.nanoseconds += start.elapsed().as_nanos() as u64;
        count.claims += u64::from(verdict == Ok(Decided::Claim));
        if let Err(failure) = verdict {
            looked.failures.push((case.level.clone(), check, failure));
        }
    }
    looked
}

fn merge(progress: &mut Progress, looked: Looked) {
    progress.tally.add(&looked.tally);
    for (level, check, failure) in looked.failures {
        let group = progress.groups.entry(failure.kind.clone()).or_default();
        group.count += 1;
        if group.wants_example() {
            let shown = shrink(Shown { level, check, failure });
            let is_new = !group.examples.iter().any(|it| it.rows == Example::new(&shown, 0).rows);
            if is_new || group.examples.is_empty() {
                group.keep(Example::new(&shown, looked.index));
            }
        }
    }
}

/// Processes one level and prints the result of each check.
pub(crate) fn explain_one(seed: u64, name: &str) -> Result<()> {
    let (rules, index) = name.split_once(':').context("write it as in official:17")?;
    let rules = rules.parse::<Rules>()?;
    let index = index.parse().context("the number of a level")?;
    keep_panics();
    let (level, checks) = subject(seed, rules, index);
    println!("{}", sokolab_core::testing::drawn_rows(&level.picture).join("\n"));
    let Some(case) = Case::of(level) else {
        println!("too large for the oracle");
        return Ok(());
    };
    match &case.known {
        OracleResult::Playable { truth, .. } => println!("{truth:?}"),
        OracleResult::Invalid(why) => println!("invalid: {why}"),
    }
    for check in checks {
        let start = Instant::now();
        let verdict = check.ask(&case);
        println!("{check:?}: {verdict:?} ({} us)", start.elapsed().as_micros());
    }
    Ok(())
}
