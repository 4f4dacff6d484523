//! Transposition table of the depth-first search, which forgets entries when it is full.
//!
//! An entry lies in one of the few slots that follow its hash. Two states are the same only if
//! their keys and keepers are equal. The table grows as long as it may. After that, a new entry
//! replaces one of an older iteration, or of a state that was reached at a higher cost, or is
//! dropped.

/// The number of slots in which a state may lie.
const WINDOW: usize = 16;

/// The number of slots of a new table.
const FIRST_SLOTS: usize = 1 << 10;

/// The number of slots that are moved to a larger table between two calls of `look`.
const MOVED_AT_ONCE: usize = 1 << 12;

/// The bound of a state that is proved unsolvable.
pub(crate) const DEAD: u32 = NUMBER_MAX;

/// Costs and bounds take 20 bits, iterations 23; the highest bit marks a used slot.
const NUMBER_MAX: u32 = (1 << 20) - 1;

/// The entry of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoundEntry {
    /// The iteration in which it was last reached.
    pub(crate) iteration: u32,
    /// The least cost at which it was reached in that iteration.
    pub(crate) cost: u32,
    /// The lower bound on the cost still to come.
    pub(crate) bound: u32,
    pub(crate) status: Status,
}

/// What has happened to a state in an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It waits to be expanded.
    Open,
    /// It has been expanded at its cost.
    Expanded,
    /// It was beyond the limit of the iteration.
    Cut,
}

/// A state as the table identifies it: the words of its key, its keeper and the hash of both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StateName<'a> {
    pub(crate) key: &'a [u64],
    pub(crate) keeper: u16,
    pub(crate) hash: u64,
}

/// The transposition table.
#[derive(Debug)]
pub(crate) struct BoundTable {
    stride: usize,
    slots: usize,
    words: Vec<u64>,
    count: usize,
    bytes_max: u64,
    bytes_peak: u64,
    has_forgotten: bool,
}

impl BoundTable {
    /// A table for keys of `key_words` words. The first slots are allocated whatever `bytes_max`
    /// is.
    pub(crate) fn new(key_words: usize, bytes_max: u64) -> BoundTable {
        BoundTable::with_slots(key_words, bytes_max, FIRST_SLOTS)
    }

    /// A table that starts with `slots` slots, a power of two.
    pub(crate) fn with_slots(key_words: usize, bytes_max: u64, slots: usize) -> BoundTable {
        let stride = key_words + 2;
        let words = vec![0; slots * stride];
        let bytes_peak = (words.len() * 8) as u64;
        BoundTable { stride, slots, words, count: 0, bytes_max, bytes_peak, has_forgotten: false }
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The peak memory of the table, in bytes.
    pub(crate) fn bytes_peak(&self) -> u64 {
        self.bytes_peak
    }

    /// Whether an entry has been dropped since the table was last empty.
    pub(crate) fn has_forgotten(&self) -> bool {
        self.has_forgotten
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        (self.count, self.has_forgotten) = (0, false);
    }

    /// The entry of a state, if there is one.
    #[inline]
    pub(crate) fn get(&self, name: StateName<'_>) -> Option<BoundEntry> {
        self.find(name).ok().map(|at| self.memo(at))
    }

    /// Stores an entry, if there is a slot for it and its cost fits. A bound that does not fit is
    /// lowered.
    #[inline]
    pub(crate) fn put(&mut self, name: StateName<'_>, memo: BoundEntry) {
        let at = match self.find(name) {
            Ok(at) => Some(at),
            Err(Some(at)) if memo.cost <= NUMBER_MAX => {
                self.count += 1;
                Some(at)
            }
            Err(_) => {
                self.has_forgotten = true;
                self.victim(name.hash, memo)
            }
        };
        let Some(at) = at else { return };
        let stride = self.stride;
        let slot = &mut self.words[at * stride..(at + 1) * stride];
        slot[..stride - 2].copy_from_slice(name.key);
        slot[stride - 2] = u64::from(name.keeper) | (memo.status as u64) << 16 | name.hash << 32;
        slot[stride - 1] = u64::from(memo.cost)
            | u64::from(memo.bound.min(NUMBER_MAX)) << 20
            | u64::from(memo.iteration) << 40
            | 1 << 63;
    }

    /// Whether the table is half full and may grow.
    #[inline]
    pub(crate) fn wants_to_grow(&self) -> bool {
        self.count * 2 >= self.slots && self.bytes_when_grown() <= self.bytes_max
    }

    /// Doubles the number of slots. Calls `look` regularly; an error from it leaves the table
    /// incomplete.
    pub(crate) fn grow<E>(&mut self, mut look: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        self.bytes_peak = self.bytes_peak.max(self.bytes_when_grown());
        let larger = vec![0; self.words.len() * 2];
        let words = std::mem::replace(&mut self.words, larger);
        self.slots *= 2;
        self.count = 0;
        let key_words = self.stride - 2;
        for (index, slot) in words.chunks_exact(self.stride).enumerate() {
            if index % MOVED_AT_ONCE == 0 {
                look()?;
            }
            if slot[key_words + 1] != 0 {
                let hash = slot[key_words] >> 32;
                let name =
                    StateName { key: &slot[..key_words], keeper: slot[key_words] as u16, hash };
                self.put(name, unpack(slot[key_words], slot[key_words + 1]));
            }
        }
        Ok(())
    }

    /// The memory needed while a larger table is filled, in bytes.
    fn bytes_when_grown(&self) -> u64 {
        (self.words.len() * 8 * 3) as u64
    }

    /// The slot of a state; otherwise the free slot where it belongs, if there is one.
    #[inline]
    fn find(&self, name: StateName<'_>) -> Result<usize, Option<usize>> {
        let key_words = self.stride - 2;
        for at in self.window(name.hash) {
            let slot = &self.words[at * self.stride..(at + 1) * self.stride];
            if slot[key_words + 1] == 0 {
                return Err(Some(at));
            }
            let is_same = slot[key_words] >> 32 == name.hash & 0xFFFF_FFFF
                && slot[key_words] as u16 == name.keeper
                && &slot[..key_words] == name.key;
            if is_same {
                return Ok(at);
            }
        }
        Err(None)
    }

    /// The slot with the least valuable entry, unless the new one is worth even less.
    fn victim(&self, hash: u64, memo: BoundEntry) -> Option<usize> {
        if memo.cost > NUMBER_MAX {
            return None;
        }
        let worth = |memo: BoundEntry| (memo.iteration, std::cmp::Reverse(memo.cost));
        let worst = self.window(hash).min_by_key(|&at| worth(self.memo(at)))?;
        (worth(self.memo(worst)) < worth(memo)).then_some(worst)
    }

    #[inline]
    fn window(&self, hash: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots - 1;
        let home = hash as u32 as usize;
        (home..home + WINDOW.min(self.slots)).map(move |at| at & mask)
    }

    fn memo(&self, at: usize) -> BoundEntry {
        let slot = &self.words[at * self.stride..(at + 1) * self.stride];
        unpack(slot[self.stride - 2], slot[self.stride - 1])
    }
}

fn unpack(first: u64, second: u64) -> BoundEntry {
    let status = match first >> 16 & 3 {
        0 => Status::Open,
        1 => Status::Expanded,
        _ => Status::Cut,
    };
    BoundEntry {
        iteration: (second >> 40) as u32 & 0x7F_FFFF,
        cost: second as u32 & NUMBER_MAX,
        bound: (second >> 20) as u32 & NUMBER_MAX,
        status,
    }
}

#[cfg(test)]
mod tests {
    use super::{BoundEntry, BoundTable, DEAD, StateName, Status};

