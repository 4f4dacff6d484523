//! `cargo xtask interop`: checks that a real planner accepts our PDDL and that its plans are
//! solutions.
//!
//! Fast Downward solves five exported levels with an optimal search. Each plan is converted to
//! moves, the referee replays them, and their pushes must equal the plan's cost and the fewest
//! pushes found by our own search.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::workspace::{build_soko, execute, in_root, output, program, root, succeeds};

/// The collection, and the numbers of five of its levels with few boxes.
const COLLECTION: &str = "crates/sokolab/levels/first-steps.sok";
const LEVELS: [usize; 5] = [4, 7, 10, 12, 14];

const PLANNER: &str = "up-fast-downward";
const SEARCH: &str = "astar(lmcut())";

/// Solves every level both ways and prints a table.
pub(crate) fn run() -> Result<()> {
    let folder = root().join("target/interop");
    let planner = Planner::install(&folder)?;
    let soko = build_soko()?;
    let mut table = format!("{:28} {:>6} {:>6} {:>6}  verdict\n", "level", "cost", "plan", "soko");
    let mut mismatches = 0;
    for number in LEVELS {
        let level = format!("{COLLECTION}#{number}");
        let result = solve_both_ways(&level, &folder.join(number.to_string()), &planner, &soko)?;
        let verdict = if result.agrees() { "equal" } else { "different" };
        mismatches += usize::from(!result.agrees());
        let Pushes { cost, plan, soko } = result;
        writeln!(table, "{level:28} {cost:>6} {plan:>6} {soko:>6}  {verdict}")?;
    }
    print!("\n{table}");
    ensure!(mismatches == 0, "{mismatches} of {} levels differ", LEVELS.len());
    Ok(())
}

/// The pushes of one level from three sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pushes {
    /// The cost that the planner reports.
    cost: usize,
    /// The pushes in the moves made from the plan.
    plan: usize,
    /// The fewest pushes by our own search.
    soko: usize,
}

impl Pushes {
    fn agrees(self) -> bool {
        self.cost == self.plan && self.plan == self.soko
    }
}

/// Exports `level` into `folder`, lets the planner solve it, and imports its plan.
fn solve_both_ways(level: &str, folder: &Path, planner: &Planner, soko: &Path) -> Result<Pushes> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    execute(in_root(soko).args(["convert", level, "--to", "pddl", "-o"]).arg(folder))?;
    let plan = planner.solve(folder)?;
    let moves = output(in_root(soko).arg("convert").arg(&plan).args([
        "--from",
        "pddl-plan",
        "--to",
        "lurd",
    ]))?;
    let moves = moves.trim();
    execute(in_root(soko).args(["verify", level, "--moves", moves]))?;
    let report = ["solve", level, "--objective", "pushes", "--format", "jsonl", "--quiet"];
    let report = output(in_root(soko).args(report))?;
    Ok(Pushes {
        cost: cost_of(&fs::read_to_string(&plan)?).context("the plan does not say its cost")?,
        plan: moves.chars().filter(char::is_ascii_uppercase).count(),
        soko: fewest_pushes(&report).with_context(|| format!("{level} is not solved: {report}"))?,
    })
}

/// Fast Downward in its own Python environment.
#[derive(Debug)]
struct Planner {
    python: PathBuf,
    script: PathBuf,
}

impl Planner {
    /// Creates the environment under `folder` unless it exists.
    fn install(folder: &Path) -> Result<Planner> {
        let environment = folder.join("venv");
        let python = environment.join("bin/python");
        if !succeeds(Command::new(&python).args(["-m", "pip", "show", PLANNER])) {
            fs::create_dir_all(folder)?;
            execute(program("python3", "-m venv --clear").arg(&environment))
                .context("a Python 3 with the module venv is needed (Debian: python3-venv)")?;
            execute(Command::new(&python).args(["-m", "pip", "install", "--quiet", PLANNER]))?;
        }
        let question = "import importlib.util as i; print(i.find_spec('up_fast_downward').origin)";
        let package = output(Command::new(&python).args(["-c", question]))?;
        let package = Path::new(package.trim()).parent().context("the planner has no folder")?;
        Ok(Planner { python, script: package.join("downward/fast-downward.py") })
    }

    /// Solves the only problem in `folder` and returns the path of the plan.
    fn solve(&self, folder: &Path) -> Result<PathBuf> {
        let plan = folder.join("plan");
        let mut command = Command::new(&self.python);
        command.arg(&self.script).arg("--plan-file").arg(&plan);
        command.arg(folder.join("domain.pddl")).arg(only_problem(folder)?);
        command.args(["--search", SEARCH]).current_dir(folder);
        let log = output(&mut command)?;
        fs::write(folder.join("planner.log"), log)?;
        ensure!(plan.is_file(), "the planner found no plan: see {}", folder.display());
        Ok(plan)
    }
}

fn only_problem(folder: &Path) -> Result<PathBuf> {
    let mut problems = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or("");
        if name.starts_with("problem-") {
            problems.push(path);
        }
    }
    match problems.len() {
        1 => Ok(problems.remove(0)),
        count => bail!("{count} problems in {} instead of one", folder.display()),
    }
}

/// The cost in the last line of a plan: `; cost = 4 (general cost)`.
fn cost_of(plan: &str) -> Option<usize> {
    let line = plan.lines().rev().find_map(|line| line.strip_prefix("; cost = "))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The pushes in a report of `soko solve`, if they are proved to be the fewest.
fn fewest_pushes(report: &str) -> Option<usize> {
    let report: Value = serde_json::from_str(report.lines().next()?).ok()?;
    let is_optimal = report["status"] == "solved" && report["optimal"] == true;
    let pushes = report["pushes"].as_u64().filter(|_| is_optimal)?;
    usize::try_from(pushes).ok()
}

#[cfg(test)]
mod tests {
    use super::{cost_of, fewest_pushes};

    #[test]
    fn the_cost_stands_at_the_end_of_a_plan() {
        assert_eq!(cost_of("(move a b)\n; cost = 17 (general cost)\n"), Some(17));
        assert_eq!(cost_of("(move a b)\n"), None);
    }

    #[test]
    fn only_proved_pushes_count() {
        let report = |optimal: &str| {
            format!("{{\"status\":\"solved\",\"optimal\":{optimal},\"pushes\":9}}\n")
        };
        assert_eq!(fewest_pushes(&report("true")), Some(9));
        assert_eq!(fewest_pushes(&report("false")), None);
        assert_eq!(fewest_pushes(""), None);
    }
}
