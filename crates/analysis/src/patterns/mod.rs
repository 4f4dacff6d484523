//! Deadlock patterns: walls and boxes in a small window that are dead whatever surrounds them.
//!
//! A pattern is judged on its own: everything that is not drawn, inside the window and out, is
//! floor, the keeper walks freely outside, and a box that leaves the window is *rescued*. What a
//! real play does with the boxes of the pattern is a play of that relaxation: taking other boxes
//! away turns their pushes into steps, and taking walls away only adds moves. So what is dead there
//! is dead wherever the walls and boxes of the pattern stand, for the same keepers and as long as
//! no goals are where the boxes can be left ([`Judged`] tells which). This holds for rules of four
//! directions where boxes stay on goals and every box is needed.

mod enumerate;
mod form;
mod judge;
mod library;
mod pattern;
mod placement;
mod window;

pub use enumerate::minimal_patterns;
pub use judge::{Judged, Room, judge, redundant_parts};
pub use library::{PatternLibrary, library_bytes};
pub use pattern::{Pattern, PatternError};
pub use placement::{Placement, placements, suits_patterns};
