//! The measured cost of a command includes its descendants, even if it is killed.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Runs a script for at most this many seconds and returns its cost and its output.
fn measure(name: &str, script: &str, seconds: &str) -> (Value, String) {
    let report = std::env::temp_dir().join(format!("measure-{name}-{}.json", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["measure", "--seconds", seconds, "--report"]).arg(&report);
    command.args(["--", "sh", "-c", script]).stdin(Stdio::null());
    let output = command.output().expect("xtask can be started");
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(&report).expect("the cost was written");
    fs::remove_file(&report).expect("it was just read");
    let cost = serde_json::from_str(&text).expect("the cost is JSON");
    (cost, String::from_utf8(output.stdout).expect("scripts print UTF-8"))
}

#[test]
fn a_command_ends_by_itself() {
    let (cost, output) = measure("end", "echo rR; exit 3", "60");
    assert_eq!((cost["end"].as_str(), output.as_str()), (Some("3"), "rR\n"));
    assert!(cost["memory_bytes"].as_u64().is_some_and(|it| it > 1 << 16), "{cost}");
    let (cost, _) = measure("signal", "kill -15 $$", "60");
    assert_eq!(cost["end"].as_str(), Some("signal 15"));
}

#[test]
fn descendants_of_a_killed_command_are_killed_and_counted() {
    let script = "sh -c 'while :; do :; done' & echo $!; wait";
    let (cost, output) = measure("family", script, "1");
    assert_eq!(cost["end"].as_str(), Some("killed"));
    // The waiting shell itself uses hardly any time.
    assert!(cost["cpu_seconds"].as_f64().is_some_and(|it| it > 0.1), "{cost}");
    let is_alive = Command::new("kill").args(["-0", output.trim()]).stderr(Stdio::null()).status();
    assert!(!is_alive.expect("kill is everywhere").success(), "{output}");
}
