//! Interrupts at random moments: the program ends at once, says so, and leaves complete output.

use std::fs;
use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::Signal;
use rand::RngExt;

use super::boards::small_levels;
use super::process::{End, Feed, Run, RunResult, SignalPlan};
use super::program::Command;
use super::report::{Figure, Quantity};
use super::rules::{Busy, Rule, Use, WIDE_HALL, Work, rule_of, use_of};
use super::{Lab, Length, judge};

/// Maximum time between a signal and the end, in seconds.
pub(super) const REACTION_MAX: f64 = 0.1;

/// How long a run may take before we kill it.
const PATIENCE: Duration = Duration::from_secs(15);

/// Maximum number of runs for one figure.
pub(super) const ATTEMPTS: usize = 5;

/// The earliest moment of a signal, in milliseconds of processor time.
const MOMENT_MIN: u64 = 10;

/// Tests every way to keep every command busy.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    for command in lab.commands.clone() {
        let Ok(rule) = &rule_of(&command) else { continue };
        for busy in rule.busy {
            let count = if lab.length == Length::Long { 6 } else { 2 };
            for index in 0..count {
                interrupt(lab, &command, rule, busy, index)?;
            }
        }
        // Each method has its own preparation, which takes long on a large board.
        if lab.length == Length::Long && command.name() == "solve" {
            for method in lab.methods.clone() {
                let busy =
                    Busy { arguments: &["--method", &method], work: Work::Perhaps(WIDE_HALL) };
                interrupt(lab, &command, rule, &busy, 0)?;
            }
        }
        if command.files.is_some() {
            interrupt_while_waiting(lab, &command, rule)?;
        }
    }
    Ok(())
}

/// The call that keeps a command busy, without its output.
pub(super) fn busy_run(lab: &Lab, command: &Command, rule: &Rule, busy: &Busy<'_>) -> Result<Run> {
    let mut arguments: Vec<String> = command.words.clone();
    let is_replaced = rule.needed.first().is_some_and(|it| busy.arguments.contains(it));
    if !is_replaced {
        arguments.extend(rule.needed.iter().map(|&it| it.to_owned()));
    }
    arguments.extend(rule.json.iter().chain(busy.arguments).map(|&it| it.to_owned()));
    let mut feed = Feed::Nothing;
    match &busy.work {
        Work::Board(board) | Work::Perhaps(board) => {
            arguments.push(lab.board(*board)?.to_string_lossy().into_owned());
        }
        Work::Stream => {
            arguments.push("-".to_owned());
            arguments.extend(rule.last.iter().map(|&it| it.to_owned()));
            feed = Feed::Repeated(small_levels(100).into_bytes(), u64::MAX);
        }
        Work::Alone | Work::PerhapsAlone => {}
    }
    let mut run = Run::new(arguments);
    run.feed = feed;
    run.patience = PATIENCE;
    Ok(run)
}

fn interrupt(
    lab: &mut Lab,
    command: &Command,
    rule: &Rule,
    busy: &Busy<'_>,
    index: usize,
) -> Result<()> {
    let mut run = busy_run(lab, command, rule, busy)?;
    let label = format!("{:?} {index}", run.arguments);
    let mut chance = lab.chance(&label);
    let signal = if chance.random_range(0..2) == 0 { Signal::SIGINT } else { Signal::SIGTERM };
    let latest = if lab.length == Length::Long { 1500 } else { 400 };
    let mut milliseconds = chance.random_range(MOMENT_MIN..latest);
    // Every other run writes an output file, if possible.
    let is_file = matches!(use_of(command, "output"), Ok(Some(Use::Output)));
    let has_output = is_file && chance.random_range(0..2) == 0;
    if has_output {
        run.arguments.extend(["-o".into(), "results".into()]);
    }
    let mut best: Option<RunResult> = None;
    for _ in 0..ATTEMPTS {
        lab.clean()?;
        run.shot = Some(SignalPlan { signal, after: Duration::from_millis(milliseconds) });
        let ended = lab.run(&run)?;
        let Some(reaction) = reaction_of(&ended) else {
            if ended.end == End::Killed {
                lab.find(&run, "it never began to listen for interrupts");
                return Ok(());
            }
            // It finished before the signal: repeat with an earlier one.
            milliseconds = (milliseconds / 4).max(1);
            continue;
        };
        let is_better = |best: &RunResult| reaction_of(best).is_none_or(|it| reaction < it);
        if best.as_ref().is_none_or(is_better) {
            best = Some(ended);
        }
        if reaction <= REACTION_MAX * lab.slack || reaction > 2.0 * lab.slack {
            break;
        }
    }
    let Some(ended) = best else {
        if matches!(busy.work, Work::Perhaps(_) | Work::PerhapsAlone) {
            return Ok(());
        }
        lab.find(&run, "the rule of the command does not keep it busy: give it more to do");
        return Ok(());
    };
    // Work that ends by itself may have ended when the signal arrived.
    let may_end = matches!(busy.work, Work::Perhaps(_) | Work::PerhapsAlone);
    let codes: &[i32] = if may_end { &[judge::INTERRUPTED, 0] } else { &[judge::INTERRUPTED] };
    let on = busy.arguments.join(" ");
    judge_run(lab, (command, rule), &run, &ended, (&on, codes))?;
    if has_output {
        judge_output(lab, rule, &run);
    }
    Ok(())
}

