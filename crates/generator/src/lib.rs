//! Levels made, rated and explained.

pub mod chamber;
