//! Shared parts of the readers and writers of `NetHack` level descriptions.
//!
//! A description is a map followed by commands that place objects on it. A reader cuts the puzzle
//! commands out of the text ([`KeptText`]) and draws them on the map ([`Drawing`]); the rest is
//! kept verbatim. A writer lays the puzzle out again ([`Layout`]) and reinserts its commands where
//! they were.

mod branch;
mod drawing;
mod json;
mod kept_text;
mod layout;
mod locator;
mod prize;
mod rules_note;
mod terrain;

pub(super) use crate::nethack_description::{Arrival, Dialect, NethackDescription, Slot};
pub(super) use branch::NewDescription;
pub use branch::{BranchPlace, Storey, Teleport};
pub(super) use drawing::{Drawing, Spot, Thing, is_boulder, trap};
pub(super) use json::{read_json, written_json};
pub(super) use kept_text::{KeptText, Marks, with_puzzle};
pub(super) use layout::{
    Layout, framed, heading, notes_as_comments, picture_in_place, written_picture,
};
pub(super) use locator::Locator;
pub(super) use prize::PrizeRooms;
pub(super) use rules_note::{is_rules_note, rules_line, rules_named, take_rules};
pub(super) use terrain::render;

/// The first and the last column and row of a rectangle: left, top, right, bottom.
pub(super) type Area = (usize, usize, usize, usize);
