//! The rule sets, described by the four properties in which they differ.

use std::fmt;

use crate::direction::Direction;

/// The directions a step or a push may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Directions {
    /// Along rows and columns.
    Four,
    /// Diagonally too.
    Eight,
}

impl Directions {
    /// The directions as a list, the orthogonal ones first.
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
    /// Such diagonals are illegal.
    Forbidden,
    /// Such diagonals are legal.
    Allowed,
}

/// What happens to a box that is pushed onto an open goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoalKind {
    /// The box stays, and the goal is occupied while the box is on it.
    Keep,
    /// Box and goal become floor. Until then the keeper cannot enter the goal.
    Fill,
    /// The box disappears; the goal remains and takes any number of boxes.
    Sink,
}

/// A rule set; one of the five constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    name: &'static str,
    steps: Directions,
    pushes: Directions,
    squeezing: Squeezing,
    goal: GoalKind,
}

impl Rules {
    /// The rules of the original game by Thinking Rabbit.
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

    /// Every box must be pushed into a sink, where it disappears.
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

    /// The directions in which the keeper may step.
    #[must_use]
    pub const fn steps(self) -> Directions {
        self.steps
    }

    /// The directions in which a box may be pushed.
    #[must_use]
    pub const fn pushes(self) -> Directions {
        self.pushes
    }

    /// Whether diagonals may pass through tight places.
    #[must_use]
    pub const fn squeezing(self) -> Squeezing {
        self.squeezing
    }

    /// What happens to a box on a goal.
    #[must_use]
    pub const fn goal(self) -> GoalKind {
        self.goal
    }
}

crate::named!(impl Rules: "rule set");

impl fmt::Display for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name)
    }
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
            assert_eq!(rules.name().parse(), Ok(rules));
        }
        let error = "chess".parse::<Rules>().expect_err("no rule set");
        assert_eq!(
            error.to_string(),
            "there is no rule set \"chess\": use one of official, nethack, nethack-game, \
             nethack-diagonal, sink"
        );
    }
}
