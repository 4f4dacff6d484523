//! What a person wants to know of a level: how hard it is, how it is solved and what it could do
//! without.
//!
//! [`rating`] measures a level and its solution and grades it, [`explain`] describes both in
//! sentences, [`trim`] removes what the puzzle does not need. A solution says whether it is proved
//! that none has fewer pushes ([`Assessed`]).
//!
//! [`piece`] says which boxes, goals and walls a level needs, and which are in the way of a solution.
//!
//! [`verdict`] judges a state in the middle of a game, [`hint`] helps a player on from it, and
//! [`alarm`] says when and why the game was lost.

pub mod alarm;
pub mod explain;
pub mod fewest;
pub mod hint;
pub mod piece;
pub mod rating;
pub mod trim;
pub mod verdict;

pub use fewest::Assessed;
