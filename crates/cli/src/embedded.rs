//! The levels that come with the program.

/// Their files: names as shown, and contents.
pub(crate) const FILES: [(&str, &str); 2] = [
    ("first-steps.sok", include_str!("../../../levels/first-steps.sok")),
    ("boulders.txt", include_str!("../../../levels/boulders.txt")),
];

/// Small levels whose moves are forced, to see where methods stall.
pub(crate) const FORCED: &str = include_str!("../../../levels/forced.sok");
