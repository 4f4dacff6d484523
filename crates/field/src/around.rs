//! What a box that is pushed, or pulled, finds around it.

use crate::bits::Bits;
use crate::field::Field;

/// What stands around the box that is pushed.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a, const N: usize> {
    /// The board.
    pub field: &'a Field<N>,
    /// The other boxes.
    pub others: &'a Bits<N>,
    /// The open holes.
    pub holes: &'a Bits<N>,
    /// Where the box may be pushed.
    pub lands: &'a Bits<N>,
    /// Where it vanishes: a stop there is the last.
    pub ends: &'a Bits<N>,
}
