//! The reasons why a state need not be explored any further.

use crate::bytes::Bytes;

/// Why a state is covered at a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is in the set of states (or, for a relaxed state, of patterns).
    InSet,
    /// More boxes stand on dead squares than are spare.
    DeadSquares,
    /// Some of its boxes, given by their indices among all boxes, are a pattern.
    Pattern(Vec<u16>),
    /// This price list proves that there is no assignment.
    NoAssignment(u32),
    /// The cost and the value of this price list together reach the bound.
    Prices(u32),
    /// The cost alone reaches the bound.
    Cost,
    /// Its image under the symmetry with this number is in the set of states.
    Image(u8),
}

impl Reason {
    /// The number that encodes the reason.
    pub(crate) const fn number(&self) -> usize {
        match self {
            Reason::InSet => 0,
            Reason::DeadSquares => 1,
            Reason::Pattern(_) => 2,
            Reason::NoAssignment(_) => 3,
            Reason::Prices(_) => 4,
            Reason::Cost => 5,
            Reason::Image(_) => 6,
        }
    }

    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Option<Reason> {
        let list = |bytes: &mut Bytes<'_>| u32::try_from(bytes.number()?).ok();
        Some(match bytes.take(1)?[0] {
            0 => Reason::InSet,
            1 => Reason::DeadSquares,
            2 => {
                let count = bytes.below(usize::from(u16::MAX))?;
                let place = |_| bytes.number().and_then(|it| u16::try_from(it).ok());
                Reason::Pattern((0..count).map(place).collect::<Option<_>>()?)
            }
            3 => Reason::NoAssignment(list(bytes)?),
            4 => Reason::Prices(list(bytes)?),
            5 => Reason::Cost,
            6 => Reason::Image(bytes.take(1)?[0]),
            _ => return None,
        })
    }
}
