//! A proof that a state is unsolvable, explained to a person.

use sokolab_analysis::locks::{LockKind, LockSetting, kinds, locked_squares};
use sokolab_analysis::{DeadlockKind, Proof, Refutation, Statement};
use sokolab_core::{Board, Square, SquareSet, State};

/// What proves that a state is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProvedBy {
    /// A deadlock detector.
    Detector(DeadlockKind),
    /// An exhaustive search.
    Search {
        /// Number of states expanded.
        nodes: u64,
    },
}

impl ProvedBy {
    /// The name used in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ProvedBy::Detector(kind) => kind.name(),
            ProvedBy::Search { .. } => "search",
        }
    }
}

/// Why a state is unsolvable. Holding it is the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dead {
    /// What proves it.
    pub proved_by: ProvedBy,
    /// The lock that holds the box in the sentence, if it is lost because of its square.
    pub lock: Option<LockKind>,
    /// The boxes involved; empty if only a search proves it.
    pub boxes: SquareSet,
    /// The other squares involved: goals, or the wall along which the box can be pushed.
    pub squares: SquareSet,
    /// The reason as a sentence without a full stop, in the vocabulary of the rule set.
    pub sentence: String,
}

impl Dead {
    /// The proof by a search of `nodes` states, with this sentence.
    pub(super) fn by_search(board: &Board, nodes: u64, sentence: &str) -> Dead {
        let (boxes, squares) = (board.no_squares(), board.no_squares());
        let sentence = board.rules().translate(sentence);
        Dead { proved_by: ProvedBy::Search { nodes }, lock: None, boxes, squares, sentence }
    }

    /// The proof by a detector about `state` of `now`: the same puzzle as `board`, which may have
    /// more squares and more goals.
    pub(super) fn by_detector(
        board: &Board,
        (now, state): (&Board, &State),
        refutation: &Refutation,
    ) -> Dead {
        let deadlock = &refutation.deadlock;
        let there = |set: &SquareSet| on_board(board, now, set);
        let lock = lock_of(now, state, refutation);
        let squares = match lock {
            Some((LockKind::Wall, square)) => slide(now, square),
            _ => squares_of(now, refutation),
        };
        Dead {
            proved_by: ProvedBy::Detector(deadlock.kind),
            lock: lock.map(|it| it.0),
            boxes: there(&deadlock.boxes),
            squares: there(&squares),
            sentence: board.rules().translate(&refutation.sentence),
        }
    }
}

/// Maps squares of another board of the same level to `board`, by position.
fn on_board(board: &Board, other: &Board, squares: &SquareSet) -> SquareSet {
    let place = |square: Square| {
        let (x, y) = other.position(square);
        board.square_at(x, y)
    };
    let mut result = board.no_squares();
    result.extend(squares.iter().filter_map(place));
    result
}

/// The lock of the box that a refutation mentions first, and its square.
fn lock_of(board: &Board, state: &State, refutation: &Refutation) -> Option<(LockKind, Square)> {
    if refutation.deadlock.kind != DeadlockKind::DeadSquare {
        return None;
    }
    let named = refutation.statements.iter().find_map(|it| match it {
        Statement::NeverPushed(boxes) => boxes.first(),
        Statement::PushedOnly(square, _) => Some(*square),
        _ => None,
    });
    let square = named.or_else(|| refutation.deadlock.boxes.first())?;
    let setting = LockSetting::of_level(board, state);
    let locked = locked_squares(&setting).any;
    kinds(&setting, &locked)[square.index()].map(|kind| (kind, square))
}

/// The squares of the wall along which the box on `square` can be pushed, considering only walls.
fn slide(board: &Board, square: Square) -> SquareSet {
    let mut squares = board.no_squares();
    for &direction in board.rules().pushes().list() {
        if board.neighbour(square, direction.opposite()).is_some() {
            let next = |&from: &Square| board.neighbour(from, direction);
            squares.extend(std::iter::successors(next(&square), next));
        }
    }
    squares
}

/// The goals that a refutation mentions.
fn squares_of(board: &Board, refutation: &Refutation) -> SquareSet {
    let mut squares = board.no_squares();
    match &refutation.deadlock.proof {
        Proof::Hall(goals) | Proof::NeverPulled(goals) => squares.extend(goals.iter()),
        Proof::Count | Proof::NoWay | Proof::Blocked | Proof::Search(_) => {}
    }
    for statement in &refutation.statements {
        match statement {
            Statement::OnlyBoxes { goals, .. }
            | Statement::OnlyGoals { goals, .. }
            | Statement::FilledBefore { goals, .. } => squares.extend(goals.iter()),
            Statement::ExitOutOfReach => squares.extend(board.exits().iter()),
            _ => {}
        }
    }
    squares
}
