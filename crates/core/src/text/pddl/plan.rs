//! Translates plans into moves.

use std::fmt;

use crate::direction::Direction;
use crate::moves::Moves;

/// Why a text is not a plan for one of our problems. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// A line without an action in parentheses.
    NotAnAction {
        /// Line number.
        line: usize,
    },
    /// An action that the domains do not have.
    UnknownAction {
        /// Line number.
        line: usize,
        /// Name of the action.
        name: String,
    },
    /// An action without a direction at its end.
    NoDirection {
        /// Line number.
        line: usize,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::NotAnAction { line } => {
                write!(formatter, "line {line} is not an action in brackets")
            }
            PlanError::UnknownAction { line, name } => {
                write!(formatter, "line {line}: no action is called {name:?}")
            }
            PlanError::NoDirection { line } => {
                write!(formatter, "line {line}: the action does not end with a direction")
            }
        }
    }
}

impl std::error::Error for PlanError {}

/// The moves of a plan: one parenthesised action per line, optionally preceded by a time and
/// followed by a duration; semicolons start comments. The moves are unchecked.
///
/// # Errors
/// The first line that cannot be parsed.
pub fn plan_to_moves(text: &str) -> Result<Moves, PlanError> {
    let mut moves = Moves::new();
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        let content = content.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if content.is_empty() {
            continue;
        }
        let action = inside_brackets(&content).ok_or(PlanError::NotAnAction { line })?;
        let mut words = action.split_whitespace();
        let name = words.next().unwrap_or_default();
        let direction = || {
            let word = action.split_whitespace().last().unwrap_or_default();
            let known = Direction::ORTHOGONAL.into_iter().find(|it| it.name() == word);
            known.ok_or(PlanError::NoDirection { line })
        };
        match name {
            "move" => moves.step(direction()?),
            "push" | "push-into-hole" | "push-into-sink" => moves.push(direction()?),
            "leave" => {}
            _ => return Err(PlanError::UnknownAction { line, name: name.to_owned() }),
        }
    }
    Ok(moves)
}

/// The action of a line without its parentheses, time and duration.
fn inside_brackets(content: &str) -> Option<&str> {
    let (before, rest) = content.split_once('(')?;
    let (action, after) = rest.split_once(')')?;
    let is_time = |text: &str| text.chars().all(|it| it.is_ascii_digit() || "[]().: ".contains(it));
    (is_time(before) && is_time(after)).then_some(action)
}

#[cfg(test)]
mod tests {
    use super::{PlanError, plan_to_moves};

    fn moves(text: &str) -> Result<String, PlanError> {
        plan_to_moves(text).map(|moves| moves.to_string())
    }

    #[test]
    fn plans_are_read_in_every_style() {
        let plan = "(move s-1-1 s-2-1 right)\n(push s-2-1 s-3-1 s-4-1 right)\n; cost = 1\n";
        assert_eq!(moves(plan), Ok("rR".to_owned()));
        assert_eq!(
            moves("0.000: (PUSH-INTO-HOLE A B C UP) [1]\n\n1: (LEAVE A)"),
            Ok("U".to_owned())
        );
        assert_eq!(moves(""), Ok(String::new()));
    }

    #[test]
    fn other_texts_are_refused_with_their_line() {
        assert_eq!(moves("\nhello"), Err(PlanError::NotAnAction { line: 2 }));
        let jump = PlanError::UnknownAction { line: 1, name: "jump".to_owned() };
        assert_eq!(moves("(jump a)"), Err(jump));
        assert_eq!(moves("(move a b)"), Err(PlanError::NoDirection { line: 1 }));
        assert_eq!(moves("()"), Err(PlanError::UnknownAction { line: 1, name: String::new() }));
    }
}
