//! Evaluates a state by a few weighted features, such as the distance to the goals and the freedom
//! of the keeper. The weights come from a file or are learned elsewhere; they affect what is tried
//! first, but no claim.

use std::fmt;

use sokolab_core::{Direction, region};

use crate::judge::{Judge, Position};

/// The weights of the features, each of which is between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Priors {
    /// Progress since the start, by the matching bound.
    pub estimate: f64,
    /// Fraction of boxes on goals.
    pub on_goals: f64,
    /// Fraction of the floor in the keeper's region.
    pub region: f64,
    /// Fraction of boxes that can be pushed.
    pub mobility: f64,
}

impl Priors {
    /// Only the estimate.
    pub const BY_ESTIMATE: Priors =
        Priors { estimate: 1.0, on_goals: 0.0, region: 0.0, mobility: 0.0 };

    /// The names of the features.
    pub const NAMES: [&str; 4] = ["estimate", "on-goals", "region", "mobility"];

    /// Parses weights: a line for each feature with its name and a number. Features that are not
    /// named have weight 0; empty lines and those that begin with `#` are skipped.
    ///
    /// # Errors
    /// If a line has another form.
    pub fn read(text: &str) -> Result<Priors, PriorsError> {
        let mut weights = [0.0; 4];
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fault = PriorsError { line: index + 1 };
            let (name, weight) = line.split_once(char::is_whitespace).ok_or(fault)?;
            let place = Priors::NAMES.iter().position(|it| *it == name).ok_or(fault)?;
            let weight: f64 = weight.trim().parse().map_err(|_| fault)?;
            if !weight.is_finite() {
                return Err(fault);
            }
            weights[place] = weight;
        }
        let [estimate, on_goals, region, mobility] = weights;
        Ok(Priors { estimate, on_goals, region, mobility })
    }
}

impl Judge for Priors {
    fn worth(&self, position: &Position<'_>) -> f64 {
        let Position { board, state, estimate, .. } = *position;
        let mut worth = self.estimate * position.worth_of(f64::from(estimate));
        let boxes = state.boxes.len().max(1) as f64;
        if self.on_goals != 0.0 {
            let home = state.boxes.iter().filter(|it| board.goals().contains(*it)).count();
            worth += self.on_goals * home as f64 / boxes;
        }
        if self.region != 0.0 || self.mobility != 0.0 {
            let walkable = region(board, state);
            worth += self.region * walkable.len() as f64 / board.square_count().max(1) as f64;
            let can_go = |from: sokolab_core::Square, way: Direction| {
                let to = board.neighbour(from, way);
                let behind = board.neighbour(from, way.opposite());
                to.is_some_and(|to| !state.boxes.contains(to))
                    && behind.is_some_and(|behind| walkable.contains(behind))
            };
            let mobile = state
                .boxes
                .iter()
                .filter(|&from| Direction::ORTHOGONAL.into_iter().any(|way| can_go(from, way)));
            worth += self.mobility * mobile.count() as f64 / boxes;
        }
        worth.clamp(0.0, 1.0)
    }
}

impl Default for Priors {
    fn default() -> Priors {
        Priors::BY_ESTIMATE
    }
}

/// A line that does not assign a weight to a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorsError {
    /// Line number, from 1.
    pub line: usize,
}

impl fmt::Display for PriorsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Priors::NAMES.join(", ");
        write!(formatter, "line {}: expected one of {names} and a number", self.line)
    }
}

impl std::error::Error for PriorsError {}

#[cfg(test)]
mod tests {
    use super::{Priors, PriorsError};
    use crate::judge::{Judge, Position};
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;

    #[test]
    fn weights_are_read_line_by_line() {
        let text = "# ours\nestimate 0.8\n\nmobility 0.2\n";
        let expected = Priors { estimate: 0.8, on_goals: 0.0, region: 0.0, mobility: 0.2 };
        assert_eq!(Priors::read(text), Ok(expected));
        for (text, line) in [("estimate", 1), ("\nluck 3", 2), ("region nan", 1), ("region x", 1)] {
            assert_eq!(Priors::read(text), Err(PriorsError { line }), "{text}");
        }
    }

    #[test]
    fn features_are_shares() {
        let picture = "
            #######
            #@$ .*#
            #######";
        let (board, state) = position_in(picture, Rules::OFFICIAL);
        let worth = |on_goals, region, mobility| {
            let position = Position { board: &board, state: &state, estimate: 2, first: 2 };
            Priors { estimate: 0.0, on_goals, region, mobility }.worth(&position)
        };
        assert!((worth(1.0, 0.0, 0.0) - 0.5).abs() < 1e-9);
        assert!((worth(0.0, 1.0, 0.0) - 0.2).abs() < 1e-9);
        assert!((worth(0.0, 0.0, 1.0) - 0.5).abs() < 1e-9);
        let position = Position { board: &board, state: &state, estimate: 0, first: 2 };
        let near = Priors::BY_ESTIMATE.worth(&position);
        assert!((near - 1.0).abs() < 1e-9);
    }
}
