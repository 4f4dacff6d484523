//! Hints for a player, from any state of a level, that never reveal more than was asked.
//!
//! A [`HintTrail`] belongs to one game. Asked about a state, it answers whether the state is still
//! solvable and, if so, returns a [`Hint`] with what the [`Rung`] allows: which box to push, where
//! to, the next push, or all moves to the end.
//!
//! ```
//! use sokolab_core::{check, read_level, square_name};
//! use sokolab_insight::hint::{HintAnswer, HintTrail, Rung};
//!
//! let level = read_level("#######\n#@ $ .#\n#######\n").expect("one level");
//! let (board, state) = check(&level).expect("playable");
//! let mut trail = HintTrail::new(board);
//! let answer = trail.hint(&state, Rung::Target, &Default::default(), &mut |_| None);
//! let HintAnswer::Solvable(hint) = answer else { panic!("it has a solution") };
//! let name = |square| square_name(trail.board(), square);
//! assert_eq!(hint.box_square().map(name), Some("d2".to_owned()));
//! assert_eq!(hint.target().map(name), Some("f2".to_owned()));
//! assert_eq!(hint.push(), None);
//! ```

mod advice;
mod lines;
mod rung;
#[cfg(test)]
mod tests;
mod trail;

pub use advice::{Hint, NextPush, RemainingWork};
pub use rung::Rung;
pub use trail::{HintAnswer, HintTrail};
