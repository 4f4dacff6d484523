//! The canonical form of a level: equal for levels that are the same puzzle, however drawn.
//!
//! Squares that the keeper can never reach and that never matter become wall; the keeper stands on
//! the first square of its region; empty rows and columns around the floor are cropped; and the
//! smallest of the eight rotations and reflections is taken. The rule set is part of the form.

use std::fmt;

use sha2::{Digest, Sha256};
use sokolab_core::{
    Board, Directions, Findings, GoalKind, Level, Square, SquareSet, Squeezing, State, check,
    region,
};

use crate::symmetry::{Orientation, Symmetry, frame};

/// The canonical form of a level, as text: the name of the rule set, then the rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalForm {
    text: String,
}

/// An identifier that is equal for equal canonical forms: `v1:` and 32 hexadecimal digits, the
/// first half of the form's SHA-256.
///
/// Collisions are not to be expected among fewer than 2^64 forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LevelId(u128);

impl LevelId {
    /// Parses an identifier.
    #[must_use]
    pub fn parse(text: &str) -> Option<LevelId> {
        let digits = text.strip_prefix("v1:").filter(|it| it.len() == 32)?;
        let is_plain = |it: char| it.is_ascii_digit() || ('a'..='f').contains(&it);
        if !digits.chars().all(is_plain) {
            return None;
        }
        u128::from_str_radix(digits, 16).ok().map(LevelId)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for LevelId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for LevelId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "v1:{:032x}", self.0)
    }
}

impl CanonicalForm {
    /// The canonical form of `level`.
    ///
    /// # Errors
    /// What is wrong with the level, as reported by [`check`].
    pub fn of_level(level: &Level) -> Result<CanonicalForm, Findings> {
        let (board, state) = check(level)?;
        Ok(CanonicalForm::of_state(&board, &state))
    }

    /// The canonical form of the level that starts in `state`.
    #[must_use]
    pub fn of_state(board: &Board, state: &State) -> CanonicalForm {
        let walked = region(board, state);
        let turned = |turn| turned_rows(board, state, &walked, turn);
        let rows = Orientation::ALL.into_iter().map(turned).min().unwrap_or_default();
        CanonicalForm { text: format!("{}\n{}\n", board.rules().name(), rows.join("\n")) }
    }

    /// The form as text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The identifier of this form.
    #[must_use]
    pub fn id(&self) -> LevelId {
        let digest: [u8; 32] = Sha256::digest(self.text.as_bytes()).into();
        let half = digest.iter().take(16);
        LevelId(half.fold(0, |number, &byte| number << 8 | u128::from(byte)))
    }
}

/// The rotations and reflections that turn the level starting in `from` into the one in `to`, each
/// with the image of every square. They preserve the keeper's region, but not its square.
///
/// There is at least one if the canonical forms of the two are equal, and none otherwise.
#[must_use]
pub fn turns_onto(from: (&Board, &State), to: (&Board, &State)) -> Vec<Symmetry> {
    let is_alike = from.0.rules() == to.0.rules() && from.0.square_count() == to.0.square_count();
    let turns = Orientation::ALL.into_iter().filter(|_| is_alike);
    turns.filter_map(|turn| turn_onto(turn, from, to)).collect()
}

fn turn_onto(turn: Orientation, from: (&Board, &State), to: (&Board, &State)) -> Option<Symmetry> {
    let ((corner, size), (to_corner, to_size)) = (frame(from.0), frame(to.0));
    if turn.size(size) != to_size {
        return None;
    }
    let (walked, to_walked) = (region(from.0, from.1), region(to.0, to.1));
    let image_of = |square: Square| {
        let (x, y) = from.0.position(square);
        let (x, y) = turn.place((x - corner.0, y - corner.1), size);
        let image = to.0.square_at(x + to_corner.0, y + to_corner.1)?;
        let is_kept = glyph(from.0, from.1, square) == glyph(to.0, to.1, image)
            && walked.contains(square) == to_walked.contains(image);
        is_kept.then_some(image)
    };
    let image = from.0.squares().map(image_of).collect::<Option<Vec<Square>>>()?;
    Some(Symmetry { turn, image })
}

