//! Process information from the Linux kernel.

use std::collections::BTreeMap;
use std::fs;

use nix::sys::signal::Signal;
use nix::unistd::{Pid, SysconfVar, sysconf};

/// The status of a running process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Status {
    /// Peak resident memory.
    pub(super) resident_bytes_max: u64,
    /// Whether it has a handler for `SIGINT`.
    pub(super) catches_interrupts: bool,
}

/// The status of a process; the default if it has ended.
pub(super) fn status(pid: Pid) -> Status {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    status_in(&text)
}

fn status_in(text: &str) -> Status {
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_whitespace().next()
    };
    let kibibytes: u64 = field("VmHWM").and_then(|it| it.parse().ok()).unwrap_or(0);
    let caught = field("SigCgt").and_then(|it| u64::from_str_radix(it, 16).ok()).unwrap_or(0);
    Status {
        resident_bytes_max: kibibytes << 10,
        catches_interrupts: [Signal::SIGINT, Signal::SIGTERM]
            .into_iter()
            .any(|signal| caught >> (signal as u32 - 1) & 1 == 1),
    }
}

/// The processor time of a process and its threads, even if it has ended but has not been waited
/// for.
pub(super) fn cpu_seconds(pid: Pid) -> f64 {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let ticks = ticks_in(&text).unwrap_or(0);
    let a_second = sysconf(SysconfVar::CLK_TCK).ok().flatten().unwrap_or(100);
    ticks as f64 / a_second as f64
}

/// The sum of the 14th and the 15th field. The second, a name in parentheses, may contain anything.
fn ticks_in(text: &str) -> Option<u64> {
    let (_, rest) = text.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}

/// How long the threads of a process have waited for a processor since the first look.
#[derive(Clone, Debug, Default)]
pub(super) struct Waits {
    /// Initial nanoseconds of each thread; `None` before the first look.
    first: Option<BTreeMap<String, u64>>,
    nanoseconds_max: u64,
}

impl Waits {
    /// Counts from the start of the process.
    pub(super) fn from_the_start() -> Waits {
        Waits { first: Some(BTreeMap::new()), nanoseconds_max: 0 }
    }

    /// Updates the waits of all threads.
    pub(super) fn look(&mut self, pid: Pid) {
        let now = delays(pid);
        let first = self.first.get_or_insert_with(|| now.clone());
        let waited = now.iter().map(|(id, it)| it - it.min(first.get(id).unwrap_or(&0)));
        self.nanoseconds_max = self.nanoseconds_max.max(waited.max().unwrap_or(0));
    }

    /// The wait of the thread that waited longest.
    pub(super) fn waited_seconds(&self) -> f64 {
        self.nanoseconds_max as f64 / 1e9
    }
}

/// How long the calling thread has waited for a processor; 0 where the kernel does not report it.
pub(super) fn own_wait_seconds() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    wait_in(&text).unwrap_or(0) as f64 / 1e9
}

/// The second number: nanoseconds spent waiting.
fn wait_in(text: &str) -> Option<u64> {
    text.split_whitespace().nth(1)?.parse().ok()
}

/// The wait of each thread of a process, in nanoseconds; empty where the kernel does not report it.
fn delays(pid: Pid) -> BTreeMap<String, u64> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let delay = |it: fs::DirEntry| {
        let text = fs::read_to_string(it.path().join("schedstat")).ok()?;
        let delay = wait_in(&text)?;
        Some((it.file_name().to_string_lossy().into_owned(), delay))
    };
    threads.filter_map(delay).collect()
}

#[cfg(test)]
mod tests {
    use super::{Status, status_in, ticks_in, wait_in};

    #[test]
    fn memory_and_handlers_are_read() {
        let text = "Name:\tsoko\nVmHWM:\t    2048 kB\nSigCgt:\t0000000000004002\n";
        let expected = Status { resident_bytes_max: 2 << 20, catches_interrupts: true };
        assert_eq!(status_in(text), expected);
        // In the background SIGINT may be ignored.
        assert!(status_in("SigCgt:\t0000000000004000\n").catches_interrupts);
        assert_eq!(status_in("SigCgt:\t0000000000000400\n"), Status::default());
    }

    #[test]
    fn waits_are_read() {
        assert_eq!(wait_in("123456 789 10\n"), Some(789));
        assert_eq!(wait_in(""), None);
    }

    #[test]
    fn processor_time_is_read_after_the_name() {
        let text = "7 (a) b) R 1 7 7 0 -1 4194304 90 0 0 0 25 17 0 0 20 0 1 0 100";
        assert_eq!(ticks_in(text), Some(42));
        assert_eq!(ticks_in(""), None);
    }
}
