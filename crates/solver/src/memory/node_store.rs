//! The node store: distinct states in order of discovery, each with its parent.
//!
//! A node is the state's key and two more words: 32 bytes for up to 128 squares that a box can
//! stand on. Nodes lie in chunks that never move, and a hash table finds their numbers. Two states
//! are the same only if their keys and keepers are equal, so lookups are exact. The hash table
//! grows without a pause: entries move from the old table to the new one a few at a time, so that
//! time limits are kept whatever its size.

use crate::leg::{Action, Leg};

/// The binary logarithm of the number of nodes in a chunk, and the most words of a chunk. Large
/// nodes lie in smaller chunks.
const CHUNK_BITS: u32 = 12;
const CHUNK_WORDS_MAX: usize = 1 << 17;

/// The number of entries that move to the new table whenever a node is inserted.
const MOVED_AT_ONCE: usize = 8;

/// The memory limit leaves no room for another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// The index of a node, in order of discovery.
pub(crate) type NodeNumber = u32;

/// How a node was reached, and its costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) parent: NodeNumber,
    /// The edge from the parent.
    pub(crate) leg: Leg,
    /// The cost so far, and the lower bound on the cost still to come.
    pub(crate) cost: u16,
    pub(crate) bound: u16,
    pub(crate) is_closed: bool,
    pub(crate) is_won: bool,
}

/// The node store.
#[derive(Debug)]
pub(crate) struct NodeStore {
    key_words: usize,
    /// The binary logarithm of the number of nodes in a chunk.
    chunk_bits: u32,
    chunks: Vec<Box<[u64]>>,
    count: usize,
    table: Table,
    /// The table before it grew, of which the first `moved` slots have been moved.
    old: Table,
    moved: usize,
    bytes_max: u64,
    bytes_peak: u64,
}

/// A hash table with linear probing. An entry is half a hash and a node number plus one; 0 is free.
type Table = Vec<u64>;

