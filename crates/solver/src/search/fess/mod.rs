//! Feature space search: the FESS algorithm of Shoham and Schaeffer (2020), over hauls.
//!
//! Every state is projected onto a few features; each combination of them is a *cell*. The cells
//! take turns, and from each the haul with the least accumulated weight is made, the best score
//! deciding between equals. Hauls that an advisor recommends weigh nothing, all others one: so what
//! makes progress in some feature gets its share of the time for good, and what stalls only gains
//! weight. Which features there are, and who advises, is up to the landscape.
//!
//! A `Tree` consists of *hauls*: one box is brought anywhere by pushes or pulls while the others
//! stay. One depth-first walk (`space::macros`) finds all hauls of a box and says into how many
//! parts each divides the floor. The `Landscape` lists the hauls, scores states and asks its
//! advisors; the tree knows only scores, cells (some bits of a score) and weights.
//!
//! - `pulling` plays backwards from the solved board. A box pulled to a *base*, a square of the
//!   start from which boxes could be pushed back and forth, vanishes; read in reverse, the line to
//!   the best node is a packing plan with parking squares. `pushing` plays by the plan and counts
//!   packed steps, parts, broken links between rooms, boxes out of plan and hotspots.
//! - `scatter` makes an open board from one end, and `gather` brings the boxes of the other end
//!   there.
//! - Trees of opposite directions look up every new state in each other (`forest`); a state that
//!   both know is a solution.
//!
//! Trees identify states by 64-bit hashes, so an exhausted tree proves nothing. Meetings are
//! checked against the states themselves, and the referee replays every solution.

pub(crate) mod advice;
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
