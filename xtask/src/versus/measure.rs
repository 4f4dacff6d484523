//! `cargo xtask measure`, which `versus` starts for every run: runs one command and measures it.
//!
//! The kernel adds up processor time and peak memory over all children of a process, so only a
//! process with a single child can measure that child. It also adopts the descendants that a killed
//! script leaves behind; otherwise their use would not be counted.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::interrupt;

/// The polling interval.
const PAUSE: Duration = Duration::from_millis(5);

/// How long to wait for killed descendants to end.
const GRACE: Duration = Duration::from_secs(2);

/// Run a command and write what it and its descendants cost.
#[derive(Debug, clap::Args)]
pub(crate) struct Measure {
    /// Seconds of wall time after which the command and its descendants are killed.
    #[arg(long)]
    seconds: f64,

    /// The file that the cost is written to, as JSON.
    #[arg(long)]
    report: PathBuf,

    /// The command and its arguments.
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

/// The resources that a command and its descendants used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Cost {
    /// User and system time together.
    pub(super) cpu_seconds: f64,
    /// Wall-clock time.
    pub(super) seconds: f64,
    /// Maximum memory of a single process.
    pub(super) memory_bytes: u64,
    /// How it ended: the exit code, `signal 6`, or `killed` because its time was up.
    pub(super) end: String,
}

impl Measure {
    /// Runs the command with our output streams. Nothing is written if an interrupt ends it.
    pub(crate) fn run(&self) -> Result<()> {
        interrupt::listen_patiently();
        family::adopt_orphans();
        let (program, arguments) = self.command.split_first().context("a command is wanted")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
        family::set_apart(&mut command);
        let name = program.to_string_lossy();
        let start = Instant::now();
        let mut child = command.spawn().with_context(|| format!("{name} cannot be started"))?;
        let deadline = start + Duration::try_from_secs_f64(self.seconds)?;
        let end = loop {
            if let Some(status) = child.try_wait()? {
                break end_of(status);
            }
            if interrupt::is_interrupted() || Instant::now() >= deadline {
                family::kill(&child);
                child.wait()?;
                break "killed".to_owned();
            }
            thread::sleep(PAUSE);
        };
        let seconds = start.elapsed().as_millis() as f64 / 1e3;
        family::kill(&child);
        family::bury(GRACE);
        if interrupt::is_interrupted() {
            return Ok(());
        }
        let (cpu_seconds, memory_bytes) = family::usage()?;
        let cost = Cost { cpu_seconds, seconds, memory_bytes, end };
        fs::write(&self.report, serde_json::to_string(&cost)?).context("cannot write the cost")
    }
}

#[cfg(unix)]
fn end_of(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;

    match status.signal() {
        Some(signal) => format!("signal {signal}"),
        None => status.code().unwrap_or_default().to_string(),
    }
}

#[cfg(not(unix))]
fn end_of(status: ExitStatus) -> String {
    status.to_string()
}

/// A command with all its descendants, as far as the system tracks them.
#[cfg(unix)]
mod family {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::thread;
    use std::time::{Duration, Instant};

    use anyhow::Result;
    use nix::errno::Errno;
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::signal::{Signal, killpg};
    use nix::sys::time::TimeVal;
    use nix::sys::wait::{WaitPidFlag, waitpid};
    use nix::unistd::Pid;

    /// Makes this process the parent of descendants whose own parent ends.
    pub(super) fn adopt_orphans() {
        // On systems other than Linux, the time of orphans is not counted.
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_child_subreaper(true);
    }

    /// Gives a command its own process group, which its descendants join.
    pub(super) fn set_apart(command: &mut Command) {
        command.process_group(0);
    }

    /// Kills the whole group, which must not survive.
    pub(super) fn kill(child: &Child) {
        let group = Pid::from_raw(child.id() as i32);
        let _ = killpg(group, Signal::SIGKILL);
    }

    /// Waits for adopted descendants, since only the time of reaped processes is counted.
    pub(super) fn bury(grace: Duration) {
        let deadline = Instant::now() + grace;
        while Instant::now() < deadline {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Err(Errno::ECHILD) => return,
                Ok(status) if status.pid().is_some() => {}
                _ => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Processor seconds and peak memory in bytes of all reaped processes.
    pub(super) fn usage() -> Result<(f64, u64)> {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
        let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
        let cpu_seconds = seconds(usage.user_time()) + seconds(usage.system_time());
        // The kernel counts microseconds; further digits come from the addition.
        let cpu_seconds = (cpu_seconds * 1e6).round() / 1e6;
        // Linux counts in KiB, Apple's systems in bytes.
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
        Ok((cpu_seconds, usage.max_rss().unsigned_abs() * unit))
    }
}

/// Systems that do not report what a child used.
#[cfg(not(unix))]
mod family {
    use std::process::{Child, Command};
    use std::time::Duration;

    use anyhow::{Result, bail};

    pub(super) fn adopt_orphans() {}

    pub(super) fn set_apart(_: &mut Command) {}

    pub(super) fn kill(_: &Child) {}

    pub(super) fn bury(_: Duration) {}

    pub(super) fn usage() -> Result<(f64, u64)> {
        bail!("this system does not tell what a program cost")
    }
}
