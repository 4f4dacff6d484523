//! Describes a sequence of moves in words, box line by box line.

use sokolab_core::{Board, Direction, Moves, Square, State, square_name};

use crate::effect::{Effect, forward};
use crate::refused::IllegalMove;

/// A run of pushes of one box in one direction, with the preceding walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxLine {
    /// Where the box started.
    pub from: Square,
    /// Where it ended.
    pub to: Square,
    /// Direction of the pushes.
    pub direction: Direction,
    /// The effect of the last push.
    pub end: Effect,
    /// Number of pushes.
    pub pushes: usize,
    /// Number of moves from the start of the sequence to the end of this line.
    pub moves: usize,
}

impl BoxLine {
    /// The line as a sentence about the keeper without a subject: "pushes the box on d4 right to
    /// f4". It mentions boxes and goals; [`Rules::translate`](sokolab_core::Rules::translate)
    /// adapts it to other rule sets.
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

/// The box lines of moves that begin in `start`, counted as in
/// [`Measures`](sokolab_core::Measures). A walk after the last push belongs to none.
///
/// # Errors
/// The first move that is illegal.
pub fn box_lines(board: &Board, start: &State, moves: &Moves) -> Result<Vec<BoxLine>, IllegalMove> {
    let mut state = start.clone();
    let mut lines: Vec<BoxLine> = Vec::new();
    for (index, it) in moves.as_slice().iter().enumerate() {
        let direction = it.direction;
        let played = forward(board, &mut state, direction)
            .map_err(|hindrance| IllegalMove { index, refused: hindrance.into() })?;
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
