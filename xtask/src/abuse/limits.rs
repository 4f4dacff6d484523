//! Limits on time and memory: every method and every command that has them, on boards of all sizes.
//!
//! The machine may be busy. So time spent waiting for a processor after the limit does not count,
//! and a run that still takes too long is repeated: the best of five counts. A limit that is
//! really broken shows in all of them.

use std::time::Duration;

use anyhow::Result;
use rand::RngExt;

use super::boards::{Board, Walls, with_solution};
use super::process::{End, Run, RunResult, SignalPlan};
use super::program::Command;
use super::report::{Figure, Quantity};
use super::rules::{Work, rule_of};
use super::samples::{LARGE_LEVEL, LARGE_PROOF};
use super::{Lab, Length, judge};

/// Maximum overshoot of a time limit, in seconds.
const OVERSHOOT_MAX: f64 = 0.1;

/// A run is killed this long after its limit.
const PATIENCE: Duration = Duration::from_secs(10);

/// Maximum number of runs for one figure.
const ATTEMPTS: usize = 5;

const MEBIBYTE: u64 = 1 << 20;

/// The default memory limit.
const MEMORY_DEFAULT: u64 = 2048 * MEBIBYTE;

/// Something with limits to test.
#[derive(Clone, Debug)]
struct Subject {
    /// The command with its method.
    name: String,
    arguments: Vec<String>,
    has_memory: bool,
    has_json: bool,
    /// `bench` limits processor time, the others wall-clock time.
    quantity: Quantity,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
struct Limits {
    seconds: f64,
    /// `None` for the default.
    memory_bytes: Option<u64>,
}

/// Tests every command that has limits.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    for command in lab.commands.clone() {
        if !command.has("time") {
            try_without_limits(lab, &command)?;
            continue;
        }
        let subjects = subjects(lab, &command);
        let subjects = match lab.length {
            Length::Long => subjects,
            // Other commands differ from `solve` by what they do before and after its searches.
            Length::Short => pick(lab, subjects, if command.has("improve") { 4 } else { 1 }),
        };
        for subject in subjects {
            if command.name() == "check-proof" {
                try_on_proof(lab, &subject)?;
            } else if command.files.is_some() {
                try_on_boards(lab, &subject)?;
                if command.has("solutions") {
                    try_with_solutions(lab, &subject)?;
                }
            } else {
                try_sizes(lab, &subject)?;
            }
        }
    }
    Ok(())
}

/// The calls of a command that has limits.
fn subjects(lab: &Lab, command: &Command) -> Vec<Subject> {
    let Ok(rule) = &rule_of(command) else { return Vec::new() };
    let name = command.name();
    let quantity = if name == "bench" { Quantity::CpuOvershoot } else { Quantity::Overshoot };
    let subject = |words: &[&str]| Subject {
        name: [&[name.as_str()], words].concat().join(" "),
        arguments: (command.words.iter().map(String::as_str))
            .chain(words.iter().copied())
            .chain(rule.json.iter().copied())
            .map(str::to_owned)
            .collect(),
        has_memory: command.has("memory"),
        has_json: !rule.json.is_empty(),
        quantity,
    };
    let mut subjects = vec![subject(&[])];
    if command.has("objective") {
        subjects.push(subject(&["--objective", "pushes"]));
        subjects.push(subject(&["--objective", "moves"]));
    }
    if command.has("improve") {
        subjects.push(subject(&["--improve", "60"]));
    }
    let is_of_constraints =
        |it: &str| ["sat-", "tiling", "tree-", "random"].iter().any(|start| it.starts_with(start));
    for method in &lab.methods {
        let is_known = match name.as_str() {
            "solve" => true,
            "trace" => is_of_constraints(method),
            // It shares the searches with `solve`.
            _ => false,
        };
        if is_known {
            subjects.push(subject(&["--method", method]));
        }
    }
    subjects
}

/// A random sample, drawn from the seed, that always includes the first.
fn pick<T: Clone>(lab: &Lab, mut from: Vec<T>, count: usize) -> Vec<T> {
    let mut chance = lab.chance("which are tried");
    while from.len() > count {
        from.remove(chance.random_range(1..from.len()));
    }
    from
}