impl NodeStore {
    /// A store for states whose keys have `key_words` words.
    pub(crate) fn new(key_words: usize, bytes_max: u64) -> NodeStore {
        let nodes = (CHUNK_WORDS_MAX / (key_words + 2)).max(1);
        let mut store = NodeStore {
            key_words,
            chunk_bits: CHUNK_BITS.min(nodes.ilog2()),
            chunks: Vec::new(),
            count: 0,
            table: vec![0; 1 << 10],
            old: Vec::new(),
            moved: 0,
            bytes_max,
            bytes_peak: 0,
        };
        store.bytes_peak = store.bytes();
        store
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The peak memory of the store, in bytes.
    pub(crate) fn bytes_peak(&self) -> u64 {
        self.bytes_peak
    }

    /// Changes the memory limit.
    pub(crate) fn set_bytes_max(&mut self, bytes_max: u64) {
        self.bytes_max = bytes_max;
    }

    /// The chunk of a node, and its index within the chunk.
    #[inline]
    fn place_of(&self, number: NodeNumber) -> (usize, usize) {
        (number as usize >> self.chunk_bits, number as usize & ((1 << self.chunk_bits) - 1))
    }

    #[inline]
    fn words(&self, number: NodeNumber) -> &[u64] {
        let stride = self.key_words + 2;
        let (chunk, place) = self.place_of(number);
        &self.chunks[chunk][place * stride..(place + 1) * stride]
    }

    #[inline]
    fn words_mut(&mut self, number: NodeNumber) -> &mut [u64] {
        let stride = self.key_words + 2;
        let (chunk, place) = self.place_of(number);
        &mut self.chunks[chunk][place * stride..(place + 1) * stride]
    }

    #[inline]
    pub(crate) fn key(&self, number: NodeNumber) -> &[u64] {
        &self.words(number)[..self.key_words]
    }

    #[inline]
    pub(crate) fn keeper(&self, number: NodeNumber) -> u16 {
        self.words(number)[self.key_words + 1] as u16
    }

    #[inline]
    pub(crate) fn link(&self, number: NodeNumber) -> Link {
        let words = self.words(number);
        let (costs, way) = (words[self.key_words], words[self.key_words + 1]);
        Link {
            parent: costs as u32,
            cost: (costs >> 32) as u16,
            bound: (costs >> 48) as u16,
            leg: Leg { from: (way >> 16) as u16, action: Action::from_bits((way >> 32) as u8) },
            is_closed: way >> 40 & 1 == 1,
            is_won: way >> 41 & 1 == 1,
        }
    }

    #[inline]
    pub(crate) fn set_link(&mut self, number: NodeNumber, link: Link) {
        let at = self.key_words;
        let words = self.words_mut(number);
        words[at] =
            u64::from(link.parent) | u64::from(link.cost) << 32 | u64::from(link.bound) << 48;
        words[at + 1] = words[at + 1] & 0xFFFF
            | u64::from(link.leg.from) << 16
            | u64::from(link.leg.action.to_bits()) << 32
            | u64::from(link.is_closed) << 40
            | u64::from(link.is_won) << 41;
    }

    /// The node of a state, if it is stored.
    #[inline]
    pub(crate) fn find(&self, key: &[u64], keeper: u16, hash: u64) -> Option<NodeNumber> {
        let found = self.look(&self.table, key, keeper, hash).ok();
        if found.is_some() || self.old.is_empty() {
            return found;
        }
        self.look(&self.old, key, keeper, hash).ok()
    }

    /// Whether a state with this hash may be stored. Compares half of the hash only.
    #[inline]
    pub(crate) fn may_have(&self, hash: u64) -> bool {
        let has = |table: &Table| {
            let (mask, tag) = (table.len() - 1, hash as u32);
            let mut place = tag as usize & mask;
            while table[place] != 0 {
                if (table[place] >> 32) as u32 == tag {
                    return true;
                }
                place = (place + 1) & mask;
            }
            false
        };
        has(&self.table) || !self.old.is_empty() && has(&self.old)
    }

    /// Inserts a state that is not yet stored.
    pub(crate) fn insert(
        &mut self,
        key: &[u64],
        keeper: u16,
        hash: u64,
        link: Link,
    ) -> Result<NodeNumber, Full> {
        if self.count * 4 >= self.table.len() * 3 {
            self.grow()?;
        }
        self.move_some();
        let number = self.add(key, keeper)?;
        self.set_link(number, link);
        put(&mut self.table, hash << 32 | u64::from(number + 1));
        Ok(number)
    }

    /// The node of a state, or the free slot where the search for it ended.
    #[inline]
    fn look(&self, table: &Table, key: &[u64], keeper: u16, hash: u64) -> Result<u32, usize> {
        let mask = table.len() - 1;
        let tag = hash as u32;
        let mut place = tag as usize & mask;
        loop {
            let entry = table[place];
            if entry == 0 {
                return Err(place);
            }
            if (entry >> 32) as u32 == tag {
                let number = entry as u32 - 1;
                let words = self.words(number);
                let same = &words[..self.key_words] == key;
                if same && words[self.key_words + 1] as u16 == keeper {
                    return Ok(number);
                }
            }
            place = (place + 1) & mask;
        }
    }

    fn add(&mut self, key: &[u64], keeper: u16) -> Result<NodeNumber, Full> {
        debug_assert_eq!(key.len(), self.key_words);
        let stride = self.key_words + 2;
        if self.count >= u32::MAX as usize - 1 {
            return Err(Full);
        }
        if self.count >> self.chunk_bits == self.chunks.len() {
            let words = stride << self.chunk_bits;
            self.take(words as u64 * 8)?;
            self.chunks.push(vec![0; words].into_boxed_slice());
        }
        let number = self.count as NodeNumber;
        self.count += 1;
        let at = self.key_words;
        let words = self.words_mut(number);
        words[..at].copy_from_slice(key);
        words[at + 1] = u64::from(keeper);
        Ok(number)
    }

    /// Doubles the table. If memory does not allow it, fills the current one a little more.
    fn grow(&mut self) -> Result<(), Full> {
        // Growth happens rarely enough that all entries have moved by now.
        debug_assert!(self.old.is_empty());
        let size = self.table.len() * 2;
        if self.take((size * 8) as u64).is_err() {
            let is_crowded = self.count * 16 >= self.table.len() * 15;
            return if is_crowded { Err(Full) } else { Ok(()) };
        }
        self.old = std::mem::replace(&mut self.table, vec![0; size]);
        self.moved = 0;
        Ok(())
    }

    fn move_some(&mut self) {
        if self.old.is_empty() {
            return;
        }
        let end = (self.moved + MOVED_AT_ONCE).min(self.old.len());
        for place in self.moved..end {
            if self.old[place] != 0 {
                put(&mut self.table, self.old[place]);
            }
        }
        self.moved = end;
        if end == self.old.len() {
            self.old = Vec::new();
        }
    }

    /// Checks that `more` bytes may be allocated.
    fn take(&mut self, more: u64) -> Result<(), Full> {
        let total = self.bytes() + more;
        if total > self.bytes_max {
            return Err(Full);
        }
        self.bytes_peak = self.bytes_peak.max(total);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let chunks = (self.chunks.len() << self.chunk_bits) * (self.key_words + 2) * 8;
        (chunks + (self.table.len() + self.old.len()) * 8) as u64
    }
}

/// Puts an entry into the first free slot for its hash.
fn put(table: &mut Table, entry: u64) {
    let mask = table.len() - 1;
    let mut place = (entry >> 32) as usize & mask;
    while table[place] != 0 {
        place = (place + 1) & mask;
    }
    table[place] = entry;
}

#[cfg(test)]
mod tests {
    use super::{Action, Full, Leg, Link, NodeStore};

    fn link(number: u64) -> Link {
        let cost = number as u16;
        Link {
            parent: 7,
            leg: Leg { from: 300, action: Action::Deliver },
            cost,
            bound: cost ^ 0xFF,
            is_closed: number % 2 == 1,
            is_won: number % 3 == 1,
        }
    }

    fn hash(number: u64) -> u64 {
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
    }

    #[test]
    fn a_node_comes_back_as_it_was() {
        let mut store = NodeStore::new(2, 1 << 24);
        for number in 0..10_000_u64 {
            let key = [number, number * 7];
            assert_eq!(store.find(&key, 3, hash(number)), None);
            assert_eq!(store.insert(&key, 3, hash(number), link(number)), Ok(number as u32));
        }
        for number in 0..10_000_u64 {
            let key = [number, number * 7];
            assert_eq!(store.find(&key, 3, hash(number)), Some(number as u32));
            assert_eq!(store.find(&key, 4, hash(number)), None);
            assert_eq!(store.link(number as u32), link(number));
            assert_eq!((store.key(number as u32), store.keeper(number as u32)), (&key[..], 3));
        }
    }

    #[test]
    fn the_limit_is_kept() {
        let mut store = NodeStore::new(1, 400_000);
        let insert = |store: &mut NodeStore, it| store.insert(&[it], 0, hash(it), link(it)).err();
        let full = (0..1_000_000).find_map(|number| insert(&mut store, number));
        assert_eq!(full, Some(Full));
        assert!(store.bytes_peak() <= 400_000);
    }
}
