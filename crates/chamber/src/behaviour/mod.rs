//! What chambers do for their neighbours, as a basis for composing levels of them.
//!
//! The `NetHack` 4 document describes a chamber by what it does for its neighbours: a storage by
//! its capacity, a feed by the boxes it gives, a chamber between two others by the sides that its
//! boxes leave by. This module computes each of these exactly from a
//! [`ChamberShape`](crate::ChamberShape), by enumerating the states of the chamber alone
//! ([`Space`](crate::Space), [`ChamberGraph`]). There are two versions of every description,
//! without and with boxes parked in doorways ([`Parking`](crate::Parking)). Trees of chambers are
//! composed from the leaves inwards: a chamber with one connection becomes an
//! [`Annex`](crate::Annex) of its neighbour, and the two form one chamber again.
//!
//! A description without parking is sound for proving that something *can* be done, a description
//! with parking for proving that something *must* be done. The capacity of a storage is the largest
//! number of boxes in a state that the empty chamber can reach and return from. The requirement of
//! a directed chamber is the smallest storage with which it can be emptied.

mod bend;
mod directed;
mod emptying;
mod equivalent;
mod feed;
mod goals;
mod graph;
mod interface;
mod of_level;
mod refine;
mod row;
mod storage;
#[cfg(test)]
pub(crate) mod tests;

pub use bend::is_transparent;
pub use directed::{
    DirectedLimits, DirectedStart, can_be_emptied, directed_starts, is_firm, is_strict,
    joint_capacity, requirement,
};
pub use emptying::{Language, Split, Word, emptying};
pub use equivalent::equivalent_states;
pub use feed::{Feed, Packing, feed, feed_in};
pub use goals::{Filling, filling, filling_without};
pub use graph::{Arc, ChamberGraph, TooManyStates, before};
pub use interface::{Interface, Letter, Passage, annex, interface, passages};
pub use of_level::{STATES_MAX, is_storage, storage_of};
pub use row::{Directed, row_can_be_emptied, row_requirement};
pub use storage::{Storage, storage, storage_in};
