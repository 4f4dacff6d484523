//! Requirements on every run, whatever it was meant to do.

use serde_json::Value;

use super::process::{End, RunResult};

/// Words that only a panic prints.
const PANIC_WORDS: [&str; 4] =
    ["panicked at", "RUST_BACKTRACE", "stack backtrace", "memory allocation of"];

/// The exit code for wrong usage and unreadable input.
pub(super) const USAGE: i32 = 2;

/// The exit code after an interrupt.
pub(super) const INTERRUPTED: i32 = 130;

/// What is wrong with a run that should end with one of `codes`.
pub(super) fn faults(ended: &RunResult, codes: &[i32]) -> Vec<String> {
    let mut faults = Vec::new();
    let stderr = String::from_utf8_lossy(&ended.stderr);
    match ended.end {
        End::Code(code) if !codes.contains(&code) => {
            let said = first_line(&stderr);
            faults.push(format!("exit code {code} instead of {}{said}", listed(codes)));
        }
        End::Code(USAGE) if stderr.trim().is_empty() => {
            faults.push("exit code 2 without a word on standard error".to_owned());
        }
        End::Code(_) => {}
        End::Signal(signal) => faults.push(format!("ended by signal {signal}")),
        End::Killed => faults.push(format!(
            "still running after {:.1} s with {} MiB, and killed",
            ended.seconds,
            ended.resident_bytes >> 20
        )),
    }
    for (name, bytes) in [("standard error", &ended.stderr), ("standard output", &ended.stdout)] {
        let text = String::from_utf8_lossy(bytes);
        if let Some(line) = text.lines().find(|line| PANIC_WORDS.iter().any(|it| line.contains(it)))
        {
            faults.push(format!("on {name}: {}", line.trim()));
        }
    }
    faults
}

/// What is wrong with JSON lines: each must be complete.
pub(super) fn json_faults(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let mut faults = Vec::new();
    if !text.is_empty() && !text.ends_with('\n') {
        faults.push("the last line of the results is cut short".to_owned());
    }
    for (index, line) in text.lines().enumerate() {
        if serde_json::from_str::<Value>(line).is_err() {
            let start: String = line.chars().take(60).collect();
            faults.push(format!("line {} of the results is not JSON: {start}", index + 1));
            break;
        }
    }
    faults
}

fn listed(codes: &[i32]) -> String {
    codes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

fn first_line(stderr: &str) -> String {
    match stderr.lines().find(|line| !line.trim().is_empty()) {
        Some(line) => format!(" ({})", line.chars().take(160).collect::<String>()),
        None => " (and nothing on standard error)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{faults, json_faults};
    use crate::abuse::process::{End, RunResult};

    fn ended(end: End, stderr: &str) -> RunResult {
        RunResult {
            end,
            seconds: 1.0,
            cpu_seconds: 1.0,
            resident_bytes: 0,
            early_waited_seconds: 0.0,
            late_waited_seconds: 0.0,
            reaction_seconds: None,
            stdout: Vec::new(),
            stderr: stderr.as_bytes().to_vec(),
        }
    }

    #[test]
    fn codes_panics_and_silence_are_faults() {
        assert!(faults(&ended(End::Code(0), ""), &[0]).is_empty());
        assert!(faults(&ended(End::Code(2), "error: no file"), &[2]).is_empty());
        assert_eq!(faults(&ended(End::Code(2), ""), &[2]).len(), 1);
        assert_eq!(faults(&ended(End::Code(1), ""), &[0, 3]).len(), 1);
        assert_eq!(faults(&ended(End::Code(101), "thread panicked at a.rs"), &[0]).len(), 2);
        assert_eq!(faults(&ended(End::Killed, ""), &[0]).len(), 1);
        assert_eq!(faults(&ended(End::Signal(6), ""), &[0]).len(), 1);
    }

    #[test]
    fn torn_results_are_faults() {
        assert!(json_faults(b"").is_empty());
        assert!(json_faults(b"{\"a\":1}\n[]\n").is_empty());
        assert_eq!(json_faults(b"{\"a\":1}").len(), 1);
        assert_eq!(json_faults(b"{\"a\":1}\n{\"a\n").len(), 1);
    }
}
