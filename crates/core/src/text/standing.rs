//! Objects on places for which rows have no character: a keeper in a doorway, a box on a dead
//! field.
//!
//! JSON lines show such places empty in their rows and list the objects separately, so that every
//! level survives a round trip.

use serde_json::{Value, json};

use super::legend::Legend;
use super::nethack_map::{draw_in_place, draw_map};
use super::nethack_text::{picture_in_place, written_picture};
use super::text_drawing::TextDrawing;
use super::write_error::{WriteError, check_expressible};
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Place};
use crate::rule_set::GoalKind;

/// Which places around a level its rows show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// Those that the level was drawn with: every place is in its own column and row.
    AsDrawn,
    /// On a map, the walls that touch the floor.
    Tight,
}

/// The rows of a level, and the objects on places that the rows show empty.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) drawn: TextDrawing,
    standing: Vec<(Occupant, (usize, usize))>,
}

impl Shown {
    /// The rows of `level`: a map if there are holes, otherwise XSB.
    ///
    /// # Errors
    /// What the rows cannot express.
    pub(super) fn of(
        level: &Level,
        format: &'static str,
        frame: Frame,
    ) -> Result<Shown, WriteError> {
        if level.rules.goal() == GoalKind::Fill
            && let Ok(shown) = Shown::on_map(level, format, frame)
        {
            return Ok(shown);
        }
        Shown::bared(level, &[Ground::DeadField], &|level| {
            check_expressible(level, format)?;
            let drawn = Legend::xsb().draw(&level.picture);
            Ok(if frame == Frame::AsDrawn { in_place(drawn) } else { drawn })
        })
    }

    /// The map of `level`.
    ///
    /// # Errors
    /// What a map cannot express.
    pub(super) fn on_map(
        level: &Level,
        format: &'static str,
        frame: Frame,
    ) -> Result<Shown, WriteError> {
        if frame == Frame::AsDrawn {
            return Shown::in_place(level, format);
        }
        let grounds = [Ground::Door, Ground::Exit];
        let is_hidden = |it: &Place| is_hidden(*it, &grounds);
        if level.picture.edge() == Edge::Open && level.picture.places().iter().any(is_hidden) {
            // Without its keeper, nothing would distinguish the inside of the level from the
            // outside.
            let picture = written_picture(level, format)?;
            let solid = Level { picture, ..level.clone() };
            return Shown::bared(&solid, &grounds, &draw_map);
        }
        Shown::bared(level, &grounds, &draw_map)
    }

    /// The map of `level`, with every place in its own column and row.
    fn in_place(level: &Level, format: &'static str) -> Result<Shown, WriteError> {
        let picture = picture_in_place(level, format)?;
        let solid = Level { picture, ..level.clone() };
        Shown::bared(&solid, &[Ground::Door, Ground::Exit], &draw_in_place)
    }

    /// Draws a level without the objects on `grounds`.
    fn bared(
        level: &Level,
        grounds: &[Ground],
        draw: &dyn Fn(&Level) -> Result<TextDrawing, WriteError>,
    ) -> Result<Shown, WriteError> {
        let places = level.picture.places().iter().enumerate();
        let hidden: Vec<(usize, Place)> =
            places.map(|(at, &it)| (at, it)).filter(|(_, it)| is_hidden(*it, grounds)).collect();
        if hidden.is_empty() {
            return Ok(Shown { drawn: draw(level)?, standing: Vec::new() });
        }
        let width = level.picture.width();
        let mut bare = level.clone();
        for &(at, place) in &hidden {
            bare.picture.put(at % width, at / width, Place::bare(place.ground));
        }
        let drawn = draw(&bare)?;
        let (left, top) = drawn.origin;
        let standing = hidden.into_iter().map(|(at, place)| {
            let (x, y) = ((at % width) as isize - left, (at / width) as isize - top);
            (place.occupant, (x.unsigned_abs(), y.unsigned_abs()))
        });
        Ok(Shown { standing: standing.collect(), drawn })
    }

    /// The objects on places that the rows show empty, with column and row from 0; `None` if there
    /// are none.
    pub(super) fn standing(&self) -> Option<Value> {
        let all = |wanted: Occupant| {
            let found = self.standing.iter().filter(move |(occupant, _)| *occupant == wanted);
            found.map(|(_, (x, y))| [*x, *y]).collect::<Vec<_>>()
        };
        (!self.standing.is_empty())
            .then(|| json!({ "keeper": all(Occupant::Keeper), "boxes": all(Occupant::Box) }))
    }
}

