//! States of FESS, and the hauls between them.

use sokolab_core::Direction;
use sokolab_field::{Bits, Place};

use super::score::Score;

/// A state of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FessState<const N: usize> {
    pub(crate) boxes: Bits<N>,
    /// Where boxes have vanished: filled holes in play, bases in a search backwards.
    pub(crate) spent: Bits<N>,
    /// The first place of the keeper's region.
    pub(crate) keeper: Place,
}

/// One box brought from place to place by pushes, or by pulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Carry {
    pub(crate) from: Place,
    pub(crate) to: Place,
    /// Where the keeper is afterwards, as seen from the box.
    pub(crate) side: Direction,
    /// Whether the box vanishes at the end.
    pub(crate) is_gone: bool,
}

/// A haul from the state at hand, and where it leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) carry: Carry,
    pub(crate) hash: u64,
    /// The first place of the keeper's region afterwards.
    pub(crate) keeper: Place,
    /// Into how many parts the floor is divided afterwards.
    pub(crate) parts: u16,
    pub(crate) hauls: u16,
    pub(crate) score: Score,
    pub(crate) weight: u8,
    /// Whether the state it leads to has been expanded already.
    pub(crate) is_old: bool,
}

/// The state that a haul leads to.
pub(crate) fn after<const N: usize>(state: &FessState<N>, child: &Child) -> FessState<N> {
    let mut next = *state;
    next.boxes.remove(child.carry.from);
    if child.carry.is_gone {
        next.spent.insert(child.carry.to);
    } else {
        next.boxes.insert(child.carry.to);
    }
    next.keeper = child.keeper;
    next
}

/// Whether a state may be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Fine,
    /// It leads nowhere.
    Dead,
    /// It must not be entered by the haul that led to it.
    WrongWay,
}
