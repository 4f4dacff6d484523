//! The work on one question: its limits, its time and its watch.

use sokolab::{Budget, ImprovementProgress, Progress, Stop};
use sokolab_wire::Spent;

use crate::event::Event;
use crate::limits::Limits;
use crate::watch::Watch;

/// Seconds between two reports on progress.
const SECONDS_BETWEEN_REPORTS: f64 = 0.1;

/// The work on one question.
pub(crate) struct Job<'a> {
    pub(crate) limits: Limits,
    watch: &'a dyn Watch,
    begin: f64,
    end: f64,
    next_report: f64,
}

impl<'a> Job<'a> {
    pub(crate) fn new(limits: Limits, watch: &'a dyn Watch) -> Job<'a> {
        let begin = watch.seconds();
        Job { limits, watch, begin, end: begin + limits.seconds_max, next_report: begin }
    }

    /// Limits the work to `seconds` from its start, if that is less than the limit.
    pub(crate) fn limit_seconds(&mut self, seconds: f64) {
        self.end = self.begin + seconds.clamp(0.0, self.limits.seconds_max);
    }

    /// What a search may spend beside time.
    pub(crate) fn budget(&self, nodes: Option<u64>) -> Budget {
        Budget {
            nodes_max: nodes.unwrap_or(u64::MAX),
            memory_bytes_max: self.limits.memory_bytes_max,
        }
    }

    /// The observer of a search.
    pub(crate) fn look(&mut self, progress: &Progress) -> Option<Stop> {
        if self.is_report_due() {
            self.watch.tell(Event::of_search(progress, self.seconds()));
        }
        self.stop()
    }

    /// The observer of the work on a solution.
    pub(crate) fn look_at_improvement(&mut self, progress: &ImprovementProgress) -> Option<Stop> {
        if self.is_report_due() {
            self.watch.tell(Event::of_improvement(progress, self.seconds()));
        }
        self.stop()
    }

    pub(crate) fn tell(&self, event: Event) {
        self.watch.tell(event);
    }

    /// Why the work must end now, if it must.
    pub(crate) fn stop(&self) -> Option<Stop> {
        if self.watch.is_cancelled() {
            return Some(Stop::Interrupted);
        }
        (self.watch.seconds() > self.end).then_some(Stop::Time)
    }

    /// Whether to continue, for work that polls from several threads.
    pub(crate) fn keep_going(&self) -> impl Fn() -> bool + Sync + use<'a> {
        let (watch, end) = (self.watch, self.end);
        move || !watch.is_cancelled() && watch.seconds() <= end
    }

    /// Seconds since the work began.
    pub(crate) fn seconds(&self) -> f64 {
        self.watch.seconds() - self.begin
    }

    /// What the work has cost so far.
    pub(crate) fn spent(&self) -> Spent {
        Spent { seconds: self.seconds(), cpu_seconds: 0.0 }
    }

    fn is_report_due(&mut self) -> bool {
        let now = self.watch.seconds();
        let is_due = now >= self.next_report;
        if is_due {
            self.next_report = now + SECONDS_BETWEEN_REPORTS;
        }
        is_due
    }
}