fn boards(length: Length) -> Vec<Board> {
    if length == Length::Short {
        let hall = |side, boxes| Board { walls: Walls::Hall, side, boxes };
        return vec![hall(200, 1), Board { walls: Walls::Rooms, side: 100, boxes: 1000 }];
    }
    let mut boards = Vec::new();
    for side in [10, 20, 50, 100, 200] {
        for boxes in [1, 10, 100, 1000] {
            for walls in [Walls::Hall, Walls::Pillars, Walls::Rooms] {
                if boxes * 8 <= side * side {
                    boards.push(Board { walls, side, boxes });
                }
            }
        }
    }
    boards
}

fn try_on_boards(lab: &mut Lab, subject: &Subject) -> Result<()> {
    for board in boards(lab.length) {
        let path = lab.board(board)?;
        let mut subject = subject.clone();
        subject.arguments.push(path.to_string_lossy().into_owned());
        for limits in limits_on(board, &subject, lab.length) {
            measure(lab, &subject, &board.name(), limits)?;
        }
    }
    Ok(())
}

/// A longer limit reaches parts of the work that a shorter one does not. Walls hardly affect
/// memory.
fn limits_on(board: Board, subject: &Subject, length: Length) -> Vec<Limits> {
    let is_hall = board.walls == Walls::Hall;
    let memory = Some(64 * MEBIBYTE).filter(|_| is_hall && subject.has_memory);
    let times: &[f64] = match length {
        Length::Short => &[0.3],
        Length::Long if is_hall && board.side >= 100 => &[0.1, 0.5, 3.0],
        Length::Long => &[0.5],
    };
    let seconds = if length == Length::Long { 2.0 } else { 0.6 };
    let with_memory = memory.map(|_| Limits { seconds, memory_bytes: memory });
    let timed = times.iter().map(|&seconds| Limits { seconds, memory_bytes: None });
    timed.chain(with_memory).collect()
}

/// A certificate belongs to its level, so there is only one to check.
fn try_on_proof(lab: &mut Lab, subject: &Subject) -> Result<()> {
    let mut subject = subject.clone();
    subject.arguments.extend([LARGE_LEVEL, LARGE_PROOF].map(str::to_owned));
    let times: &[f64] = if lab.length == Length::Long { &[0.02, 0.1, 0.5] } else { &[0.1] };
    for &seconds in times {
        for memory_bytes in [None, Some(MEBIBYTE), Some(64 * MEBIBYTE)] {
            let limits = Limits { seconds, memory_bytes };
            measure(lab, &subject, "a certificate", limits)?;
        }
    }
    Ok(())
}

/// Boards with a given solution: the work after the first search is reached at once.
fn try_with_solutions(lab: &mut Lab, subject: &Subject) -> Result<()> {
    let sizes: &[(usize, usize)] = match lab.length {
        Length::Short => &[(100, 100)],
        Length::Long => &[(10, 4), (20, 10), (50, 100), (100, 1000), (200, 1000)],
    };
    for &(side, boxes) in sizes {
        let (level, moves) = with_solution(side, boxes);
        let name = format!("solved-{side}x{side}-{boxes}");
        let level = lab.input(&format!("{name}.sok"), level)?;
        let moves = lab.input(&format!("{name}.txt"), moves)?;
        let mut subject = subject.clone();
        let words = [level.to_string_lossy(), "--solutions".into(), moves.to_string_lossy()];
        subject.arguments.extend(words.map(std::borrow::Cow::into_owned));
        measure(lab, &subject, &name, Limits { seconds: 0.5, memory_bytes: None })?;
    }
    Ok(())
}

/// Generators make their own boards, of the requested size.
fn try_sizes(lab: &mut Lab, subject: &Subject) -> Result<()> {
    let sizes: &[(usize, usize)] = match lab.length {
        Length::Short => &[(60, 20)],
        Length::Long => &[(10, 1), (10, 4), (20, 10), (60, 20), (100, 50), (200, 1), (200, 100)],
    };
    let limits = Limits { seconds: 0.5, memory_bytes: None };
    measure(lab, subject, "its own sizes", limits)?;
    for (side, boxes) in sizes {
        let mut subject = subject.clone();
        for (option, value) in [("width", side), ("height", side), ("boxes", boxes)] {
            subject.arguments.extend([format!("--{option}"), value.to_string()]);
        }
        measure(lab, &subject, &format!("{side}x{side}, {boxes} boxes"), limits)?;
    }
    Ok(())
}

