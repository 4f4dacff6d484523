//! One monitored run of the program: how it ended, what it used, what it wrote.
//!
//! The kernel is polled every millisecond. Peak memory is read while the process runs, and its
//! processor time when it has ended but has not been waited for; only the memory of the last
//! millisecond can be missed.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use super::kernel;
use super::session::{Session, SessionEnd, Terminal};

/// The polling interval.
const PAUSE: Duration = Duration::from_millis(1);

/// A process that uses more memory is killed, to protect the machine.
const RESIDENT_BYTES_MAX: u64 = 4 << 30;

/// Maximum number of bytes of each stream that are read back.
const KEPT_BYTES_MAX: u64 = 64 << 20;

/// What a process reads from standard input.
#[derive(Clone, Debug)]
pub(super) enum Feed {
    /// The null device.
    Nothing,
    /// A file.
    File(PathBuf),
    /// A pipe that stays open without any data.
    Silence,
    /// A pipe with this text repeated, up to this many bytes in total.
    Repeated(Vec<u8>, u64),
}

/// What reads the standard output of a process.
#[derive(Clone, Debug)]
pub(super) enum Drain {
    /// A file, whose content ends up in [`RunResult::stdout`].
    Kept,
    /// A pipe whose reader goes away after the first line.
    FirstLine,
    /// A file that is opened for writing, such as a device.
    Device(PathBuf),
}

/// A signal is sent after this many times the processor time of the shot, measured by wall clock.
const PATIENCE_FACTOR: u32 = 5;

/// A signal to send.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignalPlan {
    pub(super) signal: Signal,
    /// The processor time that the process must have used by then, so that a busy machine changes
    /// nothing; if it does not get there, the signal is sent after [`PATIENCE_FACTOR`] times as
    /// long. No signal is sent before the process catches interrupts, except `SIGKILL`, which
    /// cannot be caught.
    pub(super) after: Duration,
}

/// The user that a process runs as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum User {
    Ours,
    /// Nobody's, if we are root.
    Nobody,
}

/// A run to make.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) arguments: Vec<OsString>,
    pub(super) feed: Feed,
    pub(super) drain: Drain,
    /// A terminal instead of standard input and output.
    pub(super) session: Option<Session>,
    /// Redirections that close streams before the program starts, in shell syntax: `2>&-`.
    pub(super) closed: &'static str,
    pub(super) shot: Option<SignalPlan>,
    /// When it should end by itself.
    pub(super) due: Option<Duration>,
    /// When it is killed if it is still running.
    pub(super) patience: Duration,
    pub(super) user: User,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Code(i32),
    Signal(i32),
    /// We killed it, because it took too long or used too much memory.
    Killed,
}

/// The observations of a run.
#[derive(Clone, Debug)]
pub(super) struct RunResult {
    pub(super) end: End,
    pub(super) seconds: f64,
    /// User and system time of all its threads.
    pub(super) cpu_seconds: f64,
    /// Peak resident memory.
    pub(super) resident_bytes: u64,
    /// Seconds spent waiting for a processor at the beginning.
    pub(super) early_waited_seconds: f64,
    /// Seconds spent waiting for a processor after it should have ended: the delay of a busy
    /// machine.
    pub(super) late_waited_seconds: f64,
    /// Seconds from the signal to the end; `None` if it ended before the signal.
    pub(super) reaction_seconds: Option<f64>,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

impl Run {
    /// A run with these arguments, no input, and a limit of two minutes.
    pub(super) fn new<I: IntoIterator<Item: Into<OsString>>>(arguments: I) -> Run {
        Run {
            arguments: arguments.into_iter().map(Into::into).collect(),
            feed: Feed::Nothing,
            drain: Drain::Kept,
            session: None,
            closed: "",
            shot: None,
            due: None,
            patience: Duration::from_secs(120),
            user: User::Ours,
        }
    }

