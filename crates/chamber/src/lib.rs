//! Chambers of levels played alone, and levels solved chamber by chamber.
//!
//! A [`Shape`](shape::Shape) is the floor of a chamber with its ports, a [`Space`](space::Space)
//! is how it is played, an [`Annex`](annex::Annex) a chamber behind a port reduced to what it
//! takes and gives.
//!
//! [`solve`] is the way of the `NetHack` 4 document: describe each chamber, then combine. The
//! floor is divided at its corridors into a tree of areas; what the keeper does inside an area is
//! looked at once, and the search goes over what happens between them: boxes that cross, and the
//! keeper that walks across.

pub mod annex;
mod areas;
mod combine;
mod expand;
mod local;
mod looks;
pub mod shape;
pub mod space;
#[cfg(test)]
mod tests;

pub use areas::NotSplit;
pub use combine::{Answer, ChamberOptions, Order, solve};
