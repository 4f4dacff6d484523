//! What a state is worth, in one word, so that to compare is to compare numbers.

/// A score; the larger the better.
pub(crate) type Score = u64;

/// A feature's bits in a score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    shift: u32,
    bits: u32,
    /// Whether less is better.
    is_reversed: bool,
}

impl Part {
    /// A feature of which more is better.
    pub(crate) const fn more(shift: u32, bits: u32) -> Part {
        Part { shift, bits, is_reversed: false }
    }

    /// A feature of which less is better.
    pub(crate) const fn less(shift: u32, bits: u32) -> Part {
        Part { shift, bits, is_reversed: true }
    }

    const fn max(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// All its bits.
    pub(crate) const fn mask(self) -> u64 {
        self.max() << self.shift
    }

    /// The value as a part of a score; what is too large counts as the largest.
    #[inline]
    pub(crate) fn put(self, value: usize) -> u64 {
        let value = (value as u64).min(self.max());
        (if self.is_reversed { self.max() - value } else { value }) << self.shift
    }

    /// The value in a score.
    #[inline]
    pub(crate) fn get(self, score: Score) -> usize {
        let value = score >> self.shift & self.max();
        (if self.is_reversed { self.max() - value } else { value }) as usize
    }
}
