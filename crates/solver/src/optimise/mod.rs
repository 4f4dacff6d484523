//! The optimiser: improves known solutions.
//!
//! A solution is cut into windows, and each window is searched for a better path between its ends:
//! among all states if the window is short, among states near the solution if it is long (vicinity
//! search). The referee replays every improvement, and it is kept only if it is better, so a
//! solution never gets worse. Rounds repeat with more nodes per window until a limit is hit or
//! nothing is left to try.
//!
//! Windows overlap. A* looks for a better path from the first state of a window to exactly the
//! boxes of its last state, with the keeper where the solution continues. The lower bound is a
//! matching over the pushes of lone boxes, and whatever cannot beat the known path is dropped. A
//! *lens* limits how many boxes may stand elsewhere than in some state of the window (1 to 4, or
//! all): the fewer, the longer the windows that can be searched. Windows shrink when their nodes do
//! not suffice and grow when they do; each round doubles the nodes. Where solutions can end in many
//! ways (spare boxes or goals, holes), the last window also accepts any win.
//!
//! What windows can make of a solution depends on the order in which it packs its goals, so
//! solutions of other strategies are improved as well (`starts`).
//!
//! Schedules count nodes; time only stops them. With several threads, windows that do not overlap
//! are searched in parallel, and improvements are inserted from the last to the first.

mod batch;
mod distances;
mod remaining;
mod rounds;
mod searched_windows;
mod starts;
pub(crate) mod trace;
mod vicinity;
mod window;

use sokolab_field::by_width;
use std::cell::Cell;

use sokolab_core::{
    Board, Budget, LetterCase, Level, Measures, Moves, Objective, Progress, Solution, State, Stop,
    check, verify,
};

use crate::frame::framed;
use crate::internal_error::{InternalError, contain};
use crate::meter::SearchMeter;
use crate::playback::moves_of;
use crate::problem::Problem;
use rounds::Rounds;
use sokolab_field::words_needed;
use trace::pushes_of;

/// A solution to improve and what may be spent on it.
#[derive(Clone, Copy, Debug)]
pub struct ImprovementRequest<'a> {
    /// The level, as read.
    pub level: &'a Level,
    /// A solution of the level.
    pub solution: &'a Solution,
    /// What makes a solution better: fewer moves, then pushes; otherwise fewer pushes, then moves.
    pub objective: Objective,
    /// The most nodes and memory to spend.
    pub budget: Budget,
    /// The number of threads that may be used. With one, equal requests expand equal nodes.
    pub threads: usize,
}

impl<'a> ImprovementRequest<'a> {
    /// A request for fewer pushes, with 2 GiB of memory and no other limit.
    #[must_use]
    pub fn new(level: &'a Level, solution: &'a Solution) -> ImprovementRequest<'a> {
        let (objective, budget) = (Objective::Pushes, Budget::default());
        ImprovementRequest { level, solution, objective, budget, threads: 1 }
    }
}

/// The result of an improvement.
#[derive(Clone, Debug)]
pub struct ImprovementReport {
    /// The best solution, accepted by the referee. It is never worse than the given one.
    pub solution: Solution,
    /// The number of nodes expanded.
    pub nodes: u64,
    /// The peak memory of tables and arenas, in bytes.
    pub memory_bytes: u64,
    /// The limit that was hit; `None` if nothing was left to try.
    pub stopped: Option<Stop>,
    /// An internal error. If `stopped` is [`Stop::Failed`], it ended the work, and the solution is
    /// the given one; otherwise only one of the other strategies.
    pub error: Option<InternalError>,
}

/// The progress of an improvement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImprovementProgress {
    /// The number of nodes expanded.
    pub nodes: u64,
    /// Pushes of the best solution so far.
    pub pushes: usize,
    /// Moves of the best solution so far.
    pub moves: usize,
    /// The number of nodes that a window may currently take.
    pub window_nodes: u64,
}

/// Called regularly. A returned reason stops the work, which keeps the best solution so far.
pub type ImprovementObserver<'a> = dyn FnMut(&ImprovementProgress) -> Option<Stop> + 'a;

/// Improves a solution until a limit is hit or nothing is left to try. Solutions of other
/// strategies are improved as well, and the best one is returned.
///
/// # Panics
/// If `solution` does not solve `level`.
#[must_use]
pub fn optimise(
    request: &ImprovementRequest<'_>,
    observer: &mut ImprovementObserver<'_>,
) -> ImprovementReport {
    optimise_from(request, Starts::Several, observer)
}

/// Which solutions are improved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Starts {
    /// The given one only.
    Given,
    /// Those of several strategies as well.
    Several,
}

