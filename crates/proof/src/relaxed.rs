//! The relaxed game of patterns: only some of the boxes, and holes that may or may not be filled.

use sokolab_core::reference::expand;
use sokolab_core::{Board, GoalKind, Push, Square, SquareSet, State, normalized};

/// A state of the relaxed game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Relaxed {
    /// The boxes.
    pub boxes: SquareSet,
    /// The keeper.
    pub keeper: Square,
}

impl Relaxed {
    /// The same state in the real game, with all holes filled.
    #[must_use]
    pub fn state(&self, board: &Board) -> State {
        let filled = if board.rules().goal() == GoalKind::Fill {
            board.goals().clone()
        } else {
            board.no_squares()
        };
        State { boxes: self.boxes.clone(), filled, keeper: self.keeper }
    }

    /// The same state with the keeper on the first square of its region.
    #[must_use]
    pub fn normalized(&self, board: &Board) -> Relaxed {
        let keeper = normalized(board, &self.state(board)).keeper;
        Relaxed { boxes: self.boxes.clone(), keeper }
    }

    /// Whether at most `spare` boxes are not where they belong.
    #[must_use]
    pub fn is_served(&self, board: &Board, spare: usize) -> bool {
        let left = match board.rules().goal() {
            GoalKind::Keep => self.boxes.difference(board.goals()).len(),
            GoalKind::Fill | GoalKind::Sink => self.boxes.len(),
        };
        left <= spare
    }
}

/// Every push of the relaxed game with the state after it. Under rules with holes, a push onto an
/// aim leads to two states: the box stays, or it vanishes.
#[must_use]
pub fn relaxed_pushes(board: &Board, start: &State, relaxed: &Relaxed) -> Vec<(Push, Relaxed)> {
    let mut found = Vec::new();
    for (push, child) in expand(board, &relaxed.state(board)) {
        let to = board.neighbour(push.from, push.direction).expect("a push stays on the floor");
        let stays = Relaxed { boxes: child.boxes, keeper: child.keeper };
        let may_vanish = board.rules().goal() == GoalKind::Fill
            && board.goals().contains(to)
            && !start.filled.contains(to);
        let vanishes = may_vanish.then(|| {
            let mut without = stays.clone();
            without.boxes.remove(to);
            (push, without)
        });
        found.push((push, stays));
        found.extend(vanishes);
    }
    found
}
