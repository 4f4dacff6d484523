//! Runs the detectors, those with the simplest reasons first, and records what each claims.

use sokolab_core::{Board, GoalKind, Square, SquareSet, State, region};

use super::Statement;
use super::facts::BoardFacts;
use crate::checker::detect_corridor;
use crate::dead_squares::detect_dead_squares;
use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};
use crate::locks::{GroupLimits, Hold, LockSetting, detect_closed_diagonal, detect_freeze, frozen};
use crate::lost_box::{LostBox, lost_box_reasons};
use crate::pairing::{detect_matching, detect_matching_among};
use crate::retrograde::detect_retrograde;

/// On boards with more squares, only linear-time detectors run.
const SQUARES_MAX: usize = 1_000;

/// Maximum number of states for the detectors that search with a few boxes.
const STATES_MAX: usize = 2_000;

/// A deadlock, and what it claims.
pub(super) struct Reason {
    pub(super) deadlock: Deadlock,
    pub(super) statements: Vec<Statement>,
    /// The lost box with the simplest explanation, if boxes are lost individually.
    pub(super) lost: Option<LostBox>,
}

impl Reason {
    pub(super) fn new(deadlock: Deadlock, statements: Vec<Statement>) -> Reason {
        Reason { deadlock, statements, lost: None }
    }

    /// Whether looking at one box is enough to see it.
    fn is_plain(&self) -> bool {
        self.lost.as_ref().is_some_and(|it| it.hold != Hold::NoGoal)
    }
}

/// A state under examination.
struct ExaminedState<'a> {
    board: &'a Board,
    state: &'a State,
    spare: usize,
    facts: &'a mut BoardFacts,
    dead: SquareSet,
    /// The empty set.
    none: SquareSet,
}

/// The deadlock that is simplest to explain. `facts` are about `board`.
pub(super) fn detect(board: &Board, state: &State, facts: &mut BoardFacts) -> Option<Reason> {
    let spare = match spare_boxes(board, state) {
        Ok(spare) => spare,
        Err(deadlock) => return Some(Reason::new(deadlock, vec![Statement::TooFewBoxes])),
    };
    if is_walled_off(board, state) {
        let (kind, proof) = (DeadlockKind::ExitOutOfReach, Proof::Count);
        let deadlock = Deadlock { kind, boxes: board.no_squares(), proof };
        return Some(Reason::new(deadlock, vec![Statement::ExitOutOfReach]));
    }
    let (dead, none) = (facts.dead.clone(), board.no_squares());
    let mut look = ExaminedState { board, state, spare, facts, dead, none };
    let lost = look.lost();
    if lost.as_ref().is_some_and(Reason::is_plain) {
        return lost;
    }
    if let Some(reason) = look.freeze().or(lost) {
        return Some(reason);
    }
    let is_small = board.square_count() <= SQUARES_MAX;
    look.matching()
        .or_else(|| look.careful_freeze())
        .or_else(|| is_small.then(|| look.retrograde(&look.none)).flatten())
        .or_else(|| is_small.then(|| look.closely()).flatten())
        .or_else(|| look.careful_matching())
        .or_else(|| is_small.then(|| look.retrograde(&look.dead)).flatten())
}

/// Whether there are exits but the keeper could reach none even without boxes and holes.
fn is_walled_off(board: &Board, state: &State) -> bool {
    let boxes = board.no_squares();
    let empty = State { boxes, filled: board.goals().clone(), ..state.clone() };
    !board.exits().is_empty() && board.exits().intersection(&region(board, &empty)).is_empty()
}

impl ExaminedState<'_> {
    /// More boxes are individually lost than are spare.
    fn lost(&self) -> Option<Reason> {
        let deadlock = detect_dead_squares(self.board, &self.facts.distances, self.state)?;
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

    /// Boxes that can never be pushed again, whatever is sacrificed.
    fn freeze(&self) -> Option<Reason> {
        let deadlock = detect_freeze(self.board, &self.none, self.state)?;
        let boxes = self.named(&frozen(self.board, &self.state.boxes, &self.none));
        let statements = vec![Statement::NeverPushed(boxes.clone())];
        Some(Reason::new(Deadlock { boxes, ..deadlock }, statements))
    }

    /// Boxes that are lost if one of them is pushed, with some of them off the goals.
    fn careful_freeze(&self) -> Option<Reason> {
        let deadlock = detect_freeze(self.board, &self.dead, self.state)?;
        let boxes = self.named(&deadlock.boxes);
        let statements = vec![Statement::LostIfPushed(boxes.clone())];
        Some(Reason::new(Deadlock { boxes, ..deadlock }, statements))
    }

    /// The frozen boxes to name: if losing one box is enough, those connected to the first one off
    /// the goals; otherwise all off the goals.
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
    fn matching(&mut self) -> Option<Reason> {
        let deadlock = detect_matching(self.board, &self.facts.distances, self.state);
        let deadlock = deadlock.or_else(|| self.matching_among(&self.none.clone()))?;
        Some(shortage(deadlock, &self.none))
    }

    /// The deadlock by matching with the boxes that `dead` squares keep where they are as walls.
    fn matching_among(&mut self, dead: &SquareSet) -> Option<Deadlock> {
        let walls = self.still_if(if self.spare == 0 { dead } else { &self.none });
        // Without such walls it is the plain matching, which has found nothing.
        if walls.is_empty() {
            return None;
        }
        let distances = self.facts.distances_among(self.board, &walls);
        detect_matching_among(self.board, (&walls, distances), self.state)
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

    /// The boxes that can only be pushed onto `dead` squares and so stay where they are.
    fn still(&self, dead: &SquareSet) -> SquareSet {
        if dead.is_empty() {
            return self.none.clone();
        }
        self.still_if(dead)
    }

    /// The boxes that stay where they are as long as none is pushed onto `shut` squares.
    fn still_if(&self, shut: &SquareSet) -> SquareSet {
        frozen(self.board, &self.state.boxes, shut)
    }

    /// Exhaustive search with a few boxes, alone on the board.
    fn closely(&mut self) -> Option<Reason> {
        let ExaminedState { board, state, dead, spare, facts, .. } = self;
        let corridor = |pushed| detect_corridor(board, dead, state, pushed, STATES_MAX);
        let found = detect_closed_diagonal(board, dead, state, STATES_MAX)
            .or_else(|| state.boxes.iter().find_map(corridor));
        if let Some(deadlock) = found {
            let (boxes, lost_min) = (deadlock.boxes.clone(), 1);
            return Some(Reason::new(deadlock, vec![Statement::NotAll { boxes, lost_min }]));
        }
        let setting = LockSetting::of_level(board, state);
        let limits =
            GroupLimits { boxes_max: 3, group_states_max: STATES_MAX, states_max: 2 * STATES_MAX };
        let locks = facts.crate_locks(&setting, state, limits);
        let deadlock = locks.deadlock(board, state)?;
        let (boxes, lost_min) = locks.lost_min(*spare);
        Some(Reason::new(deadlock, vec![Statement::NotAll { boxes, lost_min }]))
    }

    /// Like matching, with boxes that would be lost if pushed treated as fixed.
    fn careful_matching(&mut self) -> Option<Reason> {
        let deadlock = self.matching_among(&self.dead.clone())?;
        Some(shortage(deadlock, &self.still(&self.dead)))
    }
}

/// The squares of a set connected to one of them along the directions of pushes.
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

/// Boxes that can serve these goals only, or goals that only these boxes can serve.
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
