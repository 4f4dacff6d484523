//! What a person wants to know of a level: how hard it is, how it is solved and what it could do
//! without.
//!
//! [`rating`] measures a level and its solution and grades it, [`explain`] describes both in
//! sentences, [`trim`] removes what the puzzle does not need. A solution says whether it is proved
//! that none has fewer pushes ([`Assessed`]).

pub mod explain;
pub mod fewest;
pub mod rating;
pub mod trim;

pub use fewest::Assessed;
