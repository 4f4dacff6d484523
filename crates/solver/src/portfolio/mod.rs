//! Searches that work together: by turns on one thread, side by side on several.

pub(crate) mod both_ends;
pub(crate) mod schedule;
pub(crate) mod side_by_side;
pub(crate) mod turns;
