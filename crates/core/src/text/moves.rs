//! Moves as text: `lurd` and `qezc`, optionally run-length encoded, or the keys of vi.

use std::fmt;

use super::run_length::{self, Reason};
use crate::direction::Direction;
use crate::moves::{Move, MoveKind, Moves};

/// Maximum number of moves after expansion.
const MOVES_MAX: usize = 10_000_000;

crate::named! {
    /// The letters of the eight directions.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Alphabet: "alphabet" {
        /// `lurd`, and `qezc` for diagonals.
        #[default]
        Lurd = "lurd": "l u r d, and q e z c for diagonals",
        /// `hjkl`, and `yubn` for diagonals: the keys of vi and `NetHack`. They are written in
        /// lower case, because a capital letter makes the hero of `NetHack` run. Both cases can be
        /// read.
        Vi = "vi": "h j k l, and y u b n for diagonals",
    }
}

impl Alphabet {
    const VI: [(char, Direction); 8] = [
        ('h', Direction::Left),
        ('k', Direction::Up),
        ('l', Direction::Right),
        ('j', Direction::Down),
        ('y', Direction::UpLeft),
        ('u', Direction::UpRight),
        ('b', Direction::DownLeft),
        ('n', Direction::DownRight),
    ];

    fn direction(self, letter: char) -> Option<Direction> {
        match self {
            Alphabet::Lurd => Direction::from_letter(letter),
            Alphabet::Vi => Alphabet::VI.iter().find(|it| it.0 == letter).map(|it| it.1),
        }
    }

    fn letter(self, direction: Direction) -> char {
        match self {
            Alphabet::Lurd => direction.letter(),
            Alphabet::Vi => Alphabet::VI.iter().find(|it| it.1 == direction).map_or('.', |it| it.0),
        }
    }
}

/// Why a text could not be parsed as moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMovesError {
    /// Index of the offending character, from 0.
    pub index: usize,
    /// The reason, as a phrase.
    pub reason: String,
}

impl fmt::Display for ParseMovesError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Messages count from 1.
        write!(formatter, "character {}: {}", self.index + 1, self.reason)
    }
}

impl std::error::Error for ParseMovesError {}

/// Parses moves written in `lurd` and `qezc`. See [`parse_moves_in`].
///
/// # Errors
/// The first character that is not part of a move.
pub fn parse_moves(text: &str) -> Result<Moves, ParseMovesError> {
    parse_moves_in(text, Alphabet::Lurd)
}

/// Parses moves. Skips white space and the mark `*` of a saved game, and expands counts and groups,
/// as in `3r2(dR)`.
///
/// # Errors
/// The first character that is not part of a move. Reverse-mode games, which begin with `[`, and
/// games with several keepers, which have `{`, are refused.
pub fn parse_moves_in(text: &str, alphabet: Alphabet) -> Result<Moves, ParseMovesError> {
    parse_moves_up_to(text, alphabet, MOVES_MAX)
}

/// Like [`parse_moves_in`] with a limit on the number of moves, for untrusted input.
pub(crate) fn parse_moves_up_to(
    text: &str,
    alphabet: Alphabet,
    moves_max: usize,
) -> Result<Moves, ParseMovesError> {
    if !run_length::is_encoded(text) {
        return read(text, alphabet);
    }
    let packed: String = text.chars().filter(|it| !it.is_whitespace() && *it != '*').collect();
    let expanded = run_length::expand(&packed, moves_max).map_err(|mistake| {
        let reason = match mistake.reason {
            Reason::Syntax(reason) => format!("run-length encoding: {reason}"),
            Reason::TooLong => format!("more than {moves_max} moves"),
        };
        ParseMovesError { index: index_in(text, mistake.at), reason }
    })?;
    read(&expanded, alphabet).map_err(|mistake| {
        // An index into the expanded text would not help: find the letter in the original.
        let bad = expanded.chars().nth(mistake.index);
        let index = text.chars().position(|it| Some(it) == bad).unwrap_or(0);
        ParseMovesError { index, ..mistake }
    })
}

/// Writes moves in an alphabet, capitals for pushes.
#[must_use]
pub fn write_moves_in(moves: &Moves, alphabet: Alphabet) -> String {
    let letter = |it: &Move| match (it.kind, alphabet) {
        (MoveKind::Push, Alphabet::Lurd) => alphabet.letter(it.direction).to_ascii_uppercase(),
        (MoveKind::Step, _) | (MoveKind::Push, Alphabet::Vi) => alphabet.letter(it.direction),
    };
    moves.as_slice().iter().map(letter).collect()
}

fn read(text: &str, alphabet: Alphabet) -> Result<Moves, ParseMovesError> {
    let mut moves = Vec::with_capacity(text.len());
    for (index, character) in text.chars().enumerate() {
        if let Some(direction) = alphabet.direction(character.to_ascii_lowercase()) {
            let is_push = character.is_ascii_uppercase();
            let kind = if is_push { MoveKind::Push } else { MoveKind::Step };
            moves.push(Move { direction, kind });
        } else if !character.is_whitespace() && character != '*' {
            let reason = match character {
                '[' | ']' => "moves of a game played backwards are not supported".to_owned(),
                '{' | '}' => "moves of a game with several keepers are not supported".to_owned(),
                _ => format!("{character:?} is not a move"),
            };
            return Err(ParseMovesError { index, reason });
        }
    }
    Ok(moves.into_iter().collect())
}

/// The index in `text` of the significant character number `at`.
fn index_in(text: &str, at: usize) -> usize {
    let counting = text.chars().enumerate().filter(|(_, it)| !it.is_whitespace() && *it != '*');
    counting.map(|(index, _)| index).nth(at).unwrap_or_else(|| text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::{Alphabet, parse_moves, parse_moves_in, write_moves_in};

    #[test]
    fn moves_are_written_as_they_are_read() {
        let moves = parse_moves("lurdLURD qezc\nQEZC*").expect("letters only");
        assert_eq!(moves.to_string(), "lurdLURDqezcQEZC");
        let keys = write_moves_in(&moves, Alphabet::Vi);
        assert_eq!(keys, "hkljhkljyubnyubn");
        assert_eq!(parse_moves_in("hkljHKLJyubnYUBN", Alphabet::Vi), Ok(moves));
    }

    #[test]
    fn counts_and_groups_are_expanded() {
        assert_eq!(parse_moves("3r4U").expect("valid").to_string(), "rrrUUUU");
        assert_eq!(parse_moves("2(3(dr)R)").expect("valid").to_string(), "drdrdrRdrdrdrR");
    }

    #[test]
    fn a_bad_letter_is_named_with_its_place() {
        for (text, index) in [("rr?", 2), ("[]u", 0), ("2r?", 2), ("r 2", 2), ("9999999999r", 0)] {
            assert_eq!(parse_moves(text).expect_err(text).index, index, "{text}");
        }
    }
}