/// Time from the signal to the end, without the time taken by other processes.
pub(super) fn reaction_of(ended: &RunResult) -> Option<f64> {
    Some((ended.reaction_seconds? - ended.late_waited_seconds).max(0.0))
}

/// A program that waits for input must react to signals, too.
fn interrupt_while_waiting(lab: &mut Lab, command: &Command, rule: &Rule) -> Result<()> {
    lab.clean()?;
    let words = command.words.iter().map(String::as_str).chain(rule.needed.iter().copied());
    let mut run = Run::new(words.chain(["-"]).chain(rule.last.iter().copied()));
    run.feed = Feed::Silence;
    run.patience = Duration::from_secs(2);
    // It uses hardly any processor time, so this takes five times as long by wall clock.
    let after = Duration::from_millis(20);
    run.shot = Some(SignalPlan { signal: Signal::SIGINT, after });
    let mut ended = lab.run(&run)?;
    for _ in 1..ATTEMPTS {
        if ended.end == End::Killed || reaction_of(&ended) <= Some(REACTION_MAX * lab.slack) {
            break;
        }
        ended = lab.run(&run)?;
    }
    let on = ("waiting for input", &[judge::INTERRUPTED][..]);
    judge_run(lab, (command, rule), &run, &ended, on)
}

fn judge_run(
    lab: &mut Lab,
    (command, rule): (&Command, &Rule),
    run: &Run,
    ended: &RunResult,
    (on, codes): (&str, &[i32]),
) -> Result<()> {
    let figure = Figure {
        quantity: Quantity::Reaction,
        subject: command.name(),
        on: on.to_owned(),
        value: reaction_of(ended).unwrap_or(0.0),
        allowed: REACTION_MAX * lab.slack,
        cpu_seconds: ended.cpu_seconds,
    };
    let is_within = figure.is_within();
    lab.note(run, figure);
    // Killing it is a finding by itself, unless the figure already is one.
    if ended.end == End::Killed && !is_within {
        return Ok(());
    }
    for fault in judge::faults(ended, codes) {
        lab.find(run, fault);
    }
    if !rule.json.is_empty() && run.arguments.iter().any(|it| it == rule.json[1]) {
        for fault in judge::json_faults(&ended.stdout) {
            lab.find(run, fault);
        }
    }
    let names = lab.names()?;
    if let Some(name) = names.iter().find(|it| *it != "results") {
        lab.find(run, format!("the file {name} is left behind"));
    }
    Ok(())
}

/// An output file must have complete lines or be missing.
fn judge_output(lab: &mut Lab, rule: &Rule, run: &Run) {
    let Ok(bytes) = fs::read(lab.case().join("results")) else { return };
    if bytes.is_empty() {
        lab.find(run, "an empty output file is left behind");
    }
    if !rule.json.is_empty() {
        for fault in judge::json_faults(&bytes) {
            lab.find(run, format!("in the output file, {fault}"));
        }
    }
}
