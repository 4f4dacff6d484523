//! Processor time of this process and its threads.

/// The clocks of processor time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CpuClock {
    /// The time of all threads together.
    Process,
    /// The time of the calling thread.
    Thread,
}

impl CpuClock {
    /// Seconds of processor time spent so far.
    #[cfg(unix)]
    pub(crate) fn seconds(self) -> f64 {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(match self {
            CpuClock::Process => ClockId::ProcessCPUTime,
            CpuClock::Thread => ClockId::ThreadCPUTime,
        });
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }

    /// Without such a clock, the time since the first call.
    #[cfg(not(unix))]
    pub(crate) fn seconds(self) -> f64 {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64()
    }
}
