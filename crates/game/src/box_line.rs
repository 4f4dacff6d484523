//! What a sequence of moves does, box line by box line, in words.

use sokolab_core::{Board, Direction, Moves, Square, State, square_name};

use crate::effect::{Effect, forward};
use crate::refused::Stuck;

/// A run of pushes of one box in one direction, with the walk that comes before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxLine {
    /// Where the box stood.
    pub from: Square,
    /// Where it came to.
    pub to: Square,
    /// Which way.
    pub direction: Direction,
    /// What the last of its pushes did.
    pub end: Effect,
    /// How many pushes.
    pub pushes: usize,
    /// How many moves, from the start of the sequence, have been made when it ends.
    pub moves: usize,
}

impl BoxLine {
    /// What it does, as a sentence about the keeper without its subject: "pushes the box on d4
    /// right to f4". It speaks of boxes and goals; [`Rules::told`](sokolab_core::Rules::told)
    /// knows the words of other rule sets.
    #[must_use]
    pub fn sentence(&self, board: &Board) -> String {
        let [from, to] = [self.from, self.to].map(|it| square_name(board, it));
        let direction = self.direction;
        match self.end {
            Effect::Fill | Effect::Sink => {
                format!("pushes the box on {from} {direction} into the goal on {to}")
            }
            Effect::Push | Effect::Step if board.goals().contains(self.to) => {
                format!("pushes the box on {from} {direction} to {to}, a goal")
            }
            Effect::Push | Effect::Step => {
                format!("pushes the box on {from} {direction} to {to}")
            }
        }
    }
}

/// The box lines of moves that begin in `start`, as [`Measures`](sokolab_core::Measures) counts
/// them. A walk after the last push belongs to none.
///
/// # Errors
/// The first move that cannot be made.
pub fn box_lines(board: &Board, start: &State, moves: &Moves) -> Result<Vec<BoxLine>, Stuck> {
    let mut state = start.clone();
    let mut lines: Vec<BoxLine> = Vec::new();
    for (index, it) in moves.as_slice().iter().enumerate() {
        let direction = it.direction;
        let played = forward(board, &mut state, direction)
            .map_err(|hindrance| Stuck { index, refused: hindrance.into() })?;
        if played.effect == Effect::Step {
            continue;
        }
        let from = state.keeper;
        let to = board.neighbour(from, direction).expect("a push stays on the floor");
        let (end, moves) = (played.effect, index + 1);
        match lines.last_mut() {
            Some(last) if last.to == from && last.direction == direction => {
                *last = BoxLine { to, end, moves, pushes: last.pushes + 1, ..last.clone() };
            }
            _ => lines.push(BoxLine { from, to, direction, end, pushes: 1, moves }),
        }
    }
    Ok(lines)
}
