//! The `Scatter` landscape: boxes are moved away from where they stand, until the floor is open and
//! nothing is stuck. The resulting board should be easy to reach from the other end, which then
//! takes it as its target (Festival's "HF" searches).

use super::advice::best;
use super::context::Context;
use super::hauls::{View, list_hauls, nooks, to_goals, two_away};
use super::landscape::Landscape;
use super::score::{Connectivity, FeatureBits, Score};
use super::state::{FessState, MacroChild, after};
use crate::deadlock::freeze::is_free;
use crate::feature::targets::Targets;
use crate::problem::Problem;
use sokolab_field::{Bits, Field, Haul, Place};

const PARTS: FeatureBits = FeatureBits::less(56, 8);
const LINKS: FeatureBits = FeatureBits::less(48, 8);
const STUCK: FeatureBits = FeatureBits::less(40, 8);
const AWAY: FeatureBits = FeatureBits::more(8, 24);

/// How the distance to the goals is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The sum of the distances of each box to all goals.
    Sum,
    /// The least total that brings every box to a goal of its own.
    Matching,
}

/// State of the `Scatter` landscape.
#[derive(Debug)]
pub(crate) struct Scatter<const N: usize> {
    haul: Haul,
    to_goals: Vec<u32>,
    goals: Option<Targets<N>>,
    nooks: Bits<N>,
    // The current state.
    view: View<N>,
    away: usize,
}

impl<const N: usize> Scatter<N> {
    pub(crate) fn new(context: &mut Context<'_, N>, haul: Haul, measure: Measure) -> Scatter<N> {
        let problem = context.problem;
        let goals = (measure == Measure::Matching)
            .then(|| Targets::new(problem, &mut context.macros, Haul::Push, problem.field.goals));
        let (to_goals, nooks) = (to_goals(problem), nooks(&problem.field));
        Scatter { haul, to_goals, goals, nooks, view: View::default(), away: 0 }
    }

    fn score_of(
        &self,
        problem: &Problem<'_, N>,
        boxes: &Bits<N>,
        Connectivity { parts, links }: Connectivity,
        away: usize,
    ) -> Score {
        let stuck = match self.haul {
            Haul::Pull if parts > 1 => 0,
            Haul::Pull => walled_in(&problem.field, boxes),
            Haul::Push => {
                let off = *boxes & !problem.field.goals;
                off.iter().filter(|&it| !is_free(&problem.field, boxes, &problem.lands, it)).count()
            }
        };
        PARTS.put(parts) | LINKS.put(links) | STUCK.put(stuck) | AWAY.put(away) | 1
    }
}

/// The number of boxes that no keeper could pull in the current state, wherever it stood.
fn walled_in<const N: usize>(field: &Field<N>, boxes: &Bits<N>) -> usize {
    (*boxes & !two_away(field, &(field.floor & !*boxes))).len()
}

impl<const N: usize> Landscape<N> for Scatter<N> {
    fn haul(&self) -> Haul {
        self.haul
    }

    fn list(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        children: &mut Vec<MacroChild>,
    ) {
        self.view = View::new(context, state);
        self.away = if let Some(goals) = &mut self.goals {
            goals.enter(&state.boxes).unwrap_or(0) as usize
        } else {
            let away = |place: Place| self.to_goals[usize::from(place)] as usize;
            state.boxes.iter().map(away).sum()
        };
        list_hauls(self.haul, context, state, children);
    }

    fn own_score(&mut self, context: &mut Context<'_, N>, state: &FessState<N>) -> Score {
        let links = context.rooms.broken(&self.view.seen);
        self.score_of(
            context.problem,
            &state.boxes,
            Connectivity { parts: self.view.parts, links },
            self.away,
        )
    }

    fn score(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        child: &MacroChild,
    ) -> Option<Score> {
        let (from, to) = (child.carry.from, child.carry.to);
        let next = after(state, child);
        let field = context.field();
        let is_lost = match self.haul {
            Haul::Push => context.is_lost(&next.boxes, child),
            Haul::Pull => context.is_unreachable(&next.boxes, child),
        };
        if is_lost {
            return None;
        }
        let links = context.rooms.broken_after(field, &self.view.seen, &next.boxes, from, to);
        let away = if let Some(goals) = &mut self.goals {
            goals.after(from, to).unwrap_or(0) as usize
        } else {
            let away = |place: Place| self.to_goals[usize::from(place)] as usize;
            self.away - away(from) + away(to)
        };
        let parts = usize::from(child.parts);
        Some(self.score_of(context.problem, &next.boxes, Connectivity { parts, links }, away))
    }

    fn advise(
        &mut self,
        _context: &mut Context<'_, N>,
        _state: &FessState<N>,
        own: Score,
        children: &mut [MacroChild],
    ) {
        let is_nook = |place: Place| self.haul == Haul::Pull && self.nooks.contains(place);
        let better = best(children, |it| it.score > own && !is_nook(it.carry.from));
        if let Some(index) = better {
            children[index].weight = 0;
        }
    }

    fn cell_mask(&self) -> Score {
        PARTS.mask() | LINKS.mask()
    }

    fn bytes(&self) -> u64 {
        4 * self.to_goals.len() as u64 + self.goals.as_ref().map_or(0, Targets::bytes)
    }
}
