//! `kill -9` at random moments: no partial output, and resumable runs can be resumed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::Signal;
use rand::RngExt;
use serde_json::Value;

use super::boards::{Board, Walls, corridors};
use super::process::{End, Run, SignalPlan};
use super::program::Command;
use super::rules::{Use, Work, rule_of, use_of};
use super::signals::busy_run;
use super::{Lab, Length};

/// The content of an existing output file.
const EARLIER: &str = "what was there before\n";

/// Number of levels in a batch that is killed and resumed.
const BATCH: usize = 40;

/// Tests every command with an output file, and everything that can be resumed.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    for command in lab.commands.clone() {
        let files =
            command.options.keys().filter(|it| use_of(&command, it) == Ok(Some(Use::Output)));
        for option in files {
            let count = if lab.length == Length::Long { 4 } else { 1 };
            for index in 0..count {
                kill_while_writing(lab, &command, option, index)?;
            }
        }
        if command.name() == "library import" {
            kill_imports(lab)?;
        }
        if command.has("resume") {
            resume(lab, &command, "results", &batch_of_json)?;
        }
        if command.has("csv") && command.has("resume") {
            resume(lab, &command, "results.csv", &batch_of_csv)?;
        }
        if command.has("state") {
            resume_state(lab, &command)?;
        }
    }
    Ok(())
}

/// An existing output file stays unchanged until the new one is complete.
fn kill_while_writing(lab: &mut Lab, command: &Command, option: &str, index: usize) -> Result<()> {
    let Ok(rule) = &rule_of(command) else { return Ok(()) };
    for busy in rule.busy {
        if matches!(busy.work, Work::Stream) && lab.length == Length::Short {
            continue;
        }
        lab.clean()?;
        let mut run = busy_run(lab, command, rule, busy)?;
        fs::write(lab.case().join("results"), EARLIER)?;
        run.arguments.extend([format!("--{option}").into(), "results".into()]);
        let mut chance = lab.chance(&format!("kill {:?} {index}", run.arguments));
        let after = Duration::from_millis(chance.random_range(10..300));
        run.shot = Some(SignalPlan { signal: Signal::SIGKILL, after });
        let ended = lab.run(&run)?;
        if ended.end != End::Signal(Signal::SIGKILL as i32) {
            // It finished or refused the file before the kill.
            continue;
        }
        let now = fs::read_to_string(lab.case().join("results"));
        if now.as_deref().ok() != Some(EARLIER) {
            let bytes = now.map_or("gone".to_owned(), |it| format!("{} bytes long", it.len()));
            lab.find(&run, format!("killed, and the output file of before is {bytes}"));
        }
    }
    Ok(())
}

/// A library whose writers are killed stays sound.
fn kill_imports(lab: &mut Lab) -> Result<()> {
    lab.clean()?;
    let levels = lab.input("corridors.sok", corridors(10_000))?.to_string_lossy().into_owned();
    let mut run = Run::new(["library", "import", &levels, "--library", "mine.db"]);
    let mut chance = lab.chance("killed imports");
    for _ in 0..if lab.length == Length::Long { 20 } else { 3 } {
        let after = Duration::from_millis(chance.random_range(5..400));
        run.shot = Some(SignalPlan { signal: Signal::SIGKILL, after });
        lab.run(&run)?;
        if lab.case().join("mine.db").exists() {
            lab.run_for(&Run::new(["library", "check", "--library", "mine.db"]), &[0])?;
        }
    }
    Ok(())
}

/// The level numbers in a file of results, in order, or what is wrong with it.
type Batch = dyn Fn(&str) -> Result<Vec<u64>, String>;

/// Kills a batch repeatedly; in the end every level must be there once, in order.
fn resume(lab: &mut Lab, command: &Command, file: &str, batch: &Batch) -> Result<()> {
    let Ok(rule) = &rule_of(command) else { return Ok(()) };
    lab.clean()?;
    let levels: String = (0..BATCH)
        .map(|number| {
            let board = Board { walls: Walls::Pillars, side: 9, boxes: 4 };
            board.draw(number as u64) + "\n"
        })
        .collect();
    let path = lab.input("batch.sok", levels)?.to_string_lossy().into_owned();
    let mut words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    words.extend(rule.needed.iter().chain(rule.json).chain(&["--resume", file]));
    words.push(&path);
    if command.has("time") {
        words.extend(["--time", "1"]);
    }
    let mut run = Run::new(words);
    let mut chance = lab.chance(&format!("resume {}", command.name()));
    for _ in 0..if lab.length == Length::Long { 12 } else { 4 } {
        let after = Duration::from_millis(chance.random_range(10..200));
        run.shot = Some(SignalPlan { signal: Signal::SIGKILL, after });
        lab.run(&run)?;
    }
    run.shot = None;
    lab.run_for(&run, &[0, 1, 3])?;
    let text = fs::read_to_string(lab.case().join(file)).unwrap_or_default();
    let expected: Vec<u64> = (1..=BATCH as u64).collect();
    match batch(&text) {
        Ok(found) if found == expected => {}
        Ok(found) => lab.find(&run, format!("after kills and resuming, the levels are {found:?}")),
        Err(fault) => lab.find(&run, format!("after kills and resuming, {fault}")),
    }
    Ok(())
}

fn batch_of_json(text: &str) -> Result<Vec<u64>, String> {
    let level = |(index, line): (usize, &str)| {
        let value: Value = serde_json::from_str(line)
            .map_err(|_| format!("line {} is not JSON: {line}", index + 1))?;
        value["level"].as_u64().ok_or_else(|| format!("line {} has no level", index + 1))
    };
    // The summary of a complete run refers to no level.
    let lines = text.lines().filter(|line| !line.contains("\"summary\""));
    lines.enumerate().map(level).collect()
}

fn batch_of_csv(text: &str) -> Result<Vec<u64>, String> {
    // The first line, with the settings, is a comment.
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| error.to_string())?.clone();
    let column = headers.iter().position(|it| it == "level").ok_or("there is no column `level`")?;
    let level = |row: csv::Result<csv::StringRecord>| {
        let row = row.map_err(|error| error.to_string())?;
        row[column].parse::<u64>().map_err(|_| format!("{row:?} has no level"))
    };
    reader.records().map(level).collect()
}

/// A state file must remain resumable after any number of kills.
fn resume_state(lab: &mut Lab, command: &Command) -> Result<()> {
    lab.clean()?;
    let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    let mut run = Run::new([words.as_slice(), &["--state", "state", "--time", "60"]].concat());
    let mut chance = lab.chance("resume a state");
    for _ in 0..if lab.length == Length::Long { 12 } else { 3 } {
        let after = Duration::from_millis(chance.random_range(20..400));
        run.shot = Some(SignalPlan { signal: Signal::SIGKILL, after });
        lab.run(&run)?;
    }
    let run = Run::new([words.as_slice(), &["--state", "state", "--time", "0.3"]].concat());
    lab.run_for(&run, &[0, 3])?;
    if !Path::new(&lab.case().join("state")).exists() {
        lab.find(&run, "no state is written");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{batch_of_csv, batch_of_json};

    #[test]
    fn levels_of_results_are_read_in_order() {
        assert_eq!(batch_of_json("{\"level\":1}\n{\"level\":3}\n"), Ok(vec![1, 3]));
        assert!(batch_of_json("{\"level\":1}\n{\"lev").is_err());
        assert_eq!(batch_of_csv("# settings\nfile,level\na,1\nb,2\n"), Ok(vec![1, 2]));
        assert!(batch_of_csv("file\na\n").is_err());
    }
}
