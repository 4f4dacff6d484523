//! Levels rotated by quarter turns, and by 45 degrees: the diagonal twin of a level.
//!
//! The twin is that of the `NetHack` 4 document: rotated by 45 degrees, with walls on every other
//! place of the checkerboard. Only diagonal steps and pushes connect the remaining squares, so the
//! twin under `nethack-diagonal` is equivalent to the level under `nethack`: equal states, moves
//! and solutions.

use std::fmt;

use sokolab_core::{
    Direction, Edge, Findings, Ground, Level, Occupant, Picture, Place, Rules, Snapshot, Source,
    lay_out,
};

use crate::symmetry::Orientation;

/// Why a level has no diagonal twin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDiagonalTwin {
    /// It is played by these rules.
    Rules(Rules),
    /// It cannot be laid out as a board.
    Findings(Findings),
    /// The twin would have more places than a picture may have.
    TooLarge,
}

impl fmt::Display for NoDiagonalTwin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoDiagonalTwin::Rules(rules) => write!(
                formatter,
                "a level under {rules} rules has no diagonal twin: only one under nethack rules \
                 has, which is played under nethack-diagonal; --rules nethack takes it for one"
            ),
            NoDiagonalTwin::Findings(findings) => findings.fmt(formatter),
            NoDiagonalTwin::TooLarge => write!(
                formatter,
                "the diagonal twin would have more than {} places",
                Picture::PLACES_MAX
            ),
        }
    }
}

impl std::error::Error for NoDiagonalTwin {}

/// The twin of a level under `nethack` rules, for `nethack-diagonal`: everything is rotated
/// clockwise by 45 degrees, including solutions.
///
/// # Errors
/// If the level is played by other rules, cannot be laid out, or is too large.
pub fn diagonal_twin(level: &Level) -> Result<Level, NoDiagonalTwin> {
    if level.rules != Rules::NETHACK {
        return Err(NoDiagonalTwin::Rules(level.rules));
    }
    let (board, _) = lay_out(level).map_err(NoDiagonalTwin::Findings)?;
    let height = level.picture.height();
    let twin = |(x, y): (usize, usize)| (x + height - 1 - y, x + y);
    let places: Vec<((usize, usize), Place)> = { board.squares() }
        .map(|square| board.position(square))
        .map(|(x, y)| (twin((x, y)), level.picture.at(x, y)))
        .collect();
    let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
    for &((x, y), _) in &places {
        (left, top) = (left.min(x), top.min(y));
        (right, bottom) = (right.max(x), bottom.max(y));
    }
    // One more on each side, for the walls.
    let (width, height) = (right - left + 3, bottom - top + 3);
    if width.saturating_mul(height) > Picture::PLACES_MAX {
        return Err(NoDiagonalTwin::TooLarge);
    }
    let mut all = vec![Place::bare(Ground::Rock); width * height];
    let index = |(x, y): (usize, usize)| (y + 1 - top) * width + x + 1 - left;
    for &(place, _) in &places {
        for near in Direction::ALL {
            let at = index(place) as isize + near.dy() as isize * width as isize;
            all[(at + near.dx() as isize) as usize] = Place::bare(Ground::Wall);
        }
    }
    for &(place, it) in &places {
        // In the game, a doorway cannot be passed diagonally, so the twin has plain floor instead.
        let ground = if it.ground == Ground::Door { Ground::Floor } else { it.ground };
        all[index(place)] = Place { ground, ..it };
    }
    let picture = Picture::new(width, all, Edge::Solid);
    let turned = turned_with(level, picture, |letter| match letter {
        'l' => Some('q'),
        'u' => Some('e'),
        'r' => Some('c'),
        'd' => Some('z'),
        _ => None,
    });
    Ok(turned.with_rules(Rules::NETHACK_DIAGONAL))
}

/// A level rotated or reflected, including its solutions.
#[must_use]
pub fn turned_level(level: &Level, turn: Orientation) -> Level {
    let size = (level.picture.width(), level.picture.height());
    let (width, height) = turn.size(size);
    let mut all = vec![Place { ground: Ground::Rock, occupant: Occupant::Nothing }; width * height];
    for (y, row) in level.picture.rows().enumerate() {
        for (x, &place) in row.iter().enumerate() {
            let (x, y) = turn.place((x, y), size);
            all[y * width + x] = place;
        }
    }
    let picture = Picture::new(width, all, level.picture.edge());
    turned_with(level, picture, |letter| {
        let named = LETTERS.iter().find(|it| it.0 == letter)?;
        let direction = turn.direction(named.1);
        LETTERS.iter().find(|it| it.1 == direction).map(|it| it.0)
    })
}