    /// Runs `program` in `folder`; its streams are stored in `streams` meanwhile.
    pub(super) fn start(&self, program: &Path, folder: &Path, streams: &Path) -> Result<RunResult> {
        let (out, err) = (streams.join("stdout"), streams.join("stderr"));
        let mut command = self.command(program);
        command.args(&self.arguments).current_dir(folder).process_group(0);
        command.stdin(match &self.feed {
            Feed::Nothing => Stdio::null(),
            Feed::File(path) => File::open(path)?.into(),
            Feed::Silence | Feed::Repeated(..) => Stdio::piped(),
        });
        command.stdout(match &self.drain {
            Drain::Kept => File::create(&out)?.into(),
            Drain::FirstLine => Stdio::piped(),
            Drain::Device(path) => Stdio::from(File::options().write(true).open(path)?),
        });
        command.stderr(File::create(&err)?);
        let terminal = self.session.as_ref().map(Terminal::open).transpose()?;
        if let Some(terminal) = &terminal {
            command.stdin(terminal.stream()?).stdout(terminal.stream()?);
            if self.session.as_ref().is_some_and(|it| it.end != SessionEnd::Program) {
                command.stderr(terminal.stream()?);
            }
        }
        // Nothing of the person who runs this is touched.
        command.env("HOME", folder).env("XDG_DATA_HOME", folder).env("TERM", "xterm-256color");
        if self.user == User::Nobody && nix::unistd::geteuid().is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        let start = Instant::now();
        let mut child = command.spawn().context("the program cannot be started")?;
        // It holds copies of the streams.
        drop(command);
        if let (Some(terminal), Some(session)) = (terminal, &self.session) {
            terminal.begin(session.clone());
        }
        let input = child.stdin.take();
        let idle = self.feed_in(input);
        if let Some(pipe) = child.stdout.take() {
            read_first_line(pipe);
        }
        let mut ended = self.watch(&mut child, start)?;
        drop(idle);
        if matches!(self.drain, Drain::Kept) {
            ended.stdout = kept(&out, KEPT_BYTES_MAX)?;
        }
        ended.stderr = kept(&err, KEPT_BYTES_MAX)?;
        Ok(ended)
    }

    fn command(&self, program: &Path) -> Command {
        if self.closed.is_empty() {
            return Command::new(program);
        }
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec \"$0\" \"$@\" {}", self.closed)).arg(program);
        shell
    }

    /// Starts to write to the process. The returned value keeps a silent pipe open.
    fn feed_in(&self, pipe: Option<ChildStdin>) -> Option<ChildStdin> {
        let mut pipe = pipe?;
        let Feed::Repeated(text, bytes_max) = &self.feed else { return Some(pipe) };
        // Large chunks: a short text would cost a system call each.
        let text = text.repeat((64 << 10) / text.len().max(1) + 1);
        let mut left = *bytes_max;
        thread::spawn(move || {
            while left > 0 {
                let piece = &text[..text.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
                // The process has ended or closed its input.
                if pipe.write_all(piece).is_err() {
                    return;
                }
                left -= piece.len() as u64;
            }
        });
        None
    }

    fn watch(&self, child: &mut Child, start: Instant) -> Result<RunResult> {
        let pid = Pid::from_raw(child.id() as i32);
        let mut watch = Watch::default();
        let mut is_killed = false;
        let status = loop {
            let own_wait = kernel::own_wait_seconds();
            let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
            let status = waitid(Id::Pid(pid), flags)?;
            if status != WaitStatus::StillAlive {
                watch.see_end(pid, self.is_over_due(&watch, start));
                break status;
            }
            watch.own_wait_seconds = own_wait;
            watch.look(pid);
            if watch.shot_at.is_none()
                && let Some(shot) = self.shot.filter(|shot| watch.is_time_for(pid, *shot, start))
            {
                watch.shot_at = Some(Instant::now());
                kill(pid, shot.signal)?;
            }
            if self.is_over_due(&watch, start) {
                watch.late.look(pid);
            }
            let is_too_much = watch.resident_bytes > RESIDENT_BYTES_MAX;
            if (start.elapsed() >= self.patience || is_too_much) && !is_killed {
                is_killed = true;
                let _ = killpg(pid, Signal::SIGKILL);
            }
            thread::sleep(PAUSE);
        };
        let now = Instant::now();
        let now = now.checked_sub(watch.own_delay).unwrap_or(now);
        let cpu_seconds = kernel::cpu_seconds(pid);
        child.wait()?;
        let end = match status {
            _ if is_killed => End::Killed,
            WaitStatus::Exited(_, code) => End::Code(code),
            WaitStatus::Signaled(_, signal, _) => End::Signal(signal as i32),
            other => anyhow::bail!("the program ended in an unknown way: {other:?}"),
        };
        Ok(RunResult {
            end,
            seconds: (now - start).as_secs_f64(),
            cpu_seconds,
            resident_bytes: watch.resident_bytes,
            early_waited_seconds: watch.early_waited_seconds,
            late_waited_seconds: watch.late.waited_seconds(),
            reaction_seconds: watch.shot_at.map(|at| (now - at).as_secs_f64()),
            stdout: Vec::new(),
            stderr: Vec::new(),
        })
    }
}

