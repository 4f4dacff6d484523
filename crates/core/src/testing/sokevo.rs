//! Three puzzles that many tests use.

/// The puzzles that the `NetHack` 4 document took from the program `SokEvo`: one idea, in ever
/// smaller rooms.
pub const SOKEVO: [&str; 3] = [
    "
    -----
    |...----
    |...|..--
    --..|.0.-----
     |..|...^^^<|
     |..|0..-----
     |.@0..--
     |..|..|
     -------",
    "
    --------
    |...|..--
    |...|.0.-----
    --..|...^^^<|
     |..|0..-----
     |.@0..--
     |..|..|
     -------",
    "
        ----
    ----|..--
    |..-|.0.-----
    |...|...^^^<|
    |...|0..-----
    --.@0..--
     |..|..|
     -------",
];
