//! Processor time of the running thread, and an observer that stops a search by it.

use std::time::Duration;

use sokolab::{Progress, Stop};

/// Processor time that this thread has used.
#[cfg(unix)]
pub(super) fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Time since the first call: the best that is at hand elsewhere.
#[cfg(not(unix))]
pub(super) fn now() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Stops a search after this much processor time.
pub(super) fn limit(time: Duration) -> impl FnMut(&Progress) -> Option<Stop> {
    let end = now() + time;
    move |_| (now() > end).then_some(Stop::Time)
}
