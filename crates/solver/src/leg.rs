//! Legs: the edges of a search path, in the form in which nodes store them.

use sokolab_core::Direction;
use sokolab_field::{FieldPush, Place};

/// What happens along a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A single push.
    Push(Direction),
    /// A delivery macro: the box is pushed all the way to where it vanishes.
    Deliver,
    /// The keeper walks to an exit.
    Walk,
}

impl Action {
    /// Encodes the action for a node.
    #[inline]
    pub(crate) const fn to_bits(self) -> u8 {
        match self {
            Action::Push(way) => way as u8,
            Action::Walk => 8,
            Action::Deliver => 9,
        }
    }

    /// Decodes an action from a node.
    #[inline]
    pub(crate) fn from_bits(bits: u8) -> Action {
        match Direction::ALL.get(usize::from(bits)) {
            Some(&way) => Action::Push(way),
            None if bits == Action::Walk.to_bits() => Action::Walk,
            None => Action::Deliver,
        }
    }
}

/// An edge of the search graph: the place of the box, or of the exit, and what happens there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub(crate) from: Place,
    pub(crate) action: Action,
}

impl Leg {
    /// Placeholder for a root, which no leg leads to.
    pub(crate) const NONE: Leg = Leg { from: 0, action: Action::Push(Direction::Left) };

    /// The push of this leg, or `None` if it is not a single push.
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

/// A path from one end of play to the other, in the order of play.
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