    fn name(key: &[u64; 2]) -> StateName<'_> {
        StateName { key, keeper: 3, hash: key[0].wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20 }
    }

    fn memo(number: u64) -> BoundEntry {
        let status = [Status::Open, Status::Expanded, Status::Cut][number as usize % 3];
        let number = number as u32;
        BoundEntry { iteration: number % 7, cost: number, bound: DEAD - number % 5, status }
    }

    #[test]
    fn a_memo_comes_back_as_it_was_while_there_is_room() {
        let mut table = BoundTable::new(2, 1 << 24);
        for number in 0..20_000 {
            let key = [number, number * 7];
            assert_eq!(table.get(name(&key)), None);
            if table.wants_to_grow() {
                assert_eq!(table.grow(|| Ok::<(), ()>(())), Ok(()));
            }
            table.put(name(&key), memo(number + 1));
            table.put(name(&key), memo(number));
        }
        assert!(!table.has_forgotten());
        assert_eq!(table.len(), 20_000);
        for number in 0..20_000 {
            let key = [number, number * 7];
            assert_eq!(table.get(name(&key)), Some(memo(number)));
            assert_eq!(table.get(StateName { keeper: 4, ..name(&key) }), None);
        }
        table.clear();
        assert_eq!((table.get(name(&[1, 7])), table.len()), (None, 0));
    }

    #[test]
    fn a_full_table_keeps_the_newest_and_the_cheapest() {
        let mut table = BoundTable::with_slots(2, 0, 4);
        let put = |table: &mut BoundTable, number: u64, iteration, cost| {
            table.put(name(&[number, 0]), BoundEntry { iteration, cost, ..memo(0) });
            table.get(name(&[number, 0])).is_some()
        };
        for number in 0..4 {
            assert!(put(&mut table, number, 5, 10 + number as u32));
        }
        assert!(!table.has_forgotten() && !table.wants_to_grow());
        assert!(!put(&mut table, 7, 5, 13), "as dear as the dearest");
        assert!(table.has_forgotten());
        assert!(put(&mut table, 8, 5, 12), "cheaper than the dearest");
        assert!(table.get(name(&[3, 0])).is_none());
        assert!(put(&mut table, 9, 6, 99), "newer than all");
        assert_eq!(table.len(), 4);
    }

    #[test]
    fn a_look_ends_the_growth() {
        let mut table = BoundTable::with_slots(2, 1 << 20, 4);
        table.put(name(&[1, 1]), memo(1));
        assert_eq!(table.grow(|| Err("time")), Err("time"));
    }
}
