//! Proves that a composed level fulfils its plan: it is solvable, and every storage is needed.

use sokolab_chamber::ChamberShape;
use sokolab_chamber::catalogue::{Catalogue, CatalogueQuery};
use sokolab_core::{Budget, GoalKind, Level, Occupant, Rules, Square, check};
use sokolab_insight::fewest::{self, Assessed};
use sokolab_solver::{Method, Objective, Outcome, Request, Stop, solve};

use super::layout::{Layout, Spot};
use super::plan::{ChamberPlan, DEEP, LOCK_PROVED, MANY_BOXES, Part, PlanPort, Planned};
use crate::recipe::KeepGoing;

/// Why a composed level does not fulfil its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It has no solution.
    Unsolvable,
    /// A proof exceeded its limit on states.
    Undecided,
    /// It can be solved without a storage that should be needed.
    NotNeeded,
    /// It cannot be solved without a storage that should be a decoy.
    DecoyNeeded,
    /// A levitating hero reaches the exit without a push.
    Unguarded,
}

/// What was proved about a storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageProof {
    /// Number of boxes it can hold.
    pub capacity: usize,
    /// Number of its squares.
    pub area: usize,
    /// Number of squares of the smallest chamber in the catalogue with this capacity.
    pub area_least: usize,
    /// Whether it is needed.
    pub need: Need,
}

/// Whether a storage is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Without it, or with one for one box fewer in its place, the level is unsolvable.
    Whole,
    /// Without it the level is unsolvable; nothing is known about smaller storages.
    Some,
    /// There is a solution without it.
    None,
}

impl StorageProof {
    /// Number of squares beyond the smallest chamber with the same capacity. A decoy wastes
    /// nothing, because it is meant to be there.
    #[must_use]
    pub const fn waste(&self) -> usize {
        match self.need {
            Need::Whole | Need::Some => self.area.saturating_sub(self.area_least),
            Need::None => 0,
        }
    }
}

/// A level with its solution and the proofs about its storages.
#[derive(Debug)]
pub(crate) struct Certified {
    pub(crate) level: Level,
    pub(crate) solution: Assessed,
    pub(crate) plan: ChamberPlan,
    pub(crate) storages: Vec<StorageProof>,
}

impl Certified {
    /// Total capacity of the storages that are needed, or boxes that must be in a goal chamber
    /// before its first goal is filled.
    pub(crate) fn stored(&self) -> usize {
        let needed = self.storages.iter().filter(|it| it.need != Need::None);
        let waiting = self.plan.parts.iter().map(|it| match it.part {
            Part::GoalChamber { inside, .. } => inside,
            _ => 0,
        });
        needed.map(|it| it.capacity).sum::<usize>() + waiting.sum::<usize>()
    }
}

/// Maximum number of states in one proof with few boxes.
const NODES_MAX: u64 = 3_000;

/// The same with many boxes, where a search for any solution spends longer on each state.
const NODES_MAX_FOR_MANY: u64 = 120;

/// The same with many boxes and holes, where many short attempts find more than a few long ones: of
/// two equivalent plans, the one that is decided first will do.
const NODES_MAX_FOR_HOLES: u64 = 200;

/// Maximum number of states for solving a level with a deep storage behind directed chambers.
const NODES_MAX_FOR_DEEP: u64 = 15_000;

/// Maximum number of states for proving that a solution has the fewest pushes, if the search that
/// found it did not prove it.
const NODES_MAX_TO_PROVE: u64 = 40_000;

