//! What differs between one kind of Sokoban and another: four facts, and nothing else.
//!
//! Every rule of the game is written here once. The referee, the reference expansion and the
//! searches ask [`try_step`], [`try_push`], [`apply_push`] and [`is_won`].

use std::fmt;

use crate::board::Board;
use crate::direction::Direction;
use crate::square::Square;
use crate::state::State;

/// The directions a step or a push may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Directions {
    /// Along rows and columns.
    Four,
    /// Diagonally too.
    Eight,
}

impl Directions {
    /// The directions themselves, the orthogonal ones first.
    #[must_use]
    pub const fn list(self) -> &'static [Direction] {
        match self {
            Directions::Four => &Direction::ORTHOGONAL,
            Directions::Eight => &Direction::ALL,
        }
    }
}

/// Whether a diagonal may lead through a tight place: between two obstacles (walls or boxes; an
/// open hole is not one), or into or out of a doorway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Squeezing {
    /// It may not.
    Forbidden,
    /// It may.
    Allowed,
}

/// What becomes of a box that is pushed onto an open goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoalKind {
    /// It stays, and the goal is served while it stands there.
    Keep,
    /// Box and goal become floor. Until then the keeper cannot enter the goal.
    Fill,
    /// The box is gone; the goal swallows the next one too.
    Sink,
}

/// A rule set: one of the five constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    name: &'static str,
    steps: Directions,
    pushes: Directions,
    squeezing: Squeezing,
    goal: GoalKind,
}

impl Rules {
    /// The rules of Thinking Rabbit's game.
    pub const OFFICIAL: Rules = Rules {
        name: "official",
        steps: Directions::Four,
        pushes: Directions::Four,
        squeezing: Squeezing::Forbidden,
        goal: GoalKind::Keep,
    };

    /// Boulders and holes, along rows and columns only.
    pub const NETHACK: Rules = Rules { name: "nethack", goal: GoalKind::Fill, ..Rules::OFFICIAL };

    /// `NetHack` as it is played: the hero also steps diagonally, but never squeezes.
    pub const NETHACK_GAME: Rules =
        Rules { name: "nethack-game", steps: Directions::Eight, ..Rules::NETHACK };

    /// Boulders and holes with diagonal steps and pushes, squeezing included.
    pub const NETHACK_DIAGONAL: Rules = Rules {
        name: "nethack-diagonal",
        pushes: Directions::Eight,
        squeezing: Squeezing::Allowed,
        ..Rules::NETHACK_GAME
    };

    /// Every box must be pushed into a sink, where it vanishes.
    pub const SINK: Rules = Rules { name: "sink", goal: GoalKind::Sink, ..Rules::OFFICIAL };

    /// The five rule sets.
    pub const ALL: [Rules; 5] = [
        Rules::OFFICIAL,
        Rules::NETHACK,
        Rules::NETHACK_GAME,
        Rules::NETHACK_DIAGONAL,
        Rules::SINK,
    ];

    /// The name used on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The rule set with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Rules> {
        Rules::ALL.into_iter().find(|rules| rules.name == name)
    }

    /// The directions of a step.
    #[must_use]
    pub const fn steps(self) -> Directions {
        self.steps
    }

    /// The directions of a push.
    #[must_use]
    pub const fn pushes(self) -> Directions {
        self.pushes
    }

    /// Whether diagonals lead through tight places.
    #[must_use]
    pub const fn squeezing(self) -> Squeezing {
        self.squeezing
    }

    /// What a goal does.
    #[must_use]
    pub const fn goal(self) -> GoalKind {
        self.goal
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

/// Why a step or push is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hindrance {
    /// The rule set has no steps in this direction.
    Direction,
    /// The rule set has no pushes in this direction.
    PushDirection,
    /// The keeper would walk into a wall.
    Wall,
    /// The keeper would walk into an open hole.
    Hole,
    /// A diagonal between two obstacles, or through a doorway.
    Squeeze,
    /// The box would be pushed into a wall.
    BoxAgainstWall,
    /// The box would be pushed into another box.
    BoxAgainstBox,
    /// The box would be pushed onto a dead field.
    DeadField,
}

impl fmt::Display for Hindrance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Hindrance::Direction => "the rule set has no diagonal steps",
            Hindrance::PushDirection => "the rule set has no diagonal pushes",
            Hindrance::Wall => "a wall is in the way",
            Hindrance::Hole => "an open hole is in the way",
            Hindrance::Squeeze => "the diagonal leads through a tight place",
            Hindrance::BoxAgainstWall => "the box stands against a wall",
            Hindrance::BoxAgainstBox => "the box stands against another box",
            Hindrance::DeadField => "no box may be pushed onto a dead field",
        })
    }
}

