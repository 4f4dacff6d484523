//! States of FESS, and the macro moves between them.

use sokolab_core::Direction;
use sokolab_field::{Bits, Place};

use super::score::Score;

/// A state of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FessState<const N: usize> {
    pub(crate) boxes: Bits<N>,
    /// Squares where boxes have vanished: filled holes in a forward search, bases in a backward
    /// one.
    pub(crate) spent: Bits<N>,
    /// The lowest place of the keeper's region.
    pub(crate) keeper: Place,
}

/// A macro move: one box pushed, or pulled, from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MacroMove {
    pub(crate) from: Place,
    pub(crate) to: Place,
    /// The direction from the box to the keeper afterwards.
    pub(crate) side: Direction,
    /// Whether the box vanishes at the end.
    pub(crate) is_gone: bool,
}

/// A macro move from the current state, and the state it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroChild {
    pub(crate) carry: MacroMove,
    pub(crate) hash: u64,
    /// The lowest place of the keeper's region afterwards.
    pub(crate) keeper: Place,
    /// The number of parts into which the floor is divided afterwards.
    pub(crate) parts: u16,
    pub(crate) hauls: u16,
    pub(crate) score: Score,
    pub(crate) weight: u8,
    /// Whether the resulting state has already been expanded.
    pub(crate) is_old: bool,
}

/// The state that a macro move leads to.
pub(crate) fn after<const N: usize>(state: &FessState<N>, child: &MacroChild) -> FessState<N> {
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
pub(crate) enum ExpansionVerdict {
    Fine,
    /// It is proved, or presumed, dead.
    Dead,
    /// It must not be entered by the macro move that led to it.
    WrongWay,
}
