//! Watches techniques over states and formulas: the visited states by pushes, the lengths tried,
//! and the solution.

use sokolab_core::{Meter, MoveKind, Push, Square, SquareSet, State, Stop, apply_push};

use super::stages::shares;
use super::{CellView, PlaneView, WatchOptions, WatchRecord, WatchStage};
use crate::preprocess::preprocess;
use crate::space_time::SpaceTime;
use crate::task::{CandidateSolution, Task, TechniqueAnswer};
use crate::visits::{VisitedPlane, Visits};

/// The fractions over the visited states, by pushes or moves.
pub(super) fn views(visits: &Visits, space: &SpaceTime<'_>) -> Vec<PlaneView> {
    visits.planes.iter().map(|it| view(space, it)).collect()
}

/// Watches a search.
pub(super) fn watch(
    task: &Task<'_>,
    options: WatchOptions,
    meter: &mut Meter<'_>,
) -> Result<WatchRecord, Stop> {
    let ready = match preprocess(task) {
        Ok(ready) => ready.watched(),
        Err(answer) => return Ok(nothing(task, answer)),
    };
    meter.budget = meter.budget.with_nodes(options.nodes_max);
    let answer = crate::solve_preprocessed(task, &ready, meter);
    let visits = ready.into_visits();
    match answer {
        TechniqueAnswer::Stopped { stop, .. }
            if stop.comes_from_observer() && visits.planes.is_empty() =>
        {
            return Err(stop);
        }
        _ => {}
    }
    let mut watched = nothing(task, answer);
    let shut = task.board.no_squares();
    let space = SpaceTime::new(task.board, task.start, task.options.tile_rules, &shut);
    if !visits.planes.is_empty() {
        let looked = visits.count();
        let remark =
            format!("the states that were looked at, by pushes from the start: {looked} of them");
        watched.stages.push(stage("states looked at", remark, views(&visits, &space)));
    }
    if let TechniqueAnswer::Solved { way, .. } = &watched.answer {
        let solution = solution(task, &space, way);
        watched.length = solution.planes.len() as u32 - 1;
        watched.stages.push(solution);
    }
    watched.ladder = visits.ladder;
    Ok(watched)
}

/// The states of a solution.
pub(super) fn solution(
    task: &Task<'_>,
    space: &SpaceTime<'_>,
    way: &CandidateSolution,
) -> WatchStage {
    let states = states_along(task, way);
    let planes = states.iter().map(|it| shares(space, std::slice::from_ref(it))).collect();
    stage("solution", format!("{} {}", states.len() - 1, unit_name(way)), planes)
}

pub(super) fn stage(name: &'static str, remark: String, planes: Vec<PlaneView>) -> WatchStage {
    WatchStage { name, remark, planes, removals: Vec::new(), progress: Vec::new() }
}

fn unit_name(way: &CandidateSolution) -> &'static str {
    match way {
        CandidateSolution::Pushes(_) => "pushes",
        CandidateSolution::Moves(_) => "moves",
    }
}

/// The record for a level that is decided by preprocessing.
pub(super) fn nothing(task: &Task<'_>, answer: TechniqueAnswer) -> WatchRecord {
    let shut: SquareSet = task.board.no_squares();
    let space = SpaceTime::new(task.board, task.start, task.options.tile_rules, &shut);
    let start = stage(
        "start",
        "the level".to_owned(),
        vec![shares(&space, std::slice::from_ref(task.start))],
    );
    WatchRecord {
        unit: task.technique.unit(),
        length: 0,
        size: space.size(),
        squares: (0..space.area()).map(|cell| space.square(cell)).collect(),
        stages: vec![start],
        ladder: Vec::new(),
        knockouts: None,
        missed: None,
        is_refuted: false,
        answer,
    }
}

fn view(space: &SpaceTime<'_>, visited: &VisitedPlane) -> PlaneView {
    let share = |count: u32| count as f32 / visited.states.max(1) as f32;
    let cell = |square: Option<Square>| match square {
        None => CellView { free: 1.0, ..CellView::default() },
        Some(square) => {
            let boxes = share(visited.boxes[square.index()]);
            let keeper = share(visited.keepers[square.index()]);
            let free = (1.0 - boxes - keeper).max(0.0);
            CellView { free, boxes, keeper, ..CellView::default() }
        }
    };
    PlaneView { cells: (0..space.area()).map(|at| cell(space.square(at))).collect() }
}

/// The states along a solution, including the first.
fn states_along(task: &Task<'_>, way: &CandidateSolution) -> Vec<State> {
    let board = task.board;
    let mut states = vec![task.start.clone()];
    let mut state = task.start.clone();
    match way {
        CandidateSolution::Pushes(pushes) => {
            for &push in pushes {
                apply_push(board, &mut state, push);
                states.push(state.clone());
            }
        }
        CandidateSolution::Moves(moves) => {
            for step in moves.as_slice() {
                let Some(to) = board.neighbour(state.keeper, step.direction) else { break };
                match step.kind {
                    MoveKind::Push => {
                        let push = Push { from: to, direction: step.direction };
                        apply_push(board, &mut state, push);
                    }
                    MoveKind::Step => state.keeper = to,
                }
                states.push(state.clone());
            }
        }
    }
    states
}
