//! Passes a sample of levels through the program itself: it reads files and writes JSON lines,
//! which are compared with the truth.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;
use sokolab::{Ground, Occupant};
use sokolab_core::Rules;

use super::case::{Case, Failure, OracleResult};
use super::example::{Example, written};
use super::oracle::{Oracle, Truth};
use super::progress::Progress;
use super::run::subject;

/// Number of levels per process.
const BATCH: usize = 40;

/// A level in its own file.
struct Filed {
    path: PathBuf,
    index: u64,
    case: Case,
}

/// The commands that are run.
const COMMANDS: [&str; 8] = [
    "solve --threads 1 --nodes 200000 --format jsonl",
    "solve --objective pushes --threads 1 --nodes 200000 --format jsonl",
    "solve --objective moves --threads 2 --nodes 200000 --format jsonl",
    "analyze --format json",
    "rate --nodes 200000 --format jsonl",
    "explain --nodes 200000 --format json",
    "trim --nodes 200000 --format jsonl",
    "optimize --nodes 20000 --threads 1 --format jsonl",
];

/// Runs the program on `count` levels of each rule set, and adds failures to `progress`.
pub(crate) fn sample(
    progress: &mut Progress,
    soko: &Path,
    folder: &Path,
    count: usize,
) -> Result<()> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    for rules in Rules::ALL {
        let filed = file_levels(progress.seed, rules, folder, count)?;
        for command in COMMANDS {
            for batch in filed.chunks(BATCH) {
                ask(progress, soko, command, batch)?;
            }
        }
        eprintln!("{} {rules} levels through the program", filed.len());
    }
    Ok(())
}

/// The first levels of a rule set that a file can represent.
fn file_levels(seed: u64, rules: Rules, folder: &Path, count: usize) -> Result<Vec<Filed>> {
    let mut filed = Vec::new();
    for index in 0.. {
        if filed.len() >= count {
            break;
        }
        let (level, _) = subject(seed, rules, index);
        let Some(text) = written(&level) else { continue };
        let Some(case) = Case::of(level) else { continue };
        let path = folder.join(format!("{rules}-{index}.txt"));
        fs::write(&path, text)?;
        filed.push(Filed { path, index, case });
    }
    Ok(filed)
}

/// Runs a command on some levels. If the program ends early, it is run again on the rest.
fn ask(progress: &mut Progress, soko: &Path, command: &str, mut batch: &[Filed]) -> Result<()> {
    while let Some(first) = batch.first() {
        let rules = first.case.level.rules.name();
        let mut process = Command::new(soko);
        process.args(command.split(' ')).args(["--rules", rules, "--quiet"]);
        process.args(batch.iter().map(|it| &it.path)).stdin(Stdio::null());
        let output =
            process.output().with_context(|| format!("{} does not run", soko.display()))?;
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<Value> =
            lines.lines().filter_map(|it| serde_json::from_str(it).ok()).collect();
        for (filed, line) in batch.iter().zip(&lines) {
            let name = format!("program {}", command.split(' ').next().unwrap_or_default());
            let count = progress.tally.checks.entry(name).or_default();
            count.asked += 1;
            match compare(command, &filed.case, line) {
                Ok(()) => count.claims += 1,
                Err(failure) => keep(progress, command, filed, failure),
            }
        }
        if lines.len() >= batch.len() {
            return Ok(());
        }
        let (filed, failure) = (&batch[lines.len()], broken(&output));
        keep(progress, command, filed, failure);
        batch = &batch[lines.len() + 1..];
    }
    Ok(())
}

fn broken(output: &Output) -> Failure {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let panic = errors.lines().find(|it| it.contains("panicked at")).unwrap_or_default();
    let place = panic.split("panicked at ").nth(1).unwrap_or("an unknown place");
    let got = format!("{} ({})", errors.lines().last().unwrap_or_default(), output.status);
    Failure::new(format!("the program breaks off at {place}"), "a line a level", got)
}

