//! Tables of states that are listed, and of states that must be listed later.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// The top bit of a value, set if the state is listed.
const LISTED: u32 = 1 << 31;

/// An inconsistency that is found when a state occurs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// It is listed twice.
    Twice,
    /// It is listed at a higher cost than an earlier step requires.
    Dear,
}

/// One of several parts into which keys are divided by their hashes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// Its number, from 0.
    pub(crate) number: u64,
    /// How many parts there are.
    pub(crate) count: u64,
}

/// Keys of equal length, each with the cost at which it is listed or required.
#[derive(Debug)]
pub(crate) struct Table {
    width: usize,
    keys: Vec<u8>,
    values: Vec<u32>,
    uses: Vec<u32>,
    /// Indices of keys, plus one; the number of slots is a power of two.
    slots: Vec<u32>,
    /// Only the keys of this part are remembered.
    part: Part,
    pending: usize,
}

impl Table {
    pub(crate) fn new(width: usize, part: Part) -> Table {
        let (keys, values, uses) = (Vec::new(), Vec::new(), Vec::new());
        Table { width, keys, values, uses, slots: vec![0; 1 << 10], part, pending: 0 }
    }

    /// The bytes that the table takes.
    pub(crate) fn bytes(&self) -> u64 {
        let entries = self.keys.capacity() + 4 * self.values.capacity() + 4 * self.uses.capacity();
        (entries + 4 * self.slots.len()) as u64
    }

    /// Records that a state is listed at a cost.
    pub(crate) fn list(&mut self, key: &[u8], cost: u32) -> Result<(), Mistake> {
        let Some(index) = self.index(key) else { return Ok(()) };
        let Some(value) = self.values.get_mut(index) else {
            self.values.push(cost | LISTED);
            self.uses.push(0);
            return Ok(());
        };
        if *value & LISTED != 0 {
            return Err(Mistake::Twice);
        }
        self.pending -= 1;
        let needed = std::mem::replace(value, cost | LISTED);
        if cost > needed { Err(Mistake::Dear) } else { Ok(()) }
    }

    /// Records that a state must be listed at no more than a cost.
    pub(crate) fn need(&mut self, key: &[u8], cost: u32, uses: u32) -> Result<(), Mistake> {
        let Some(index) = self.index(key) else { return Ok(()) };
        let Some(value) = self.values.get_mut(index) else {
            self.values.push(cost);
            self.uses.push(uses);
            self.pending += 1;
            return Ok(());
        };
        self.uses[index] = self.uses[index].saturating_add(uses);
        if *value & LISTED == 0 {
            *value = cost.min(*value);
            return Ok(());
        }
        if *value & !LISTED > cost { Err(Mistake::Dear) } else { Ok(()) }
    }

    /// A state that must be listed and is not.
    pub(crate) fn missing(&self) -> Option<&[u8]> {
        if self.pending == 0 {
            return None;
        }
        let index = self.values.iter().position(|value| value & LISTED == 0)?;
        Some(self.key(index))
    }

    /// The keys that were required most often, with their counts.
    pub(crate) fn most_used(&self, count: usize) -> Vec<(u32, &[u8])> {
        let mut found: Vec<(u32, &[u8])> = (0..self.uses.len())
            .filter(|&index| self.uses[index] > 0)
            .map(|index| (self.uses[index], self.key(index)))
            .collect();
        found.sort_by(|one, two| (two.0, one.1).cmp(&(one.0, two.1)));
        found.truncate(count);
        found
    }

    fn key(&self, index: usize) -> &[u8] {
        &self.keys[index * self.width..(index + 1) * self.width]
    }

    /// The index of a key. A new key is added, and the caller must push its value. `None` for a key
    /// of another part.
    fn index(&mut self, key: &[u8]) -> Option<usize> {
        debug_assert_eq!(key.len(), self.width, "keys of one length");
        let hash = hash(key);
        if (hash >> 40) % self.part.count != self.part.number {
            return None;
        }
        if 2 * self.values.len() >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let index = self.slots[slot] as usize - 1;
            if self.key(index) == key {
                return Some(index);
            }
            slot = (slot + 1) & mask;
        }
        self.keys.extend_from_slice(key);
        self.slots[slot] = self.values.len() as u32 + 1;
        Some(self.values.len())
    }

    fn grow(&mut self) {
        let mask = 2 * self.slots.len() - 1;
        self.slots = vec![0; mask + 1];
        for index in 0..self.values.len() {
            let mut slot = hash(self.key(index)) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = index as u32 + 1;
        }
    }
}

/// A hash that is equal on every run, so that parts and reports are reproducible.
fn hash(key: &[u8]) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(key)
}

#[cfg(test)]
mod tests {
    use super::{Mistake, Part, Table};

    #[test]
    fn what_is_needed_must_be_listed_cheaply_enough() {
        let mut table = Table::new(2, Part { number: 0, count: 1 });
        assert_eq!(table.need(b"ab", 3, 1), Ok(()));
        assert_eq!(table.missing(), Some(&b"ab"[..]));
        assert_eq!(table.list(b"ab", 3), Ok(()));
        assert_eq!(table.missing(), None);
        assert_eq!(table.need(b"ab", 2, 1), Err(Mistake::Dear));
        assert_eq!(table.list(b"ab", 1), Err(Mistake::Twice));
        assert_eq!((table.need(b"cd", 5, 0), table.need(b"cd", 4, 0)), (Ok(()), Ok(())));
        assert_eq!(table.list(b"cd", 5), Err(Mistake::Dear));
        assert_eq!(table.most_used(9), [(2, &b"ab"[..])]);
    }

    #[test]
    fn every_key_belongs_to_one_part() {
        let mut tables: Vec<Table> =
            (0..3).map(|number| Table::new(4, Part { number, count: 3 })).collect();
        for number in 0..10_000_u32 {
            for table in &mut tables {
                assert_eq!(table.need(&number.to_le_bytes(), 1, 0), Ok(()));
            }
        }
        let counts: Vec<usize> = tables.iter().map(|it| it.values.len()).collect();
        assert_eq!(counts.iter().sum::<usize>(), 10_000);
        assert!(counts.iter().all(|&it| it > 3000), "{counts:?}");
    }
}
