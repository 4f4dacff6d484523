//! A level after some moves.

use sokolab::{Board, Level, Moves, State, check, make_move, parse_moves, place_name};

use crate::limits::Limits;
use crate::refusal::Refusal;

/// A board and the state on it after some moves.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) state: State,
}

impl Position {
    /// The position on `level` after moves.
    pub(crate) fn after(level: &Level, moves: &str, limits: &Limits) -> Result<Position, Refusal> {
        let checked = check(level).map_err(|it| Refusal::unplayable(&it, level.rules))?;
        let (board, mut state) = checked;
        for (index, it) in read_moves(moves, limits)?.as_slice().iter().enumerate() {
            let from = board.position(state.keeper);
            make_move(&board, &mut state, it.direction).map_err(|hindrance| {
                let place = place_name(from);
                Refusal::moves(format!(
                    "move {}, {} from {place}: {hindrance}",
                    index + 1,
                    it.direction
                ))
            })?;
        }
        Ok(Position { board, state })
    }

    /// `level` as a level that begins here.
    pub(crate) fn as_level(&self, level: &Level) -> Level {
        Level { picture: level.picture.with_state(&self.board, &self.state), ..level.clone() }
    }
}

/// Reads moves, but no more than the limit.
pub(crate) fn read_moves(text: &str, limits: &Limits) -> Result<Moves, Refusal> {
    if text.len() > limits.moves_max {
        let most = limits.moves_max;
        return Err(Refusal::too_large(format!("there are more than {most} letters of moves")));
    }
    let moves = parse_moves(text).map_err(|it| Refusal::moves(it.to_string()))?;
    if moves.len() > limits.moves_max {
        let most = limits.moves_max;
        return Err(Refusal::too_large(format!("there are more than {most} moves")));
    }
    Ok(moves)
}
