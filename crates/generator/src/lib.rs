//! Levels made, rated and explained.
