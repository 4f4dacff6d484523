//! `cargo xtask fuzz`: runs the targets of `fuzz/`, several at a time.
//!
//! The workspace forbids unsafe code, so no sanitizer is needed and executions are faster;
//! assertions and overflow checks are enabled. Findings stay in `fuzz/artifacts`.

use std::fs::{self, File};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::workspace::{cargo, execute, root, succeeds};

/// An input that takes longer is a finding.
const INPUT_SECONDS_MAX: usize = 10;

/// A target that uses more memory has a finding.
const MEMORY_MB_MAX: usize = 1024;

const STATISTIC: &str = "stat::number_of_executed_units:";
const WRITTEN: &str = "Test unit written to ";

/// Run fuzz targets until a limit is met or something is found.
#[derive(Debug, clap::Args)]
pub(crate) struct Fuzz {
    /// Only this target; may be given several times.
    #[arg(long = "target", value_name = "NAME")]
    targets: Vec<String>,
    /// Seconds a target runs at most.
    #[arg(long, default_value_t = 600)]
    seconds: usize,
    /// Executions of a target at most.
    #[arg(long, default_value_t = 10_000_000)]
    runs: usize,
    /// Targets that run at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// The result of one target.
#[derive(Debug)]
struct TargetResult {
    /// Number of inputs executed; `None` if the target ended before reporting it.
    executions: Option<usize>,
    seconds: u64,
    /// The finding; `None` if the target reached its limit without one.
    finding: Option<String>,
}

impl Fuzz {
    /// Runs the selected targets and prints a table.
    pub(crate) fn run(&self) -> Result<()> {
        let known = target_names(&fs::read_to_string(root().join("fuzz/Cargo.toml"))?)?;
        if let Some(stranger) = self.targets.iter().find(|it| !known.contains(it)) {
            bail!("there is no fuzz target {stranger:?}; there are {}", known.join(", "));
        }
        let targets = if self.targets.is_empty() { known } else { self.targets.clone() };
        require_tools()?;
        execute(&mut cargo("+nightly fuzz build --fuzz-dir fuzz --sanitizer none"))?;
        let outcomes = self.run_all(&targets);
        println!("{:16} {:>12} {:>8}  finding", "target", "executions", "seconds");
        for (target, outcome) in targets.iter().zip(&outcomes) {
            let executions = outcome.executions.map_or("unknown".into(), |it| it.to_string());
            let finding = outcome.finding.as_deref().unwrap_or("none");
            println!("{target:16} {executions:>12} {:>8}  {finding}", outcome.seconds);
        }
        let found = outcomes.iter().filter(|it| it.finding.is_some()).count();
        if found > 0 {
            bail!("{found} of {} fuzz targets have a finding", targets.len());
        }
        Ok(())
    }

    /// The outcomes of `targets`, in their order.
    fn run_all(&self, targets: &[String]) -> Vec<TargetResult> {
        let next = AtomicUsize::new(0);
        let outcomes = Mutex::new(Vec::new());
        let work = || {
            while let Some((index, target)) = take(targets, &next) {
                println!("fuzzing {target}, {} of {}", index + 1, targets.len());
                let start = Instant::now();
                let result = self.run_one(target);
                let mut outcome = result.unwrap_or_else(|error| TargetResult {
                    executions: None,
                    seconds: 0,
                    finding: Some(format!("not run: {error:#}")),
                });
                outcome.seconds = start.elapsed().as_secs();
                outcomes.lock().expect("no worker panics").push((index, outcome));
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(work);
            }
        });
        let mut outcomes = outcomes.into_inner().expect("no worker panics");
        outcomes.sort_by_key(|&(index, _)| index);
        outcomes.into_iter().map(|(_, outcome)| outcome).collect()
    }

