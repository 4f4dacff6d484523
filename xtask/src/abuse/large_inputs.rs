//! Huge inputs: a gigabyte, a hundred thousand levels, an endless line.
//!
//! The program must read them in bounded memory, or refuse them within a second and name the limit.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::Signal;
use rand::RngExt;

use super::boards::small_levels;
use super::files::call;
use super::judge::{self, INTERRUPTED, USAGE};
use super::process::{End, Feed, Run, RunResult, SignalPlan};
use super::report::{Figure, Quantity};
use super::rules::rule_of;
use super::{Lab, Length};

const MEBIBYTE: u64 = 1 << 20;

/// Maximum resident memory for an input that is streamed.
const RESIDENT_MEBIBYTES_MAX: f64 = 256.0;

/// Maximum time for a refusal.
const REFUSAL_SECONDS_MAX: f64 = 1.0;

/// Tests every command that reads levels; in the short form some of them.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    let mut commands = lab.commands.clone();
    commands.retain(|it| it.files.is_some());
    let mut chance = lab.chance("large inputs");
    while lab.length == Length::Short && commands.len() > 3 {
        commands.remove(chance.random_range(0..commands.len()));
    }
    let bytes = if lab.length == Length::Long { 1024 * MEBIBYTE } else { 64 * MEBIBYTE };
    let zeros = lab.input("gigabyte-of-zeros", "")?;
    File::options().write(true).open(&zeros)?.set_len(bytes)?;
    let levels = if lab.length == Length::Long { 100_000 } else { 10_000 };
    let many = lab.input("very-many.sok", small_levels(levels))?;
    for command in commands {
        let Ok(rule) = &rule_of(&command) else { continue };
        lab.clean()?;
        let from_input = |feed: Feed| {
            let mut run = call(&command, rule, "-", &[]);
            run.feed = feed;
            run
        };
        let piped = |text: &[u8]| Feed::Repeated(text.to_vec(), bytes);
        let cases = [
            ("zeros", call(&command, rule, &zeros.to_string_lossy(), &[])),
            ("one row", from_input(piped(b"#"))),
            ("one row of floor", from_input(piped(b" "))),
            ("rows without end", from_input(piped(b"########\n"))),
            ("comments", from_input(piped(b"; nothing to see here\n"))),
            ("one XML text", from_input(piped(b"<Level><L>#</L></Level>"))),
            ("one JSON text", from_input(piped(b"{\"rows\":"))),
            ("levels", from_input(piped(small_levels(1000).as_bytes()))),
            ("very many levels", call(&command, rule, &many.to_string_lossy(), &[])),
        ];
        for (name, run) in cases {
            try_one(lab, &command.name(), name, run)?;
        }
        if command.name() == "convert" {
            read_back(lab, &many)?;
        }
    }
    Ok(())
}

fn try_one(lab: &mut Lab, command: &str, name: &str, mut run: Run) -> Result<()> {
    // Some commands work on every level for long; it is enough to see how they read.
    let seconds = if lab.length == Length::Long { 3.0 } else { 0.3 };
    let after = Duration::from_secs_f64(seconds);
    run.shot = Some(SignalPlan { signal: Signal::SIGINT, after });
    run.patience = 6 * after + Duration::from_secs(5);
    let ended = lab.run(&run)?;
    if ended.end == End::Code(USAGE) {
        judge_refusal(lab, &run, &ended);
    }
    let codes: &[i32] =
        if ended.reaction_seconds.is_some() { &[INTERRUPTED] } else { &[0, 1, USAGE, 3] };
    for fault in judge::faults(&ended, codes) {
        lab.find(&run, fault);
    }
    let figure = Figure {
        quantity: Quantity::Resident,
        subject: format!("{command} (large input)"),
        on: name.to_owned(),
        value: ended.resident_bytes as f64 / MEBIBYTE as f64,
        allowed: RESIDENT_MEBIBYTES_MAX,
        cpu_seconds: ended.cpu_seconds,
    };
    lab.note(&run, figure);
    Ok(())
}

/// What is written can be read back, however large.
fn read_back(lab: &mut Lab, many: &Path) -> Result<()> {
    for format in ["sok", "slc", "boxoban", "nethack-map"] {
        lab.clean()?;
        let many = many.to_string_lossy();
        let write = Run::new(["convert", &many, "--to", format, "-o", "out"]);
        let ended = lab.run_for(&write, &[0, 1, USAGE])?;
        // A format that cannot hold so many must be refused before anything is written; with exit
        // code 1, only levels that are too large for it are left out.
        match (ended.end, lab.case().join("out").exists()) {
            (End::Code(0 | 1), _) => {
                let read = Run::new(["convert", "out", "--to", "sok", "-o", "again"]);
                lab.run_for(&read, &[0])?;
            }
            (_, true) => lab.find(&write, "it fails and leaves an output file"),
            (_, false) => {}
        }
    }
    Ok(())
}

/// A refusal must come quickly. (An input without any level is not refused, but read to its end.)
fn judge_refusal(lab: &mut Lab, run: &Run, ended: &RunResult) {
    let stderr = String::from_utf8_lossy(&ended.stderr).to_lowercase();
    let is_about_limit = ["at most", "too large", "too long", "limit"];
    let is_refusal = is_about_limit.iter().any(|it| stderr.contains(it));
    if is_refusal && ended.cpu_seconds > REFUSAL_SECONDS_MAX * lab.slack {
        let fault = format!("refused after {:.1} s of processor time", ended.cpu_seconds);
        lab.find(run, fault);
    }
}
