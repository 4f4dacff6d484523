//! The detectors, asked in the order of how simple their reasons are, and what each of them says.

use sokolab_core::{Board, GoalKind, Square, SquareSet, State, region};

use super::Statement;
use crate::checker::detect_corridor;
use crate::dead_squares::{dead_squares, detect_dead_squares};
use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
use crate::locks::{
    GroupLimits, Hold, LockSetting, crate_locks, detect_closed_diagonal, detect_freeze, frozen,
    locked_squares,
};
use crate::lost_box::{LostBox, lost_box_reasons};
use crate::push_distance::{KeeperWay, PushDistances};
use crate::retrograde::detect_retrograde;
use crate::service::{detect_matching, detect_matching_behind_frozen};

/// On boards with more squares only the detectors are asked that take time in proportion to them.
const SQUARES_MAX: usize = 1_000;

/// States of a few boxes that the detectors that search may look at.
const STATES_MAX: usize = 2_000;

/// A deadlock, and what it says.
pub(super) struct Reason {
    pub(super) deadlock: Deadlock,
    pub(super) statements: Vec<Statement>,
    /// The box that is lost in the plainest way, if boxes are lost alone.
    pub(super) lost: Option<LostBox>,
}

impl Reason {
    pub(super) fn new(deadlock: Deadlock, statements: Vec<Statement>) -> Reason {
        Reason { deadlock, statements, lost: None }
    }

    /// Whether a look at one box is enough to see it.
    fn is_plain(&self) -> bool {
        self.lost.as_ref().is_some_and(|it| it.hold != Hold::NoGoal)
    }
}

/// A state that is looked at.
struct Look<'a> {
    board: &'a Board,
    state: &'a State,
    spare: usize,
    distances: PushDistances,
    dead: SquareSet,
    /// No squares.
    none: SquareSet,
}

/// The deadlock that is simplest to explain.
pub(super) fn detect(board: &Board, state: &State) -> Option<Reason> {
    let spare = match spare_boxes(board, state) {
        Ok(spare) => spare,
        Err(deadlock) => return Some(Reason::new(deadlock, vec![Statement::TooFewBoxes])),
    };
    if is_walled_off(board, state) {
        let (kind, proof) = (DeadlockKind::ExitOutOfReach, Proof::Count);
        let deadlock = Deadlock { kind, boxes: board.no_squares(), proof };
        return Some(Reason::new(deadlock, vec![Statement::ExitOutOfReach]));
    }
    let distances = PushDistances::new(board, KeeperWay::Walking);
    let dead = dead_squares(board, &distances);
    let look = Look { board, state, spare, distances, dead, none: board.no_squares() };
    let lost = look.lost();
    if lost.as_ref().is_some_and(Reason::is_plain) {
        return lost;
    }
    let is_small = board.square_count() <= SQUARES_MAX;
    let closely = || look.retrograde(&look.none).or_else(|| look.closely());
    look.freeze()
        .or(lost)
        .or_else(|| look.matching())
        .or_else(|| look.careful_freeze())
        .or_else(|| is_small.then(closely).flatten())
        .or_else(|| look.careful_matching())
        .or_else(|| is_small.then(|| look.retrograde(&look.dead)).flatten())
}

/// Whether there are exits, none of which the keeper could reach if no box and no hole were left.
fn is_walled_off(board: &Board, state: &State) -> bool {
    let boxes = board.no_squares();
    let empty = State { boxes, filled: board.goals().clone(), ..state.clone() };
    !board.exits().is_empty() && board.exits().intersection(&region(board, &empty)).is_empty()
}

