//! The interface between FESS and its features: macro moves, scores, cells and advisors.

use super::context::Context;
use super::hauls::{is_pull_dead, is_push_dead};
use super::score::Score;
use super::state::{ExpansionVerdict, FessState, MacroChild, MacroMove};
use crate::problem::Problem;
use sokolab_field::Haul;

/// A set of features with its advisors, in one direction of play.
pub(crate) trait Landscape<const N: usize>: std::fmt::Debug {
    /// The direction of play.
    fn haul(&self) -> Haul;

    /// The root states: those of one end of play.
    fn roots(&mut self, context: &mut Context<'_, N>) -> Vec<FessState<N>> {
        match self.haul() {
            Haul::Pull => context.solved(),
            Haul::Push => vec![context.start()],
        }
    }

    /// Whether a state ends the search, as states of the other end do.
    fn is_won(&self, problem: &Problem<'_, N>, state: &FessState<N>) -> bool {
        match self.haul() {
            Haul::Pull => problem.is_first(&state.boxes, state.keeper),
            Haul::Push => state.boxes == problem.field.goals,
        }
    }

    /// Whether a state that is about to be expanded is proved, or presumed, dead. `last` is the
    /// macro move that led to it.
    fn is_dead(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        last: Option<MacroMove>,
    ) -> ExpansionVerdict {
        match self.haul() {
            Haul::Pull => is_pull_dead(context, state, last),
            Haul::Push => is_push_dead(context, state, last),
        }
    }

    /// Enters a state and lists its macro moves, except those that a quick test rules out.
    fn list(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        children: &mut Vec<MacroChild>,
    );

    /// The score of the current state.
    fn own_score(&mut self, context: &mut Context<'_, N>, state: &FessState<N>) -> Score;

    /// The score of a child of the current state; `None` if the child is dead.
    fn score(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        child: &MacroChild,
    ) -> Option<Score>;

    /// Sets the weights of the children.
    fn advise(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        own: Score,
        children: &mut [MacroChild],
    );

    /// The bits of a score that identify its cell.
    fn cell_mask(&self) -> Score;

    /// The memory of its tables, in bytes.
    fn bytes(&self) -> u64;
}
