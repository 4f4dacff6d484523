//! Commands on a terminal, and what they say without one.

use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::Signal;
use rand::{Rng, RngExt};

use super::boards::{Board, Walls};
use super::inputs::garbage;
use super::judge::{self, INTERRUPTED, USAGE};
use super::process::{End, Run, RunResult, SignalPlan};
use super::report::{Figure, Quantity};
use super::samples::LEVEL;
use super::session::{Session, SessionEnd};
use super::signals::{ATTEMPTS, REACTION_MAX, reaction_of};
use super::{Lab, Length};

/// Maximum time to notice that the terminal is gone.
const HANG_UP_SECONDS_MAX: f64 = 2.0;

/// Sizes of terminals, in columns and rows.
const SIZES: [(u16, u16); 5] = [(80, 24), (1, 1), (20, 5), (500, 200), (0, 0)];

/// Tests the commands that use a terminal, if they are selected.
pub(super) fn run(lab: &mut Lab) -> Result<()> {
    let all = lab.endless.iter().chain(&lab.commands);
    let names: Vec<String> = all.map(super::program::Command::name).collect();
    if names.iter().any(|it| it == "play") {
        try_without_terminal(lab)?;
        let game = ["play", "--library", "mine.db"];
        for_calls(lab, &game)?;
        kill_games(lab, &game)?;
    }
    if names.iter().any(|it| it == "replay") {
        for_calls(lab, &["replay", "--moves", "R"])?;
    }
    Ok(())
}

/// Without a terminal, a game says what it needs, whatever it should show.
fn try_without_terminal(lab: &mut Lab) -> Result<()> {
    lab.clean()?;
    let level = lab.input("level.sok", LEVEL)?.to_string_lossy().into_owned();
    let run = Run::new(["play", &level]);
    let ended = lab.run_for(&run, &[USAGE])?;
    if !String::from_utf8_lossy(&ended.stderr).contains("terminal") {
        lab.find(&run, "the message does not say that a terminal is missing");
    }
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
        let mut run = run.clone();
        run.closed = closed;
        let ended = lab.run(&run)?;
        if ended.end != End::Code(USAGE) {
            lab.find(&run, format!("{:?} instead of exit code {USAGE}", ended.end));
        }
    }
    Ok(())
}

/// Signals, keys of all kinds, vanishing terminals and odd inputs.
fn for_calls(lab: &mut Lab, call: &[&str]) -> Result<()> {
    let boards = [
        lab.input("level.sok", LEVEL)?,
        lab.board(Board { walls: Walls::Hall, side: 60, boxes: 40 })?,
        lab.board(Board { walls: Walls::Rooms, side: 200, boxes: 300 })?,
    ];
    let count = if lab.length == Length::Long { 4 } else { 1 };
    for (number, board) in boards.iter().enumerate() {
        let run = Run::new(call.iter().copied().chain([&*board.to_string_lossy()]));
        for index in 0..count {
            let mut chance = lab.chance(&format!("{call:?} {number} {index}"));
            let size = SIZES[(number + index) % SIZES.len()];
            interrupt(lab, &run, size, Vec::new(), &mut chance)?;
            let mut keys = keys(&mut chance);
            interrupt(lab, &run, size, keys.clone(), &mut chance)?;
            keys.truncate(chance.random_range(0..keys.len()));
            hang_up(lab, &run, keys, chance.random_range(0..300))?;
        }
    }
    for (name, content) in garbage(lab) {
        let path = lab.input(name, &content)?;
        let mut run = Run::new(call.iter().copied().chain([&*path.to_string_lossy()]));
        run.session = Some(session((80, 24), Vec::new(), SessionEnd::Program));
        run.patience = Duration::from_secs(20);
        lab.run_for(&run, &[1, USAGE])?;
    }
    Ok(())
}

fn session((columns, rows): (u16, u16), keys: Vec<u8>, end: SessionEnd) -> Session {
    Session { columns, rows, keys, end }
}

/// Keys that mean something, in any order, with bytes that mean nothing.
fn keys(chance: &mut impl Rng) -> Vec<u8> {
    const KNOWN: &[&str] = &[
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "h",
        "j",
        "k",
        "l",
        "y",
        "u",
        "b",
        "n",
        " ",
        "\r",
        "\x1b",
        "\t",
        "?",
        "z",
        "r",
        "s",
        "1",
        "9",
        "/",
        ":",
        "\x1b[<0;5;5M",
        "\x1b[<0;5;5m",
        "\x1b[<0;65000;65000M",
        "\x1b[<64;1;1M",
        "\x1b[6~",
        "\x1b[1;5C",
        "\x7f",
        "\u{1f600}",
    ];
    let mut keys = Vec::new();
    for _ in 0..2000 {
        match chance.random_range(0..20) {
            0 => keys.push(chance.random()),
            _ => keys.extend(KNOWN[chance.random_range(0..KNOWN.len())].as_bytes()),
        }
    }
    // Ctrl-C and Ctrl-Z are signals on a real terminal, and Ctrl-C ends the program here too.
    keys.retain(|it| ![3, 26].contains(it));
    keys
}