/// Solves the level of a layout and proves the claims of its plan. A storage larger than needed is
/// replaced by a smaller one, as long as one fits.
pub(crate) fn certify(
    mut plan: ChamberPlan,
    mut laid: Layout,
    rules: Rules,
    keep_going: KeepGoing<'_>,
) -> Result<Certified, Fault> {
    let level = laid.level(&plan, rules, &[]);
    if plan.parts.iter().any(|it| matches!(it.part, Part::Goals(_)) && it.boxes != 0) {
        is_guarded(&level).then_some(()).ok_or(Fault::Unguarded)?;
    }
    let found = if is_deep(&plan) && box_count(&level) < MANY_BOXES {
        shortest(&level, NODES_MAX_FOR_DEEP, keep_going)
    } else {
        some_solution(&level, keep_going)
    };
    let mut solution = found?.ok_or(Fault::Unsolvable)?;
    let needs = loop {
        let (needs, better) = needs(&mut plan, &mut laid, rules, keep_going)?;
        let Some(better) = better else { break needs };
        solution = better;
        // A proof made beside a larger storage need not hold beside its replacement.
        if needs.len() == 1 {
            break needs;
        }
    };
    let storages = needs.iter().map(|&(at, need)| proof(&plan.parts[at], need, rules)).collect();
    let level = laid.level(&plan, rules, &[]);
    let solution = with_proof(&level, solution, keep_going);
    Ok(Certified { level, solution, plan, storages })
}

/// What is proved about each storage, by part, and a solution if a storage was made smaller.
fn needs(
    plan: &mut ChamberPlan,
    laid: &mut Layout,
    rules: Rules,
    keep_going: KeepGoing<'_>,
) -> Result<Needs, Fault> {
    let (mut needs, mut solution) = (Vec::new(), None);
    for at in 0..plan.parts.len() {
        let Planned { part, is_whole, .. } = plan.parts[at];
        if is_whole {
            needs.push((at, Need::Whole));
            continue;
        }
        if !matches!(part, Part::Storage(_) | Part::Decoy(_)) {
            continue;
        }
        let is_needed = is_demanded(plan, at) || {
            let walled = laid.level(plan, rules, &closing(laid, at));
            some_solution(&walled, keep_going)?.is_none()
        };
        match part {
            Part::Storage(_) if !is_needed => return Err(Fault::NotNeeded),
            Part::Decoy(_) if is_needed => return Err(Fault::DecoyNeeded),
            Part::Storage(_) => {
                let (need, better) = shrink((plan, laid), at, rules, keep_going);
                solution = better.or(solution);
                needs.push((at, need));
            }
            _ => needs.push((at, Need::None)),
        }
    }
    Ok((needs, solution))
}

/// Proofs about storages by part, and a solution if one of them was made smaller.
type Needs = (Vec<(usize, Need)>, Option<Assessed>);

/// The solution of `level`, or a better one, with the proof that none has fewer pushes, if there
/// are few boxes and the proof does not take too long. A search that reaches its limit may return a
/// solution that is not the shortest.
fn with_proof(level: &Level, solution: Assessed, keep_going: KeepGoing<'_>) -> Assessed {
    if solution.is_fewest() || box_count(level) >= MANY_BOXES {
        return solution;
    }
    let better = shortest(level, NODES_MAX_TO_PROVE, keep_going).ok().flatten();
    let is_better =
        |it: &Assessed| it.is_fewest() || it.measures().pushes < solution.measures().pushes;
    better.filter(is_better).unwrap_or(solution)
}

fn proof(part: &Planned, need: Need, rules: Rules) -> StorageProof {
    let (Part::Storage(capacity) | Part::Decoy(capacity)) = part.part else {
        unreachable!("only storages are asked for")
    };
    let least = Catalogue::embedded().least_area(rules.pushes(), capacity as u8);
    StorageProof { capacity, area: part.shape.area(), area_least: least.unwrap_or(0), need }
}

