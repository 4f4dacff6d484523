//! Insight into levels for people: how hard a level is, how it is solved, and what it could do
//! without.
//!
//! [`rating`] measures a level and its solution and grades it, [`explain`] describes both in
//! sentences, and [`trim`] removes what the puzzle does not need. Solutions record whether they are
//! proved to have the fewest pushes ([`Assessed`]).
//!
//! [`verdict`] judges a state in the middle of a game, [`hint`] helps a player from there, and
//! [`alarm`] reports when and why the game was lost.

pub mod alarm;
pub mod explain;
pub mod fewest;
pub mod hint;
pub mod piece;
pub mod rating;
pub mod trim;
pub mod verdict;

pub use fewest::Assessed;
