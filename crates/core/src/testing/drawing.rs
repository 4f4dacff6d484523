//! Drawings with a glyph for every possible place, including those no file format can express.

use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::Rules;

/// Glyphs for an empty place, a box and the keeper on each ground. The common ones are those of
/// XSB; rock is a comma, since a space is floor.
const GLYPHS: [(Ground, [char; 3]); 7] = [
    (Ground::Wall, ['#', '?', '?']),
    (Ground::Rock, [',', '?', '?']),
    (Ground::Floor, [' ', '$', '@']),
    (Ground::Goal, ['.', '*', '+']),
    (Ground::Exit, ['<', 'e', 'E']),
    (Ground::Door, ['d', 'o', 'O']),
    (Ground::DeadField, ['x', 'k', 'K']),
];

const OCCUPANTS: [Occupant; 3] = [Occupant::Nothing, Occupant::Box, Occupant::Keeper];

/// The level drawn by `rows`, without metadata. Unlike a file, a drawing may hold a box on an exit
/// or a keeper in a doorway, and its indentation and blank rows are kept.
///
/// # Panics
/// If a row has an unknown glyph.
#[must_use]
pub fn drawn_level(rows: &[&str], edge: Edge, rules: Rules) -> Level {
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let padded = rows.iter().flat_map(|row| row.chars().chain([' '; 64]).take(width));
    let places: Vec<Place> = padded.map(place).collect();
    Level::from_picture(Picture::new(width, places, edge), rules)
}

/// The rows of a picture; the inverse of [`drawn_level`].
#[must_use]
pub fn drawn_rows(picture: &Picture) -> Vec<String> {
    picture.rows().map(|row| row.iter().map(|&it| glyph(it)).collect()).collect()
}

fn place(wanted: char) -> Place {
    let found = GLYPHS.iter().find_map(|&(ground, glyphs)| {
        let at = glyphs.iter().position(|&it| it == wanted && it != '?')?;
        Some(Place { ground, occupant: OCCUPANTS[at] })
    });
    found.unwrap_or_else(|| panic!("no glyph of a drawing: {wanted:?}"))
}

fn glyph(place: Place) -> char {
    let row = GLYPHS.iter().find(|it| it.0 == place.ground).expect("every ground has glyphs");
    let at = OCCUPANTS.iter().position(|&it| it == place.occupant);
    row.1[at.expect("every occupant is listed")]
}

#[cfg(test)]
mod tests {
    use super::{drawn_level, drawn_rows};
    use crate::picture::Edge;
    use crate::rule_set::Rules;

    #[test]
    fn what_is_drawn_is_what_was_read() {
        let rows = ["  ######", ",,#@$.<#", "  #xdoek", "  ####  "];
        let level = drawn_level(&rows, Edge::Open, Rules::NETHACK);
        assert_eq!(drawn_rows(&level.picture), rows);
    }
}