impl Run {
    /// Whether it should have ended by now.
    fn is_over_due(&self, watch: &Watch, start: Instant) -> bool {
        watch.shot_at.is_some() || self.due.is_some_and(|due| start.elapsed() >= due)
    }
}

/// The observations of a running process.
#[derive(Default)]
struct Watch {
    resident_bytes: u64,
    /// When it began to catch interrupts.
    listens_since: Option<Instant>,
    early_waited_seconds: f64,
    shot_at: Option<Instant>,
    /// Counts from the moment at which it should end.
    late: kernel::Waits,
    /// How long this thread had waited for a processor when it last saw the process alive.
    own_wait_seconds: f64,
    /// How long this thread waited for a processor before it could see the end.
    own_delay: Duration,
}

impl Watch {
    fn look(&mut self, pid: Pid) {
        let state = kernel::status(pid);
        self.resident_bytes = self.resident_bytes.max(state.resident_bytes_max);
        if self.listens_since.is_none() && state.catches_interrupts {
            self.listens_since = Some(Instant::now());
            let mut waits = kernel::Waits::from_the_start();
            waits.look(pid);
            self.early_waited_seconds = waits.waited_seconds();
        }
    }

    /// Takes the delays of a busy machine off the moment at which the end is seen: the last wait of
    /// the process, and beyond that the wait of this thread.
    fn see_end(&mut self, pid: Pid, is_over_due: bool) {
        let before = self.late.waited_seconds();
        if is_over_due {
            self.late.look(pid);
        }
        let own = kernel::own_wait_seconds() - self.own_wait_seconds;
        let of_process = self.late.waited_seconds() - before;
        self.own_delay = Duration::from_secs_f64((own - of_process).max(0.0));
    }

    fn is_time_for(&self, pid: Pid, shot: SignalPlan, start: Instant) -> bool {
        let is_kill = shot.signal == Signal::SIGKILL;
        let from = if is_kill { Some(start) } else { self.listens_since };
        let is_late = |from: Instant| from.elapsed() >= shot.after * PATIENCE_FACTOR;
        from.is_some_and(|from| {
            is_late(from) || kernel::cpu_seconds(pid) >= shot.after.as_secs_f64()
        })
    }
}

/// The conventional number of the user and group without rights.
const NOBODY: u32 = 65534;

fn read_first_line(pipe: impl Read + Send + 'static) {
    thread::spawn(move || {
        // An error ends the pipe just like a line.
        let _ = BufReader::new(pipe).read_until(b'\n', &mut Vec::new());
    });
}

