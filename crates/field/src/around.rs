//! The surroundings of one box whose pushes or pulls are enumerated.

use crate::bits::Bits;
use crate::field::Field;

/// Everything that constrains the pushes or pulls of one box while the other boxes stay in place.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a, const N: usize> {
    /// The board's layout.
    pub field: &'a Field<N>,
    /// All boxes except the one that moves.
    pub others: &'a Bits<N>,
    /// Open holes; the keeper cannot walk on them.
    pub holes: &'a Bits<N>,
    /// Squares the box may be moved to.
    pub lands: &'a Bits<N>,
    /// Squares where the box vanishes, so that its journey ends there.
    pub ends: &'a Bits<N>,
}
