//! Legends: the meaning of each character in a row.

use std::error::Error;
use std::fmt;

use super::text_drawing::TextDrawing;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};

/// The meaning of each character in a row. Characters beyond ASCII have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legend {
    table: [Option<Place>; 128],
    /// The character written for each place, in order of preference.
    written: Vec<(char, Place)>,
}

const WALL: Place = Place::bare(Ground::Wall);
const FLOOR: Place = Place::bare(Ground::Floor);
const GOAL: Place = Place::bare(Ground::Goal);
const DEAD: Place = Place::bare(Ground::DeadField);
const BOX: Place = Place::with_box(Ground::Floor);
const BOX_ON_GOAL: Place = Place::with_box(Ground::Goal);
const KEEPER: Place = Place::with_keeper(Ground::Floor);
const KEEPER_ON_GOAL: Place = Place::with_keeper(Ground::Goal);

/// Why a legend could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendError(String);

impl fmt::Display for LegendError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Error for LegendError {}

impl Legend {
    /// The names of the built-in legends.
    pub const NAMES: [&str; 6] =
        ["xsb", "dos", "dangarfield", "reasoning-gym", "sokoban-elements", "gem"];

    fn new(pairs: &[(char, Place)]) -> Legend {
        let mut legend = Legend { table: [None; 128], written: Vec::new() };
        for &(character, place) in pairs {
            legend.set(character, place);
        }
        legend
    }

    fn set(&mut self, character: char, place: Place) {
        self.table[character as usize] = Some(place);
        self.written.retain(|&(other, _)| other != character);
        self.written.push((character, place));
    }

    /// XSB with the common alternative letters, except `o`, which some programs use for a goal and
    /// others for a box.
    #[must_use]
    pub fn xsb() -> Legend {
        Legend::new(&[
            ('#', WALL),
            (' ', FLOOR),
            ('.', GOAL),
            ('$', BOX),
            ('*', BOX_ON_GOAL),
            ('@', KEEPER),
            ('+', KEEPER_ON_GOAL),
            ('x', DEAD),
            ('-', FLOOR),
            ('_', FLOOR),
            ('b', BOX),
            ('B', BOX_ON_GOAL),
            ('p', KEEPER),
            ('P', KEEPER_ON_GOAL),
            ('m', KEEPER),
            ('M', KEEPER_ON_GOAL),
        ])
    }

    /// The legend with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Legend> {
        let mut legend = Legend::xsb();
        let changes: &[(char, Place)] = match name {
            "xsb" | "boxoban" => &[],
            "dos" => &[('X', WALL), ('*', BOX), ('&', BOX_ON_GOAL)],
            "dangarfield" => {
                &[('B', BOX), ('&', KEEPER), ('X', BOX_ON_GOAL), ('%', KEEPER_ON_GOAL)]
            }
            "reasoning-gym" => {
                return Some(Legend::new(&[
                    ('+', WALL),
                    ('-', FLOOR),
                    ('X', GOAL),
                    ('@', BOX),
                    ('$', BOX_ON_GOAL),
                    ('*', KEEPER),
                    ('%', KEEPER_ON_GOAL),
                    (' ', FLOOR),
                ]));
            }
            "sokoban-elements" => &[('o', GOAL)],
            "gem" => &[('o', BOX)],
            _ => return None,
        };
        for &(character, place) in changes {
            // A redefined object is written with its new character.
            legend.set(character, place);
            let last = legend.written.pop().expect("just set");
            legend.written.insert(0, last);
        }
        Some(legend)
    }

    /// Parses a legend as given on the command line: a name, or `wall=X,box=*,…`, which modifies
    /// XSB.
    ///
    /// # Errors
    /// What could not be parsed.
    pub fn parse(text: &str) -> Result<Legend, LegendError> {
        if let Some(legend) = Legend::named(text) {
            return Ok(legend);
        }
        if !text.contains('=') {
            let names = Legend::NAMES.join(", ");
            return Err(LegendError(format!(
                "no legend is called {text:?}; there are {names}, or write wall=X,box=O,…"
            )));
        }
        let mut legend = Legend::xsb();
        for part in text.split(',') {
            let (name, character) = part.split_once('=').ok_or_else(|| {
                LegendError(format!("{part:?} is not of the form name=character, as in wall=X"))
            })?;
            let place = match name {
                "wall" => WALL,
                "floor" => FLOOR,
                "goal" => GOAL,
                "box" => BOX,
                "box-on-goal" => BOX_ON_GOAL,
                "keeper" => KEEPER,
                "keeper-on-goal" => KEEPER_ON_GOAL,
                "dead-field" => DEAD,
                _ => {
                    return Err(LegendError(format!(
                        "{name:?} is not wall, floor, goal, box, box-on-goal, keeper, \
                         keeper-on-goal or dead-field"
                    )));
                }
            };
            let mut characters = character.chars();
            let (Some(first), None) = (characters.next(), characters.next()) else {
                return Err(LegendError(format!("{part:?} must name exactly one character")));
            };
            if !first.is_ascii() || first.is_ascii_control() || first.is_ascii_digit() {
                return Err(LegendError(format!(
                    "{first:?} cannot stand for a place: use a printable sign"
                )));
            }
            legend.set(first, place);
            let last = legend.written.pop().expect("just set");
            legend.written.insert(0, last);
        }
        Ok(legend)
    }

    /// This legend with `W` as another wall, as in `.sok` files of format 0.19.
    #[must_use]
    pub(super) fn with_letter_wall(mut self) -> Legend {
        self.set('W', WALL);
        self
    }

    /// The meaning of `character`, if it has one.
    #[must_use]
    #[inline]
    pub fn place(&self, character: char) -> Option<Place> {
        self.table.get(character as usize).copied().flatten()
    }

    /// Whether a character is a wall.
    pub(in crate::text) fn is_wall(&self, character: char) -> bool {
        self.place(character) == Some(WALL)
    }

    /// The character for `place`. Grounds the legend does not know are written as floor or wall.
    #[must_use]
    pub fn character(&self, place: Place) -> char {
        let find = |wanted: Place| self.written.iter().find(|it| it.1 == wanted).map(|it| it.0);
        let plain = Place {
            ground: match place.ground {
                Ground::Rock | Ground::Exit | Ground::Door => Ground::Floor,
                Ground::DeadField if place.occupant != Occupant::Nothing => Ground::Floor,
                ground => ground,
            },
            ..place
        };
        find(place).or_else(|| find(plain)).unwrap_or(' ')
    }

    /// The rows of `picture` in this legend, without trailing floor. A picture with a solid edge
    /// gets a wall around the floor that touches it, because the edge of a text is open.
    #[must_use]
    pub fn rows(&self, picture: &Picture) -> Vec<String> {
        self.draw(picture).rows
    }

    /// Like [`Legend::rows`], with the position of the first character in the picture.
    #[must_use]
    pub fn draw(&self, picture: &Picture) -> TextDrawing {
        let framed = match picture.edge() {
            Edge::Open => None,
            Edge::Solid => Some(framed(picture)),
        };
        let origin = framed.as_ref().map_or((0, 0), |(_, origin)| *origin);
        let picture = framed.as_ref().map_or(picture, |(framed, _)| framed);
        let rows = picture
            .rows()
            .map(|row| {
                let text: String = row.iter().map(|&place| self.character(place)).collect();
                text.trim_end_matches(self.character(FLOOR)).to_owned()
            })
            .collect();
        TextDrawing { rows, origin }
    }
}