    fn run_one(&self, target: &str) -> Result<TargetResult> {
        let logs = root().join("fuzz/target/logs");
        let corpus = root().join("fuzz/corpus").join(target);
        fs::create_dir_all(&logs)?;
        fs::create_dir_all(&corpus)?;
        let log = logs.join(format!("{target}.log"));
        let file = File::create(&log)?;
        let status = self.command(target).stdout(file.try_clone()?).stderr(file).status()?;
        let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        let unexplained = || format!("none written: see fuzz/target/logs/{target}.log");
        let finding = (!status.success()).then(|| finding_in(&text).unwrap_or_else(unexplained));
        Ok(TargetResult { executions: executions_in(&text), seconds: 0, finding })
    }

    /// New inputs go to the first folder, the corpus; seeds and dictionaries are in the repository.
    fn command(&self, target: &str) -> Command {
        let mut command = cargo("+nightly fuzz run --fuzz-dir fuzz --sanitizer none");
        command.arg(target).arg(format!("fuzz/corpus/{target}"));
        let seeds = format!("fuzz/seeds/{target}");
        if root().join(&seeds).is_dir() {
            command.arg(seeds);
        }
        command.args(["--", "-print_final_stats=1"]);
        command.arg(format!("-runs={}", self.runs));
        command.arg(format!("-max_total_time={}", self.seconds));
        command.arg(format!("-timeout={INPUT_SECONDS_MAX}"));
        command.arg(format!("-rss_limit_mb={MEMORY_MB_MAX}"));
        let words = format!("fuzz/dictionaries/{target}.dict");
        if root().join(&words).is_file() {
            command.arg(format!("-dict={words}"));
        }
        command
    }
}

fn take<'a>(targets: &'a [String], next: &AtomicUsize) -> Option<(usize, &'a String)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, targets.get(index)?))
}

/// The names of the programs in the manifest of the fuzz targets.
fn target_names(manifest: &str) -> Result<Vec<String>> {
    let manifest: toml::Table = manifest.parse().context("fuzz/Cargo.toml is no TOML")?;
    let programs = manifest.get("bin").and_then(toml::Value::as_array);
    let name = |it: &toml::Value| it.get("name")?.as_str().map(str::to_owned);
    Ok(programs.into_iter().flatten().filter_map(name).collect())
}

fn require_tools() -> Result<()> {
    if !succeeds(&mut cargo("+nightly --version")) {
        bail!("fuzzing needs a nightly toolchain: `rustup toolchain install nightly`");
    }
    if !succeeds(&mut cargo("fuzz --version")) {
        execute(&mut cargo("install cargo-fuzz"))?;
    }
    Ok(())
}

fn executions_in(log: &str) -> Option<usize> {
    let line = log.lines().find_map(|line| line.strip_prefix(STATISTIC))?;
    line.trim().parse().ok()
}

/// The file with the input of a finding.
fn finding_in(log: &str) -> Option<String> {
    let line = log.lines().find(|line| line.contains(WRITTEN))?;
    let path = line.split(WRITTEN).nth(1)?.trim();
    Some(path.find("fuzz/artifacts").map_or(path, |at| &path[at..]).to_owned())
}

#[cfg(test)]
mod tests {
    use super::{executions_in, finding_in, target_names};

    #[test]
    fn targets_are_read_from_the_manifest() {
        let manifest = "[[bin]]\nname = \"sok\"\n[[bin]]\nname = \"slc\"\n";
        assert_eq!(target_names(manifest).expect("a manifest"), ["sok", "slc"]);
    }

    #[test]
    fn executions_and_findings_are_read_from_the_log() {
        let log = "INFO: seed\nartifact_prefix='x'; Test unit written to a/fuzz/artifacts/b/c\n\
                   stat::number_of_executed_units: 1234\nstat::average_exec_per_sec: 1\n";
        assert_eq!(executions_in(log), Some(1234));
        assert_eq!(finding_in(log).as_deref(), Some("fuzz/artifacts/b/c"));
        assert_eq!(executions_in("nothing"), None);
        assert_eq!(finding_in("nothing"), None);
    }
}
