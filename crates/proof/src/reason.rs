//! The reasons for which a state need not be looked at any further.

use crate::bytes::Bytes;

/// Why a state is covered at some cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is in the set of states (or, for a relaxed state, of patterns).
    InSet,
    /// More boxes stand on dead squares than are spare.
    DeadSquares,
    /// These of its boxes, by their places among all of them, are a pattern.
    Pattern(Vec<u16>),
    /// This price list proves that there is no assignment.
    NoAssignment(u32),
    /// Cost and this price list reach the bound.
    Prices(u32),
    /// The cost alone reaches the bound.
    Cost,
}

impl Reason {
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
            _ => return None,
        })
    }
}
