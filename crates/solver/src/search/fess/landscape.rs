//! What FESS searches: which hauls there are, and what states are worth.

use super::hauls::{is_pull_dead, is_push_dead};
use super::score::Score;
use super::stand::{Carry, Child, Stand, Verdict};
use super::tools::Tools;
use crate::problem::Problem;
use sokolab_field::Haul;

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
