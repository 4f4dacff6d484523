//! Scores: all features of a state packed into one word, so that states compare as numbers.

/// A score; larger is better.
pub(crate) type Score = u64;

/// How well the floor of a state is connected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connectivity {
    /// The number of parts into which boxes divide the floor.
    pub(crate) parts: usize,
    /// The number of broken links between rooms.
    pub(crate) links: usize,
}

/// The bits of a feature within a score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FeatureBits {
    shift: u32,
    bits: u32,
    /// Whether less is better.
    is_reversed: bool,
}

impl FeatureBits {
    /// A feature of which more is better.
    pub(crate) const fn more(shift: u32, bits: u32) -> FeatureBits {
        FeatureBits { shift, bits, is_reversed: false }
    }

    /// A feature of which less is better.
    pub(crate) const fn less(shift: u32, bits: u32) -> FeatureBits {
        FeatureBits { shift, bits, is_reversed: true }
    }

    const fn max(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// The mask of all its bits.
    pub(crate) const fn mask(self) -> u64 {
        self.max() << self.shift
    }

    /// Encodes a value; values that are too large are clamped.
    #[inline]
    pub(crate) fn put(self, value: usize) -> u64 {
        let value = (value as u64).min(self.max());
        (if self.is_reversed { self.max() - value } else { value }) << self.shift
    }

    /// Decodes the value from a score.
    #[inline]
    pub(crate) fn get(self, score: Score) -> usize {
        let value = score >> self.shift & self.max();
        (if self.is_reversed { self.max() - value } else { value }) as usize
    }
}
