//! `cargo xtask versus`: compares our solver with others on the same levels, one at a time.
//!
//! The others are commands given on the command line; none comes with the repository. All are
//! measured in the same way, as child processes, and the referee replays their solutions.

mod claim;
mod interrupt;
mod levels;
mod measure;
mod plot;
mod record;
mod runner;
mod score;
mod solver;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::date;
use crate::workspace::{build_soko, root};
use claim::ClaimVerdict;
use levels::Entry;
use measure::Cost;
pub(crate) use measure::Measure;
use record::{Key, Record, Row, Status};
use runner::Runner;
use score::Score;
use solver::Solver;

/// The name of our own solver.
const OURS: &str = "soko";

/// Compare our solver with others on the same levels by processor time.
#[derive(Debug, clap::Args)]
pub(crate) struct Versus {
    /// Level files with official rules; `file#7` and `file#3-10` pick levels.
    #[arg(value_name = "LEVELS", required = true)]
    levels: Vec<String>,

    /// Another solver: a command in which {level} stands for the path of a file with the level and
    /// {limit} for the limit. It prints its solution as a line of lurd letters, or as a JSON object
    /// with a text `solution`. May be given several times.
    #[arg(long = "solver", value_name = "NAME=COMMAND", required = true)]
    solvers: Vec<Solver>,

    /// Processor seconds within which a level counts as solved; a solver is killed after twice as
    /// much wall time.
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    limit: u64,

    /// Threads of our solver.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// Memory for the tables of our solver.
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: String,

    /// Where versus.csv and versus.svg go [default: a folder of today under bench/runs].
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// Keep the rows of versus.csv and go on with what is missing.
    #[arg(long)]
    resume: bool,
}

impl Versus {
    pub(crate) fn run(&self) -> Result<()> {
        // Before anything is created that would be left behind.
        interrupt::listen();
        let entries = levels::read(&self.levels)?;
        let runner = Runner::new(self.limit)?;
        let solvers = self.all_solvers(&runner)?;
        let folder = self.folder();
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let rows = self.play(&entries, &solvers, &runner, &folder.join("versus.csv"))?;
        let names = solvers.iter().map(|it| it.name.clone()).collect();
        let score = Score::new(names, self.limit, &rows);
        print!("\n{}", table::tables(&score));
        let (levels, limit, threads) = (score.level_count(), self.limit, self.threads);
        let conditions = format!("{levels} levels, limit {limit} s, {OURS} on {threads} threads");
        let conditions = conditions.replace("on 1 threads", "on one thread");
        fs::write(folder.join("versus.svg"), plot::plot(&score, &conditions))
            .context("cannot write versus.svg")?;
        println!("\nversus.csv and versus.svg are in {}", folder.display());
        ensure!(!interrupt::is_interrupted(), "interrupted: --resume goes on");
        Ok(())
    }

    fn folder(&self) -> PathBuf {
        let of_today = || root().join(format!("bench/runs/{}/versus", date::today()));
        self.output.clone().unwrap_or_else(of_today)
    }

    /// Ours first, then the others in the given order.
    fn all_solvers(&self, runner: &Runner) -> Result<Vec<Solver>> {
        let soko = runner.keep(&build_soko()?, OURS)?;
        let mut words = vec![soko.to_string_lossy().into_owned()];
        words.extend(["solve", "{level}", "--objective", "any", "--format"].map(str::to_owned));
        words.extend(
            ["jsonl", "--quiet", "--threads", &self.threads.to_string()].map(str::to_owned),
        );
        // More than the limit that counts, so that its own clock never matters.
        words.extend(["--time", &(2 * self.limit).to_string()].map(str::to_owned));
        words.extend(["--memory", &self.memory].map(str::to_owned));
        let mut solvers = vec![Solver::new(OURS, words)];
        for other in &self.solvers {
            let is_taken = solvers.iter().any(|it| it.name == other.name);
            ensure!(!is_taken, "two solvers are named {}", other.name);
            solvers.push(other.clone());
        }
        Ok(solvers)
    }

    /// The rows of the selected levels, including those kept. An interrupt ends the run early.
    fn play(
        &self,
        entries: &[Entry],
        solvers: &[Solver],
        runner: &Runner,
        csv: &Path,
    ) -> Result<Vec<Row>> {
        let Versus { limit, threads, memory, .. } = self;
        let settings = format!("limit={limit} threads={threads} memory={memory}");
        let (mut record, kept) = if self.resume {
            Record::resume(csv, &settings)?
        } else {
            (Record::create(csv, &settings)?, BTreeMap::<Key, Row>::new())
        };
        let mut rows = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            for (turn, solver) in in_turn(solvers, index).enumerate() {
                let key = (entry.file.clone(), entry.number, solver.name.clone());
                if let Some(row) = kept.get(&key) {
                    rows.push(row.clone());
                    continue;
                }
                let Some((cost, verdict)) = runner.run(solver, &entry.level)? else {
                    return Ok(rows);
                };
                let row = new_row(entry, solver, turn + 1, cost, verdict);
                println!("{}", row.text());
                record.write(&row)?;
                rows.push(row);
            }
        }
        Ok(rows)
    }
}

/// The solvers, starting with a different one on every level: the first finds the machine as the
/// previous run left it.
fn in_turn(solvers: &[Solver], level: usize) -> impl Iterator<Item = &Solver> {
    let first = level % solvers.len();
    solvers[first..].iter().chain(&solvers[..first])
}

fn new_row(entry: &Entry, solver: &Solver, turn: usize, cost: Cost, verdict: ClaimVerdict) -> Row {
    let (status, measures, refusal) = match verdict {
        ClaimVerdict::Silent => (Status::Unsolved, None, None),
        ClaimVerdict::Accepted(measures) => (Status::Solved, Some(measures), None),
        ClaimVerdict::Refused(reason) => (Status::Refused, None, Some(reason)),
    };
    Row {
        file: entry.file.clone(),
        level: entry.number,
        title: entry.level.title.clone(),
        solver: solver.name.clone(),
        status,
        cpu_seconds: cost.cpu_seconds,
        seconds: cost.seconds,
        memory_bytes: cost.memory_bytes,
        pushes: measures.map(|it| it.pushes),
        moves: measures.map(|it| it.moves),
        turn,
        end: cost.end,
        refusal,
    }
}

#[cfg(test)]
mod tests {
    use super::{Solver, in_turn};

    #[test]
    fn every_solver_goes_first_on_some_level() {
        let solvers = ["a", "b", "c"].map(|name| Solver::new(name, Vec::new()));
        let order = |level| {
            in_turn(&solvers, level).map(|it| it.name.as_str()).collect::<Vec<_>>().concat()
        };
        assert_eq!([0, 1, 2, 3].map(order), ["abc", "bca", "cab", "abc"]);
    }
}
