//! A solution push by push, with the alternatives at each push.
//!
//! It follows the solution through the state graph and records the other possible pushes, which of
//! them lose, and which states every solution passes through.

use std::collections::HashSet;

use sokolab_core::{Board, Direction, Level, MoveKind, Moves, Solution, Square, State, check};
use sokolab_solver::Observer;

use super::forced::forced;
use super::from_solution;
use super::liveness::Liveness;
use super::missing::Missing;
use super::occupancy::Occupancy;
use super::replay::Replay;
use super::state_graph::{StateGraph, StateId};
use super::{NotRated, RatingLimits};

/// One push of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkthroughPush {
    /// Index of the box in the order of initial squares.
    pub box_index: usize,
    /// The square it is pushed from.
    pub from: Square,
    /// The square it is pushed to, where it may disappear.
    pub to: Square,
    /// Direction of the push.
    pub direction: Direction,
    /// Number of moves made, including this push.
    pub moves: usize,
    /// Whether it brings the box no closer to its final square; `false` if that is unknown.
    pub is_astray: bool,
}

/// The alternatives before a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Pushes after which the level is still solvable, not counting one that undoes the last push.
    pub live: usize,
    /// Whether the last push can be undone by the next one, which is not counted in `live`.
    pub goes_back: bool,
    /// Pushes that lose the level.
    pub wrong: usize,
    /// Whether every solution passes through the state after the push: the same boxes, with the
    /// keeper in the same region.
    pub is_forced: bool,
    /// Whether no other push keeps the level winnable; taking the last push back is not counted.
    pub is_only: bool,
}

/// A solution push by push.
#[derive(Debug)]
pub struct Walkthrough {
    /// The board.
    pub board: Board,
    /// The initial state.
    pub start: State,
    /// The pushes.
    pub pushes: Vec<WalkthroughPush>,
    /// The initial square of each box.
    pub starts: Vec<Square>,
    /// The final square of each box, or where it disappeared.
    pub ends: Vec<Square>,
    /// The alternatives before each push, if the level has few enough states.
    pub choices: Result<Vec<Choice>, Missing>,
    whole: Option<(StateGraph, Liveness)>,
}

impl Walkthrough {
    /// Replays `solution` and explores the states beside it, within limits. Without a solution, the
    /// walkthrough is empty.
    ///
    /// # Errors
    /// What is wrong with the level.
    ///
    /// # Panics
    /// If the solution belongs to another level.
    pub fn new(
        level: &Level,
        solution: Option<&Solution>,
        limits: &RatingLimits,
        observer: &mut Observer<'_>,
    ) -> Result<Walkthrough, NotRated> {
        let (board, start) = check(level).map_err(NotRated::Invalid)?;
        let moves = solution.map_or_else(Moves::default, |it| it.moves().clone());
        let replay = Replay::new(&board, &start, &moves);
        let astray = from_solution::detours(&board, &start, &replay, observer);
        let astray = astray.map_or_else(|_| Vec::new(), |it| it.is_counter_intuitive);
        let moves = moves.as_slice().iter().enumerate();
        let times = moves.filter(|(_, it)| it.kind == MoveKind::Push).map(|(at, _)| at + 1);
        let pushes = replay.pushes.iter().zip(times).enumerate().map(|(at, (push, moves))| {
            let super::replay::ReplayedPush { box_index, from, to, direction, .. } = *push;
            let is_astray = astray.get(at).copied().unwrap_or(false);
            WalkthroughPush { box_index, from, to, direction, moves, is_astray }
        });
        let pushes = pushes.collect();
        let most = (limits.states_max, limits.budget.memory_bytes_max);
        let whole = StateGraph::build(&board, &start, most, observer).and_then(|graph| {
            let live = Liveness::of(&graph, observer)?;
            Ok((graph, live))
        });
        let choices = whole.as_ref().map_err(|&it| it);
        let choices = choices.and_then(|whole| choices_along(&board, whole, &replay, observer));
        let Replay { starts, ends, .. } = replay;
        Ok(Walkthrough { board, start, pushes, starts, ends, choices, whole: whole.ok() })
    }

    /// Number of pushes from the start that lead through states no solution avoids.
    #[must_use]
    pub fn prelude(&self) -> Option<usize> {
        let choices = self.choices.as_ref().ok()?;
        Some(choices.iter().take_while(|it| it.is_forced).count())
    }

    /// Whether all states were explored and none of them is won.
    #[must_use]
    pub fn is_unsolvable(&self) -> bool {
        self.whole.as_ref().is_some_and(|(_, live)| !live.is_live(StateGraph::START))
    }

    /// How many boxes must be in `part` at once, and how many before the first box enters `other`;
    /// `None` if the level has too many states.
    #[must_use]
    pub fn occupancy(&self, part: &[Square], other: &[Square]) -> Option<Occupancy> {
        let (graph, live) = self.whole.as_ref()?;
        Occupancy::through(&self.board, (graph, live), part, other)
    }
}

fn choices_along(
    board: &Board,
    (graph, live): &(StateGraph, Liveness),
    replay: &Replay,
    observer: &mut Observer<'_>,
) -> Result<Vec<Choice>, Missing> {
    let path = graph.path(board, &replay.states);
    let forced = forced(graph, live, &path, observer)?;
    let dominating: HashSet<StateId> = forced.dominating().collect();
    let mut choices = Vec::new();
    for (at, &state) in path.iter().enumerate().take(replay.pushes.len()) {
        let before = at.checked_sub(1).map(|at| path[at]);
        let after = graph.after(state);
        let next = path.get(at + 1);
        let live_after = after.iter().filter(|&&it| live.is_live(it) && Some(it) != before);
        let live_after: Vec<&StateId> = live_after.collect();
        let goes_back = after.iter().any(|&it| Some(it) == before);
        let wrong = after.iter().filter(|&&it| !live.is_live(it)).count();
        let is_forced = next.is_some_and(|it| dominating.contains(it));
        let is_only = next.is_some_and(|it| live_after == [it]);
        choices.push(Choice { live: live_after.len(), goes_back, wrong, is_forced, is_only });
    }
    // A solution that continues after a win leaves nothing to choose.
    let nothing = Choice { live: 1, goes_back: false, wrong: 0, is_forced: false, is_only: false };
    choices.resize(replay.pushes.len(), nothing);
    Ok(choices)
}
