//! Writes maps.

use super::block::is_wall;
use super::note;
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::text::nethack_text::{framed, render, rules_line, written_picture};
use crate::text::text_drawing::TextDrawing;
use crate::text::write_error::WriteError;

const FORMAT: &str = "nethack-map";

/// Writes a level: its title, its rules unless they are the default, its notes, the map and a blank
/// line.
///
/// # Errors
/// What a map has no character for.
pub(in crate::text) fn write_level(level: &Level, out: &mut String) -> Result<(), WriteError> {
    let drawn = draw_map(level)?;
    let title = level.title.as_ref().map(|it| it.replace(['\n', '\r'], " ").trim().to_owned());
    let above: Vec<String> = title.into_iter().chain(rules_line(level)).collect();
    let notes = note::lines(&level.notes);
    if above.is_empty() && !notes.is_empty() {
        // Without a line above it, the first note would be read as the title.
        out.push_str(";\n");
    }
    for line in above.iter().chain(&notes) {
        out.push_str(format!("; {line}").trim_end());
        out.push('\n');
    }
    out.push_str(&drawn.rows.join("\n"));
    out.push_str("\n\n");
    Ok(())
}

/// The map of a level as on the screen of the game. Walls look as in the level's description if it
/// has one; otherwise their neighbours determine their shape.
///
/// # Errors
/// What a map has no character for.
pub fn draw_map(level: &Level) -> Result<TextDrawing, WriteError> {
    let picture = written_picture(level, FORMAT)?;
    let (picture, left, top) = framed(&picture).map_err(no_way)?;
    // The frame is one place outside the floor.
    let origin = (left as isize - 1, top as isize - 1);
    let rows = rows_of(level, &picture, origin, ' ')?;
    // The floor may have been shifted twice by now; the keeper shows by how much.
    let origin = match (keeper_of(&level.picture), keeper_of(&picture)) {
        (Some(read), Some(drawn)) => (read.0 - drawn.0, read.1 - drawn.1),
        _ => origin,
    };
    Ok(TextDrawing { rows, origin })
}

/// The map of a level whose picture has a solid edge, with every place in its own column and row
/// and all walls that were drawn.
///
/// # Errors
/// What a map has no character for.
pub(in crate::text) fn draw_in_place(level: &Level) -> Result<TextDrawing, WriteError> {
    let mut rows = rows_of(level, &level.picture, (0, 0), '-')?;
    // Readers take a common margin away; blank rows are no longer blank by now.
    if rows.iter().all(|row| row.starts_with(' '))
        && let Some(first) = rows.first_mut()
    {
        let margin = first.len() - first.trim_start().len();
        first.replace_range(..margin, &"-".repeat(margin));
    }
    Ok(TextDrawing { rows, origin: (0, 0) })
}

const fn no_way(what: &'static str) -> WriteError {
    WriteError::NoWay { format: FORMAT, what }
}

/// The rows of `picture`, which begins at a place of the level's map. Walls that touch no floor
/// are drawn as `far_wall`.
fn rows_of(
    level: &Level,
    picture: &Picture,
    (left, top): (isize, isize),
    far_wall: char,
) -> Result<Vec<String>, WriteError> {
    let map: Vec<Vec<char>> = match &level.nethack {
        Some(text) if level.picture.edge() == Edge::Solid => {
            text.map.iter().map(|row| row.chars().collect()).collect()
        }
        _ => Vec::new(),
    };
    let hint = |x: usize, y: usize| {
        let (x_read, y_read) = (x.checked_add_signed(left)?, y.checked_add_signed(top)?);
        let character = *map.get(y_read)?.get(x_read)?;
        let fits = match picture.at(x, y).ground {
            Ground::Wall => is_wall(character),
            Ground::Rock => character == ' ',
            _ => false,
        };
        fits.then_some(character)
    };
    let mut lines = Vec::new();
    for (y, row) in render(picture, &hint).into_iter().enumerate() {
        let mut line = String::new();
        for (x, terrain) in row.into_iter().enumerate() {
            let place = picture.at(x, y);
            let is_far_wall = terrain == ' ' && place.ground == Ground::Wall;
            let terrain = if is_far_wall { far_wall } else { terrain };
            line.push(glyph(place, terrain).map_err(no_way)?);
        }
        // A blank line would end the map.
        let line = line.trim_end();
        lines.push(if line.is_empty() { "-".to_owned() } else { line.to_owned() });
    }
    Ok(lines)
}

