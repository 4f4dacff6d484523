//! A set of squares of one board, as a bitset.

use std::fmt;

use crate::square::Square;

/// A set of squares of one board.
///
/// Only sets of the same board may be combined; the operations assert that they have equal length.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareSet {
    words: Box<[u64]>,
}

impl SquareSet {
    /// The empty set for a board of `count` squares.
    #[must_use]
    pub fn empty(count: usize) -> SquareSet {
        SquareSet { words: vec![0; count.div_ceil(64)].into_boxed_slice() }
    }

    /// Whether `square` is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.words[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// Adds `square`; returns whether it was missing.
    #[inline]
    pub fn insert(&mut self, square: Square) -> bool {
        let word = &mut self.words[square.index() / 64];
        let before = *word;
        *word |= 1 << (square.index() % 64);
        *word != before
    }

    /// Removes `square`; returns whether it was present.
    #[inline]
    pub fn remove(&mut self, square: Square) -> bool {
        let word = &mut self.words[square.index() / 64];
        let before = *word;
        *word &= !(1 << (square.index() % 64));
        *word != before
    }

    /// Removes all squares.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Number of squares in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no square is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The square with the smallest index.
    #[must_use]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// The squares in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(Square::from_index(index * 64 + bit))
            })
        })
    }

    /// The squares of either set.
    #[must_use]
    pub fn union(&self, other: &SquareSet) -> SquareSet {
        self.combine(other, |one, two| one | two)
    }

    /// The squares of both sets.
    #[must_use]
    pub fn intersection(&self, other: &SquareSet) -> SquareSet {
        self.combine(other, |one, two| one & two)
    }

    /// The squares of this set that are not in `other`.
    #[must_use]
    pub fn difference(&self, other: &SquareSet) -> SquareSet {
        self.combine(other, |one, two| one & !two)
    }

    /// Whether every square of this set is in `other`.
    #[must_use]
    pub fn is_subset(&self, other: &SquareSet) -> bool {
        assert_eq!(self.words.len(), other.words.len(), "sets of one board");
        self.words.iter().zip(&other.words).all(|(one, two)| one & !two == 0)
    }

    /// The set as words of 64 bits, the lowest square in the lowest bit of the first word.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    fn combine(&self, other: &SquareSet, operation: impl Fn(u64, u64) -> u64) -> SquareSet {
        assert_eq!(self.words.len(), other.words.len(), "sets of one board");
        let words = self.words.iter().zip(&other.words).map(|(&one, &two)| operation(one, two));
        SquareSet { words: words.collect() }
    }
}

impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter().map(Square::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Square, SquareSet};

    fn set(count: usize, indices: &[usize]) -> SquareSet {
        let mut result = SquareSet::empty(count);
        result.extend(indices.iter().map(|&index| Square::from_index(index)));
        result
    }

    #[test]
    fn squares_come_back_in_order_across_words() {
        let squares = set(200, &[199, 0, 63, 64, 128]);
        let indices: Vec<_> = squares.iter().map(Square::index).collect();
        assert_eq!(indices, [0, 63, 64, 128, 199]);
        assert_eq!(squares.len(), 5);
    }

    #[test]
    fn algebra_works_word_by_word() {
        let (one, two) = (set(100, &[1, 2, 70]), set(100, &[2, 70, 99]));
        assert_eq!(one.union(&two), set(100, &[1, 2, 70, 99]));
        assert_eq!(one.intersection(&two), set(100, &[2, 70]));
        assert_eq!(one.difference(&two), set(100, &[1]));
        assert!(one.intersection(&two).is_subset(&one));
        assert!(!one.is_subset(&two));
    }

    #[test]
    fn insert_and_remove_tell_what_changed() {
        let mut squares = SquareSet::empty(3);
        let square = Square::from_index(2);
        assert!(squares.insert(square) && !squares.insert(square));
        assert!(squares.remove(square) && !squares.remove(square));
        assert!(squares.is_empty());
    }
}
