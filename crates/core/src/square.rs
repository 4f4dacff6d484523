//! The index of a floor square.

use std::num::NonZeroU16;

/// A floor square of one board, numbered row by row.
///
/// Only `Board` makes squares, so holding one proves that it lies inside the walls and that every
/// table of that board has an entry for it. Squares of two boards must not be mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(NonZeroU16);

// Neighbour tables store "no square" up to eight times per square, so it must cost nothing.
const _: () = assert!(size_of::<Option<Square>>() == 2);

impl Square {
    /// The most squares a board may have.
    pub const COUNT_MAX: usize = u16::MAX as usize - 1;

    pub(crate) fn from_index(index: usize) -> Square {
        assert!(index < Square::COUNT_MAX, "Board rejects levels with more squares");
        Square(NonZeroU16::MIN.saturating_add(index as u16))
    }

    /// The index of this square in tables of its board, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

#[cfg(test)]
mod tests {
    use super::Square;

    #[test]
    fn index_is_kept_at_both_ends_of_the_range() {
        for index in [0, 1, Square::COUNT_MAX - 1] {
            assert_eq!(Square::from_index(index).index(), index);
        }
    }
}
