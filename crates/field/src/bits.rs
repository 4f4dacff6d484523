//! A bitboard: a set of places of a field in a fixed number of words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of places, one bit each. Operations work on whole words, which the compiler vectorises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const N: usize>([u64; N]);

impl<const N: usize> Bits<N> {
    /// The empty set.
    pub const EMPTY: Bits<N> = Bits([0; N]);

    /// The set that contains only `place`.
    #[inline]
    pub fn of(place: u16) -> Bits<N> {
        let mut bits = Bits::EMPTY;
        bits.insert(place);
        bits
    }

    /// Whether the set contains `place`.
    #[inline]
    pub fn contains(&self, place: u16) -> bool {
        self.0[usize::from(place) / 64] >> (place % 64) & 1 == 1
    }

    /// Adds a place.
    #[inline]
    pub fn insert(&mut self, place: u16) {
        self.0[usize::from(place) / 64] |= 1 << (place % 64);
    }

    /// Removes a place.
    #[inline]
    pub fn remove(&mut self, place: u16) {
        self.0[usize::from(place) / 64] &= !(1 << (place % 64));
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the two sets have a place in common.
    #[inline]
    pub fn intersects(&self, other: &Bits<N>) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every place of this set is in `other`.
    #[inline]
    pub fn is_subset(&self, other: &Bits<N>) -> bool {
        (*self & !*other).is_empty()
    }

    /// All words of the set in one. The fold of a subset is a subset of the fold.
    #[inline]
    #[must_use]
    pub fn fold(&self) -> u64 {
        self.0.iter().fold(0, |all, word| all | word)
    }

    /// The number of places in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The lowest place, or `None` if the set is empty.
    #[inline]
    pub fn first(&self) -> Option<u16> {
        let index = self.0.iter().position(|&word| word != 0)?;
        Some((index * 64) as u16 + self.0[index].trailing_zeros() as u16)
    }

    /// Iterates over the places in ascending order.
    #[inline]
    pub fn iter(self) -> Places<N> {
        Places { rest: self, word: 0 }
    }

    /// The words of the set; place 0 is the lowest bit of the first word.
    #[inline]
    pub const fn words(&self) -> &[u64; N] {
        &self.0
    }

    /// Shifts every place by `by` towards higher numbers; places shifted out of range are lost.
    #[inline]
    #[expect(clippy::needless_range_loop, reason = "a word is made of two others")]
    #[must_use]
    pub fn up(&self, by: usize) -> Bits<N> {
        let (words, bits) = (by / 64, by % 64);
        let mut result = [0; N];
        if words == 0 {
            result[0] = self.0[0] << bits;
            for index in 1..N {
                // Two shifts, because shifting a word by 64 would overflow.
                result[index] = self.0[index] << bits | self.0[index - 1] >> 1 >> (63 - bits);
            }
        } else {
            for index in words..N {
                let below = if index > words { self.0[index - words - 1] } else { 0 };
                result[index] = self.0[index - words] << bits | below >> 1 >> (63 - bits);
            }
        }
        Bits(result)
    }

    /// Shifts every place by `by` towards lower numbers; places shifted below zero are lost.
    #[inline]
    #[expect(clippy::needless_range_loop, reason = "a word is made of two others")]
    #[must_use]
    pub fn down(&self, by: usize) -> Bits<N> {
        let (words, bits) = (by / 64, by % 64);
        let mut result = [0; N];
        if words == 0 {
            for index in 0..N - 1 {
                result[index] = self.0[index] >> bits | self.0[index + 1] << 1 << (63 - bits);
            }
            result[N - 1] = self.0[N - 1] >> bits;
        } else {
            for index in 0..N.saturating_sub(words) {
                let above = self.0.get(index + words + 1).copied().unwrap_or(0);
                result[index] = self.0[index + words] >> bits | above << 1 << (63 - bits);
            }
        }
        Bits(result)
    }
}

impl<const N: usize> Bits<N> {
    /// Flood fill: all of `free` that is connected to this set along rows and columns, in a grid
    /// with rows of `stride` places, fewer than 64.
    ///
    /// The fill sweeps over the words upwards and downwards in turn and finishes each word before
    /// it moves on, so most steps touch a single register.
    #[inline]
    #[must_use]
    pub fn fill(mut self, free: &Bits<N>, stride: usize) -> Bits<N> {
        debug_assert!((1..64).contains(&stride));
        let words = &mut self.0;
        loop {
            let mut has_changed = false;
            for index in 0..N {
                has_changed |= fill_word(words, free, index, stride);
            }
            if !has_changed {
                return self;
            }
            has_changed = false;
            for index in (0..N.saturating_sub(1)).rev() {
                has_changed |= fill_word(words, free, index, stride);
            }
            if !has_changed {
                return self;
            }
        }
    }
}

impl<const N: usize> Bits<N> {
    /// Flood fill in place, as [`Bits::fill`], for grids with rows of at least 64 places. Returns
    /// `false` if the fill was not finished after `sweeps_max` sweeps over all words, which happens
    /// on winding corridors.
    ///
    /// A sweep fills each word from the rows above and below it and from its neighbours; sweeps run
    /// upwards and downwards in turn until nothing changes.
    #[must_use]
    pub fn fill_wide(&mut self, free: &Bits<N>, stride: usize, sweeps_max: usize) -> bool {
        debug_assert!(stride >= 64);
        for sweep in 0..sweeps_max {
            let mut has_changed = false;
            for index in 0..N {
                let index = if sweep % 2 == 0 { index } else { N - 1 - index };
                has_changed |= fill_wide_word(&mut self.0, free, index, stride);
            }
            if !has_changed {
                return true;
            }
        }
        false
    }
}

/// Fills one word from itself, its neighbours and the adjacent rows. Returns whether it changed.
#[inline]
fn fill_wide_word<const N: usize>(
    words: &mut [u64; N],
    free: &Bits<N>,
    index: usize,
    stride: usize,
) -> bool {
    let free = free.0[index];
    if words[index] == free {
        return false;
    }
    let at = |index: Option<usize>| index.and_then(|it| words.get(it)).copied().unwrap_or(0);
    let (far, bits) = (stride / 64, stride % 64);
    let below =
        at(index.checked_sub(far)) << bits | at(index.checked_sub(far + 1)) >> 1 >> (63 - bits);
    let above = at(Some(index + far)) >> bits | at(Some(index + far + 1)) << 1 << (63 - bits);
    let beside = at(index.checked_sub(1)) >> 63 | at(Some(index + 1)) << 63;
    let seed = (words[index] | below | above | beside) & free;
    let word = if seed == 0 { 0 } else { fill_across(seed, free) };
    std::mem::replace(&mut words[index], word) != word
}

/// All of `free` that is connected to `seed` within one word, in steps of doubling length
/// (Kogge–Stone fill).
#[inline]
fn fill_across(seed: u64, free: u64) -> u64 {
    let (mut up, mut down) = (seed, seed);
    let (mut open_up, mut open_down) = (free, free);
    for step in [1, 2, 4, 8, 16, 32] {
        up |= open_up & up << step;
        open_up &= open_up << step;
        down |= open_down & down >> step;
        open_down &= open_down >> step;
    }
    up | down
}

/// Fills one word from itself and its neighbours. Returns whether it changed.
#[inline]
fn fill_word<const N: usize>(
    words: &mut [u64; N],
    free: &Bits<N>,
    index: usize,
    stride: usize,
) -> bool {
    let below = if index > 0 { words[index - 1] } else { 0 };
    let above = if index + 1 < N { words[index + 1] } else { 0 };
    let inflow = below >> 63 | below >> (64 - stride) | above << 63 | above << (64 - stride);
    let free = free.0[index];
    let mut word = (words[index] | inflow) & free;
    if word == 0 {
        return false;
    }
    loop {
        let across = word | word << 1 | word >> 1;
        let next = (across | word << stride | word >> stride) & free;
        if next == word {
            break;
        }
        word = next;
    }
    std::mem::replace(&mut words[index], word) != word
}

/// Iterator over the places of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Places<const N: usize> {
    rest: Bits<N>,
    word: usize,
}