/// A drawing with what was cut off at its left and its top. A wall that was added there stays.
fn in_place(mut drawn: TextDrawing) -> TextDrawing {
    let missing = |origin: isize| usize::try_from(origin).unwrap_or(0);
    let (left, top) = (missing(drawn.origin.0), missing(drawn.origin.1));
    drawn.rows.iter_mut().for_each(|row| row.insert_str(0, &" ".repeat(left)));
    drawn.rows.splice(0..0, std::iter::repeat_n(String::new(), top));
    drawn.origin = (drawn.origin.0.min(0), drawn.origin.1.min(0));
    drawn
}

fn is_hidden(place: Place, grounds: &[Ground]) -> bool {
    place.occupant != Occupant::Nothing && grounds.contains(&place.ground)
}

/// Adds the objects listed by [`Shown::standing`] to a level whose first row is in `line`.
///
/// # Errors
/// What is wrong with the list, as a sentence.
pub(super) fn put_standing(level: &mut Level, line: usize, value: &Value) -> Result<(), String> {
    for (key, occupant) in [("keeper", Occupant::Keeper), ("boxes", Occupant::Box)] {
        for spot in value.get(key).and_then(Value::as_array).into_iter().flatten() {
            let numbers: Option<Vec<usize>> = spot.as_array().and_then(|numbers| {
                numbers.iter().map(|it| usize::try_from(it.as_u64()?).ok()).collect()
            });
            let Some(&[column, row]) = numbers.as_deref() else {
                return Err(format!("a place in its `standing` is not a pair of numbers: {spot}"));
            };
            let x = column.checked_sub(level.source.indent);
            let y = row.checked_sub(level.source.line - line);
            let picture = &mut level.picture;
            match (x, y) {
                (Some(x), Some(y)) if x < picture.width() && y < picture.height() => {
                    let place = picture.at(x, y);
                    if place.ground.is_solid() || place.occupant != Occupant::Nothing {
                        return Err(format!("the place {spot} in its `standing` is not free"));
                    }
                    picture.put(x, y, Place { occupant, ..place });
                }
                _ => return Err(format!("the place {spot} in its `standing` is outside its rows")),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::finding::FindingKind;
    use crate::level::Level;
    use crate::picture::{Ground, Occupant, Place};
    use crate::rule_set::{GoalKind, Rules};
    use crate::text::{Format, ReadOptions, WriteOptions, read_level, read_text, write_level};

    fn again(level: &Level) -> (String, Level) {
        let mut line = String::new();
        write_level(level, 1, &WriteOptions::new(Format::JsonLines), &mut line)
            .expect("every level can be written");
        let read = read_text(line.as_bytes(), ReadOptions::default()).levels.swap_remove(0);
        (line, read)
    }

    #[test]
    fn whoever_stands_wherever_is_read_back() {
        let map = "-------\n|...^.|\n|..0..|\n-------\n";
        let xsb = "#######\n#   . #\n#  $  #\n#######\n";
        for rules in Rules::ALL {
            let has_holes = rules.goal() == GoalKind::Fill;
            let (picture, grounds) = if has_holes {
                (map, [Ground::Floor, Ground::Door, Ground::Exit])
            } else {
                (xsb, [Ground::Floor, Ground::Goal, Ground::DeadField])
            };
            for (ground, other) in grounds.iter().flat_map(|it| grounds.map(|other| (*it, other))) {
                let mut level = read_level(picture).expect("rows").with_rules(rules);
                level.picture.put(1, 1, Place::with_keeper(ground));
                level.picture.put(2, 1, Place::with_box(other));
                let (line, read) = again(&level);
                assert_eq!(read.picture, level.picture, "{rules}: {line}");
                assert_eq!(read.findings, [], "{line}");
                assert_eq!(again(&read).0, line);
            }
        }
    }

    #[test]
    fn a_margin_beside_the_rows_moves_nobody() {
        let map = "\n\n     -----\n     |..^|\n     |0..|\n     -----\n";
        let mut level = read_level(map).expect("a map");
        let at = level.picture.places().iter().position(|it| it.occupant == Occupant::Box);
        let (x, y) =
            at.map(|at| (at % level.picture.width(), at / level.picture.width())).expect("a box");
        level.picture.put(x + 1, y, Place::with_keeper(Ground::Door));
        let (line, read) = again(&level);
        let keeper = read.picture.at(x + 1, y);
        assert_eq!(keeper, Place::with_keeper(Ground::Door), "{line}");
    }

    #[test]
    fn a_place_that_is_none_is_an_error() {
        let rows = r#""rows":["-----","|.0^|","-----"]"#;
        for spots in ["[[9,1]]", "[[0,0]]", "[[2,1]]", "[1,1]", "[[1]]", "[[-1,1]]"] {
            let line = format!("{{{rows},\"standing\":{{\"keeper\":{spots}}}}}");
            let level = read_text(line.as_bytes(), ReadOptions::default()).levels.swap_remove(0);
            assert!(matches!(level.findings[0].kind, FindingKind::JsonLine(_)), "{line}");
        }
    }
}
