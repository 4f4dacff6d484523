//! The game that led to the state in question.

use sokolab::insight::alarm::LastSafe;
use sokolab::{Board, Moves, Push, Refusal, State, apply_push, try_push, try_step};
use sokolab_wire::LostLine;

/// A game up to the current state.
#[derive(Debug)]
pub(super) struct Played {
    /// The current state.
    pub(super) now: State,
    /// The first state, and the one after each push.
    pub(super) states: Vec<State>,
    /// For each push, the number of moves up to and including it.
    pub(super) moves_after: Vec<usize>,
}

/// An illegal move.
#[derive(Debug)]
pub(super) struct Illegal {
    /// Its index, and why it is illegal.
    pub(super) refusal: Refusal,
    /// The state before it.
    pub(super) state: State,
}

impl Played {
    /// Plays `moves` from `start`.
    pub(super) fn new(board: &Board, start: &State, moves: &Moves) -> Result<Played, Box<Illegal>> {
        let mut played =
            Played { now: start.clone(), states: vec![start.clone()], moves_after: Vec::new() };
        for (index, it) in moves.as_slice().iter().enumerate() {
            let (keeper, direction) = (played.now.keeper, it.direction);
            let beside = board.neighbour(keeper, direction);
            let pushed = beside.filter(|&it| played.now.boxes.contains(it));
            let done = match pushed {
                Some(from) => try_push(board, &played.now, Push { from, direction }),
                None => try_step(board, &played.now, keeper, direction),
            };
            let to = done.map_err(|hindrance| {
                let keeper = board.position(keeper);
                let refusal = Refusal::Move { index, keeper, direction, hindrance };
                Box::new(Illegal { refusal, state: played.now.clone() })
            })?;
            match pushed {
                Some(from) => {
                    apply_push(board, &mut played.now, Push { from, direction });
                    played.states.push(played.now.clone());
                    played.moves_after.push(index + 1);
                }
                None => played.now.keeper = to,
            }
        }
        Ok(played)
    }

    /// Where the game was lost. `lost` numbers the states by pushes.
    pub(super) fn lost_at(&self, lost: LastSafe) -> LostLine {
        // The keeper may still walk to the push that loses the game.
        let before_push = |pushes: usize| self.moves_after[pushes] - 1;
        LostLine {
            push: lost.safe.filter(|_| lost.is_exact()).map(|_| lost.dead),
            safe_moves: lost.safe.map(before_push),
            dead_moves: lost.dead.checked_sub(1).map_or(0, |index| self.moves_after[index]),
        }
    }
}
