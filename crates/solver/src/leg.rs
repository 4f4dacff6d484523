//! Legs: the parts of a way from state to state, as the searches store them.

use sokolab_core::Direction;
use sokolab_field::{FieldPush, Place};

/// What is done along a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// One push.
    Push(Direction),
    /// A box goes straight to where it vanishes.
    Deliver,
    /// The keeper walks to an exit.
    Walk,
}

impl Action {
    /// As it is packed into a node.
    #[inline]
    pub(crate) const fn to_bits(self) -> u8 {
        match self {
            Action::Push(way) => way as u8,
            Action::Walk => 8,
            Action::Deliver => 9,
        }
    }

    /// From a node.
    #[inline]
    pub(crate) fn from_bits(bits: u8) -> Action {
        match Direction::ALL.get(usize::from(bits)) {
            Some(&way) => Action::Push(way),
            None if bits == Action::Walk.to_bits() => Action::Walk,
            None => Action::Deliver,
        }
    }
}

/// A box, or an exit, by its place, and what is done there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub(crate) from: Place,
    pub(crate) action: Action,
}

impl Leg {
    /// That of a node that no leg leads to.
    pub(crate) const NONE: Leg = Leg { from: 0, action: Action::Push(Direction::Left) };

    /// The push that it is, if it is one.
    pub(crate) fn push(self) -> Option<FieldPush> {
        match self.action {
            Action::Push(way) => Some(FieldPush { from: self.from, way }),
            Action::Deliver | Action::Walk => None,
        }
    }
}

impl From<FieldPush> for Leg {
    fn from(push: FieldPush) -> Leg {
        Leg { from: push.from, action: Action::Push(push.way) }
    }
}

/// The legs from one end of play to the other, in the order of play.
pub(crate) type Way = Vec<Leg>;

#[cfg(test)]
mod tests {
    use super::{Action, Direction};

    #[test]
    fn actions_come_back_from_their_bits() {
        let pushes = Direction::ALL.map(Action::Push);
        for action in pushes.into_iter().chain([Action::Deliver, Action::Walk]) {
            assert_eq!(Action::from_bits(action.to_bits()), action);
        }
    }
}
