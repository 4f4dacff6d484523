//! The levels that come with Sokolab, all of them its own.

/// Levels for the official rules, from easy to hard, with solutions.
pub const WORKSHOP: &str = include_str!("../levels/workshop.sok");

/// Levels for NetHack's rules, from easy to hard.
pub const QUARRY: &str = include_str!("../levels/quarry.txt");

/// The solutions of [`QUARRY`], one per line.
pub const QUARRY_SOLUTIONS: &str = include_str!("../levels/quarry.lurd");

/// Small levels whose moves are forced, to see where methods stall.
pub const FORCED: &str = include_str!("../levels/forced.sok");

/// Small levels for a first look.
pub const FIRST_STEPS: &str = include_str!("../levels/first-steps.sok");

/// A hundred levels in ten bands of difficulty, from easy to hard, with solutions that have the
/// fewest pushes: the name of each band and its levels. `docs/learning.md` has a protocol for
/// evaluations with them.
pub const LADDER: [(&str, &str); 10] = [
    ("ladder-01.sok", include_str!("../levels/ladder/ladder-01.sok")),
    ("ladder-02.sok", include_str!("../levels/ladder/ladder-02.sok")),
    ("ladder-03.sok", include_str!("../levels/ladder/ladder-03.sok")),
    ("ladder-04.sok", include_str!("../levels/ladder/ladder-04.sok")),
    ("ladder-05.sok", include_str!("../levels/ladder/ladder-05.sok")),
    ("ladder-06.sok", include_str!("../levels/ladder/ladder-06.sok")),
    ("ladder-07.sok", include_str!("../levels/ladder/ladder-07.sok")),
    ("ladder-08.sok", include_str!("../levels/ladder/ladder-08.sok")),
    ("ladder-09.sok", include_str!("../levels/ladder/ladder-09.sok")),
    ("ladder-10.sok", include_str!("../levels/ladder/ladder-10.sok")),
];
