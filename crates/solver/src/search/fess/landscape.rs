//! What FESS searches: which hauls there are, and what states are worth.

use super::context::Context;
use super::hauls::{is_pull_dead, is_push_dead};
use super::score::Score;
use super::state::{Carry, Child, FessState, Verdict};
use crate::problem::Problem;
use sokolab_field::Haul;

/// A set of features with its advisors, in one direction of play.
pub(crate) trait Landscape<const N: usize>: std::fmt::Debug {
    /// The direction of play.
    fn haul(&self) -> Haul;

    /// The states to begin with: those of one end of play.
    fn roots(&mut self, context: &mut Context<'_, N>) -> Vec<FessState<N>> {
        match self.haul() {
            Haul::Pull => context.solved(),
            Haul::Push => vec![context.start()],
        }
    }

    /// Whether a state ends the search: one of the other end does.
    fn is_won(&self, problem: &Problem<'_, N>, state: &FessState<N>) -> bool {
        match self.haul() {
            Haul::Pull => problem.is_first(&state.boxes, state.keeper),
            Haul::Push => state.boxes == problem.field.goals,
        }
    }

    /// Whether a state that is about to be expanded can be proved, or is presumed, to lead nowhere.
    /// `last` is the haul that led to it.
    fn is_dead(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        last: Option<Carry>,
    ) -> Verdict {
        match self.haul() {
            Haul::Pull => is_pull_dead(context, state, last),
            Haul::Push => is_push_dead(context, state, last),
        }
    }

    /// Goes to a state and lists its hauls, but for those that plainly lead nowhere.
    fn list(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        children: &mut Vec<Child>,
    );

    /// What the state at hand is worth.
    fn own_score(&mut self, context: &mut Context<'_, N>, state: &FessState<N>) -> Score;

    /// What a haul of the state at hand leads to is worth; `None` if it is dead.
    fn score(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        child: &Child,
    ) -> Option<Score>;

    /// Sets the weights of the children.
    fn advise(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        own: Score,
        children: &mut [Child],
    );

    /// The bits of a score that name its cell.
    fn cell_mask(&self) -> Score;

    /// Bytes taken by its tables.
    fn bytes(&self) -> u64;
}