/// The letters of moves.
const LETTERS: [(char, Direction); 8] = [
    ('l', Direction::Left),
    ('u', Direction::Up),
    ('r', Direction::Right),
    ('d', Direction::Down),
    ('q', Direction::UpLeft),
    ('e', Direction::UpRight),
    ('z', Direction::DownLeft),
    ('c', Direction::DownRight),
];

/// `level` with another picture and its solutions in other letters. Solutions not written in `lurd`
/// are dropped, and so is the rest of a level description, whose coordinates would be wrong.
fn turned_with(level: &Level, picture: Picture, letter: impl Fn(char) -> Option<char>) -> Level {
    let turned = |moves: &str| -> Option<String> {
        let turn = |it: char| match it {
            '0'..='9' | '(' | ')' | ' ' | '\n' => Some(it),
            _ if it.is_ascii_uppercase() => {
                letter(it.to_ascii_lowercase()).map(|it| it.to_ascii_uppercase())
            }
            _ => letter(it),
        };
        moves.chars().map(turn).collect()
    };
    let snapshot = |it: &Snapshot| Some(Snapshot { moves: turned(&it.moves)?, ..it.clone() });
    Level {
        picture,
        snapshots: level.snapshots.iter().filter_map(snapshot).collect(),
        nethack: None,
        source: Source::default(),
        findings: Vec::new(),
        ..level.clone()
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::random_levels;
    use sokolab_core::text::draw_map;
    use sokolab_core::{
        LetterCase, Level, MoveKind, Moves, Rules, Snapshot, check, parse_moves, read_level, verify,
    };

    use super::{NoDiagonalTwin, diagonal_twin, turned_level};
    use crate::symmetry::Orientation;
    use crate::test_positions::solve;

    /// The puzzle of the `NetHack` 4 document.
    const ORTHOGONAL: &str = "
   ----
   |..|
----0.--
|@..0^^|
|...--<|
--------
";

    fn pushes(level: &Level) -> Option<usize> {
        let (board, state) = check(level).expect("a playable level");
        let count =
            |moves: &Moves| moves.as_slice().iter().filter(|it| it.kind == MoveKind::Push).count();
        solve(&board, &state).as_ref().map(count)
    }

    #[test]
    fn the_documents_puzzle_becomes_the_one_beside_it() {
        let level = read_level(ORTHOGONAL).expect("a map").with_rules(Rules::NETHACK);
        let twin = diagonal_twin(&level).expect("a twin");
        let rows = draw_map(&twin).expect("a map").rows;
        let expected = [
            " ---",
            "--@-- ---",
            "|.-.---.--",
            "--.-.-0-.|",
            " --.-0-.--",
            "  ----^--",
            "     --^|",
            "     |<--",
            "     ---",
        ];
        assert_eq!(rows, expected);
        assert_eq!(pushes(&twin), pushes(&level));
    }

    #[test]
    fn twins_take_as_many_pushes() {
        let mut solved = 0;
        for level in random_levels(Rules::NETHACK, 400) {
            let twin = diagonal_twin(&level).expect("a twin");
            let fewest = pushes(&level);
            assert_eq!(pushes(&twin), fewest);
            solved += usize::from(fewest.is_some_and(|it| it > 0));
        }
        assert!(solved > 20, "{solved}");
    }

    #[test]
    fn solutions_are_turned_too() {
        let mut level: Level = "#######\n#@ $ .#\n#######\n".parse().expect("a level");
        let moves = "rRR".to_owned();
        level.snapshots.push(Snapshot {
            title: "Solution".to_owned(),
            moves,
            notes: sokolab_core::Notes::default(),
        });
        for turn in Orientation::ALL {
            let turned = turned_level(&level, turn);
            let moves = parse_moves(&turned.snapshots[0].moves).expect("moves");
            assert!(verify(&turned, &moves, LetterCase::Strict).is_ok(), "{turn:?}");
        }
        let twin = diagonal_twin(&level.clone().with_rules(Rules::NETHACK)).expect("a twin");
        assert_eq!(twin.snapshots[0].moves, "cCC");
        assert!(verify(&twin, &parse_moves("cCC").expect("moves"), LetterCase::Strict).is_ok());
        assert_eq!(diagonal_twin(&level), Err(NoDiagonalTwin::Rules(Rules::OFFICIAL)));
    }
}