/// The rows of the puzzle after a rotation or reflection, with `#` for everything but floor. The
/// keeper stands on the first square of its region.
fn turned_rows(board: &Board, state: &State, walked: &SquareSet, turn: Orientation) -> Vec<String> {
    let (corner, size) = frame(board);
    let place = |square: Square| {
        let (x, y) = board.position(square);
        turn.place((x - corner.0, y - corner.1), size)
    };
    let (width, height) = turn.size(size);
    let mut rows = vec![vec!['#'; width]; height];
    for square in board.squares() {
        let (x, y) = place(square);
        rows[y][x] = glyph(board, state, square);
    }
    let first = walked.iter().map(place).min_by_key(|&(x, y)| (y, x));
    let (x, y) = first.unwrap_or_else(|| place(state.keeper));
    rows[y][x] = with_keeper(rows[y][x]);
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

/// The character for `square`, ignoring the keeper. Grounds without effect under the rule set
/// become floor, so that they do not distinguish equal puzzles.
fn glyph(board: &Board, state: &State, square: Square) -> char {
    let rules = board.rules();
    let doors_matter =
        rules.steps() == Directions::Eight && rules.squeezing() == Squeezing::Forbidden;
    let is_filled = rules.goal() == GoalKind::Fill && state.filled.contains(square);
    let is_goal = board.goals().contains(square) && !is_filled;
    match state.boxes.contains(square) {
        true if is_goal => '*',
        true if board.exits().contains(square) => '%',
        true if doors_matter && board.doors().contains(square) => '&',
        true if board.dead_fields().contains(square) => 'X',
        true => '$',
        false if is_goal => '.',
        false if board.exits().contains(square) => '<',
        false if doors_matter && board.doors().contains(square) => '|',
        false if board.dead_fields().contains(square) => 'x',
        false => ' ',
    }
}

/// The same character with the keeper on the square.
fn with_keeper(glyph: char) -> char {
    match glyph {
        '.' => '+',
        '<' => '>',
        '|' => '!',
        'x' => '?',
        _ => '@',
    }
}

#[cfg(test)]
mod tests {
    use super::{CanonicalForm, LevelId, turns_onto};
    use crate::symmetry::Orientation;
    use crate::test_positions::random_positions;
    use sokolab_core::testing::{level, level_in};
    use sokolab_core::{Edge, Ground, Level, Picture, Place, Rules, check};

    /// `level` turned, with an extra empty row and column and junk out of reach.
    fn redrawn(level: &Level, turn: Orientation) -> Level {
        let picture = &level.picture;
        let size = (picture.width(), picture.height());
        let (width, height) = turn.size(size);
        let wall = Place::bare(Ground::Wall);
        let mut result =
            Picture::new(width + 3, vec![wall; (width + 3) * (height + 1)], Edge::Open);
        for (x, y) in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
            let (new_x, new_y) = turn.place((x, y), size);
            result.put(new_x, new_y, picture.at(x, y));
        }
        result.put(width + 1, 1, Place::bare(Ground::Floor));
        Level::from_picture(result, level.rules)
    }

    #[test]
    fn turned_and_redrawn_levels_have_one_form() {
        for (level, ..) in random_positions(40) {
            let form = CanonicalForm::of_level(&level).expect("playable");
            for turn in Orientation::ALL {
                let other = CanonicalForm::of_level(&redrawn(&level, turn)).expect("playable");
                assert_eq!(form, other);
                assert_eq!(form.id(), other.id());
            }
        }
    }

    #[test]
    fn a_level_is_turned_onto_exactly_those_with_its_form() {
        let levels: Vec<Level> = random_positions(4).map(|it| it.0).collect();
        let turned = levels.iter().flat_map(|it| Orientation::ALL.map(|turn| redrawn(it, turn)));
        let turned: Vec<Level> = turned.collect();
        for level in &levels {
            let (board, state) = check(level).expect("playable");
            for other in &turned {
                let (to_board, to_state) = check(other).expect("playable");
                let turns = turns_onto((&board, &state), (&to_board, &to_state));
                let is_same = CanonicalForm::of_state(&board, &state)
                    == CanonicalForm::of_state(&to_board, &to_state);
                assert_eq!(!turns.is_empty(), is_same);
                for found in turns {
                    assert_eq!(found.set(&state.boxes), to_state.boxes);
                }
            }
        }
    }

    #[test]
    fn the_form_is_the_smallest_drawing_with_the_keeper_first() {
        let form = CanonicalForm::of_level(&level(
            "
            #######
            #   . #
            #  $  #
            #@ ####
            #######",
        ));
        assert_eq!(form.expect("playable").text(), "official\n###@ \n  $  \n .   \n");
    }

    #[test]
    fn the_rule_set_and_the_box_count_but_a_walk_does_not() {
        let text = "
            ######
            #@ $.#
            #    #
            ######";
        let id = |level: &Level| CanonicalForm::of_level(level).expect("playable").id();
        let first = id(&level(text));
        let walked = "
            ######
            #  $.#
            #   @#
            ######";
        assert_eq!(id(&level(walked)), first);
        assert_ne!(id(&level_in(text, Rules::SINK)), first);
        let pushed = "
            ######
            # @ *#
            #    #
            ######";
        assert_ne!(id(&level(pushed)), first);
    }

    #[test]
    fn identifiers_are_read_back_and_stay_what_they_are() {
        let id = CanonicalForm::of_level(&level("#####\n#@$.#\n#####")).expect("playable").id();
        assert_eq!(LevelId::parse(&id.to_string()), Some(id));
        assert_eq!(id.to_string(), "v1:86d58f2cdb34f51277373ad3f53f991c");
        for wrong in ["", "v1:", "v1:0", "v1:+0000000000000000000000000000000"] {
            assert_eq!(LevelId::parse(wrong), None);
        }
    }
}
