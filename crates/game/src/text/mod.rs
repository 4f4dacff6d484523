//! The text format of a game: LURD letters with marks.
//!
//! Letters are moves as in every LURD file, capitals for pushes. `(…)` is a branch that begins
//! where the parenthesis opens; what follows the branches of a moment is the line that redo takes.
//! `{name}` is a bookmark of the moment at that point, and `!` marks the current moment, which is
//! the end of the line if there is no mark. White space is ignored outside names.
//!
//! So the moves of any solution are the text of a game, and `rR(R)l` is a game in which a second
//! push was undone and the keeper went left instead.

mod mistake;
mod read;
mod write;

pub use mistake::{GameTextError, GameTextMistake};
