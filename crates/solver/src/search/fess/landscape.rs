//! What FESS searches: states, the hauls between them, and what they are worth.

use super::hauls::{is_pull_dead, is_push_dead};
use super::score::Score;
use super::tools::Tools;
use crate::problem::Problem;
use sokolab_field::{Bits, Haul, Place};

/// A state of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stand<const N: usize> {
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
    pub(crate) side: u8,
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
pub(crate) fn after<const N: usize>(stand: &Stand<N>, child: &Child) -> Stand<N> {
    let mut next = *stand;
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

/// A set of features with its advisors, in one direction of play.
pub(crate) trait Landscape<const N: usize>: std::fmt::Debug {
    /// The direction of play.
    fn haul(&self) -> Haul;

    /// The states to begin with: those of one end of play.
    fn roots(&mut self, tools: &mut Tools<'_, N>) -> Vec<Stand<N>> {
        match self.haul() {
            Haul::Pull => tools.solved(),
            Haul::Push => vec![tools.start()],
        }
    }

    /// Whether a state ends the search: one of the other end does.
    fn is_won(&self, problem: &Problem<'_, N>, stand: &Stand<N>) -> bool {
        match self.haul() {
            Haul::Pull => problem.is_first(&stand.boxes, stand.keeper),
            Haul::Push => stand.boxes == problem.field.goals,
        }
    }

    /// Whether a state that is about to be expanded can be proved, or is presumed, to lead nowhere.
    /// `last` is the haul that led to it.
    fn is_dead(
        &mut self,
        tools: &mut Tools<'_, N>,
        stand: &Stand<N>,
        last: Option<Carry>,
    ) -> Verdict {
        match self.haul() {
            Haul::Pull => is_pull_dead(tools, stand, last),
            Haul::Push => is_push_dead(tools, stand, last),
        }
    }

    /// Goes to a state and lists its hauls, but for those that plainly lead nowhere.
    fn list(&mut self, tools: &mut Tools<'_, N>, stand: &Stand<N>, children: &mut Vec<Child>);

    /// What the state at hand is worth.
    fn own_score(&mut self, tools: &mut Tools<'_, N>, stand: &Stand<N>) -> Score;

    /// What a haul of the state at hand leads to is worth; `None` if it is dead.
    fn score(&mut self, tools: &mut Tools<'_, N>, stand: &Stand<N>, child: &Child)
    -> Option<Score>;

    /// Sets the weights of the children.
    fn advise(
        &mut self,
        tools: &mut Tools<'_, N>,
        stand: &Stand<N>,
        own: Score,
        children: &mut [Child],
    );

    /// The bits of a score that name its cell.
    fn cell_mask(&self) -> Score;

    /// Bytes taken by its tables.
    fn bytes(&self) -> u64;
}
