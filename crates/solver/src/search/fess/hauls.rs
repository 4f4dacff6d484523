//! The hauls of a state in either direction, and when a state leads nowhere.

use super::stand::{Carry, Child, Stand, Verdict};
use super::tools::Tools;
use crate::deadlock::Arrival;
use crate::deadlock::pull_freeze::is_stuck;
use crate::feature::rooms::Seen;
use crate::heuristic::LowerBound;
use crate::problem::Problem;
use crate::prune::pi_corral::{Scene, pi_corral};
use sokolab_field::{Bits, Field, Haul, Parts, Place};

/// What every landscape wants to know of the state at hand.
#[derive(Clone, Debug)]
pub(crate) struct View<const N: usize> {
    pub(crate) region: Bits<N>,
    /// How many parts the floor is in.
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
    pub(crate) fn new(tools: &Tools<'_, N>, stand: &Stand<N>) -> View<N> {
        let parts = Parts::new(tools.field(), &stand.boxes);
        View {
            region: parts.around(stand.keeper).copied().unwrap_or(Bits::EMPTY),
            parts: parts.count(),
            seen: tools.rooms.look(tools.field(), &stand.boxes),
        }
    }
}

/// Lists the hauls of a state in a direction of play.
pub(crate) fn list_hauls<const N: usize>(
    haul: Haul,
    tools: &mut Tools<'_, N>,
    stand: &Stand<N>,
    children: &mut Vec<Child>,
) {
    match haul {
        Haul::Pull => list_pulls(tools, stand, children),
        Haul::Push => list_pushes(tools, stand, children),
    }
}

/// The places with `open` floor two steps away and floor between: from there a box could be pulled,
/// or pushed here.
pub(crate) fn two_away<const N: usize>(field: &Field<N>, open: &Bits<N>) -> Bits<N> {
    let mut places = Bits::EMPTY;
    for by in [1, field.stride] {
        places |= (field.floor & open.up(by)).up(by) | (field.floor & open.down(by)).down(by);
    }
    places
}

/// Lists the pushes of a state; a PI-corral comes first.
pub(crate) fn list_pushes<const N: usize>(
    tools: &mut Tools<'_, N>,
    stand: &Stand<N>,
    children: &mut Vec<Child>,
) {
    let parts = Parts::new(tools.field(), &stand.boxes);
    let movable = in_corral(tools, stand, &parts, true).unwrap_or(stand.boxes);
    for from in movable.iter() {
        tools.list_of(Haul::Push, stand, &parts, from, children);
    }
}

/// Lists the pulls of a state.
pub(crate) fn list_pulls<const N: usize>(
    tools: &mut Tools<'_, N>,
    stand: &Stand<N>,
    children: &mut Vec<Child>,
) {
    let parts = Parts::new(tools.field(), &stand.boxes);
    for from in stand.boxes.iter() {
        tools.list_of(Haul::Pull, stand, &parts, from, children);
    }
}

/// The boxes of a PI-corral, one of which must be pushed next.
pub(crate) fn in_corral<const N: usize>(
    tools: &Tools<'_, N>,
    stand: &Stand<N>,
    parts: &Parts<N>,
    fills_goals: bool,
) -> Option<Bits<N>> {
    let region = parts.around(stand.keeper).copied().unwrap_or(Bits::EMPTY);
    let scene = Scene {
        field: tools.field(),
        boxes: &stand.boxes,
        region: &region,
        lands: &tools.problem.lands,
        fills_goals,
    };
    let pushes = pi_corral(&scene, &parts.without(stand.keeper))?;
    Some(pushes.iter().map(|(place, _)| *place).collect())
}

/// Whether a state of play can be proved to lead nowhere.
pub(crate) fn is_push_dead<const N: usize>(
    tools: &mut Tools<'_, N>,
    stand: &Stand<N>,
    last: Option<Carry>,
) -> Verdict {
    let list: Vec<Place> = stand.boxes.iter().collect();
    // Patterns may have been learned since the state was scored.
    let (boxes, keeper) = (&stand.boxes, stand.keeper);
    if list.iter().any(|&to| tools.detectors.learned.proves(Arrival { to, boxes, keeper })) {
        return Verdict::Dead;
    }
    tools.bound.enter(&list, &stand.boxes, &tools.holes(stand), stand.keeper);
    if tools.bound.estimate().is_none() {
        return Verdict::Dead;
    }
    if !tools.problem.is_classical() {
        return Verdict::Fine;
    }
    let is_crowded = last.is_some_and(|it| tools.is_crowded(stand, it.to));
    if is_crowded || tools.is_packed_too_early(stand) {
        return Verdict::Dead;
    }
    let region = tools.field().region(stand.keeper, &stand.boxes, &Bits::EMPTY);
    let parts = Parts::new(tools.field(), &stand.boxes).without(stand.keeper);
    if tools.detectors.is_corral_dead(tools.problem, &stand.boxes, &region, &parts) {
        return Verdict::Dead;
    }
    Verdict::Fine
}

/// Whether no play can have led to a state, or none that makes sense by its last haul.
pub(crate) fn is_pull_dead<const N: usize>(
    tools: &mut Tools<'_, N>,
    stand: &Stand<N>,
    last: Option<Carry>,
) -> Verdict {
    let (start, _, _) = tools.problem.first();
    if is_stuck(tools.field(), &stand.boxes, stand.keeper, &start) {
        return Verdict::Dead;
    }
    // In play, a corral elsewhere would have had to be dealt with first.
    let parts = Parts::new(tools.field(), &stand.boxes);
    let Some(last) = last.filter(|_| parts.count() > 1) else { return Verdict::Fine };
    match in_corral(tools, stand, &parts, false) {
        Some(boxes) if last.is_gone || !boxes.contains(last.to) => Verdict::WrongWay,
        _ => Verdict::Fine,
    }
}

/// Pushes from a place to all goals together.
pub(crate) fn to_goals<const N: usize>(problem: &Problem<'_, N>) -> Vec<u32> {
    let mut pushes_from = vec![0; N * 64];
    for &square in &problem.squares {
        let goals = problem.distances.goals().iter();
        let pushes = goals.filter_map(|&goal| problem.distances.least_distance(square, goal));
        pushes_from[usize::from(problem.field.place(square))] = pushes.map(u32::from).sum();
    }
    pushes_from
}

/// Goals in dead ends, and those that lead only to them.
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