/// As [`optimise`], from the solutions that `starts` names.
pub(crate) fn optimise_from(
    request: &ImprovementRequest<'_>,
    starts: Starts,
    observer: &mut ImprovementObserver<'_>,
) -> ImprovementReport {
    let (board, start) = check(request.level).expect("a level with a solution can be played");
    let level = framed(request.level, &board, &start);
    let framed = ImprovementRequest { level: &level, ..*request };
    let improved = match contain(|| improve_framed(&framed, starts, observer)) {
        Ok(improved) => improved,
        Err(message) => ImprovementReport {
            solution: request.solution.clone(),
            nodes: 0,
            memory_bytes: 0,
            stopped: Some(Stop::Failed),
            error: Some(InternalError { method: None, message }),
        },
    };
    let replayed = verify(request.level, improved.solution.moves(), LetterCase::Corrected);
    let solution = replayed.expect("a solution of this level").solution;
    ImprovementReport { solution, ..improved }
}

/// Improves a solution of a level in its frame.
fn improve_framed(
    request: &ImprovementRequest<'_>,
    starts: Starts,
    observer: &mut ImprovementObserver<'_>,
) -> ImprovementReport {
    let (board, start) = check(request.level).expect("a frame leaves a level playable");
    let first = BestSolution::new(request, &board, &start);
    let mut improved = ImprovementReport {
        solution: first.solution.clone(),
        nodes: 0,
        memory_bytes: 0,
        stopped: None,
        error: None,
    };
    if board.square_count() > SQUARES_MAX {
        return improved;
    }
    by_width!(
        words_needed(&board),
        [2, 4, 8, 32, 128],
        debug [4, 32, 128],
        improve_in((first, starts), &mut improved, observer),
        else ()
    );
    improved
}

/// Larger boards would need too much memory for tables of pairs; there, only walks are shortened.
const SQUARES_MAX: usize = 4_000;

/// The best solution so far.
#[derive(Debug)]
pub(crate) struct BestSolution<'a> {
    request: &'a ImprovementRequest<'a>,
    board: &'a Board,
    start: &'a State,
    solution: Solution,
    /// The measures that are reported to the observer.
    measures: Cell<Measures>,
}

impl<'a> BestSolution<'a> {
    /// The given solution, or the same pushes with shortest walks between them if that is better.
    fn new(
        request: &'a ImprovementRequest<'a>,
        board: &'a Board,
        start: &'a State,
    ) -> BestSolution<'a> {
        let given = verify(request.level, request.solution.moves(), LetterCase::Corrected);
        let solution = given.expect("a solution of this level").solution;
        let measures = Cell::new(solution.measures());
        let mut best = BestSolution { request, board, start, solution, measures };
        let pushes = pushes_of(board, start, best.solution.moves());
        best.offer(&moves_of(board, start, pushes));
        best
    }

    /// Another solution of the same level.
    fn with(&self, solution: &Solution) -> BestSolution<'a> {
        let measures = Cell::new(solution.measures());
        BestSolution { solution: solution.clone(), measures, ..*self }
    }

    fn own_cost(&self) -> (usize, usize) {
        self.cost(self.solution.measures())
    }

    /// Keeps `moves` if they are a better solution. Returns whether they are.
    fn offer(&mut self, moves: &Moves) -> bool {
        let Ok(verdict) = verify(self.request.level, moves, LetterCase::Strict) else {
            debug_assert!(false, "the referee accepts what a search finds");
            return false;
        };
        let solution = verdict.solution;
        let is_better = self.cost(solution.measures()) < self.cost(self.solution.measures());
        if is_better {
            self.measures.set(solution.measures());
            self.solution = solution;
        }
        is_better
    }

    fn cost(&self, measures: Measures) -> (usize, usize) {
        match self.request.objective {
            Objective::Moves => (measures.moves, measures.pushes),
            Objective::Any | Objective::Pushes => (measures.pushes, measures.moves),
        }
    }
}

fn improve_in<const N: usize>(
    (best, starts): (BestSolution<'_>, Starts),
    improved: &mut ImprovementReport,
    observer: &mut ImprovementObserver<'_>,
) {
    let budget = best.request.budget;
    let (board, start) = (best.board, best.start);
    let measures = Cell::new(best.measures.get());
    let mut tell = |progress: &Progress| {
        let Measures { pushes, moves, .. } = measures.get();
        let (nodes, window_nodes) = (progress.nodes, progress.open);
        observer(&ImprovementProgress { nodes, pushes, moves, window_nodes })
    };
    let mut meter = SearchMeter::new(budget, &mut tell);
    let mut stopped = None;
    let mut keep_going = || {
        stopped = meter.ask().err();
        stopped.is_none()
    };
    let problem = Problem::<N>::new(board, start, budget.memory_bytes_max, &mut keep_going);
    let Ok(problem) = problem else {
        improved.stopped = stopped;
        return;
    };
    let Some(mut rounds) = Rounds::new(&problem, best, Some(&measures)) else { return };
    improved.stopped = match starts {
        Starts::Given => rounds.run(u64::MAX, &mut meter).err(),
        Starts::Several => starts::improve_several(&problem, &mut rounds, &mut meter).err(),
    };
    improved.memory_bytes = rounds.bytes();
    improved.solution = rounds.into_solution();
    improved.nodes = meter.progress.nodes;
    improved.error = meter.errors.into_iter().next();
}