/// `picture` with an open edge: rock next to floor becomes wall, and other rock becomes empty. Also
/// returns the column and row of `picture` where the result begins.
fn framed(picture: &Picture) -> (Picture, (isize, isize)) {
    let (width, height) = (picture.width() + 2, picture.height() + 2);
    let ground_at = |x: usize, y: usize| {
        let inside = (1..=picture.width()).contains(&x) && (1..=picture.height()).contains(&y);
        if inside { picture.at(x - 1, y - 1) } else { Place::bare(Ground::Rock) }
    };
    let mut result = Picture::new(width, vec![FLOOR; width * height], Edge::Open);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let place = ground_at(x, y);
        let near = || {
            let columns = x.saturating_sub(1)..=(x + 1).min(width - 1);
            columns.flat_map(|nx| {
                (y.saturating_sub(1)..=(y + 1).min(height - 1)).map(move |ny| (nx, ny))
            })
        };
        let beside_floor = || near().any(|(nx, ny)| !ground_at(nx, ny).ground.is_solid());
        if place.ground != Ground::Rock {
            result.put(x, y, place);
        } else if beside_floor() {
            result.put(x, y, WALL);
        }
    }
    let (result, (left, top)) = trimmed(&result);
    // The frame begins one place before the picture.
    (result, (left as isize - 1, top as isize - 1))
}

/// `picture` without empty rows and columns at its edges, and the column and row where the rest
/// begins.
fn trimmed(picture: &Picture) -> (Picture, (usize, usize)) {
    let used = |x: usize, y: usize| picture.at(x, y) != FLOOR;
    let columns: Vec<usize> =
        (0..picture.width()).filter(|&x| (0..picture.height()).any(|y| used(x, y))).collect();
    let rows: Vec<usize> =
        (0..picture.height()).filter(|&y| (0..picture.width()).any(|x| used(x, y))).collect();
    let (Some(&left), Some(&right)) = (columns.first(), columns.last()) else {
        return (picture.clone(), (0, 0));
    };
    let (Some(&top), Some(&bottom)) = (rows.first(), rows.last()) else {
        return (picture.clone(), (0, 0));
    };
    let places = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
    let places = places.map(|(x, y)| picture.at(x, y)).collect();
    (Picture::new(right - left + 1, places, picture.edge()), (left, top))
}

#[cfg(test)]
mod tests {
    use super::{BOX, BOX_ON_GOAL, KEEPER, Legend, WALL};

    #[test]
    fn every_named_legend_writes_what_it_reads() {
        for name in Legend::NAMES {
            let legend = Legend::named(name).expect("a name of the list");
            for place in [WALL, BOX, BOX_ON_GOAL, KEEPER] {
                assert_eq!(legend.place(legend.character(place)), Some(place), "{name}");
            }
        }
    }

    #[test]
    fn a_legend_is_changed_on_the_command_line() {
        let legend = Legend::parse("wall=X,box=O").expect("well formed");
        assert_eq!(legend.place('X'), Some(WALL));
        assert_eq!(legend.character(WALL), 'X');
        assert!(Legend::parse("wall=XY").is_err());
        assert!(Legend::parse("roof=X").is_err());
        assert!(Legend::parse("nonsense").is_err());
        assert!(Legend::parse("wall=é").is_err());
    }
}