fn keep(progress: &mut Progress, command: &str, filed: &Filed, failure: Failure) {
    let group = progress.groups.entry(failure.kind.clone()).or_default();
    group.count += 1;
    if group.wants_example() {
        let text = written(&filed.case.level).unwrap_or_default().replace('\n', "\\n");
        let rules = filed.case.level.rules.name();
        group.keep(Example {
            rules: rules.to_owned(),
            index: filed.index,
            check: command.to_owned(),
            rows: sokolab_core::testing::drawn_rows(&filed.case.level.picture),
            expected: failure.expected,
            got: failure.got,
            command: Some(format!("printf '{text}' | soko {command} --rules {rules} -")),
            test: String::new(),
        });
    }
}

/// Compares a line with the truth.
fn compare(command: &str, case: &Case, line: &Value) -> Result<(), Failure> {
    let name = command.split(' ').next().unwrap_or_default();
    let fail = |what: &str, expected: String| {
        let line: String = line.to_string().chars().take(400).collect();
        Err(Failure::new(format!("program {name}: {what}"), expected, line))
    };
    let status = line["status"].as_str().unwrap_or("analysed");
    let (oracle, truth) = match &case.known {
        OracleResult::Invalid(_) if status == "invalid" => return Ok(()),
        OracleResult::Invalid(why) => {
            return fail("takes an invalid level", format!("invalid: {why}"));
        }
        OracleResult::Playable { oracle, truth } => (oracle, truth),
    };
    let is_negative = matches!(status, "unsolvable" | "invalid" | "failed");
    if is_negative && (status != "unsolvable" || truth.pushes.is_some()) {
        return fail("a wrong status", format!("{truth:?}"));
    }
    if let Some(moves) = line["solution"].as_str().filter(|_| name != "trim")
        && let Err(why) = oracle.replay(moves)
    {
        return fail("a solution that is none", why);
    }
    if let Some(expected) = wrong_number(command, line, truth) {
        return fail("a wrong number", expected);
    }
    if name == "solve" && lacks_warning(case, line, oracle) {
        return fail("no warning of a mismatch", "a warning".to_owned());
    }
    Ok(())
}

/// The expected value of a number that is wrong.
fn wrong_number(command: &str, line: &Value, truth: &Truth) -> Option<String> {
    let (pushes, moves) = (u64::from(truth.pushes?), u64::from(truth.moves?));
    let number = |value: &Value| value.as_u64();
    let by_moves = command.contains("moves");
    let mut wrong = Vec::new();
    let mut check = |name: &str, is_right: bool| {
        if !is_right {
            wrong.push(name.to_owned());
        }
    };
    if line["optimal"].as_bool() == Some(true) && !command.starts_with("rate") {
        let cost = if by_moves { &line["moves"] } else { &line["pushes"] };
        check("optimal", number(cost) == Some(if by_moves { moves } else { pushes }));
    }
    if line["optimal"].as_bool() == Some(true) && command.starts_with("rate") {
        check("pushes", number(&line["measures"]["pushes"]) == Some(pushes));
    }
    let bound = if by_moves { moves } else { pushes };
    check("lower_bound", number(&line["lower_bound"]).is_none_or(|it| it <= bound));
    let matching = &line["measures"]["matching_bound"];
    check("matching_bound", number(matching).is_none_or(|it| it <= pushes));
    check("before", number(&line["before"]["pushes"]).is_none_or(|it| it == pushes));
    check("pushes", number(&line["pushes"]).is_none_or(|it| it >= pushes));
    check("moves", number(&line["moves"]).is_none_or(|it| it >= moves));
    (!wrong.is_empty()).then(|| format!("{}: {truth:?}", wrong.join(", ")))
}

/// Whether a warning is missing that boxes and goals differ in number, or that the level starts
/// won.
fn lacks_warning(case: &Case, line: &Value, oracle: &Oracle) -> bool {
    let places = case.level.picture.places();
    let boxes = places.iter().filter(|it| it.occupant == Occupant::Box).count();
    let goals = places.iter().filter(|it| it.ground == Ground::Goal).count();
    let is_odd = oracle.keeps_boxes() && boxes != goals || oracle.is_won(oracle.start());
    is_odd && line["warnings"].as_array().is_none_or(Vec::is_empty)
}
