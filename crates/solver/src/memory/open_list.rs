//! The nodes that wait to be expanded, in buckets by priority.
//!
//! A priority is a small number, and so is the second one that decides between equals; among equal
//! ones the last in is the first out. Buckets grow in chunks, so that none is ever copied.

use super::NodeNumber;

/// Numbers in a chunk.
const CHUNK: usize = 1 << 10;

/// The list.
#[derive(Debug, Default)]
pub(crate) struct OpenList {
    rows: Vec<Row>,
    /// No row below this one has a node.
    lowest: usize,
    len: usize,
    bytes: u64,
}

/// All nodes of one first priority.
#[derive(Debug, Default)]
struct Row {
    buckets: Vec<Bucket>,
    lowest: usize,
    len: usize,
}

#[derive(Debug, Default)]
struct Bucket {
    full: Vec<Box<[NodeNumber]>>,
    last: Vec<NodeNumber>,
}

impl OpenList {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes taken by the buckets.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The least first priority, if there is a node.
    pub(crate) fn least(&mut self) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        while self.rows[self.lowest].len == 0 {
            self.lowest += 1;
        }
        Some(self.lowest)
    }

    pub(crate) fn push(&mut self, first: usize, second: usize, node: NodeNumber) {
        if first >= self.rows.len() {
            self.rows.resize_with(first + 1, Row::default);
        }
        let row = &mut self.rows[first];
        if second >= row.buckets.len() {
            row.buckets.resize_with(second + 1, Bucket::default);
        }
        let bucket = &mut row.buckets[second];
        if bucket.last.len() == CHUNK {
            bucket.full.push(std::mem::take(&mut bucket.last).into_boxed_slice());
        }
        if bucket.last.is_empty() {
            bucket.last.reserve_exact(if bucket.full.is_empty() { 8 } else { CHUNK });
        }
        if bucket.last.len() == bucket.last.capacity() {
            bucket.last.reserve_exact(CHUNK - bucket.last.len());
        }
        bucket.last.push(node);
        self.bytes += size_of::<NodeNumber>() as u64;
        row.lowest = row.lowest.min(second);
        row.len += 1;
        self.len += 1;
        self.lowest = self.lowest.min(first);
    }

    /// Takes out the node with the least priority, with that priority.
    pub(crate) fn pop(&mut self) -> Option<(usize, NodeNumber)> {
        let first = self.least()?;
        let row = &mut self.rows[first];
        while row.buckets[row.lowest].is_empty() {
            row.lowest += 1;
        }
        row.len -= 1;
        self.len -= 1;
        self.bytes -= size_of::<NodeNumber>() as u64;
        row.buckets[row.lowest].pop().map(|node| (first, node))
    }
}

impl Bucket {
    fn is_empty(&self) -> bool {
        self.last.is_empty() && self.full.is_empty()
    }

    fn pop(&mut self) -> Option<NodeNumber> {
        if self.last.is_empty() {
            self.last = self.full.pop()?.into_vec();
        }
        self.last.pop()
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
