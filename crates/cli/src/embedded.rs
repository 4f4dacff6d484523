//! The levels that come with the program.

/// Their files: names as shown, and contents.
pub(crate) const FILES: [(&str, &str); 2] = [
    ("first-steps.sok", include_str!("../../../levels/first-steps.sok")),
    ("boulders.txt", include_str!("../../../levels/boulders.txt")),
];