/// Column and row of the keeper.
fn keeper_of(picture: &Picture) -> Option<(isize, isize)> {
    let is_keeper = |place: &Place| place.occupant == Occupant::Keeper;
    let at = picture.places().iter().position(is_keeper)?;
    Some(((at % picture.width()) as isize, (at / picture.width()) as isize))
}

/// The character of a place whose terrain is drawn as `terrain`.
fn glyph(place: Place, terrain: char) -> Result<char, &'static str> {
    Ok(match (place.occupant, place.ground) {
        (Occupant::Nothing, Ground::Goal) => '^',
        (Occupant::Nothing, Ground::Exit) => '<',
        (Occupant::Nothing, _) => terrain,
        (Occupant::Box, Ground::Floor) => '0',
        (Occupant::Keeper, Ground::Floor) => '@',
        (Occupant::Box, _) => return Err("a boulder on the stairs or in a doorway"),
        (Occupant::Keeper, _) => return Err("the keeper on the stairs or in a doorway"),
    })
}

#[cfg(test)]
mod tests {
    use super::{FORMAT, draw_map, write_level};
    use crate::picture::Occupant;
    use crate::rule_set::Rules;
    use crate::testing::{level_in, picture};
    use crate::text::WriteError;

    fn write(level: &str, rules: Rules) -> Result<String, WriteError> {
        let mut out = String::new();
        write_level(&level_in(level, rules), &mut out).map(|()| out.trim_end().to_owned())
    }

    #[test]
    fn the_outside_of_a_level_in_xsb_is_rock() {
        let level = "
              #####
            ###   #
            #.$ @ #
            #######";
        let expected = "
            ; Rules: official
              -----
            ---...|
            |^0.@.|
            -------";
        assert_eq!(write(level, Rules::OFFICIAL), Ok(picture(expected)));
    }

    #[test]
    fn a_filled_hole_is_floor_but_a_box_on_a_goal_has_no_glyph() {
        let level = "
            #####
            #@ *#
            #####";
        assert_eq!(write(level, Rules::NETHACK), Ok("-----\n|@..|\n-----".to_owned()));
        let no_way = |what| Err(WriteError::NoWay { format: FORMAT, what });
        assert_eq!(write(level, Rules::OFFICIAL), no_way("a box on a goal"));
        assert_eq!(write(&level.replace('*', "x"), Rules::OFFICIAL), no_way("a dead field"));
        let on_goal = level.replace('@', "+");
        assert_eq!(write(&on_goal, Rules::OFFICIAL), no_way("the keeper on a goal"));
    }

    #[test]
    fn a_map_knows_where_it_lies_in_the_level_as_read() {
        let level = level_in("\n     \n  #####\n  #@$.#\n  #####", Rules::NETHACK);
        let drawn = draw_map(&level).expect("it has glyphs for all");
        assert_eq!(drawn.rows, ["-----", "|@0^|", "-----"]);
        let keeper = level.picture.places().iter().position(|it| it.occupant == Occupant::Keeper);
        let keeper = keeper.expect("one keeper") as isize;
        let width = level.picture.width() as isize;
        assert_eq!((drawn.origin.0 + 1, drawn.origin.1 + 1), (keeper % width, keeper / width));
    }

    #[test]
    fn an_unplayable_level_in_xsb_cannot_be_told_inside_from_outside() {
        assert!(matches!(write("###\n# #\n###", Rules::OFFICIAL), Err(WriteError::Level(_))));
    }
}
