//! Distinct states in the order of their discovery, each with the state before it.
//!
//! States are stored as words in chunks that never move; a table of numbers finds them by content.
//! Two states are the same only if all their words are equal, so a verdict from here is exact.
//! The table grows without a pause: entries move from the old to the new one a few at a time, so
//! that a limit on time is honoured however many there are.

use std::hash::{BuildHasher, Hasher};

/// States in a chunk.
const CHUNK: usize = 1 << 12;

/// An empty place in a table; a state's place holds its number plus one, so that a fresh table is
/// zeros, which the system hands out without touching them.
const EMPTY: u32 = 0;

/// States that move to the new table whenever one is put in.
const MOVED_AT_ONCE: usize = 4;

/// The memory limit leaves no room for another state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// What became of a state that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inserted {
    /// It is new and has this number.
    New(u32),
    /// It was there.
    Known,
}

/// The store.
#[derive(Debug)]
pub(crate) struct StateStore {
    words: usize,
    chunks: Vec<Box<[u64]>>,
    count: usize,
    table: Vec<u32>,
    /// The table before it grew: it finds the states below `old_count`.
    old: Vec<u32>,
    old_count: usize,
    moved: usize,
    bytes_max: u64,
    bytes_peak: u64,
}

impl StateStore {
    /// A store for states of `words` words each.
    pub(crate) fn new(words: usize, bytes_max: u64) -> StateStore {
        let mut store = StateStore {
            words,
            chunks: Vec::new(),
            count: 0,
            table: vec![EMPTY; 1 << 10],
            old: Vec::new(),
            old_count: 0,
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

    /// The most bytes the store has taken so far.
    pub(crate) fn bytes_peak(&self) -> u64 {
        self.bytes_peak
    }

    /// The words of a state: the state itself, then the word that came with it.
    pub(crate) fn get(&self, number: u32) -> (&[u64], u64) {
        let stride = self.words + 1;
        let (chunk, place) = (number as usize / CHUNK, number as usize % CHUNK);
        let all = &self.chunks[chunk][place * stride..(place + 1) * stride];
        (&all[..self.words], all[self.words])
    }

    /// Puts a state in, with a word that is kept beside it but does not distinguish it.
    pub(crate) fn insert(&mut self, state: &[u64], beside: u64) -> Result<Inserted, Full> {
        debug_assert_eq!(state.len(), self.words);
        if self.count * 4 >= self.table.len() * 3 {
            self.grow()?;
        }
        self.move_some();
        let hash = hash(state);
        let place = match self.find(&self.table, hash, state) {
            Found::At => return Ok(Inserted::Known),
            Found::Free(place) => place,
        };
        if !self.old.is_empty() && matches!(self.find(&self.old, hash, state), Found::At) {
            return Ok(Inserted::Known);
        }
        let number = self.add(state, beside)?;
        self.table[place] = number + 1;
        Ok(Inserted::New(number))
    }

    fn find(&self, table: &[u32], hash: u64, state: &[u64]) -> Found {
        let mask = table.len() - 1;
        let mut place = hash as usize & mask;
        while table[place] != EMPTY {
            if self.get(table[place] - 1).0 == state {
                return Found::At;
            }
            place = (place + 1) & mask;
        }
        Found::Free(place)
    }

    fn add(&mut self, state: &[u64], beside: u64) -> Result<u32, Full> {
        let stride = self.words + 1;
        let (chunk, place) = (self.count / CHUNK, self.count % CHUNK);
        if self.count >= u32::MAX as usize - 1 {
            return Err(Full);
        }
        if chunk == self.chunks.len() {
            self.take((CHUNK * stride * 8) as u64)?;
            self.chunks.push(vec![0; CHUNK * stride].into_boxed_slice());
        }
        let all = &mut self.chunks[chunk][place * stride..(place + 1) * stride];
        all[..self.words].copy_from_slice(state);
        all[self.words] = beside;
        self.count += 1;
        Ok((self.count - 1) as u32)
    }

    fn grow(&mut self) -> Result<(), Full> {
        // Growth is far enough apart for all entries to have moved by now.
        debug_assert!(self.old.is_empty());
        let size = self.table.len() * 2;
        self.take((size * 4) as u64)?;
        self.old = std::mem::replace(&mut self.table, vec![EMPTY; size]);
        self.old_count = self.count;
        self.moved = 0;
        Ok(())
    }

    fn move_some(&mut self) {
        if self.old.is_empty() {
            return;
        }
        let end = (self.moved + MOVED_AT_ONCE).min(self.old_count);
        let mask = self.table.len() - 1;
        for number in self.moved..end {
            let mut place = hash(self.get(number as u32).0) as usize & mask;
            while self.table[place] != EMPTY {
                place = (place + 1) & mask;
            }
            self.table[place] = number as u32 + 1;
        }
        self.moved = end;
        if self.moved == self.old_count {
            self.old = Vec::new();
        }
    }

    /// Makes sure that `more` bytes may be taken.
    fn take(&mut self, more: u64) -> Result<(), Full> {
        let total = self.bytes() + more;
        if total > self.bytes_max {
            return Err(Full);
        }
        self.bytes_peak = self.bytes_peak.max(total);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let chunks = self.chunks.len() * CHUNK * (self.words + 1) * 8;
        (chunks + (self.table.len() + self.old.len()) * 4) as u64
    }
}

/// Where a state is, or would go, in a table.
enum Found {
    At,
    Free(usize),
}

/// A fixed hash, so that a search repeats exactly on every machine.
fn hash(words: &[u64]) -> u64 {
    let mut hasher = FixedHasher::default().build_hasher();
    for &word in words {
        hasher.write_u64(word);
    }
    hasher.finish()
}

#[derive(Clone, Copy, Default)]
struct FixedHasher(u64);

impl BuildHasher for FixedHasher {
    type Hasher = FixedHasher;

    fn build_hasher(&self) -> FixedHasher {
        *self
    }
}

impl Hasher for FixedHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

#[cfg(test)]
mod tests {
    use super::{Full, Inserted, StateStore};

    #[test]
    fn a_state_is_new_once_and_comes_back_as_it_was() {
        let mut store = StateStore::new(2, 1 << 24);
        for number in 0..10_000_u64 {
            let state = [number, number * 7];
            assert_eq!(store.insert(&state, number + 1), Ok(Inserted::New(number as u32)));
            assert_eq!(store.insert(&state, 0), Ok(Inserted::Known));
        }
        assert_eq!(store.get(1234), (&[1234, 1234 * 7][..], 1235));
        assert_eq!(store.len(), 10_000);
    }

    #[test]
    fn the_limit_is_kept() {
        let mut store = StateStore::new(1, 200_000);
        let full = (0..1_000_000).find_map(|number| store.insert(&[number], 0).err());
        assert_eq!(full, Some(Full));
        assert!(store.bytes_peak() <= 200_000);
    }
}
