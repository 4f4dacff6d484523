//! A set of keys of equal length, numbered in the order of insertion.

/// A hash set of keys with numbers.
#[derive(Debug)]
pub(super) struct KeySet {
    width: usize,
    keys: Vec<u8>,
    count: usize,
    /// A hash table of numbers plus one; 0 is free.
    slots: Vec<u32>,
}

impl KeySet {
    pub(super) fn new(width: usize) -> KeySet {
        KeySet { width, keys: Vec::new(), count: 0, slots: vec![0; 1 << 10] }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.keys.capacity() + 4 * self.slots.len()) as u64
    }

    pub(super) fn key(&self, number: usize) -> &[u8] {
        &self.keys[number * self.width..(number + 1) * self.width]
    }

    /// The number of a key, if it is in the set.
    pub(super) fn find(&self, key: &[u8]) -> Option<usize> {
        self.slot(key).err()
    }

    /// Inserts a key if it is new, and returns its number.
    pub(super) fn insert(&mut self, key: &[u8]) -> usize {
        if 2 * self.count >= self.slots.len() {
            self.grow();
        }
        match self.slot(key) {
            Err(number) => number,
            Ok(slot) => {
                self.keys.extend_from_slice(key);
                self.count += 1;
                self.slots[slot] = self.count as u32;
                self.count - 1
            }
        }
    }

    /// `Ok` with the free slot for a key, or `Err` with its number if it is in the set.
    fn slot(&self, key: &[u8]) -> Result<usize, usize> {
        debug_assert_eq!(key.len(), self.width, "keys of one length");
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        while self.slots[slot] != 0 {
            let number = self.slots[slot] as usize - 1;
            if self.key(number) == key {
                return Err(number);
            }
            slot = (slot + 1) & mask;
        }
        Ok(slot)
    }

    fn grow(&mut self) {
        let mask = 2 * self.slots.len() - 1;
        self.slots = vec![0; mask + 1];
        for number in 0..self.count {
            let mut slot = hash(self.key(number)) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number as u32 + 1;
        }
    }
}

fn hash(key: &[u8]) -> u64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
    for eight in key.chunks(8) {
        let mut word = [0; 8];
        word[..eight.len()].copy_from_slice(eight);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash ^= hash >> 31;
    }
    hash
}

/// Appends a set of indices below `count` as bits.
pub(super) fn put_bits(key: &mut Vec<u8>, count: usize, set: impl Iterator<Item = usize>) {
    let start = key.len();
    key.resize(start + count.div_ceil(8), 0);
    for index in set {
        key[start + index / 8] |= 1 << (index % 8);
    }
}

/// The indices of the bits that are set.
pub(super) fn bits(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    bytes.iter().enumerate().flat_map(|(index, &byte)| {
        (0..8).filter(move |bit| byte >> bit & 1 == 1).map(move |bit| 8 * index + bit)
    })
}

#[cfg(test)]
mod tests {
    use super::{KeySet, bits, put_bits};

    #[test]
    fn keys_are_numbered_in_order_and_found_again() {
        let mut set = KeySet::new(4);
        for number in 0..5000_u32 {
            assert_eq!(set.insert(&(7 * number).to_le_bytes()), number as usize);
        }
        for number in 0..35_000_u32 {
            let expected = number.is_multiple_of(7).then_some(number as usize / 7);
            assert_eq!(set.find(&number.to_le_bytes()), expected);
        }
        assert_eq!((set.len(), set.insert(&7_u32.to_le_bytes())), (5000, 1));
    }

    #[test]
    fn bits_are_read_back() {
        let mut key = vec![9];
        put_bits(&mut key, 20, [0, 7, 8, 19].into_iter());
        assert_eq!(key.len(), 4);
        assert_eq!(bits(&key[1..]).collect::<Vec<_>>(), [0, 7, 8, 19]);
    }
}
