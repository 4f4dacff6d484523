//! Readers that go away, and streams that are closed or full: the program must end quietly.

use std::fs;
use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::Signal;
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;

use super::Lab;
use super::files::{call, many};
use super::judge;
use super::process::{Drain, End, SignalPlan};
use super::program::Command;
use super::rules::{Rule, Use, rule_of, use_of};

/// Tests every command.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    for command in lab.commands.clone() {
        let Ok(rule) = &rule_of(&command) else { continue };
        lab.clean()?;
        let input = lab.input("some", many(&command, rule, 20))?.to_string_lossy().into_owned();
        let mut run = call(&command, rule, &input, &[]);
        run.patience = Duration::from_secs(20);
        run.drain = Drain::FirstLine;
        // A short result may be written before the reader is gone.
        let ended = lab.run_for(&run, &[0, 1])?;
        let stderr = String::from_utf8_lossy(&ended.stderr).to_lowercase();
        if ["broken pipe", "error", "cannot write"].iter().any(|it| stderr.contains(it)) {
            let line = stderr.lines().next().unwrap_or_default().to_owned();
            lab.find(&run, format!("noise when the reader goes away: {line}"));
        }
        close_streams(lab, &call(&command, rule, &input, &[]))?;
        if command.files.is_some() {
            lose_messages(lab, &call(&command, rule, "missing.sok", &[]))?;
        }
        wait_for_nobody(lab, &command, rule)?;
    }
    Ok(())
}

/// Pipes with names in the place of every file that is read, to which nobody writes: the program
/// refuses them, or can be interrupted while it waits.
fn wait_for_nobody(lab: &mut Lab, command: &Command, rule: &Rule) -> Result<()> {
    lab.clean()?;
    mkfifo(&lab.case().join("pipe"), Mode::from_bits_truncate(0o666))?;
    fs::write(lab.case().join("level"), command.sample())?;
    let mut runs = vec![];
    if command.files.is_some() {
        runs.push(call(command, rule, "pipe", &[]));
    }
    for option in command.options.keys() {
        let is_read = |it: Use| matches!(it, Use::Input(_) | Use::Resumed | Use::Library);
        if matches!(use_of(command, option), Ok(Some(it)) if is_read(it)) {
            runs.push(call(command, rule, "level", &[&format!("--{option}"), "pipe"]));
        }
    }
    if !rule.last.is_empty() {
        runs.push(call(command, &Rule { last: &["pipe"], ..*rule }, "level", &[]));
    }
    for mut run in runs {
        run.shot = Some(SignalPlan { signal: Signal::SIGTERM, after: Duration::from_millis(500) });
        // What needs no file is done before the signal.
        lab.run_for(&run, &[0, 1, judge::USAGE, judge::INTERRUPTED])?;
    }
    lab.clean()
}

/// A message that cannot be written is lost, and the exit code tells.
fn lose_messages(lab: &mut Lab, run: &super::process::Run) -> Result<()> {
    let mut run = run.clone();
    run.closed = "2>/dev/full";
    let ended = lab.run(&run)?;
    if ended.end != End::Code(judge::USAGE) {
        lab.find(&run, format!("{:?} instead of exit code {}", ended.end, judge::USAGE));
    }
    Ok(())
}

/// A closed stream may cause an error, but nothing worse.
fn close_streams(lab: &mut Lab, run: &super::process::Run) -> Result<()> {
    for closed in ["<&-", ">&-", "2>&-", "2>/dev/full", "<&- >&- 2>&-"] {
        lab.clean()?;
        let mut run = run.clone();
        run.closed = closed;
        run.patience = Duration::from_secs(20);
        let ended = lab.run(&run)?;
        for fault in judge::faults(&ended, &[0, 1, judge::USAGE]) {
            // With standard error closed or full, no message is possible.
            if !(closed.contains('2') && fault.contains("without a word")) {
                lab.find(&run, fault);
            }
        }
        let names = lab.names()?;
        if !names.is_empty() {
            lab.find(&run, format!("left behind: {names:?}"));
        }
    }
    Ok(())
}