impl Look<'_> {
    /// More boxes are lost by themselves than can be spared.
    fn lost(&self) -> Option<Reason> {
        let deadlock = detect_dead_squares(self.board, &self.distances, self.state)?;
        let reasons = lost_box_reasons(self.board, self.state, deadlock.boxes.iter());
        let lost = reasons.into_iter().next();
        let mut statements = vec![Statement::NoGoal(deadlock.boxes.clone())];
        match lost.as_ref().map(|it| (it.square, &it.hold)) {
            Some((square, Hold::NeverPushed)) => {
                statements.push(Statement::NeverPushed(self.only(square)));
            }
            Some((square, Hold::PushedOnly(ways))) => {
                statements.push(Statement::PushedOnly(square, ways.clone()));
            }
            Some((_, Hold::NoGoal)) | None => {}
        }
        Some(Reason { deadlock, statements, lost })
    }

    fn only(&self, square: Square) -> SquareSet {
        let mut set = self.none.clone();
        set.insert(square);
        set
    }

    /// Boxes that can never be pushed again, whatever is given up for it.
    fn freeze(&self) -> Option<Reason> {
        let deadlock = detect_freeze(self.board, &self.none, self.state)?;
        let boxes = self.named(&frozen(self.board, &self.state.boxes, &self.none));
        let statements = vec![Statement::NeverPushed(boxes.clone())];
        Some(Reason::new(Deadlock { boxes, ..deadlock }, statements))
    }

    /// Boxes that are lost if one of them is pushed, and not all of them are on goals.
    fn careful_freeze(&self) -> Option<Reason> {
        let deadlock = detect_freeze(self.board, &self.dead, self.state)?;
        let boxes = self.named(&deadlock.boxes);
        let statements = vec![Statement::LostIfPushed(boxes.clone())];
        Some(Reason::new(Deadlock { boxes, ..deadlock }, statements))
    }

    /// Of the frozen boxes, those that stand together with the first one off the goals, if one is
    /// enough; else all off the goals.
    fn named(&self, frozen: &SquareSet) -> SquareSet {
        let off = match self.board.rules().goal() {
            GoalKind::Keep => frozen.difference(self.board.goals()),
            GoalKind::Fill | GoalKind::Sink => frozen.clone(),
        };
        match off.first() {
            Some(first) if self.spare == 0 => together(self.board, frozen, first),
            _ => off,
        }
    }

    /// Too few goals for some boxes, or too few boxes for some goals.
    fn matching(&self) -> Option<Reason> {
        let Look { board, state, none, .. } = self;
        let deadlock = detect_matching(board, &self.distances, state);
        let deadlock = deadlock.or_else(|| detect_matching_behind_frozen(board, none, state))?;
        Some(shortage(deadlock, none))
    }

    fn retrograde(&self, dead: &SquareSet) -> Option<Reason> {
        let deadlock = detect_retrograde(self.board, dead, self.state)?;
        let still = self.still(dead);
        let Proof::NeverPulled(never) = &deadlock.proof else { return None };
        let goals = never.difference(&self.state.boxes);
        let mut statements = vec![Statement::FilledBefore { goals, still: still.clone() }];
        if !still.is_empty() {
            statements.push(Statement::LostIfPushed(still));
        }
        Some(Reason::new(deadlock, statements))
    }

    /// The boxes that stay where they are for fear of `dead` squares.
    fn still(&self, dead: &SquareSet) -> SquareSet {
        if dead.is_empty() {
            return self.none.clone();
        }
        frozen(self.board, &self.state.boxes, dead)
    }

    /// Few boxes, alone on the board, with everything tried.
    fn closely(&self) -> Option<Reason> {
        let Look { board, state, dead, spare, .. } = self;
        let corridor = |pushed| detect_corridor(board, dead, state, pushed, STATES_MAX);
        let found = detect_closed_diagonal(board, dead, state, STATES_MAX)
            .or_else(|| state.boxes.iter().find_map(corridor));
        if let Some(deadlock) = found {
            let (boxes, lost_min) = (deadlock.boxes.clone(), 1);
            return Some(Reason::new(deadlock, vec![Statement::NotAll { boxes, lost_min }]));
        }
        let setting = LockSetting::of_level(board, state);
        let locked = locked_squares(&setting).any;
        let limits =
            GroupLimits { boxes_max: 3, group_states_max: STATES_MAX, states_max: 2 * STATES_MAX };
        let locks = crate_locks(&setting, &locked, &state.boxes, state.keeper, limits);
        let deadlock = locks.deadlock(board, state)?;
        let (boxes, lost_min) = locks.lost_min(*spare);
        Some(Reason::new(deadlock, vec![Statement::NotAll { boxes, lost_min }]))
    }

    /// The same as matching, if boxes stay that would be lost if they were pushed.
    fn careful_matching(&self) -> Option<Reason> {
        let deadlock = detect_matching_behind_frozen(self.board, &self.dead, self.state)?;
        Some(shortage(deadlock, &self.still(&self.dead)))
    }
}

/// The squares of a set that hang together with one of them, as pushes go.
fn together(board: &Board, set: &SquareSet, first: Square) -> SquareSet {
    let (mut found, mut pending) = (board.no_squares(), vec![first]);
    found.insert(first);
    while let Some(square) = pending.pop() {
        for &direction in board.rules().pushes().list() {
            if let Some(beside) = board.neighbour(square, direction)
                && set.contains(beside)
                && found.insert(beside)
            {
                pending.push(beside);
            }
        }
    }
    found
}

/// Boxes that can serve these goals and no others, or goals that only these boxes can serve.
fn shortage(deadlock: Deadlock, still: &SquareSet) -> Reason {
    let (boxes, still) = (deadlock.boxes.clone(), still.clone());
    let goals = match &deadlock.proof {
        Proof::Hall(goals) => goals.clone(),
        _ => boxes.difference(&boxes),
    };
    let is_lost = !still.is_empty();
    let kept = still.clone();
    let shortage = if boxes.len() < goals.len() {
        Statement::OnlyBoxes { boxes, goals, still }
    } else {
        Statement::OnlyGoals { boxes, goals, still }
    };
    let mut statements = vec![shortage];
    if is_lost {
        statements.push(Statement::LostIfPushed(kept));
    }
    Reason::new(deadlock, statements)
}
