//! Exact keys of states, and their hashes.
//!
//! A key has a bit for every square a box can stand on, and one for every hole, set while it is
//! open. The keeper's place goes beside it. Hashes are Zobrist's: a random word for each bit and
//! for each keeper, joined by exclusive or, so that a push changes a hash in a few steps.

use crate::bits::Bits;
use crate::field::{NOWHERE, Place};

/// How places become bits of keys.
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
    /// Keys for boxes on `box_places` and for `holes`.
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

    /// The bytes of its tables.
    pub fn bytes(&self) -> u64 {
        let places = self.slots.len() + self.places.len() + self.hole_bits.len();
        (2 * places + 8 * (self.random.len() + self.random_keeper.len())) as u64
    }

    /// Words of a key.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Whether boxes at this place have a bit.
    #[inline]
    pub fn has(&self, place: Place) -> bool {
        self.slots[usize::from(place)] != NOWHERE
    }

    /// The places that have a bit for a box.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The random word of a box, if its place has a bit.
    pub fn box_hash(&self, place: Place) -> Option<u64> {
        self.random.get(usize::from(self.slots[usize::from(place)])).copied()
    }

    /// The random word of a keeper.
    #[inline]
    pub fn keeper_hash(&self, keeper: Place) -> u64 {
        self.random_keeper[usize::from(keeper)]
    }

    /// Puts a box into a key or takes it out.
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

    /// The key of some boxes and open holes.
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

    /// Boxes, listed in the order of their bits, and open holes of a key; its hash too.
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

/// The key of a state without its keeper, and its hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// Its bits.
    pub words: Vec<u64>,
    /// Its hash, without the keeper's.
    pub hash: u64,
}

impl Key {
    /// Becomes equal to another key, without a new allocation.
    pub fn copy_from(&mut self, other: &Key) {
        self.words.clear();
        self.words.extend_from_slice(&other.words);
        self.hash = other.hash;
    }
}

/// The next word of a fixed sequence (splitmix64), so that searches repeat on every machine.
pub fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
