//! The levels that come with Sokolab, all of them its own.

/// Levels for the official rules, from easy to hard, with solutions.
pub const WORKSHOP: &str = include_str!("../levels/workshop.sok");

/// Levels for NetHack's rules, from easy to hard.
pub const QUARRY: &str = include_str!("../levels/quarry.txt");

/// The solutions of [`QUARRY`], a line each.
pub const QUARRY_SOLUTIONS: &str = include_str!("../levels/quarry.lurd");

/// Small levels whose moves are forced, to see where methods stall.
pub const FORCED: &str = include_str!("../levels/forced.sok");

/// Small levels for a first look.
pub const FIRST_STEPS: &str = include_str!("../levels/first-steps.sok");
