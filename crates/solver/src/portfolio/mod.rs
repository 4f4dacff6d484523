//! Searches that work together: by turns on one thread, side by side on several.

pub(crate) mod both_ends;
pub(crate) mod strategy;
pub(crate) mod turns;
