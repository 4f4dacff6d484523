//! Moves as people and language models write them: letters, words, arrows, lists.
//!
//! Moves may be written in many ways; anything else is rejected. The parser does not guess: an
//! ambiguous text is read as documented.

use sokolab::text::{Alphabet, ParseMovesError, parse_moves_in};
use sokolab::{Direction, Move, MoveKind, Moves};

/// Words for directions.
const WORDS: [(&str, Direction); 20] = [
    ("left", Direction::Left),
    ("west", Direction::Left),
    ("up", Direction::Up),
    ("north", Direction::Up),
    ("right", Direction::Right),
    ("east", Direction::Right),
    ("down", Direction::Down),
    ("south", Direction::Down),
    ("upleft", Direction::UpLeft),
    ("leftup", Direction::UpLeft),
    ("northwest", Direction::UpLeft),
    ("upright", Direction::UpRight),
    ("rightup", Direction::UpRight),
    ("northeast", Direction::UpRight),
    ("downleft", Direction::DownLeft),
    ("leftdown", Direction::DownLeft),
    ("southwest", Direction::DownLeft),
    ("downright", Direction::DownRight),
    ("rightdown", Direction::DownRight),
    ("southeast", Direction::DownRight),
];

/// Words that may accompany a direction and are ignored.
const FILLERS: [&str; 12] = [
    "push", "move", "step", "go", "walk", "then", "and", "solution", "moves", "answer", "actions",
    "path",
];

/// Reads moves in any of the alphabets: `lurd` letters, run-length encoded or not; words such as
/// `right`, `push up`, `NORTH` or `down-left`; arrows. Commas, semicolons, brackets, quotes,
/// backticks and the numbers of a list (`1. right`) may separate them. Capital letters are pushes,
/// as everywhere; the case of words is ignored.
///
/// ```
/// use sokolab_wire::parse_answer_moves;
///
/// for text in ["rrD", "r, r, D", "Right, right, down", "→→↓", "1. right 2. push right 3. down"] {
///     let moves = parse_answer_moves(text).expect("moves");
///     assert_eq!(moves.to_string().to_lowercase(), "rrd");
/// }
/// ```
///
/// # Errors
/// The first character that is not part of a move.
pub fn parse_answer_moves(text: &str) -> Result<Moves, ParseMovesError> {
    let letters = parse_moves_in(text, Alphabet::Lurd);
    if letters.is_ok() {
        return letters;
    }
    let pieces = pieces(text);
    let has_words = pieces.iter().any(|it| word(&it.text).is_some());
    let arrows = || pieces.iter().filter_map(|it| it.arrow);
    // Between words, arrows to the right are separators.
    let is_between = has_words && arrows().all(|it| it == Direction::Right);
    let mut moves = Vec::new();
    for piece in &pieces {
        match piece.arrow {
            Some(_) if is_between => {}
            Some(direction) => moves.push(Move { direction, kind: MoveKind::Step }),
            None => moves.extend(read(piece)?.as_slice()),
        }
    }
    Ok(moves.into_iter().collect())
}

/// A word, or an arrow, and where it begins.
struct Piece {
    text: String,
    index: usize,
    arrow: Option<Direction>,
}

fn arrow(character: char) -> Option<Direction> {
    Some(match character {
        '←' | '⬅' | '⇐' | '◀' => Direction::Left,
        '↑' | '⬆' | '⇑' | '▲' => Direction::Up,
        '→' | '➡' | '⇒' | '▶' => Direction::Right,
        '↓' | '⬇' | '⇓' | '▼' => Direction::Down,
        '↖' => Direction::UpLeft,
        '↗' => Direction::UpRight,
        '↙' => Direction::DownLeft,
        '↘' => Direction::DownRight,
        _ => return None,
    })
}

/// Characters that may stand between moves.
fn is_between(character: char) -> bool {
    character.is_whitespace() || ",;|/[](){}<>\"'`:.!*=’‘“”…".contains(character)
}