/// A push: the box on `from` is shifted in `direction`, and the keeper follows onto `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// Where the box stands before the push.
    pub from: Square,
    /// Where to.
    pub direction: Direction,
}

/// The square the keeper reaches by a step from `from`, if the rules allow it and no box is there.
///
/// # Errors
/// What hinders the step. A box in the way is a matter for [`try_push`]: here it is a caller's
/// mistake.
#[inline]
pub fn try_step(
    board: &Board,
    state: &State,
    from: Square,
    direction: Direction,
) -> Result<Square, Hindrance> {
    if direction.is_diagonal() && board.rules().steps == Directions::Four {
        return Err(Hindrance::Direction);
    }
    let to = board.neighbour(from, direction).ok_or(Hindrance::Wall)?;
    debug_assert!(!state.boxes.contains(to), "a box is pushed, not stepped on");
    if state.is_open_hole(board, to) {
        return Err(Hindrance::Hole);
    }
    if is_tight(board, state, from, direction) {
        return Err(Hindrance::Squeeze);
    }
    Ok(to)
}

/// Where the box of `push` would go, if the rules allow it. The keeper is taken to stand behind it.
///
/// # Errors
/// What hinders the push.
#[inline]
pub fn try_push(board: &Board, state: &State, push: Push) -> Result<Square, Hindrance> {
    debug_assert!(state.boxes.contains(push.from), "only a box is pushed");
    if push.direction.is_diagonal() && board.rules().pushes == Directions::Four {
        return Err(Hindrance::PushDirection);
    }
    let to = board.neighbour(push.from, push.direction).ok_or(Hindrance::BoxAgainstWall)?;
    if state.boxes.contains(to) {
        return Err(Hindrance::BoxAgainstBox);
    }
    if board.dead_fields().contains(to) {
        return Err(Hindrance::DeadField);
    }
    // Rule sets with diagonal pushes allow squeezing, so no push is ever too tight.
    Ok(to)
}

/// Carries out `push`, which must be legal in `state`.
#[inline]
pub fn apply_push(board: &Board, state: &mut State, push: Push) {
    let to = board.neighbour(push.from, push.direction).expect("a legal push stays on the floor");
    debug_assert!(state.boxes.contains(push.from));
    debug_assert!(!state.boxes.contains(to));

    state.keeper = push.from;
    state.boxes.remove(push.from);
    match board.rules().goal {
        GoalKind::Fill if state.is_open_hole(board, to) => {
            state.filled.insert(to);
        }
        GoalKind::Sink if board.goals().contains(to) => {}
        _ => {
            state.boxes.insert(to);
        }
    }
}

/// Whether `state` is won.
#[must_use]
pub fn is_won(board: &Board, state: &State) -> bool {
    match board.rules().goal {
        GoalKind::Keep if state.boxes.len() >= board.goals().len() => {
            board.goals().is_subset(&state.boxes)
        }
        GoalKind::Keep => state.boxes.is_subset(board.goals()),
        GoalKind::Fill if board.exits().is_empty() => board.goals().is_subset(&state.filled),
        GoalKind::Fill => board.exits().contains(state.keeper),
        GoalKind::Sink => state.boxes.is_empty(),
    }
}

/// Whether a diagonal from `from` leads through a place where it may not.
#[inline]
fn is_tight(board: &Board, state: &State, from: Square, direction: Direction) -> bool {
    let Some(parts) = direction.parts() else {
        return false;
    };
    if board.rules().squeezing == Squeezing::Allowed {
        return false;
    }
    let is_obstacle = |part| {
        board.neighbour(from, part).is_none_or(|beside: Square| state.boxes.contains(beside))
    };
    let is_doorway = |square: Option<Square>| square.is_some_and(|it| board.doors().contains(it));
    parts.into_iter().all(is_obstacle)
        || is_doorway(Some(from))
        || is_doorway(board.neighbour(from, direction))
}

#[cfg(test)]
mod tests {
    use super::{Directions, Rules, Squeezing};

    #[test]
    fn diagonal_pushes_go_with_squeezing() {
        for rules in Rules::ALL {
            let diagonal = rules.pushes() == Directions::Eight;
            assert_eq!(diagonal, rules.squeezing() == Squeezing::Allowed);
        }
    }

    #[test]
    fn rule_sets_are_found_by_their_names() {
        for rules in Rules::ALL {
            assert_eq!(Rules::from_name(rules.name()), Some(rules));
        }
        assert_eq!(Rules::from_name("chess"), None);
    }
}
