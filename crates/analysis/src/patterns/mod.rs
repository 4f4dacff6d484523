//! Deadlock patterns: walls and boxes in a small window that are dead whatever surrounds them.
//!
//! A pattern is judged on its own: everything that is not drawn, inside the window and out, is
//! floor, the keeper walks freely outside, and a box that leaves the window is *rescued*. This is a
//! relaxation of the real game: removing other boxes turns their pushes into steps, and removing
//! walls only adds moves. So a pattern that is dead there is dead wherever its walls and boxes
//! occur, for the same keepers and as long as there are no goals where its boxes can be left
//! ([`PatternVerdict`] has the details). This holds for rules with four directions where boxes stay
//! on goals and every box is needed.

mod enumerate;
mod form;
mod judge;
mod library;
mod pattern;
mod placement;
mod window;

pub use enumerate::minimal_patterns;
pub use judge::{PatternVerdict, RegionVerdict, judge, redundant_parts};
pub use library::{PatternLibrary, library_bytes};
pub use pattern::{Pattern, PatternError};
pub use placement::{Placement, placements, suits_patterns};