/// A signal while somebody types: the program ends at once, or has ended by a key.
fn interrupt(
    lab: &mut Lab,
    run: &Run,
    size: (u16, u16),
    keys: Vec<u8>,
    chance: &mut impl Rng,
) -> Result<()> {
    let mut run = run.clone();
    let can_end = !keys.is_empty();
    run.session = Some(session(size, keys, SessionEnd::Program));
    let signal = if chance.random_range(0..2) == 0 { Signal::SIGINT } else { Signal::SIGTERM };
    let after = Duration::from_millis(chance.random_range(20..400));
    run.shot = Some(SignalPlan { signal, after });
    run.patience = Duration::from_secs(20);
    let mut best: Option<RunResult> = None;
    for _ in 0..ATTEMPTS {
        lab.clean()?;
        let ended = lab.run(&run)?;
        let is_kept = reaction_of(&ended).is_none_or(|it| it <= REACTION_MAX * lab.slack);
        if best.as_ref().is_none_or(|it| reaction_of(&ended) < reaction_of(it)) {
            best = Some(ended);
        }
        if is_kept {
            break;
        }
    }
    let Some(ended) = best else { return Ok(()) };
    if let Some(value) = reaction_of(&ended) {
        note_reaction(lab, &run, &ended, value);
    }
    // A replay ends with a negative answer if its moves do not solve the level.
    let codes: &[i32] = if can_end { &[0, 1, INTERRUPTED] } else { &[INTERRUPTED] };
    for fault in judge::faults(&ended, codes) {
        lab.find(&run, fault);
    }
    Ok(())
}

fn note_reaction(lab: &mut Lab, run: &Run, ended: &RunResult, value: f64) {
    let figure = Figure {
        quantity: Quantity::Reaction,
        subject: run.arguments[0].to_string_lossy().into_owned(),
        on: "a terminal".to_owned(),
        value,
        allowed: REACTION_MAX * lab.slack,
        cpu_seconds: ended.cpu_seconds,
    };
    lab.note(run, figure);
}

/// A terminal that vanishes: the program ends by itself, without a crash.
fn hang_up(lab: &mut Lab, run: &Run, keys: Vec<u8>, milliseconds: u64) -> Result<()> {
    let mut run = run.clone();
    let after = Duration::from_millis(milliseconds);
    run.session = Some(session((80, 24), keys, SessionEnd::HangUp(after)));
    run.patience = Duration::from_secs_f64(20.0 + HANG_UP_SECONDS_MAX * lab.slack);
    lab.clean()?;
    let ended = lab.run(&run)?;
    match ended.end {
        End::Code(101 | 70) | End::Killed | End::Signal(_) => {
            let seconds = ended.seconds;
            let fault = format!("{:?} after {seconds:.1} s, as the terminal is gone", ended.end);
            lab.find(&run, fault);
        }
        End::Code(_) => {}
    }
    if ended.cpu_seconds > HANG_UP_SECONDS_MAX * lab.slack {
        let fault = format!("{:.1} s of processor time without a terminal", ended.cpu_seconds);
        lab.find(&run, fault);
    }
    Ok(())
}

/// The library of a killed game is sound.
fn kill_games(lab: &mut Lab, call: &[&str]) -> Result<()> {
    lab.clean()?;
    let level = lab.input("level.sok", LEVEL)?.to_string_lossy().into_owned();
    let mut run = Run::new(call.iter().copied().chain([level.as_str()]));
    let mut chance = lab.chance("killed games");
    for _ in 0..if lab.length == Length::Long { 20 } else { 3 } {
        run.session = Some(session((80, 24), b"l\x1b[Czl".repeat(20), SessionEnd::Program));
        let after = Duration::from_millis(chance.random_range(1..60));
        run.shot = Some(SignalPlan { signal: Signal::SIGKILL, after });
        lab.run(&run)?;
    }
    if lab.case().join("mine.db").exists() {
        lab.run_for(&Run::new(["library", "check", "--library", "mine.db"]), &[0])?;
    }
    Ok(())
}
