//! Bad inputs: missing, empty, garbage, other encodings, silence.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

use anyhow::Result;
use rand::RngExt;

use super::files::{call, call_on};
use super::judge::{self, USAGE};
use super::process::{End, Feed, Run, RunResult};
use super::program::{Command, Files};
use super::rules::{Rule, Use, rule_of, use_of};
use super::samples::LEVEL;
use super::{Lab, Length};

/// Tests every command.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    for command in lab.commands.clone() {
        let Ok(rule) = &rule_of(&command) else { continue };
        lab.clean()?;
        if command.files.is_some() {
            try_files(lab, &command, rule)?;
            try_without_file(lab, &command, rule)?;
        }
        for option in command.options.keys() {
            match use_of(&command, option) {
                Ok(Some(Use::Input(_) | Use::Resumed)) => {
                    try_option(lab, &command, rule, option)?;
                }
                Ok(Some(Use::Library)) => try_library(lab, &command, rule)?,
                _ => {}
            }
        }
        if !rule.last.is_empty() {
            try_last(lab, &command, rule)?;
        }
    }
    Ok(())
}

/// Files without a level or a drawing, by name and through standard input.
fn try_files(lab: &mut Lab, command: &Command, rule: &Rule) -> Result<()> {
    for (name, content) in garbage(lab) {
        let path = lab.input(name, &content)?;
        let run = call(command, rule, &path.to_string_lossy(), &[]);
        // A fault in a level gives a negative answer; a text without levels is bad input. A picture
        // can be drawn and converted although it is unplayable.
        if name == "keeperless.sok" && matches!(command.name().as_str(), "convert" | "render") {
            continue;
        }
        lab.run_for(&run, &[1, USAGE])?;
        let mut run = call(command, rule, "-", &[]);
        run.feed = Feed::File(path);
        lab.run_for(&run, &[1, USAGE])?;
    }
    for missing in ["missing.sok", "."] {
        lab.run_for(&call(command, rule, missing, &[]), &[USAGE])?;
    }
    // Drawings are in UTF-8.
    let is_drawing = command.files == Some(Files::Drawings);
    for (name, content) in if is_drawing { Vec::new() } else { encodings() } {
        let path = lab.input(name, content)?;
        lab.run_for(&call(command, rule, &path.to_string_lossy(), &[]), &[0])?;
    }
    // File names are bytes, not letters.
    let name = OsString::from_vec(b"level-\xff.sok".to_vec());
    fs::write(lab.case().join(&name), command.sample())?;
    lab.run_for(&call_on(command, rule, &[&name], &[]), &[0])?;
    // Readable input is processed, and unreadable input determines the exit code.
    let sample = lab.input("sample", command.sample())?;
    let files = [OsStr::new("missing.sok"), sample.as_os_str()];
    let run = call_on(command, rule, &files, &[]);
    let ended = lab.run_for(&run, &[USAGE])?;
    // The second file of `replay` contains solutions.
    let is_other = matches!(command.name().as_str(), "trace" | "render" | "replay");
    if ended.stdout.is_empty() && !is_other {
        lab.find(&run, "the file that can be read is not done");
    }
    Ok(())
}

/// Contents without a level.
pub(super) fn garbage(lab: &Lab) -> Vec<(&'static str, Vec<u8>)> {
    let mut chance = lab.chance("garbage");
    let random: Vec<u8> = (0..200_000).map(|_| chance.random()).collect();
    let signs = b"#$@.*+ -_\n\r\t{}[]()<>\"0123abc";
    let soup = random.iter().map(|it| signs[usize::from(*it) % signs.len()]);
    vec![
        ("empty.sok", Vec::new()),
        ("blank.sok", b"\n\n   \n\t\n".to_vec()),
        ("zeros.sok", vec![0; 100_000]),
        ("words.sok", b"There is no level here,\nonly words.\n".to_vec()),
        ("mark.sok", vec![0xff, 0xfe]),
        ("half-utf16.sok", vec![0xff, 0xfe, b'#']),
        ("binary.sok", random.clone()),
        ("soup.sok", soup.take(20_000).collect()),
        ("brace.sok", b"{".to_vec()),
        ("deep.sok", vec![b'['; 100_000]),
        ("xml.sok", b"<?xml version=\"1.0\"?><SokobanLevels>".to_vec()),
        ("keeperless.sok", b"#####\n# $.#\n#####\n".to_vec()),
    ]
}

/// A level in common encodings of editors.
fn encodings() -> Vec<(&'static str, Vec<u8>)> {
    let text = LEVEL.replace('\n', "\r\n");
    let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
    vec![
        ("utf16-le.sok", units().flat_map(u16::to_le_bytes).collect()),
        ("utf16-be.sok", units().flat_map(u16::to_be_bytes).collect()),
        ("utf8-mark.sok", format!("\u{feff}{text}").into_bytes()),
        ("carriage-returns.sok", LEVEL.replace('\n', "\r").into_bytes()),
        ("no-last-line-end.sok", LEVEL.trim_end().as_bytes().to_vec()),
    ]
}