impl<const N: usize> Iterator for Places<N> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.word < N {
            let word = &mut self.rest.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as u16;
                *word &= *word - 1;
                return Some((self.word * 64) as u16 + bit);
            }
            self.word += 1;
        }
        None
    }
}

impl<const N: usize> FromIterator<u16> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = u16>>(places: I) -> Bits<N> {
        let mut bits = Bits::EMPTY;
        for place in places {
            bits.insert(place);
        }
        bits
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn bitand(mut self, other: Bits<N>) -> Bits<N> {
        self &= other;
        self
    }
}

impl<const N: usize> BitAndAssign for Bits<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Bits<N>) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn bitor(mut self, other: Bits<N>) -> Bits<N> {
        self |= other;
        self
    }
}

impl<const N: usize> BitOrAssign for Bits<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Bits<N>) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Bits<N>;

    #[inline]
    fn not(mut self) -> Bits<N> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;
    use sokolab_core::testing::Chance;

    fn random(chance: &mut Chance) -> Bits<4> {
        (0..20).map(|_| chance.below(256) as u16).collect()
    }

    #[test]
    fn shifts_move_every_place() {
        let mut chance = Chance::new(3);
        for _ in 0..2_000 {
            let bits = random(&mut chance);
            let by = chance.below(200);
            let up: Bits<4> = bits.iter().map(|it| it + by as u16).filter(|&it| it < 256).collect();
            assert_eq!(bits.up(by), up);
            let low = |it: u16| it.checked_sub(by as u16);
            let down: Bits<4> = bits.iter().filter_map(low).collect();
            assert_eq!(bits.down(by), down);
        }
    }

    #[test]
    fn sets_count_and_compare() {
        let mut chance = Chance::new(4);
        for _ in 0..500 {
            let (one, two) = (random(&mut chance), random(&mut chance));
            assert_eq!(one.iter().count(), one.len());
            assert_eq!(one.first(), one.iter().next());
            assert!((one & two).is_subset(&one) && one.is_subset(&(one | two)));
            assert_eq!(one.intersects(&two), one.iter().any(|it| two.contains(it)));
            assert!((one & !one).is_empty());
        }
    }
}
