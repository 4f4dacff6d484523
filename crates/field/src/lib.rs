//! Packed boards for the inner loops of searches: bitboards, state keys and macro pushes.
//!
//! A [`Field`] lays a board out so that a whole set of squares, a [`Bits`], moves by a shift.
//! [`Keys`] packs states into exact keys with Zobrist hashes. [`Macros`] finds everything that one
//! box can do while no other box moves. The number of words of a field is part of its type, and
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
pub use field::{Field, FieldPush, NOWHERE, Obstacles, Place, words_needed};
pub use floor_tree::FloorTree;
pub use keys::{Key, Keys, next_random};
pub use macros::{BoxStop, Haul, Macros};
pub use parts::Parts;
