//! Files that must not be overwritten: inputs, under any name, and existing outputs.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::Lab;
use super::judge::USAGE;
use super::process::{Run, RunResult, User};
use super::program::Command;
use super::rules::{LEVEL, Rule, Use, rule_of, use_of};

/// How a second name refers to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Same,
    Dotted,
    Symlink,
    HardLink,
}

const NAMES: [Name; 4] = [Name::Same, Name::Dotted, Name::Symlink, Name::HardLink];

/// The content of an existing file that is not an input.
const EARLIER: &str = "what was there before\n";

/// Tests every command that writes files.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    for command in lab.commands.clone() {
        let Ok(rule) = &rule_of(&command) else { continue };
        let outputs = options(&command, |it| matches!(it, Use::Output | Use::Rows));
        for output in &outputs {
            write_over_inputs(lab, &command, rule, output)?;
            fail_before_writing(lab, &command, rule, output)?;
            write_where_none_can(lab, &command, rule, output)?;
        }
        for (index, first) in outputs.iter().enumerate() {
            for second in &outputs[index + 1..] {
                share_a_file(lab, &command, rule, first, second)?;
            }
        }
    }
    Ok(())
}

/// The options of a command whose files have a certain use.
fn options(command: &Command, is_wanted: impl Fn(Use) -> bool) -> Vec<String> {
    let wanted = |it: &&String| matches!(use_of(command, it), Ok(Some(found)) if is_wanted(found));
    command.options.keys().filter(wanted).cloned().collect()
}

/// A call of a command that does little. `levels` is omitted where there are none to read.
pub(super) fn call(command: &Command, rule: &Rule, levels: &str, more: &[&str]) -> Run {
    let mut words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    // A file of solutions replaces the moves.
    let is_replaced = command.name() == "verify" && more.contains(&"--solutions");
    if !is_replaced {
        words.extend(rule.needed);
    }
    if command.words[0] == "generate" && !rule.needed.contains(&"--count") {
        words.extend(["--count", "3"]);
    }
    words.extend(more);
    if command.takes_levels {
        words.push(levels);
    }
    let mut run = Run::new(words);
    run.patience = Duration::from_secs(20);
    run
}

/// Uses every input of a command as its output, under several names.
fn write_over_inputs(lab: &mut Lab, command: &Command, rule: &Rule, output: &str) -> Result<()> {
    let output = format!("--{output}");
    for name in NAMES {
        if command.takes_levels {
            lab.clean()?;
            fs::write(lab.case().join("in"), LEVEL)?;
            let second = make_name(&lab.case(), name)?;
            let run = call(command, rule, "in", &[&output, second]);
            refuse(lab, &run, "in", LEVEL)?;
        }
        for option in options(command, |it| matches!(it, Use::Input(_))) {
            let Ok(Some(Use::Input(content))) = use_of(command, &option) else { continue };
            lab.clean()?;
            fs::write(lab.case().join("level.sok"), LEVEL)?;
            fs::write(lab.case().join("in"), content)?;
            let second = make_name(&lab.case(), name)?;
            let option = format!("--{option}");
            let run = call(command, rule, "level.sok", &[&option, "in", &output, second]);
            refuse(lab, &run, "in", content)?;
        }
    }
    Ok(())
}

fn make_name(folder: &Path, name: Name) -> Result<&'static str> {
    match name {
        Name::Same => return Ok("in"),
        Name::Dotted => return Ok("./in"),
        Name::Symlink => symlink("in", folder.join("second"))?,
        Name::HardLink => fs::hard_link(folder.join("in"), folder.join("second"))?,
    }
    Ok("second")
}

/// The run must fail as wrong usage, and leave all files unchanged.
fn refuse(lab: &mut Lab, run: &Run, file: &str, content: &str) -> Result<()> {
    let before = lab.names()?;
    lab.run_for(run, &[USAGE])?;
    if fs::read_to_string(lab.case().join(file)).ok().as_deref() != Some(content) {
        lab.find(run, format!("{file} was written over"));
    }
    let after = lab.names()?;
    if before != after {
        lab.find(run, format!("the files were {before:?} and are {after:?}"));
    }
    Ok(())
}

/// Unreadable input must leave an existing output file unchanged.
fn fail_before_writing(lab: &mut Lab, command: &Command, rule: &Rule, output: &str) -> Result<()> {
    if !command.takes_levels {
        return Ok(());
    }
    let output = format!("--{output}");
    lab.clean()?;
    fs::write(lab.case().join("out"), EARLIER)?;
    let run = call(command, rule, "missing.sok", &[&output, "out"]);
    refuse(lab, &run, "out", EARLIER)
}

/// Outputs in places that are not writable: the message must name the place.
fn write_where_none_can(lab: &mut Lab, command: &Command, rule: &Rule, output: &str) -> Result<()> {
    let output = format!("--{output}");
    lab.clean()?;
    let case = lab.case();
    fs::write(case.join("level.sok"), LEVEL)?;
    fs::write(case.join("plain"), EARLIER)?;
    fs::create_dir(case.join("locked"))?;
    fs::set_permissions(case.join("locked"), fs::Permissions::from_mode(0o555))?;
    for place in ["plain/out", "locked/out"] {
        let mut run = call(command, rule, "level.sok", &[&output, place]);
        run.user = User::Nobody;
        let ended = lab.run_for(&run, &[USAGE])?;
        demand_name(lab, &run, &ended, place);
        if lab.names()? != ["level.sok", "locked", "plain"] {
            let names = lab.names()?;
            lab.find(&run, format!("left behind: {names:?}"));
        }
        if fs::read_dir(case.join("locked"))?.next().is_some() {
            lab.find(&run, "something is left behind in the locked folder");
        }
    }
    Ok(())
}

/// A message about a file must name it or its folder.
pub(super) fn demand_name(lab: &mut Lab, run: &Run, ended: &RunResult, name: &str) {
    let stderr = String::from_utf8_lossy(&ended.stderr);
    let folder = name.rsplit_once('/').map_or(name, |(folder, _)| folder);
    if !stderr.contains(folder) {
        let line: String = stderr.lines().next().unwrap_or_default().chars().take(160).collect();
        lab.find(run, format!("the message does not name {name}: {line}"));
    }
}

/// Two outputs must never share a file.
fn share_a_file(
    lab: &mut Lab,
    command: &Command,
    rule: &Rule,
    first: &str,
    second: &str,
) -> Result<()> {
    lab.clean()?;
    fs::write(lab.case().join("level.sok"), LEVEL)?;
    fs::write(lab.case().join("out"), EARLIER)?;
    let (first, second) = (format!("--{first}"), format!("--{second}"));
    let run = call(command, rule, "level.sok", &[&first, "out", &second, "./out"]);
    refuse(lab, &run, "out", EARLIER)
}
