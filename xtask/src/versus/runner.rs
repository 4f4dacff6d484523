//! Runs a solver on a level in isolation.

use std::env;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use sokolab_core::Level;

use super::claim::{ClaimVerdict, judge};
use super::interrupt;
use super::levels::plain_text;
use super::measure::Cost;
use super::solver::Solver;

/// The polling interval for the measuring process.
const PAUSE: Duration = Duration::from_millis(10);

/// A temporary folder with copies of the programs, so that a build during a run of hours does not
/// change what is measured. It is removed at the end.
#[derive(Debug)]
pub(super) struct Runner {
    folder: PathBuf,
    limit: u64,
}

impl Runner {
    pub(super) fn new(limit: u64) -> Result<Runner> {
        let folder = env::temp_dir().join(format!("sokolab-versus-{}", process::id()));
        fs::create_dir_all(&folder).context("cannot make a temporary folder")?;
        let runner = Runner { folder, limit };
        runner.keep(&env::current_exe()?, "measure")?;
        Ok(runner)
    }

    /// Copies a program and returns its new path.
    pub(super) fn keep(&self, program: &Path, name: &str) -> Result<PathBuf> {
        let copy = self.folder.join(name);
        fs::copy(program, &copy).with_context(|| format!("cannot copy {}", program.display()))?;
        Ok(copy)
    }

    /// Runs a solver on a level. `None` means that an interrupt ended it.
    pub(super) fn run(
        &self,
        solver: &Solver,
        level: &Level,
    ) -> Result<Option<(Cost, ClaimVerdict)>> {
        let place = self.folder.join("run");
        fs::create_dir_all(&place).context("cannot make a temporary folder")?;
        let (file, report, output) =
            (place.join("level.sok"), place.join("cost.json"), place.join("output.txt"));
        fs::write(&file, plain_text(level)?).context("cannot write a temporary file")?;
        let mut command = Command::new(self.folder.join("measure"));
        let seconds = (2 * self.limit).to_string();
        command.args(["measure", "--seconds", &seconds, "--report"]).arg(&report);
        command.arg("--").args(solver.command(&file, self.limit));
        // Leftovers of a killed script are then removed with the folder.
        command.env("TMPDIR", &place).stdin(Stdio::null()).stdout(File::create(&output)?);
        let mut child = command.spawn().context("the measuring process cannot be started")?;
        let status = wait(&mut child)?;
        if interrupt::is_interrupted() {
            return Ok(None);
        }
        ensure!(status.success(), "{} cannot be run", solver.name);
        let cost = fs::read_to_string(&report).context("the measuring process wrote nothing")?;
        let cost: Cost =
            serde_json::from_str(&cost).context("the measuring process wrote no JSON")?;
        let verdict = judge(BufReader::new(File::open(&output)?), level)?;
        fs::remove_dir_all(&place).context("cannot remove a temporary folder")?;
        Ok(Some((cost, verdict)))
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        // Leftovers in a temporary folder do no harm.
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Waits for the measuring process and forwards interrupts to it: they may reach only us.
fn wait(child: &mut Child) -> Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if interrupt::is_interrupted() {
            stop(child);
            return Ok(child.wait()?);
        }
        thread::sleep(PAUSE);
    }
}

#[cfg(unix)]
fn stop(child: &Child) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let _ = kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM);
}

#[cfg(not(unix))]
fn stop(child: &mut Child) {
    drop(child.kill());
}