/// Replaces a needed storage by smaller and smaller chambers until its full capacity is needed.
/// Returns the solution with the last replacement, if there was one.
fn shrink(
    (plan, laid): (&mut ChamberPlan, &mut Layout),
    at: usize,
    rules: Rules,
    keep_going: KeepGoing<'_>,
) -> (Need, Option<Assessed>) {
    let mut better = None;
    loop {
        let Part::Storage(capacity) = plan.parts[at].part else { return (Need::None, better) };
        if capacity == 1 || demand(plan, at) == Some(capacity) && is_demanded(plan, at) {
            return (Need::Whole, better);
        }
        let boxes: u32 = plan.parts.iter().map(|it| it.boxes.count_ones()).sum();
        if boxes as usize >= MANY_BOXES && capacity < DEEP {
            return (Need::Some, better);
        }
        let Some((shape, smaller)) = with_less(plan, laid, at, capacity - 1, rules) else {
            return (Need::Some, better);
        };
        let mut less = plan.clone();
        less.parts[at].shape = shape;
        less.parts[at].part = Part::Storage(capacity - 1);
        match with_storage_for(capacity - 1, &smaller.level(&less, rules, &[]), keep_going) {
            Ok(Some(solution)) => better = Some(solution),
            Ok(None) => return (Need::Whole, better),
            Err(_) => return (Need::Some, better),
        }
        (*plan, *laid) = (less, smaller);
    }
}

/// A shortest solution of a level whose storage was made smaller; `None` if it is unsolvable. Where
/// much has to be stored, the search by chambers is tried first, because it decides quickly.
fn with_storage_for(
    capacity: usize,
    level: &Level,
    keep_going: KeepGoing<'_>,
) -> Result<Option<Assessed>, Fault> {
    if capacity + 1 < DEEP {
        return shortest(level, NODES_MAX, keep_going);
    }
    match any(level, Method::Chambers, NODES_MAX_FOR_DEEP, keep_going) {
        Ok(None) => Ok(None),
        _ => shortest(level, NODES_MAX_FOR_DEEP, keep_going),
    }
}

/// The layout with part `at` replaced by a storage for `capacity` boxes.
pub(crate) fn with_less(
    plan: &ChamberPlan,
    laid: &Layout,
    at: usize,
    capacity: usize,
    rules: Rules,
) -> Option<(ChamberShape, Layout)> {
    let catalogue = Catalogue::embedded();
    let wanted = CatalogueQuery::Storage(capacity as u8);
    let count = catalogue.count(rules.pushes(), wanted);
    // Small chambers come first in the catalogue, and any of them will do.
    (0..count.min(300)).find_map(|number| {
        let shape = catalogue.pick(rules.pushes(), wanted, number)?.shape();
        let laid = laid.with_part(plan, at, &shape)?;
        Some((shape, laid))
    })
}

/// Whether the description of the chamber before it proves that the storage `at` is needed. Either
/// it is attached directly to a chamber that cannot be emptied without storage, with or without
/// boxes parked in doorways, and no box is spare. Or it is attached to a goal lock, which cannot be
/// filled with less storage than it demands, whatever the feed does: the tests of plans prove this
/// for the lock of the document up to [`LOCK_PROVED`], and for every drawing.
///
/// Boxes that come back from the other side do not help that chamber: without them, the keeper
/// could make the same moves, walking where it would have pushed.
fn is_demanded(plan: &ChamberPlan, at: usize) -> bool {
    let count = |set: fn(&Planned) -> u64| -> u32 {
        plan.parts.iter().map(|it| set(it).count_ones()).sum()
    };
    let Some(PlanPort { part: before, port }) = plan.parts[at].parent else { return false };
    let is_the_port = match plan.parts[before].part {
        Part::Directed { requirement, .. } => requirement > 0 && port == 0,
        Part::GoalLock(goals) => port == 1 && goals <= LOCK_PROVED,
        Part::ForkedLock(..) => port > 0,
        _ => false,
    };
    is_the_port && count(|it| it.boxes) == count(|it| it.shape.goals())
}

/// The storage demanded from `at` by the chamber before it, if that is a single chamber: what lies
/// behind the goals or behind a junction is out of its reach.
fn demand(plan: &ChamberPlan, at: usize) -> Option<usize> {
    let mut demands = Vec::new();
    let mut parent = plan.parts[at].parent;
    while let Some(PlanPort { part: before, port }) = parent {
        match plan.parts[before].part {
            Part::Directed { requirement, .. } => demands.push(requirement),
            Part::GoalLock(goals) => demands.push(goals),
            Part::ForkedLock(first, second) => demands.push(if port == 1 { first } else { second }),
            Part::Bend => {}
            _ => break,
        }
        parent = plan.parts[before].parent;
    }
    demands.pop().filter(|_| demands.is_empty())
}