/// Repeats a run until the limits are kept, at most five times.
fn measure(lab: &mut Lab, subject: &Subject, on: &str, limits: Limits) -> Result<()> {
    let mut arguments = subject.arguments.clone();
    arguments.extend(["--time".to_owned(), limits.seconds.to_string()]);
    if let Some(bytes) = limits.memory_bytes {
        arguments.extend(["--memory".to_owned(), format!("{}M", bytes / MEBIBYTE)]);
    }
    let mut run = Run::new(arguments);
    let due = Duration::from_secs_f64(limits.seconds);
    (run.due, run.patience) = (Some(due), due + PATIENCE);
    let mut best: Option<RunResult> = None;
    for _ in 0..ATTEMPTS {
        let ended = lab.run(&run)?;
        let over = |it: &RunResult| overshoot(subject, limits, it);
        let is_kept = over(&ended) <= OVERSHOOT_MAX * lab.slack;
        let is_killed = ended.end == End::Killed;
        if best.as_ref().is_none_or(|best| over(&ended) < over(best)) {
            best = Some(ended);
        }
        // Only the program itself can delay its end by that much.
        if is_kept || is_killed {
            break;
        }
    }
    let Some(ended) = best else { return Ok(()) };
    judge_run(lab, subject, on, limits, &run, &ended);
    Ok(())
}

fn overshoot(subject: &Subject, limits: Limits, ended: &RunResult) -> f64 {
    let spent = match subject.quantity {
        Quantity::CpuOvershoot => ended.cpu_seconds,
        _ => ended.seconds - ended.early_waited_seconds - ended.late_waited_seconds,
    };
    (spent - limits.seconds).max(0.0)
}

fn judge_run(
    lab: &mut Lab,
    subject: &Subject,
    on: &str,
    limits: Limits,
    run: &Run,
    ended: &RunResult,
) {
    let figure = |quantity, value, allowed| Figure {
        quantity,
        subject: subject.name.clone(),
        on: on.to_owned(),
        value,
        allowed,
        cpu_seconds: ended.cpu_seconds,
    };
    let memory = limits.memory_bytes.unwrap_or(MEMORY_DEFAULT);
    let allowed = memory + memory / 20 + 64 * MEBIBYTE;
    let mebibytes = |bytes: u64| bytes as f64 / MEBIBYTE as f64;
    let resident = mebibytes(ended.resident_bytes);
    lab.note(run, figure(Quantity::Resident, resident, mebibytes(allowed)));
    let allowed = OVERSHOOT_MAX * lab.slack;
    let overshoot = figure(subject.quantity, overshoot(subject, limits, ended), allowed);
    let is_within = overshoot.is_within();
    lab.note(run, overshoot);
    // Killing it is a finding by itself, unless the figure already is one.
    if ended.end == End::Killed && !is_within {
        return;
    }
    // A method may refuse a board that is too large, but only as wrong usage, with a reason.
    for fault in judge::faults(ended, &[0, 1, 2, 3]) {
        lab.find(run, fault);
    }
    if subject.has_json {
        for fault in judge::json_faults(&ended.stdout) {
            lab.find(run, fault);
        }
    }
}

/// A command without limits must at least not exhaust memory.
fn try_without_limits(lab: &mut Lab, command: &Command) -> Result<()> {
    let Ok(rule) = &rule_of(command) else { return Ok(()) };
    for busy in rule.busy {
        let Work::Board(board) = &busy.work else { continue };
        let mut arguments: Vec<String> = command.words.clone();
        arguments.extend(busy.arguments.iter().map(|&it| it.to_owned()));
        arguments.push(lab.board(*board)?.to_string_lossy().into_owned());
        let mut run = Run::new(arguments);
        let after = Duration::from_secs(if lab.length == Length::Long { 10 } else { 1 });
        run.patience = 6 * after + PATIENCE;
        run.shot = Some(SignalPlan { signal: nix::sys::signal::Signal::SIGINT, after });
        let ended = lab.run(&run)?;
        let allowed = (MEMORY_DEFAULT + MEMORY_DEFAULT / 20 + 64 * MEBIBYTE) / MEBIBYTE;
        let figure = Figure {
            quantity: Quantity::Resident,
            subject: [&[command.name().as_str()], busy.arguments].concat().join(" "),
            on: board.name(),
            value: ended.resident_bytes as f64 / MEBIBYTE as f64,
            allowed: allowed as f64,
            cpu_seconds: ended.cpu_seconds,
        };
        lab.note(&run, figure);
    }
    Ok(())
}
