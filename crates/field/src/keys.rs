//! Exact keys of states, and their hashes.
//!
//! A key has one bit for every square a box can stand on, and one bit for every hole that is set
//! while the hole is open. The keeper is stored separately. Hashes are Zobrist hashes: one random
//! word for each bit and each place of the keeper, combined by exclusive or, so that a push updates
//! a hash in a few operations.

use crate::bits::Bits;
use crate::field::{NOWHERE, Place};

/// Maps places to bits of keys and to their Zobrist words.
#[derive(Clone, Debug)]
pub struct Keys<const N: usize> {
    /// The bit of a box by place, and the place by bit.
    slots: Vec<u16>,
    places: Vec<Place>,
    /// The holes, whose bits follow those of the boxes.
    holes: Vec<Place>,
    hole_bits: Vec<u16>,
    words: usize,
    random: Vec<u64>,
    random_keeper: Vec<u64>,
}

impl<const N: usize> Keys<N> {
    /// Keys for boxes on `box_places` and for the given holes.
    pub fn new(box_places: Vec<Place>, holes: &Bits<N>) -> Keys<N> {
        let mut slots = vec![NOWHERE; N * 64];
        for (slot, &place) in box_places.iter().enumerate() {
            slots[usize::from(place)] = slot as u16;
        }
        let mut hole_bits = vec![NOWHERE; N * 64];
        for (index, place) in holes.iter().enumerate() {
            hole_bits[usize::from(place)] = (box_places.len() + index) as u16;
        }
        let bits = box_places.len() + holes.len();
        let mut state = 0x0050_6B4F_626C_6561;
        let mut random = |count: usize| (0..count).map(|_| next_random(&mut state)).collect();
        Keys {
            slots,
            places: box_places,
            holes: holes.iter().collect(),
            hole_bits,
            words: bits.div_ceil(64).max(1),
            random: random(bits),
            random_keeper: random(N * 64),
        }
    }

    /// The memory that its tables take, in bytes.
    pub fn bytes(&self) -> u64 {
        let places = self.slots.len() + self.places.len() + self.hole_bits.len();
        (2 * places + 8 * (self.random.len() + self.random_keeper.len())) as u64
    }

    /// The number of words in a key.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Whether a box at this place has a bit.
    #[inline]
    pub fn has(&self, place: Place) -> bool {
        self.slots[usize::from(place)] != NOWHERE
    }

    /// The places whose boxes have a bit, in the order of the bits.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The Zobrist word of a box, or `None` if its place has no bit.
    pub fn box_hash(&self, place: Place) -> Option<u64> {
        self.random.get(usize::from(self.slots[usize::from(place)])).copied()
    }

    /// The Zobrist word of the keeper.
    #[inline]
    pub fn keeper_hash(&self, keeper: Place) -> u64 {
        self.random_keeper[usize::from(keeper)]
    }

    /// Adds a box to a key or removes it.
    #[inline]
    pub fn toggle_box(&self, key: &mut Key, place: Place) {
        self.toggle(key, self.slots[usize::from(place)]);
    }

    /// Opens or closes a hole in a key.
    #[inline]
    pub fn toggle_hole(&self, key: &mut Key, place: Place) {
        self.toggle(key, self.hole_bits[usize::from(place)]);
    }

    #[inline]
    fn toggle(&self, key: &mut Key, bit: u16) {
        debug_assert_ne!(bit, NOWHERE);
        key.words[usize::from(bit) / 64] ^= 1 << (bit % 64);
        key.hash ^= self.random[usize::from(bit)];
    }

    /// Writes the key of the given boxes and open holes into `key`.
    pub fn pack(&self, boxes: &Bits<N>, holes: &Bits<N>, key: &mut Key) {
        key.words.clear();
        key.words.resize(self.words, 0);
        key.hash = 0;
        for place in boxes.iter() {
            self.toggle_box(key, place);
        }
        for place in holes.iter() {
            self.toggle_hole(key, place);
        }
    }

    /// Decodes `words`: fills `key` and its hash, lists the boxes in the order of their bits, and
    /// returns the open holes.
    pub fn unpack(&self, words: &[u64], key: &mut Key, boxes: &mut Vec<Place>) -> Bits<N> {
        key.words.clear();
        key.words.extend_from_slice(words);
        key.hash = 0;
        boxes.clear();
        let mut holes = Bits::EMPTY;
        for (index, &word) in words.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let bit = index * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                key.hash ^= self.random[bit];
                match self.places.get(bit) {
                    Some(&place) => boxes.push(place),
                    None => holes.insert(self.holes[bit - self.places.len()]),
                }
            }
        }
        holes
    }
}

/// The key of a state without its keeper, and its Zobrist hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// One bit per box place and hole; see [`Keys`].
    pub words: Vec<u64>,
    /// The Zobrist hash of the bits. The keeper's word is not included.
    pub hash: u64,
}

impl Key {
    /// Copies `other` into this key and reuses the allocation.
    pub fn copy_from(&mut self, other: &Key) {
        self.words.clear();
        self.words.extend_from_slice(&other.words);
        self.hash = other.hash;
    }
}

/// The next word of a fixed pseudo-random sequence (splitmix64), equal on every machine.
pub fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
