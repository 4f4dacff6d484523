//! Files that must not be overwritten: inputs, under any name, and existing outputs.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::Lab;
use super::boards::small_levels;
use super::judge::USAGE;
use super::process::{Run, RunResult, User};
use super::program::{Command, Files};
use super::rules::{Rule, Use, rule_of, use_of};
use super::samples::LIBRARY;

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
        if command.words[0] == "library" && command.name() != "library path" {
            open_without_permission(lab, &command, rule)?;
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

/// A call of a command that does little. `file` is omitted where there is none to read.
pub(super) fn call(command: &Command, rule: &Rule, file: &str, more: &[&str]) -> Run {
    call_on(command, rule, &[OsStr::new(file)], more)
}

/// The same with several files, whose names may be any bytes.
pub(super) fn call_on(command: &Command, rule: &Rule, files: &[&OsStr], more: &[&str]) -> Run {
    let mut words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    // A file of solutions replaces the moves, and a library another one.
    let is_given = rule.needed.first().is_some_and(|it| more.contains(it));
    let is_replaced = command.name() == "verify" && more.contains(&"--solutions");
    if !is_given && !is_replaced {
        words.extend(rule.needed);
    }
    if command.words[0] == "generate" && !rule.needed.contains(&"--count") {
        words.extend(["--count", "3"]);
    }
    if more.contains(&"--proof") {
        words.extend(["--objective", "pushes"]);
    }
    words.extend(more);
    let mut words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    if command.files.is_some() {
        words.extend(files.iter().map(|&it| it.to_owned()));
    }
    words.extend(rule.last.iter().map(OsString::from));
    let mut run = Run::new(words);
    run.patience = Duration::from_secs(20);
    run
}

/// The content of a file with `count` levels, if the command can take so many.
pub(super) fn many(command: &Command, rule: &Rule, count: usize) -> String {
    match command.files {
        Some(Files::Levels) if rule.last.is_empty() => small_levels(count),
        _ => command.sample().to_owned(),
    }
}

/// Uses every input of a command as its output, under several names.
fn write_over_inputs(lab: &mut Lab, command: &Command, rule: &Rule, output: &str) -> Result<()> {
    let output = format!("--{output}");
    for name in NAMES {
        if command.files.is_some() {
            lab.clean()?;
            fs::write(lab.case().join("in"), command.sample())?;
            let second = make_name(&lab.case(), name)?;
            let run = call(command, rule, "in", &[&output, second]);
            refuse(lab, &run, "in", command.sample().as_bytes())?;
        }
        if let [last] = rule.last {
            lab.clean()?;
            fs::write(lab.case().join("level.sok"), command.sample())?;
            let content = fs::read(lab.made(last)?)?;
            fs::write(lab.case().join("in"), &content)?;
            let second = make_name(&lab.case(), name)?;
            let rule = Rule { last: &["in"], ..*rule };
            let run = call(command, &rule, "level.sok", &[&output, second]);
            refuse(lab, &run, "in", &content)?;
        }
        for option in options(command, |it| matches!(it, Use::Input(_) | Use::Library)) {
            let content = match use_of(command, &option) {
                Ok(Some(Use::Input(content))) => content.as_bytes().to_vec(),
                _ => fs::read(lab.made(LIBRARY)?)?,
            };
            lab.clean()?;
            fs::write(lab.case().join("level.sok"), command.sample())?;
            fs::write(lab.case().join("in"), &content)?;
            let second = make_name(&lab.case(), name)?;
            let option = format!("--{option}");
            let run = call(command, rule, "level.sok", &[&option, "in", &output, second]);
            refuse(lab, &run, "in", &content)?;
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
fn refuse(lab: &mut Lab, run: &Run, file: &str, content: &[u8]) -> Result<()> {
    let before = lab.names()?;
    lab.run_for(run, &[USAGE])?;
    if fs::read(lab.case().join(file)).ok().as_deref() != Some(content) {
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
    if command.files.is_none() {
        return Ok(());
    }
    let output = format!("--{output}");
    lab.clean()?;
    fs::write(lab.case().join("out"), EARLIER)?;
    let run = call(command, rule, "missing.sok", &[&output, "out"]);
    refuse(lab, &run, "out", EARLIER.as_bytes())
}

/// Outputs in places that are not writable: the message must name the place.
fn write_where_none_can(lab: &mut Lab, command: &Command, rule: &Rule, output: &str) -> Result<()> {
    let output = format!("--{output}");
    lab.clean()?;
    let case = lab.case();
    fs::write(case.join("level.sok"), command.sample())?;
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

/// A library of somebody else: it can be read, and neither it nor its folder is changed.
fn open_without_permission(lab: &mut Lab, command: &Command, rule: &Rule) -> Result<()> {
    let library = fs::read(lab.made(LIBRARY)?)?;
    let codes: &[i32] = if command.name() == "library import" { &[USAGE] } else { &[0] };
    for (file, folder) in [(0o444, 0o555), (0o666, 0o555), (0o444, 0o777)] {
        lab.clean()?;
        let case = lab.case();
        fs::write(case.join("level.sok"), command.sample())?;
        fs::create_dir(case.join("shelf"))?;
        let path = case.join("shelf/library.db");
        fs::write(&path, &library)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(file))?;
        fs::set_permissions(case.join("shelf"), fs::Permissions::from_mode(folder))?;
        let mut run = call(command, rule, "level.sok", &["--library", "shelf/library.db"]);
        run.user = User::Nobody;
        lab.run_for(&run, codes)?;
        if fs::read(&path)? != library || fs::read_dir(case.join("shelf"))?.count() != 1 {
            lab.find(&run, format!("mode {file:o} in a folder of mode {folder:o}: changed"));
        }
    }
    lab.clean()
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
    fs::write(lab.case().join("level.sok"), command.sample())?;
    fs::write(lab.case().join("out"), EARLIER)?;
    let (first, second) = (format!("--{first}"), format!("--{second}"));
    let run = call(command, rule, "level.sok", &[&first, "out", &second, "./out"]);
    refuse(lab, &run, "out", EARLIER.as_bytes())
}
