//! Three puzzles that many tests are about.

/// The puzzles of the `NetHack` 4 document made by the program `SokEvo`: one principle, with less
/// and less waste.
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