/// The variation selector after an arrow, which requests an emoji.
const VARIATION: char = '\u{FE0F}';

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut is_open = false;
    let characters: Vec<char> = text.chars().collect();
    for (index, &character) in characters.iter().enumerate() {
        let inside = |at: Option<usize>| {
            at.and_then(|at| characters.get(at)).is_some_and(|it| it.is_alphanumeric())
        };
        // A hyphen joins the parts of a word, or separates words.
        let is_joint = (character == '-' || character == '_')
            && inside(index.checked_sub(1))
            && inside(Some(index + 1));
        if let Some(direction) = arrow(character) {
            pieces.push(Piece { text: String::new(), index, arrow: Some(direction) });
            is_open = false;
        } else if character == VARIATION || is_joint {
            // It belongs to what stands before it.
        } else if is_between(character) || character == '-' || character == '_' {
            is_open = false;
        } else {
            if !is_open {
                pieces.push(Piece { text: String::new(), index, arrow: None });
            }
            is_open = true;
            if let Some(piece) = pieces.last_mut() {
                piece.text.push(character);
            }
        }
    }
    pieces
}

fn word(text: &str) -> Option<Direction> {
    WORDS.iter().find(|it| it.0.eq_ignore_ascii_case(text)).map(|it| it.1)
}

/// The moves of one word.
fn read(piece: &Piece) -> Result<Moves, ParseMovesError> {
    let is_number = piece.text.chars().all(|it| it.is_ascii_digit());
    if is_number || FILLERS.iter().any(|it| it.eq_ignore_ascii_case(&piece.text)) {
        return Ok(Moves::new());
    }
    if let Some(direction) = word(&piece.text) {
        return Ok([Move { direction, kind: MoveKind::Step }].into_iter().collect());
    }
    parse_moves_in(&piece.text, Alphabet::Lurd)
        .map_err(|letter| ParseMovesError { index: piece.index + letter.index, ..letter })
}

#[cfg(test)]
mod tests {
    use super::parse_answer_moves;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let moves = parse_answer_moves(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(moves.to_string().to_lowercase(), expected, "{text:?}");
    }

    #[test]
    fn moves_are_read_in_every_alphabet() {
        check("uRdL", "urdl");
        check("3r2(dR)", "rrrdrdr");
        check("r,R, d", "rrd");
        check("r R\nd", "rrd");
        check("RIGHT right Down", "rrd");
        check("push right, step up; go left", "rul");
        check("→ → ↓", "rrd");
        check("➡\u{FE0F}⬇\u{FE0F}", "rd");
        check("up-left, DOWN_RIGHT, northeast", "qce");
        check("1. right\n2. down\n3. left", "rdl");
        check("Solution: `rrd`", "rrd");
        check("[\"r\", \"up\"]", "ru");
        check("right -> down -> left", "rdl");
        check("right → down → left", "rdl");
        check("right ↓", "rd");
        check("", "");
        check(" , ; ", "");
    }

    #[test]
    fn nothing_is_guessed() {
        for (text, index) in [("rrx", 2), ("right, jump", 7), ("I push right", 0), ("r 🚀", 2)] {
            let letter = parse_answer_moves(text).expect_err(text);
            assert_eq!(letter.index, index, "{text:?}");
        }
    }

    #[test]
    fn every_short_text_has_an_answer() {
        let characters = ['r', 'R', '→', ' ', ',', '3', '(', ')', '-', 'x', '{', '*', '\0'];
        let mut texts = vec![String::new()];
        for _ in 0..4 {
            let longer = |it: &String| characters.map(|next| format!("{it}{next}"));
            texts = texts.iter().flat_map(longer).collect();
            for text in &texts {
                if let Err(letter) = parse_answer_moves(text) {
                    assert!(letter.index <= text.chars().count(), "{text:?}");
                }
            }
        }
    }
}
