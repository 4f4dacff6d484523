//! The budget protocol of every search: what it may spend, what it has spent, and why it stopped.
//!
//! A caller passes a [`Budget`] and an [`Observer`]. The search counts its work with a [`Meter`],
//! which polls the observer every few milliseconds. Searches read no clock: a time limit is an
//! observer that does.

use std::fmt;

crate::named! {
    /// Why a search stopped before it was done, in order of importance: if threads stop for
    /// different reasons, the caller gets the one that it can act on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Stop: "reason to stop" as sentence {
        /// The user or the caller interrupted it.
        Interrupted = "interrupted",
        /// The time limit was reached.
        Time = "time",
        /// The node limit was reached.
        Nodes = "nodes",
        /// The memory limit was reached.
        Memory = "memory",
        /// Everything up to the horizon was searched: there is no solution within it.
        Horizon = "horizon",
        /// The search found nothing but is incomplete, so this proves nothing.
        Incomplete = "incomplete",
        /// Every remaining attempt failed with an internal error.
        Failed = "failed",
    }
}

impl Stop {
    /// Whether the observer stopped the search, rather than a limit of its budget.
    #[must_use]
    pub const fn comes_from_observer(self) -> bool {
        matches!(self, Stop::Time | Stop::Interrupted)
    }

    /// The most important of several reasons, in the order of [`Stop::ALL`].
    #[must_use]
    pub fn weightiest(reasons: impl IntoIterator<Item = Stop>) -> Option<Stop> {
        let rank = |reason: &Stop| Stop::ALL.iter().position(|it| it == reason);
        reasons.into_iter().min_by_key(rank)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Stop::Interrupted => "interrupted",
            Stop::Time => "stopped by the time limit",
            Stop::Nodes => "stopped by the node limit",
            Stop::Memory => "stopped by the memory limit",
            Stop::Horizon => "stopped at the horizon",
            Stop::Incomplete => "found nothing, which proves nothing",
            Stop::Failed => "stopped by an internal error",
        })
    }
}

/// Limits on the work and memory of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    /// Maximum number of nodes to expand.
    pub nodes_max: u64,
    /// Maximum size of tables and arenas, in bytes.
    pub memory_bytes_max: u64,
}

impl Budget {
    /// No limit on nodes or memory.
    pub const UNLIMITED: Budget = Budget { nodes_max: u64::MAX, memory_bytes_max: u64::MAX };

    /// No limit on nodes, and 2 GiB of memory.
    pub const DEFAULT: Budget = Budget { nodes_max: u64::MAX, memory_bytes_max: 2 << 30 };

    /// At most `nodes_max` nodes, and 2 GiB of memory.
    #[must_use]
    pub const fn of_nodes(nodes_max: u64) -> Budget {
        Budget { nodes_max, ..Budget::DEFAULT }
    }

    /// No limit on nodes, and at most `memory_bytes_max` bytes of memory.
    #[must_use]
    pub const fn of_memory(memory_bytes_max: u64) -> Budget {
        Budget { nodes_max: u64::MAX, memory_bytes_max }
    }

    /// The same memory, and at most `nodes_max` nodes.
    #[must_use]
    pub fn with_nodes(self, nodes_max: u64) -> Budget {
        Budget { nodes_max: self.nodes_max.min(nodes_max), ..self }
    }

    /// The budget that is left after `nodes` nodes have been expanded.
    #[must_use]
    pub const fn less_nodes(self, nodes: u64) -> Budget {
        Budget { nodes_max: self.nodes_max.saturating_sub(nodes), ..self }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::DEFAULT
    }
}

/// Counters that describe how far a search has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes expanded.
    pub nodes: u64,
    /// States expanded by auxiliary searches inside the search.
    pub lemma_nodes: u64,
    /// States waiting to be expanded.
    pub open: u64,
    /// Distinct states seen.
    pub seen: u64,
    /// Lower bound on the cost of any solution.
    pub lower_bound: u64,
    /// Cost of the best solution found so far.
    pub best: Option<u64>,
    /// Bytes taken by tables and arenas.
    pub memory_bytes: u64,
}

/// A callback that a search polls regularly; returning a reason stops the search.
pub type Observer<'a> = dyn FnMut(&Progress) -> Option<Stop> + 'a;

