//! Writing maps.

use super::block::is_wall;
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Place};
use crate::text::nethack_text::{framed, render, written_picture};
use crate::text::write::WriteError;

const FORMAT: &str = "nethack-map";

/// Writes a level: its title, the map and a blank line. Walls look as they did in the level's
/// description if it has one, else they are drawn by their neighbours.
///
/// # Errors
/// What no character of a map shows.
pub(in crate::text) fn write_level(level: &Level, out: &mut String) -> Result<(), WriteError> {
    let no_way = |what| WriteError::NoWay { format: FORMAT, what };
    let picture = written_picture(level, FORMAT)?;
    let (picture, left, top) = framed(&picture).map_err(no_way)?;
    let map: Vec<Vec<char>> = match &level.nethack {
        Some(text) if level.picture.edge() == Edge::Solid => {
            text.map.iter().map(|row| row.chars().collect()).collect()
        }
        _ => Vec::new(),
    };
    let hint = |x: usize, y: usize| {
        // The frame lies one place outside the floor.
        let (x_read, y_read) = ((x + left).checked_sub(1)?, (y + top).checked_sub(1)?);
        let character = *map.get(y_read)?.get(x_read)?;
        let fits = match picture.at(x, y).ground {
            Ground::Wall => is_wall(character),
            Ground::Rock => character == ' ',
            _ => false,
        };
        fits.then_some(character)
    };
    let mut lines = Vec::new();
    for (y, row) in render(&picture, &hint).into_iter().enumerate() {
        let mut line = String::new();
        for (x, terrain) in row.into_iter().enumerate() {
            line.push(glyph(picture.at(x, y), terrain).map_err(no_way)?);
        }
        // A blank line would end the map.
        let line = line.trim_end();
        lines.push(if line.is_empty() { "-".to_owned() } else { line.to_owned() });
    }
    if let Some(title) = &level.title {
        let title = title.replace(['\n', '\r'], " ");
        out.push_str(&format!("; {}\n", title.trim()));
    }
    out.push_str(&lines.join("\n"));
    out.push_str("\n\n");
    Ok(())
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
    use super::{FORMAT, write_level};
    use crate::rules::Rules;
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
    fn an_unplayable_level_in_xsb_cannot_be_told_inside_from_outside() {
        assert!(matches!(write("###\n# #\n###", Rules::OFFICIAL), Err(WriteError::Level(_))));
    }
}
