//! The reasons for which a state need not be looked at any further.

use crate::bytes::{Bytes, put_number};

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
    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        match self {
            Reason::InSet => bytes.push(0),
            Reason::DeadSquares => bytes.push(1),
            Reason::Pattern(places) => {
                bytes.push(2);
                put_number(bytes, places.len() as u64);
                for &place in places {
                    put_number(bytes, u64::from(place));
                }
            }
            Reason::NoAssignment(list) => {
                bytes.push(3);
                put_number(bytes, u64::from(*list));
            }
            Reason::Prices(list) => {
                bytes.push(4);
                put_number(bytes, u64::from(*list));
            }
            Reason::Cost => bytes.push(5),
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
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Reason;
    use crate::bytes::Bytes;

    #[test]
    fn reasons_are_read_back() {
        for reason in [
            Reason::InSet,
            Reason::DeadSquares,
            Reason::Pattern(vec![0, 3, 300]),
            Reason::NoAssignment(7),
            Reason::Prices(1000),
            Reason::Cost,
        ] {
            let mut bytes = Vec::new();
            reason.put(&mut bytes);
            let mut read = Bytes(&bytes);
            assert_eq!(Reason::read(&mut read), Some(reason));
            assert!(read.is_empty());
        }
        assert_eq!(Reason::read(&mut Bytes(&[6])), None);
    }
}
