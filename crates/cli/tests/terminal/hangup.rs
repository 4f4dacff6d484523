//! A terminal that vanishes while the program is on it.

use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};

/// How long the program may take to notice; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

const LEVEL: &str = "#######\n#@ $ .#\n#######\nTitle: Straight\n\nSolution\nrRR\n";

/// Whether the system sends a signal to a program whose terminal vanishes.
#[derive(Clone, Copy, Debug)]
enum Signal {
    /// It does, for it is the terminal that controls the program.
    Sent,
    /// It does not.
    NotSent,
}

/// Starts the program on a terminal, waits until it has drawn, and closes the terminal.
fn abandoned(folder: &Path, arguments: &[&str], signal: Signal) -> Box<dyn Child + Send + Sync> {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_soko"));
    command.args(arguments);
    command.cwd(folder);
    command.env("TERM", "xterm-256color");
    command.env("HOME", folder);
    command.env("XDG_DATA_HOME", folder);
    command.set_controlling_tty(matches!(signal, Signal::Sent));
    let child = pair.slave.spawn_command(command).expect("the program starts");
    let mut output = pair.master.try_clone_reader().expect("a screen");
    let mut seen = Vec::new();
    let mut bytes = [0; 4096];
    while !String::from_utf8_lossy(&seen).contains("Straight") {
        let count = output.read(&mut bytes).expect("the program draws");
        assert!(count > 0, "it ended: {}", String::from_utf8_lossy(&seen));
        seen.extend(&bytes[..count]);
    }
    child
}

/// Waits until the program has ended by itself, as after an interrupt.
#[track_caller]
fn ends(child: &mut Box<dyn Child + Send + Sync>) {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it is our child") {
            assert_eq!(status.exit_code(), 130, "{status:?}");
            return;
        }
        if begin.elapsed() > PATIENCE {
            child.kill().expect("it runs");
            panic!("the program goes on without its terminal");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn check(arguments: &[&str]) {
    for signal in [Signal::Sent, Signal::NotSent] {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        std::fs::write(folder.path().join("one.sok"), LEVEL).expect("a file");
        let mut child = abandoned(folder.path(), arguments, signal);
        ends(&mut child);
    }
}

#[test]
fn a_game_ends_when_its_terminal_is_gone() {
    check(&["play", "one.sok", "--no-library"]);
}

#[test]
fn a_replay_ends_when_its_terminal_is_gone() {
    check(&["replay", "one.sok"]);
}

#[test]
fn the_game_on_a_terminal_that_vanishes_is_kept() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::write(folder.path().join("one.sok"), LEVEL).expect("a file");
    let arguments = ["play", "one.sok", "--library", "mine.db"];
    let mut child = abandoned(folder.path(), &arguments, Signal::NotSent);
    ends(&mut child);
    let mut soko = Command::new(env!("CARGO_BIN_EXE_soko"));
    soko.args(["library", "check", "--library", "mine.db"]).current_dir(folder.path());
    let output = soko.output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
}