/// The places where a wall closes a part off.
fn closing(laid: &Layout, at: usize) -> Vec<Spot> {
    laid.placed[at].corridor.last().copied().into_iter().collect()
}

/// A solution; with few boxes, from a search for a shortest one. `None` if it is unsolvable.
fn some_solution(level: &Level, keep_going: KeepGoing<'_>) -> Result<Option<Assessed>, Fault> {
    if box_count(level) < MANY_BOXES {
        return shortest(level, NODES_MAX, keep_going);
    }
    let (method, nodes_max) = match level.rules.goal() {
        GoalKind::Fill => (Method::Greedy, NODES_MAX_FOR_HOLES),
        _ => (Method::Auto, NODES_MAX_FOR_MANY),
    };
    any(level, method, nodes_max, keep_going)
}

/// The best solution within this many states, which may not be proved shortest; `None` if it is
/// unsolvable.
fn shortest(
    level: &Level,
    nodes_max: u64,
    keep_going: KeepGoing<'_>,
) -> Result<Option<Assessed>, Fault> {
    let request = Request { budget: Budget::of_nodes(nodes_max), ..Request::new(level) };
    let mut observer = |_: &_| (!keep_going()).then_some(Stop::Interrupted);
    match fewest::search(&request, &mut observer) {
        (Some(solution), _) => Ok(Some(solution)),
        (None, report) => without_solution(&report.outcome),
    }
}

/// Any solution; `None` if it is unsolvable.
fn any(
    level: &Level,
    method: Method,
    nodes_max: u64,
    keep_going: KeepGoing<'_>,
) -> Result<Option<Assessed>, Fault> {
    let (objective, budget) = (Objective::Any, Budget::of_nodes(nodes_max));
    let request = Request { objective, method, budget, ..Request::new(level) };
    let mut observer = |_: &_| (!keep_going()).then_some(Stop::Interrupted);
    match solve(&request, &mut observer).outcome {
        Outcome::Solved { solution, .. } => Ok(Some(Assessed::unproved(solution))),
        outcome => without_solution(&outcome),
    }
}

/// Interprets a search that ended without a solution.
fn without_solution(outcome: &Outcome) -> Result<Option<Assessed>, Fault> {
    match outcome {
        Outcome::Unsolvable => Ok(None),
        _ => Err(Fault::Undecided),
    }
}

/// Whether the plan has directed chambers and a deep storage, so that the solution is long.
fn is_deep(plan: &ChamberPlan) -> bool {
    let has = |is: fn(&Part) -> bool| plan.parts.iter().any(|it| is(&it.part));
    has(|it| matches!(it, Part::Directed { .. }))
        && has(|it| matches!(it, Part::Storage(capacity) if *capacity >= DEEP))
}

fn box_count(level: &Level) -> usize {
    level.picture.places().iter().filter(|it| it.occupant == Occupant::Box).count()
}

/// Whether a levitating hero, who cannot push, is kept from the exit.
fn is_guarded(level: &Level) -> bool {
    let Ok((board, state)) = check(level) else { return false };
    if board.rules().goal() != GoalKind::Fill {
        return true;
    }
    let mut reached = board.no_squares();
    reached.insert(state.keeper);
    let mut pending: Vec<Square> = vec![state.keeper];
    while let Some(square) = pending.pop() {
        for &direction in board.rules().steps().list() {
            let Some(next) = board.neighbour(square, direction) else { continue };
            if !state.boxes.contains(next) && reached.insert(next) {
                pending.push(next);
            }
        }
    }
    board.exits().iter().all(|it| !reached.contains(it))
}