/// Without a file, the program reads piped input or none; it must never wait silently.
fn try_without_file(lab: &mut Lab, command: &Command, rule: &Rule) -> Result<()> {
    let words = command.words.iter().map(String::as_str);
    let mut run = Run::new(words.chain(rule.needed.iter().chain(rule.last).copied()));
    // Each test costs seconds, and all commands open their input in the same way.
    let is_sampled = matches!(command.name().as_str(), "solve" | "verify" | "render");
    if lab.length == Length::Long || is_sampled {
        run.feed = Feed::Silence;
        if !names_way_out(lab, &mut run)? {
            lab.find(&run, "it waits for standard input without naming the way out");
        }
        run.patience = Duration::from_secs(60);
    }
    // It shows its built-in library.
    if command.name() == "patterns" {
        return Ok(());
    }
    run.feed = Feed::File(lab.input("sample", command.sample())?);
    let piped = lab.run_for(&run, &[0])?;
    let at = run.arguments.len() - rule.last.len();
    run.arguments.insert(at, "-".into());
    let named = lab.run_for(&run, &[0])?;
    let lines = |ended: &RunResult| String::from_utf8_lossy(&ended.stdout).lines().count();
    if lines(&piped) != lines(&named) {
        let (piped, named) = (lines(&piped), lines(&named));
        lab.find(&run, format!("without `-` {piped} lines instead of {named}: other levels"));
    }
    Ok(())
}

/// Whether a program that waits for standard input says how to go on without it.
fn names_way_out(lab: &mut Lab, run: &mut Run) -> Result<bool> {
    // Two seconds are enough, unless the machine is busy.
    for seconds in [2, 15] {
        run.patience = Duration::from_secs(seconds);
        let ended = lab.run(run)?;
        let is_named = String::from_utf8_lossy(&ended.stderr).contains("/dev/null");
        if ended.end != End::Killed || is_named {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Garbage instead of other files.
fn try_option(lab: &mut Lab, command: &Command, rule: &Rule, option: &str) -> Result<()> {
    let level = lab.input("sample", command.sample())?.to_string_lossy().into_owned();
    if command.options.get(option).is_some_and(String::is_empty) {
        return Ok(());
    }
    let option = format!("--{option}");
    for (name, content) in garbage(lab) {
        let path = lab.case().join(name);
        fs::write(&path, &content)?;
        let mut run = call(command, rule, &level, &[&option, name]);
        run.patience = Duration::from_secs(20);
        let ended = lab.run(&run)?;
        // Some of it counts as an empty file.
        for fault in judge::faults(&ended, &[0, 1, USAGE, 3]) {
            lab.find(&run, fault);
        }
    }
    lab.clean()?;
    if matches!(use_of(command, option.trim_start_matches('-')), Ok(Some(Use::Input(_)))) {
        lab.run_for(&call(command, rule, &level, &[&option, "missing"]), &[USAGE])?;
    }
    Ok(())
}

/// Garbage instead of a library, which is refused and kept.
fn try_library(lab: &mut Lab, command: &Command, rule: &Rule) -> Result<()> {
    let sample = lab.input("sample", command.sample())?.to_string_lossy().into_owned();
    for (name, content) in garbage(lab) {
        lab.clean()?;
        fs::write(lab.case().join(name), &content)?;
        let run = call(command, rule, &sample, &["--library", name]);
        // SQLite makes a library of an empty file, which knows no level; and not every command
        // reads it.
        let is_read = !content.is_empty() && command.name() != "library path";
        lab.run_for(&run, if is_read { &[USAGE] } else { &[0, 1, USAGE] })?;
        if is_read && fs::read(lab.case().join(name)).ok().as_ref() != Some(&content) {
            lab.find(&run, format!("{name}, which is no library, was changed"));
        }
    }
    lab.clean()
}

/// Garbage instead of the last file: it is refused, or it says nothing about the level.
fn try_last(lab: &mut Lab, command: &Command, rule: &Rule) -> Result<()> {
    let sample = lab.input("sample", command.sample())?.to_string_lossy().into_owned();
    let words = command.words.iter().map(String::as_str).chain(rule.needed.iter().copied());
    let run = Run::new(words.chain([sample.as_str()]));
    for (name, content) in garbage(lab) {
        let path = lab.input(name, &content)?;
        let mut run = run.clone();
        run.arguments.push(path.into_os_string());
        lab.run_for(&run, &[1, USAGE])?;
    }
    for missing in ["missing", "."] {
        let mut run = run.clone();
        run.arguments.push(missing.into());
        lab.run_for(&run, &[USAGE])?;
    }
    cut_and_scratch(lab, &run, rule)
}

/// A file that was right, with its end missing or a byte changed.
fn cut_and_scratch(lab: &mut Lab, run: &Run, rule: &Rule) -> Result<()> {
    let whole = fs::read(lab.made(rule.last[0])?)?;
    let mut chance = lab.chance("scratches");
    for index in 0..if lab.length == Length::Long { 200 } else { 10 } {
        let mut bytes = whole.clone();
        let at = chance.random_range(0..whole.len());
        if index % 2 == 0 {
            bytes.truncate(at);
        } else {
            bytes[at] ^= chance.random_range(1..=u8::MAX);
        }
        let path = lab.input("scratched", &bytes)?;
        let mut run = run.clone();
        run.arguments.push(path.into_os_string());
        lab.run_for(&run, &[1, USAGE])?;
    }
    Ok(())
}
