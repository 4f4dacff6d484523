//! The macro moves of a state in either direction, and tests for dead states.

use super::context::Context;
use super::state::{ExpansionVerdict, FessState, MacroChild, MacroMove};
use crate::deadlock::Arrival;
use crate::deadlock::pull_freeze::is_stuck;
use crate::feature::rooms::Seen;
use crate::heuristic::LowerBound;
use crate::problem::Problem;
use crate::prune::pi_corral::{CorralScene, pi_corral};
use sokolab_field::{Bits, Field, Haul, Parts, Place};

/// What every landscape needs to know about the current state.
#[derive(Clone, Debug)]
pub(crate) struct View<const N: usize> {
    pub(crate) region: Bits<N>,
    /// The number of parts into which boxes divide the floor.
    pub(crate) parts: usize,
    /// Which rooms can be walked to from which.
    pub(crate) seen: Seen,
}

impl<const N: usize> Default for View<N> {
    fn default() -> View<N> {
        View { region: Bits::EMPTY, parts: 0, seen: Seen::default() }
    }
}

impl<const N: usize> View<N> {
    pub(crate) fn new(context: &Context<'_, N>, state: &FessState<N>) -> View<N> {
        let parts = Parts::new(context.field(), &state.boxes);
        View {
            region: parts.around(state.keeper).copied().unwrap_or(Bits::EMPTY),
            parts: parts.count(),
            seen: context.rooms.look(context.field(), &state.boxes),
        }
    }
}

/// Lists the macro moves of a state in one direction of play.
pub(crate) fn list_hauls<const N: usize>(
    haul: Haul,
    context: &mut Context<'_, N>,
    state: &FessState<N>,
    children: &mut Vec<MacroChild>,
) {
    match haul {
        Haul::Pull => list_pulls(context, state, children),
        Haul::Push => list_pushes(context, state, children),
    }
}

/// The places with `open` floor two steps away in a straight line and floor in between. A box there
/// could be pulled in that direction, or pushed there from it.
pub(crate) fn two_away<const N: usize>(field: &Field<N>, open: &Bits<N>) -> Bits<N> {
    let mut places = Bits::EMPTY;
    for by in [1, field.stride] {
        places |= (field.floor & open.up(by)).up(by) | (field.floor & open.down(by)).down(by);
    }
    places
}

/// Lists the macro pushes of a state; only those of a PI-corral if there is one.
pub(crate) fn list_pushes<const N: usize>(
    context: &mut Context<'_, N>,
    state: &FessState<N>,
    children: &mut Vec<MacroChild>,
) {
    let parts = Parts::new(context.field(), &state.boxes);
    let movable = in_corral(context, state, &parts, true).unwrap_or(state.boxes);
    for from in movable.iter() {
        context.list_of(Haul::Push, state, &parts, from, children);
    }
}

/// Lists the macro pulls of a state.
pub(crate) fn list_pulls<const N: usize>(
    context: &mut Context<'_, N>,
    state: &FessState<N>,
    children: &mut Vec<MacroChild>,
) {
    let parts = Parts::new(context.field(), &state.boxes);
    for from in state.boxes.iter() {
        context.list_of(Haul::Pull, state, &parts, from, children);
    }
}

/// The boxes of a PI-corral, one of which must be pushed next.
pub(crate) fn in_corral<const N: usize>(
    context: &Context<'_, N>,
    state: &FessState<N>,
    parts: &Parts<N>,
    fills_goals: bool,
) -> Option<Bits<N>> {
    let region = parts.around(state.keeper).copied().unwrap_or(Bits::EMPTY);
    let scene = CorralScene {
        field: context.field(),
        boxes: &state.boxes,
        region: &region,
        lands: &context.problem.lands,
        fills_goals,
    };
    let pushes = pi_corral(&scene, &parts.without(state.keeper))?;
    Some(pushes.iter().map(|push| push.from).collect())
}

/// Whether a state of the forward search is proved dead.
pub(crate) fn is_push_dead<const N: usize>(
    context: &mut Context<'_, N>,
    state: &FessState<N>,
    last: Option<MacroMove>,
) -> ExpansionVerdict {
    let list: Vec<Place> = state.boxes.iter().collect();
    // Patterns may have been learned since the state was scored.
    let (boxes, keeper) = (&state.boxes, state.keeper);
    if list.iter().any(|&to| context.detectors.learned.proves(Arrival { to, boxes, keeper })) {
        return ExpansionVerdict::Dead;
    }
    context.bound.enter(&list, &state.boxes, &context.holes(state), state.keeper);
    if context.bound.estimate().is_none() {
        return ExpansionVerdict::Dead;
    }
    if !context.problem.is_classical() {
        return ExpansionVerdict::Fine;
    }
    let is_crowded = last.is_some_and(|it| context.is_crowded(state, it.to));
    if is_crowded || context.is_packed_too_early(state) {
        return ExpansionVerdict::Dead;
    }
    let region = context.field().region(state.keeper, &state.boxes, &Bits::EMPTY);
    let parts = Parts::new(context.field(), &state.boxes).without(state.keeper);
    if context.detectors.is_corral_dead(context.problem, &state.boxes, &region, &parts) {
        return ExpansionVerdict::Dead;
    }
    ExpansionVerdict::Fine
}

/// Whether no play can have led to a state of the backward search, or none whose next push is the
/// one that `last` undoes.
pub(crate) fn is_pull_dead<const N: usize>(
    context: &mut Context<'_, N>,
    state: &FessState<N>,
    last: Option<MacroMove>,
) -> ExpansionVerdict {
    let (start, _, _) = context.problem.first();
    if is_stuck(context.field(), &state.boxes, state.keeper, &start) {
        return ExpansionVerdict::Dead;
    }
    // In play, a corral elsewhere would have had to be resolved first.
    let parts = Parts::new(context.field(), &state.boxes);
    let Some(last) = last.filter(|_| parts.count() > 1) else { return ExpansionVerdict::Fine };
    match in_corral(context, state, &parts, false) {
        Some(boxes) if last.is_gone || !boxes.contains(last.to) => ExpansionVerdict::WrongWay,
        _ => ExpansionVerdict::Fine,
    }
}

/// By place, the sum of the pushes of a lone box to all goals.
pub(crate) fn to_goals<const N: usize>(problem: &Problem<'_, N>) -> Vec<u32> {
    let mut pushes_from = vec![0; N * 64];
    for &square in &problem.squares {
        let goals = problem.distances.goals().iter();
        let pushes = goals.filter_map(|&goal| problem.distances.least_distance(square, goal));
        pushes_from[usize::from(problem.field.place(square))] = pushes.map(u32::from).sum();
    }
    pushes_from
}

/// Goals in dead ends, and goals that lead only to such goals.
pub(crate) fn nooks<const N: usize>(field: &Field<N>) -> Bits<N> {
    let mut nooks = Bits::EMPTY;
    loop {
        let before = nooks;
        for goal in (field.goals & !nooks).iter() {
            let exits = field.beside(&Bits::of(goal)) & field.floor & !nooks;
            if exits.len() <= 1 {
                nooks.insert(goal);
            }
        }
        if nooks == before {
            return nooks;
        }
    }
}
