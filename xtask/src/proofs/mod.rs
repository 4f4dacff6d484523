//! `cargo xtask proofs`: certificates of many levels, what they cost, and what both checkers say.

mod generated;
mod plain;
mod row;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use sokolab_core::Rules;

use self::row::{Row, Table};
use crate::bench::absolute;
use crate::workspace::{build_soko, in_root, root};

/// The second checker.
const SECOND_CHECKER: &str = "crates/proof/check_proof.py";

/// Prove what the solver says about levels, have both checkers look at every certificate, and
/// compare the processor time of solving, proving and checking.
#[derive(Debug, clap::Args)]
pub(crate) struct Proofs {
    /// Level files; `file#7` and `file#3-10` pick levels.
    #[arg(value_name = "LEVELS")]
    levels: Vec<String>,

    /// Also generate this many unsolvable levels under each rule set.
    #[arg(long, value_name = "N", default_value_t = 0)]
    generated: usize,

    /// The seed of the generated levels.
    #[arg(long, default_value_t = 23)]
    seed: u64,

    /// What the solver looks for: any, pushes or moves.
    #[arg(long, default_value = "any")]
    objective: String,

    /// Time limit of the search and of the proof of a level, as for soko solve.
    #[arg(long, default_value = "60")]
    time: String,

    /// A program soko to use instead of the one that is built.
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,

    /// The second checker checks certificates with fewer states than this.
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    states_max: u64,
}

impl Proofs {
    pub(crate) fn run(&self) -> Result<()> {
        let soko = self.program.as_deref().map_or_else(build_soko, |it| Ok(absolute(it)))?;
        let folder = root().join("target/proofs");
        fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
        let mut table = Table::default();
        for levels in &self.levels {
            let path = absolute(Path::new(levels));
            let name = path.file_name().map_or_else(String::new, |it| it.display().to_string());
            table.push(self.measure(&soko, &folder, &name, &path)?);
        }
        for rules in Rules::ALL.into_iter().filter(|_| self.generated > 0) {
            let name = format!("{rules}, seed {}", self.seed);
            let lines = generated::unsolvable(&soko, &folder, rules, self.seed, self.generated)?;
            let path = folder.join(format!("{rules}.jsonl"));
            fs::write(&path, lines.concat())?;
            table.push(self.measure(&soko, &folder, &name, &path)?);
        }
        print!("{table}");
        ensure!(table.holds(), "a certificate was refused");
        Ok(())
    }

    /// Solves, proves and checks the levels of a file.
    fn measure(&self, soko: &Path, folder: &Path, name: &str, levels: &Path) -> Result<Row> {
        println!("{name}");
        let proof = folder.join("levels.proof");
        let plain = folder.join("levels.plain");
        let mut solve = in_root(soko);
        solve.arg("solve").arg(levels).args(["--threads", "1", "--format", "jsonl", "--quiet"]);
        solve.args(["--objective", &self.objective, "--time", &self.time]);
        let solved = json_lines(solve.arg("--proof").arg(&proof))?;
        let mut row = Row::new(name);
        for line in &solved {
            row.add_solved(line);
        }
        if row.certificates() == 0 {
            return Ok(row);
        }
        let mut check = in_root(soko);
        check.arg("check-proof").arg(levels).arg(&proof).args(["--format", "jsonl", "--quiet"]);
        let mut checked = json_lines(check.arg("--plain").arg(&plain))?;
        checked.sort_by_key(|line| line["proof"].as_u64());
        for line in &checked {
            row.add_checked(line);
        }
        let (small, count) = plain::small(&fs::read(&plain)?, &row.states(), self.states_max)?;
        fs::write(&plain, small)?;
        row.second = Some((second_opinions(&plain)?, count));
        Ok(row)
    }
}

/// How many certificates of a file the second checker accepts.
fn second_opinions(plain: &Path) -> Result<usize> {
    let mut python = Command::new("python3");
    python.current_dir(root()).arg(SECOND_CHECKER).arg(plain).stderr(Stdio::inherit());
    let output = python.output().context("python3 cannot be started")?;
    let text = String::from_utf8(output.stdout)?;
    for line in text.lines().filter(|line| !line.contains(": accepted: ")) {
        println!("{line}");
    }
    Ok(text.lines().filter(|line| line.contains(": accepted: ")).count())
}

/// The results of soko as JSON. It ends with 1 where a level is unsolvable, so the exit code says
/// nothing.
fn json_lines(command: &mut Command) -> Result<Vec<Value>> {
    let output = command.stderr(Stdio::inherit()).output().context("soko cannot be started")?;
    let text = String::from_utf8(output.stdout).context("soko wrote no UTF-8")?;
    text.lines().map(|line| serde_json::from_str(line).context("soko wrote no JSON")).collect()
}