/// Units of work between two calls of the observer: a few milliseconds.
const WORK_BETWEEN_QUESTIONS: u64 = 50_000;

/// Counts what a search spends against its [`Budget`] and polls the [`Observer`].
pub struct Meter<'a> {
    observer: &'a mut Observer<'a>,
    work: u64,
    /// The limits.
    pub budget: Budget,
    /// The counters so far; the observer sees them at the next poll.
    pub progress: Progress,
}

impl<'a> Meter<'a> {
    /// A meter with all counters at zero.
    pub fn new<'o: 'a>(budget: Budget, observer: &'a mut Observer<'o>) -> Meter<'a> {
        Meter { observer, work: 0, budget, progress: Progress::default() }
    }

    /// Counts one more node.
    ///
    /// # Errors
    /// If the budget allows no more of them.
    pub fn count_node(&mut self) -> Result<(), Stop> {
        if self.progress.nodes >= self.budget.nodes_max {
            return Err(Stop::Nodes);
        }
        self.progress.nodes += 1;
        Ok(())
    }

    /// Nodes that the budget still allows.
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.budget.nodes_max.saturating_sub(self.progress.nodes)
    }

    /// Counts work in units of about a tenth of a microsecond, and polls the observer when enough
    /// has accumulated since the last poll.
    ///
    /// # Errors
    /// If the observer stops the search.
    #[inline]
    pub fn work(&mut self, units: u64) -> Result<(), Stop> {
        self.work += units;
        if self.work < WORK_BETWEEN_QUESTIONS { Ok(()) } else { self.ask() }
    }

    /// Polls the observer now.
    ///
    /// # Errors
    /// If the observer stops the search.
    #[cold]
    pub fn ask(&mut self) -> Result<(), Stop> {
        self.work = 0;
        (self.observer)(&self.progress).map_or(Ok(()), Err)
    }

    /// Passes the progress of a subsearch, which has its own meter, to the observer.
    pub fn tell(&mut self, progress: &Progress) -> Option<Stop> {
        (self.observer)(progress)
    }

    /// Records the number of bytes in use.
    ///
    /// # Errors
    /// If that is more than the budget allows.
    pub fn take_bytes(&mut self, bytes: u64) -> Result<(), Stop> {
        let most = self.budget.memory_bytes_max;
        self.progress.memory_bytes = self.progress.memory_bytes.max(bytes.min(most));
        if bytes > most { Err(Stop::Memory) } else { Ok(()) }
    }
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Meter")
            .field("budget", &self.budget)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Meter, Stop};

    #[test]
    fn a_budget_ends_a_search() {
        let mut observer = |_: &_| None;
        let budget = Budget { nodes_max: 2, memory_bytes_max: 100 };
        let mut meter = Meter::new(budget, &mut observer);
        assert_eq!([meter.count_node(), meter.count_node()], [Ok(()), Ok(())]);
        assert_eq!((meter.nodes_left(), meter.count_node()), (0, Err(Stop::Nodes)));
        assert_eq!((meter.take_bytes(60), meter.take_bytes(40)), (Ok(()), Ok(())));
        assert_eq!((meter.progress.nodes, meter.progress.memory_bytes), (2, 60));
        assert_eq!(meter.take_bytes(101), Err(Stop::Memory));
        assert_eq!(meter.progress.memory_bytes, 100);
    }

    #[test]
    fn the_observer_is_asked_when_enough_was_done() {
        let mut questions = 0;
        let mut observer = |_: &_| {
            questions += 1;
            (questions == 2).then_some(Stop::Time)
        };
        let mut meter = Meter::new(Budget::UNLIMITED, &mut observer);
        assert_eq!(meter.work(49_999), Ok(()));
        assert_eq!(meter.work(1), Ok(()));
        assert_eq!(meter.work(49_999), Ok(()));
        assert_eq!(meter.work(1), Err(Stop::Time));
        assert_eq!(questions, 2);
    }

    #[test]
    fn an_interrupt_outweighs_limits() {
        let reasons = [Stop::Memory, Stop::Interrupted, Stop::Time];
        assert_eq!(Stop::weightiest(reasons), Some(Stop::Interrupted));
        assert_eq!(Stop::weightiest([]), None);
        assert!(Stop::ALL.iter().all(|&it| it.name().parse() == Ok(it)));
    }
}