/// The beginning of a stream, in at most `bytes_max` bytes of complete lines if it has more, and
/// its last line if that is incomplete.
fn kept(path: &Path, bytes_max: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = File::open(path)?;
    (&file).take(bytes_max).read_to_end(&mut bytes)?;
    if file.metadata()?.len() > bytes_max {
        bytes.truncate(after_last_line(&bytes));
        let mut end = Vec::new();
        file.seek(SeekFrom::End(-(bytes_max as i64)))?;
        file.read_to_end(&mut end)?;
        bytes.extend_from_slice(&end[after_last_line(&end)..]);
    }
    fs::remove_file(path)?;
    Ok(bytes)
}

/// The place after the last complete line.
fn after_last_line(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |it| it + 1)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use nix::sys::signal::Signal;

    use super::{Drain, End, Feed, Run, RunResult, SignalPlan};

    /// Runs a shell script.
    fn run(name: &str, script: &str, change: impl FnOnce(&mut Run)) -> RunResult {
        let folder = std::env::temp_dir().join(format!("abuse-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut run = Run::new(["-c", script]);
        change(&mut run);
        let ended = run.start(Path::new("/bin/sh"), &folder, &folder).expect("a shell");
        std::fs::remove_dir_all(&folder).expect("it was just made");
        ended
    }

    #[test]
    fn codes_and_streams_are_seen() {
        let ended = run("streams", "cat; echo no >&2; exit 3", |run| {
            run.feed = Feed::Repeated(b"ab".to_vec(), 5);
        });
        assert_eq!(ended.end, End::Code(3));
        assert_eq!(
            (ended.stdout.as_slice(), ended.stderr.as_slice()),
            (&b"ababa"[..], &b"no\n"[..])
        );
        assert_eq!(ended.reaction_seconds, None);
    }

    #[test]
    fn time_and_memory_are_seen() {
        let ended = run("cost", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done", |_| {});
        assert!(ended.cpu_seconds > 0.01 && ended.seconds > 0.01, "{ended:?}");
        assert!(ended.resident_bytes > 1 << 16, "{ended:?}");
    }

    #[test]
    fn a_signal_is_sent_when_it_is_caught_and_the_reaction_is_measured() {
        // A shell cannot trap SIGINT if it was started with that signal ignored, as background jobs
        // are.
        let script = "trap 'sleep 0.2; exit 143' TERM; while :; do sleep 0.01; done";
        let ended = run("signal", script, |run| {
            let after = Duration::from_millis(50);
            run.shot = Some(SignalPlan { signal: Signal::SIGTERM, after });
        });
        assert_eq!(ended.end, End::Code(143));
        assert!(ended.reaction_seconds.is_some_and(|it| it >= 0.2), "{ended:?}");
    }

    #[test]
    fn patience_ends() {
        let ended = run("patience", "sleep 60", |run| run.patience = Duration::from_millis(100));
        assert_eq!(ended.end, End::Killed);
        assert!(ended.seconds < 30.0);
    }

    #[test]
    fn only_a_line_that_the_program_cuts_is_incomplete() {
        let path = std::env::temp_dir().join(format!("abuse-kept-{}", std::process::id()));
        let kept = |text: &str| {
            std::fs::write(&path, text).expect("a file");
            String::from_utf8(super::kept(&path, 8).expect("a file")).expect("text")
        };
        assert_eq!(kept("one\ntwo\n"), "one\ntwo\n");
        assert_eq!(kept("one\ntwo\nthree\n"), "one\ntwo\n");
        assert_eq!(kept("one\nthree\nfour\nfi"), "one\nfi");
    }

    #[test]
    fn a_reader_goes_away_after_a_line() {
        let ended = run("line", "while :; do echo a; done", |run| run.drain = Drain::FirstLine);
        assert_eq!(ended.end, End::Signal(Signal::SIGPIPE as i32));
    }
}
