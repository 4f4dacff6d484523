//! The table that the two sides of a parallel bidirectional search share: costs by state hash.
//!
//! It consists of many small tables with a lock each, so that threads hardly ever wait for each
//! other. Hashes are not exact; before a meeting is used, the state must be looked up on both
//! sides.

use std::sync::Mutex;

use super::hash::FixedMap;

/// The number of small tables.
const SHARDS: usize = 256;

/// Bytes per state, including the room of a growing table.
const ENTRY_BYTES: u64 = 32;

/// A side of the bidirectional search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Forwards,
    Backwards,
}

/// The shared table.
#[derive(Debug)]
pub(crate) struct MeetTable {
    shards: Vec<Mutex<FixedMap<u64, [u16; 2]>>>,
}

/// The cost of a state that a side has not reached.
const NEVER: u16 = u16::MAX;

impl MeetTable {
    pub(crate) fn new() -> MeetTable {
        MeetTable { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    /// The memory for this many states, in bytes.
    pub(crate) fn bytes(states: usize) -> u64 {
        states as u64 * ENTRY_BYTES
    }

    /// Records that a side has reached a state at this cost. If the other side has reached it too,
    /// returns the cost of a solution through it.
    pub(crate) fn visit(&self, side: Side, hash: u64, cost: u16) -> Option<u32> {
        let shard = &self.shards[(hash >> 32) as usize % SHARDS];
        let mut shard = shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let costs = shard.entry(hash).or_insert([NEVER; 2]);
        let (own, other) = match side {
            Side::Forwards => (0, 1),
            Side::Backwards => (1, 0),
        };
        costs[own] = costs[own].min(cost);
        let other = costs[other];
        (other != NEVER).then(|| u32::from(cost) + u32::from(other))
    }
}

#[cfg(test)]
mod tests {
    use super::{MeetTable, Side};

    #[test]
    fn the_sides_meet_where_both_have_been() {
        let table = MeetTable::new();
        assert_eq!(table.visit(Side::Forwards, 7, 3), None);
        assert_eq!(table.visit(Side::Forwards, 8, 1), None);
        assert_eq!(table.visit(Side::Backwards, 7, 5), Some(8));
        assert_eq!(table.visit(Side::Forwards, 7, 2), Some(7));
    }
}
