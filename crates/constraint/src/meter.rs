//! What a technique has spent, and whether it may spend more.

use sokolab_core::{Board, State};

use crate::watch::{Rung, Visits};

/// Why it had to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The nodes were spent.
    Nodes,
    /// The memory was spent.
    Memory,
    /// The caller said so.
    Told,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Nodes, choices or conflicts.
    pub nodes: u64,
    /// The least number of moves or pushes that a solution can have.
    pub lower_bound: u64,
    /// The least number of pushes that a solution can have.
    pub pushes_min: u64,
    /// Bytes taken.
    pub bytes: u64,
}

/// Counts what is spent, and asks the caller now and then.
pub struct Meter<'a> {
    keep_going: &'a mut dyn FnMut(&Spent) -> bool,
    nodes_max: u64,
    bytes_max: u64,
    work: u64,
    /// What is looked at, if somebody watches.
    pub(crate) visits: Option<Visits>,
    /// What has been spent so far.
    pub spent: Spent,
}

/// Units between two questions: a few milliseconds.
const WORK_BETWEEN_QUESTIONS: u64 = 50_000;

impl<'a> Meter<'a> {
    /// As many nodes and bytes, as long as `keep_going` says yes.
    pub fn new(
        nodes_max: u64,
        bytes_max: u64,
        keep_going: &'a mut dyn FnMut(&Spent) -> bool,
    ) -> Meter<'a> {
        Meter { keep_going, nodes_max, bytes_max, work: 0, visits: None, spent: Spent::default() }
    }

    /// Counts one more node.
    ///
    /// # Errors
    /// If there are enough of them.
    pub(crate) fn count_node(&mut self) -> Result<(), Stop> {
        if self.spent.nodes >= self.nodes_max {
            return Err(Stop::Nodes);
        }
        self.spent.nodes += 1;
        Ok(())
    }

    /// Lets a watcher see a state after so many pushes.
    pub(crate) fn visit(&mut self, board: &Board, pushes: usize, state: &State) {
        if let Some(visits) = &mut self.visits {
            visits.add(pushes, state, board.square_count());
        }
    }

    /// Allows at most so many nodes.
    pub(crate) fn limit_nodes(&mut self, nodes: u64) {
        self.nodes_max = self.nodes_max.min(self.spent.nodes.saturating_add(nodes));
    }

    /// The nodes that are left.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.nodes_max - self.spent.nodes
    }

    /// Counts work, a unit for about a tenth of a microsecond, and asks when it is time.
    pub(crate) fn work(&mut self, units: u64) -> Result<(), Stop> {
        self.work += units;
        if self.work < WORK_BETWEEN_QUESTIONS { Ok(()) } else { self.ask() }
    }

    /// Asks the caller whether to go on.
    pub(crate) fn ask(&mut self) -> Result<(), Stop> {
        self.work = 0;
        if (self.keep_going)(&self.spent) { Ok(()) } else { Err(Stop::Told) }
    }

    /// Tells how many bytes are taken now.
    pub(crate) fn take_bytes(&mut self, bytes: u64) -> Result<(), Stop> {
        self.spent.bytes = self.spent.bytes.max(bytes.min(self.bytes_max));
        if bytes > self.bytes_max { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Raises the least that a solution can cost.
    pub(crate) fn bound(&mut self, least: u64) {
        if let Some(visits) = &mut self.visits {
            visits.ladder.push(Rung { length: least, nodes: self.spent.nodes });
        }
        self.spent.lower_bound = self.spent.lower_bound.max(least);
    }
}

impl std::fmt::Debug for Meter<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Meter").field("spent", &self.spent).finish_non_exhaustive()
    }
}
