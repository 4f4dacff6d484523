//! Boards as the inner loops of searches see them: bitboards, keys of states, and macro moves.
//!
//! A [`Field`] lays a board out so that whole sets of squares, [`Bits`], move by a shift. [`Keys`]
//! packs states into exact keys with Zobrist hashes. [`Macros`] finds everything that one box can
//! do while no other box moves. The number of words of a field is part of its type;
//! [`by_width!`] is the one place that chooses it.

mod around;
mod bits;
mod field;
mod floor_tree;
mod keys;
mod macros;
mod parts;
mod width;

pub use around::Around;
pub use bits::{Bits, Places};
pub use field::{Field, FieldPush, NOWHERE, Place, words_needed};
pub use floor_tree::FloorTree;
pub use keys::{Key, Keys, next_random};
pub use macros::{BoxStop, Haul, Macros};
pub use parts::Parts;
