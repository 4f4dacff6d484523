//! Deadlocks: proofs that a state cannot be solved.
//!
//! A detector that is not sure returns nothing. With spare boxes a lost box is a loss but not a
//! deadlock, so every detector calls [`spare_boxes`] to learn how many boxes may be lost.

use std::fmt;

use sokolab_core::{Board, SquareSet, State, demand};

/// The kind of a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeadlockKind {
    /// There are fewer boxes than the win needs.
    TooFewBoxes,
    /// Walls keep the keeper from every exit.
    ExitOutOfReach,
    /// Too many boxes stand where they can reach no goal.
    DeadSquare,
    /// Too many boxes can never be moved again and are not on goals.
    Freeze,
    /// There are fewer goals within reach than boxes that need one, or the other way round.
    Matching,
    /// A square that a solution fills last is empty, yet no last push can fill it.
    Retrograde,
    /// The boxes around a corridor can never all be brought to goals.
    Corridor,
    /// The boxes around a diagonal of empty squares can never all be brought to goals.
    ClosedDiagonal,
    /// A few boxes that can never all be brought to goals, even alone on the board.
    CrateLock,
    /// The boxes around floor that is closed to the keeper can never all be brought to goals.
    Corral,
    /// A placement of a block list that has no solution.
    BlockList,
    /// Two boxes that can never both be brought to goals.
    PairTable,
}

impl DeadlockKind {
    /// The name used in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DeadlockKind::TooFewBoxes => "too-few-boxes",
            DeadlockKind::ExitOutOfReach => "exit-out-of-reach",
            DeadlockKind::DeadSquare => "dead-square",
            DeadlockKind::Freeze => "freeze",
            DeadlockKind::Matching => "matching",
            DeadlockKind::Retrograde => "retrograde",
            DeadlockKind::Corridor => "corridor",
            DeadlockKind::ClosedDiagonal => "closed-diagonal",
            DeadlockKind::CrateLock => "crate-lock",
            DeadlockKind::Corral => "corral",
            DeadlockKind::BlockList => "block-list",
            DeadlockKind::PairTable => "pair-table",
        }
    }
}

impl fmt::Display for DeadlockKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What an independent checker needs to reproduce the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Counting boxes, or the keeper's reach alone, suffices.
    Count,
    /// Each of the boxes, even alone on the board, can be pushed to no goal.
    NoWay,
    /// On every axis each of the boxes has a wall or another of them beside it, or may only be
    /// pushed onto dead squares.
    Blocked,
    /// The boxes can serve these goals and no others, and one side is too few for the other.
    Hall(SquareSet),
    /// These goals hold boxes in every solved state, no box can be pulled off them there, and some
    /// of them are empty now.
    NeverPulled(SquareSet),
    /// With only these boxes on the board, an exhaustive search of this many states found no
    /// solution.
    Search(usize),
}

/// A proof that a state cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// Its kind.
    pub kind: DeadlockKind,
    /// The boxes concerned.
    pub boxes: SquareSet,
    /// The reason.
    pub proof: Proof,
}

/// Number of boxes of `state` that may be lost before the state itself is lost.
///
/// # Errors
/// A deadlock, if there are already too few boxes.
pub fn spare_boxes(board: &Board, state: &State) -> Result<usize, Deadlock> {
    let needed = demand(board, state).count();
    state.boxes.len().checked_sub(needed).ok_or_else(|| Deadlock {
        kind: DeadlockKind::TooFewBoxes,
        boxes: state.boxes.clone(),
        proof: Proof::Count,
    })
}

#[cfg(test)]
mod tests {
    use super::{DeadlockKind, spare_boxes};
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    #[track_caller]
    fn check(picture: &str, rules: Rules, expected: Result<usize, DeadlockKind>) {
        let (board, state) = position_in(picture, rules);
        assert_eq!(spare_boxes(&board, &state).map_err(|it| it.kind), expected);
    }

    #[test]
    fn boxes_beyond_the_demand_are_spare() {
        let picture = "
            ########
            #@$$ . #
            ########";
        check(picture, Rules::OFFICIAL, Ok(1));
        check(picture, Rules::NETHACK, Ok(1));
        check(picture, Rules::SINK, Ok(0));
    }

    #[test]
    fn a_hole_without_a_box_is_a_deadlock_but_a_goal_without_one_is_not() {
        let picture = "
            ########
            #@$ .. #
            ########";
        check(picture, Rules::OFFICIAL, Ok(0));
        check(picture, Rules::NETHACK, Err(DeadlockKind::TooFewBoxes));
    }
}
