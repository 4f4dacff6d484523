//! The open list: nodes that wait to be expanded, in buckets by priority.
//!
//! A node has a first priority and a second one that breaks ties, both small numbers; among equals
//! the last in is the first out. Buckets grow in chunks, so that none is ever copied, and an empty
//! bucket takes no memory.

use std::collections::BTreeMap;

use super::NodeNumber;

/// The number of nodes in a chunk.
const CHUNK: usize = 1 << 10;

/// The open list.
#[derive(Debug, Default)]
pub(crate) struct OpenList {
    rows: Vec<Row>,
    /// No row below this one has a node.
    lowest: usize,
    len: usize,
    bytes: u64,
}

/// All nodes of one first priority, by their second one.
type Row = BTreeMap<usize, Bucket>;

/// The overhead of a row or a bucket, in bytes.
const FRAME_BYTES: u64 = 64;

#[derive(Debug, Default)]
struct Bucket {
    full: Vec<Box<[NodeNumber]>>,
    last: Vec<NodeNumber>,
}

impl OpenList {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The memory of the buckets, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The least first priority, if the list is not empty.
    pub(crate) fn least(&mut self) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        while self.rows[self.lowest].is_empty() {
            self.lowest += 1;
        }
        Some(self.lowest)
    }

    /// The number of nodes with the least first priority, once `least` has looked for it.
    pub(crate) fn count_of_least(&self) -> usize {
        self.rows.get(self.lowest).map_or(0, |row| row.values().map(Bucket::len).sum())
    }

    pub(crate) fn push(&mut self, first: usize, second: usize, node: NodeNumber) {
        if first >= self.rows.len() {
            self.bytes += (first + 1 - self.rows.len()) as u64 * FRAME_BYTES;
            self.rows.resize_with(first + 1, Row::default);
        }
        let bucket = self.rows[first].entry(second).or_default();
        if bucket.last.is_empty() {
            self.bytes += FRAME_BYTES;
        }
        bucket.push(node);
        self.bytes += size_of::<NodeNumber>() as u64;
        self.len += 1;
        self.lowest = self.lowest.min(first);
    }

    /// Removes the node with the least priority and returns it with its first priority.
    pub(crate) fn pop(&mut self) -> Option<(usize, NodeNumber)> {
        let first = self.least()?;
        let mut entry = self.rows[first].first_entry()?;
        let node = entry.get_mut().pop()?;
        self.len -= 1;
        self.bytes -= size_of::<NodeNumber>() as u64;
        if entry.get().is_empty() {
            entry.remove();
            self.bytes -= FRAME_BYTES;
        }
        Some((first, node))
    }
}

impl Bucket {
    fn is_empty(&self) -> bool {
        self.last.is_empty() && self.full.is_empty()
    }

    fn len(&self) -> usize {
        self.full.len() * CHUNK + self.last.len()
    }

    fn push(&mut self, node: NodeNumber) {
        if self.last.len() == CHUNK {
            self.full.push(std::mem::take(&mut self.last).into_boxed_slice());
            self.last.reserve_exact(CHUNK);
        } else if self.last.len() == self.last.capacity() && self.last.len() >= CHUNK / 4 {
            self.last.reserve_exact(CHUNK - self.last.len());
        }
        self.last.push(node);
    }

    /// Removes the last node. Keeps the last chunk non-empty as long as there is another.
    fn pop(&mut self) -> Option<NodeNumber> {
        let node = self.last.pop()?;
        if self.last.is_empty()
            && let Some(chunk) = self.full.pop()
        {
            self.last = chunk.into_vec();
        }
        Some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::OpenList;
    use sokolab_core::testing::Chance;

    #[test]
    fn the_least_comes_first_and_the_last_in_breaks_ties() {
        let mut open = OpenList::default();
        let mut all = Vec::new();
        let mut chance = Chance::new(9);
        for node in 0..20_000_u32 {
            let (first, second) = (chance.below(5), chance.below(3));
            open.push(first, second, node);
            all.push((first, second, std::cmp::Reverse(node)));
        }
        all.sort_unstable();
        for (first, _, node) in all {
            assert_eq!(open.pop(), Some((first, node.0)));
        }
        assert_eq!((open.pop(), open.least(), open.len()), (None, None, 0));
    }

    #[test]
    fn a_lower_priority_may_come_late() {
        let mut open = OpenList::default();
        open.push(4, 0, 1);
        assert_eq!(open.least(), Some(4));
        open.push(2, 7, 2);
        open.push(2, 1, 3);
        assert_eq!(
            [open.pop(), open.pop(), open.pop()],
            [Some((2, 3)), Some((2, 2)), Some((4, 1))]
        );
    }
}
