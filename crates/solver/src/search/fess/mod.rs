//! Feature space search: the FESS algorithm of Shoham and Schaeffer (2020), over macro moves.
//!
//! Every state is projected onto a few features; each combination of their values is a *cell*. The
//! cells take turns, and every other turn goes to the best cell. A turn makes the macro move of the
//! cell with the least accumulated weight; the best score breaks ties. Moves that an advisor
//! recommends weigh nothing, all others one. Whatever makes progress in some feature therefore
//! keeps its share of the time, and whatever stalls only gains weight. The landscape decides which
//! features and advisors there are.
//!
//! The edges of a `Tree` are *macro moves*: one box is pushed or pulled anywhere while the others
//! stay. One depth-first traversal (`sokolab_field::Macros`) finds all macro moves of a box and
//! into how many parts each divides the floor. The `Landscape` lists the moves, scores states and
//! asks its advisors; the tree knows only scores, cells (some bits of a score) and weights.
//!
//! - `pulling` plays backwards from the solved board. A box vanishes when it is pulled to an open
//!   *base*: one of the squares of the start between which boxes could be pushed back and forth.
//!   Read in reverse, the line to the best node is a packing plan with parking squares. `pushing`
//!   plays by the plan and counts packed steps, parts, broken links between rooms, boxes out of
//!   plan and hotspots.
//! - `scatter` finds an open board from one end, and `gather` brings the boxes of the other end
//!   there.
//! - Trees of opposite directions look up every new state in each other (`forest`); a state that
//!   both know gives a solution.
//!
//! Trees identify states by 64-bit hashes, so an exhausted tree proves nothing. Meetings are
//! checked against the states themselves, and the referee replays every solution.

pub(crate) mod advice;
mod base_matching;
pub(crate) mod beam;
pub(crate) mod context;
pub(crate) mod forest;
pub(crate) mod gather;
pub(crate) mod hauls;
pub(crate) mod imagined;
pub(crate) mod landscape;
pub(crate) mod planned;
mod probe;
pub(crate) mod pulling;
pub(crate) mod pushing;
pub(crate) mod scatter;
pub(crate) mod score;
pub(crate) mod shared;
pub(crate) mod state;
pub(crate) mod tree;
pub(crate) mod vanishing;
