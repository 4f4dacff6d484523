//! The layout of a level in a description: the map, and the position of every object.

use super::rules_note::{is_rules_note, rules_line};
use super::terrain::{ground, render};
use super::{Arrival, NethackDescription, Slot};
use crate::check::lay_out;
use crate::enclosed::enclosed_floor;
use crate::level::{Level, Note};
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::GoalKind;
use crate::text::write_error::WriteError;

/// Maximum columns and, below, rows of a map that the game can load.
pub(super) const COLUMNS_MAX: usize = 76;
pub(super) const ROWS_MAX: usize = 21;

/// Columns and rows from 0.
type Spots = Vec<(usize, usize)>;

/// The map and the position of every object on it.
#[derive(Debug)]
pub(in crate::text) struct Layout {
    pub(in crate::text) rows: Vec<String>,
    pub(in crate::text) keeper: Option<(usize, usize)>,
    pub(in crate::text) boulders: Spots,
    pub(in crate::text) holes: Spots,
    pub(in crate::text) exits: Spots,
    pub(in crate::text) doors: Spots,
}

impl Layout {
    /// Uses the map as it was read, so that kept commands refer to the same places; `None` if the
    /// picture no longer fits that map.
    pub(in crate::text) fn as_read(
        level: &Level,
        text: &NethackDescription,
        format: &'static str,
    ) -> Result<Option<Layout>, WriteError> {
        let map = characters(&text.map);
        let size = (map.iter().map(Vec::len).max().unwrap_or(0), map.len());
        let is_of_map = size == (level.picture.width(), level.picture.height());
        if !is_of_map || size.0 == 0 || level.picture.edge() == Edge::Open {
            return Ok(None);
        }
        let picture = written_picture(level, format)?;
        let hint = |x: usize, y: usize| {
            let character = map[y].get(x).copied().unwrap_or(' ');
            let drawn = ground(character).unwrap_or(Ground::Floor);
            // A kept command may turn any place into a doorway.
            let fits = match picture.at(x, y).ground {
                Ground::Door => true,
                other => other.is_solid() == drawn.is_solid(),
            };
            fits.then_some(character)
        };
        let mut layout = Layout::of(&picture, &hint);
        for (row, read) in layout.rows.iter_mut().zip(&text.map) {
            // Reproduce a row as read if only its trailing blanks differ.
            if row.trim_end() == read.trim_end() {
                row.clone_from(read);
            }
        }
        Ok(Some(layout))
    }

    /// Uses a new map, with a frame around the floor.
    pub(in crate::text) fn framed(
        level: &Level,
        format: &'static str,
    ) -> Result<Layout, WriteError> {
        let no_way = |what| WriteError::NoWay { format, what };
        let picture = written_picture(level, format)?;
        let (picture, left, top) = framed(&picture).map_err(no_way)?;
        if picture.width() > COLUMNS_MAX || picture.height() > ROWS_MAX {
            return Err(no_way("a map larger than 76 x 21"));
        }
        let map = match &level.nethack {
            Some(text) if level.picture.edge() == Edge::Solid => characters(&text.map),
            _ => Vec::new(),
        };
        let hint = |x: usize, y: usize| {
            // The frame is one place outside the floor.
            let (x_read, y_read) = ((x + left).checked_sub(1)?, (y + top).checked_sub(1)?);
            let character = *map.get(y_read)?.get(x_read)?;
            let here = picture.at(x, y).ground;
            (ground(character) == Some(here)).then_some(character)
        };
        Ok(Layout::of(&picture, &hint))
    }

    /// Uses a new map that `alter` has modified; also returns the value from `alter`.
    pub(super) fn altered<T>(
        level: &Level,
        format: &'static str,
        alter: impl FnOnce(&Picture) -> Result<(Picture, T), &'static str>,
    ) -> Result<(Layout, T), WriteError> {
        let no_way = |what| WriteError::NoWay { format, what };
        let picture = written_picture(level, format)?;
        let (picture, _, _) = framed(&picture).map_err(no_way)?;
        let (picture, said) = alter(&picture).map_err(no_way)?;
        Ok((Layout::of(&picture, &|_, _| None), said))
    }

    fn of(picture: &Picture, hint: &dyn Fn(usize, usize) -> Option<char>) -> Layout {
        let rows = render(picture, hint);
        let spots = |wanted: &dyn Fn(Place) -> bool| {
            let places = picture.places().iter().enumerate();
            let wanted = places.filter(|&(_, &place)| wanted(place));
            wanted.map(|(at, _)| (at % picture.width(), at / picture.width())).collect::<Spots>()
        };
        Layout {
            rows: rows.into_iter().map(|row| row.into_iter().collect()).collect(),
            keeper: spots(&|it| it.occupant == Occupant::Keeper).first().copied(),
            boulders: spots(&|it| it.occupant == Occupant::Box),
            holes: spots(&|it| it.ground == Ground::Goal),
            exits: spots(&|it| it.ground == Ground::Exit),
            doors: spots(&|it| it.ground == Ground::Door),
        }
    }
}

fn characters(rows: &[String]) -> Vec<Vec<char>> {
    rows.iter().map(|row| row.chars().collect()).collect()
}

/// The picture of `level` with a solid edge and only what a map can show.
///
/// # Errors
/// What a map cannot express, or, for a level with an open edge, why it cannot be played: only a
/// playable level has an inside and an outside.
pub(in crate::text) fn written_picture(
    level: &Level,
    format: &'static str,
) -> Result<Picture, WriteError> {
    let no_way = |what| Err(WriteError::NoWay { format, what });
    // Leave room for the frame around the floor.
    if (level.picture.width() + 2) * (level.picture.height() + 2) > Picture::PLACES_MAX {
        return no_way("a level this large");
    }
    let mut picture = match level.picture.edge() {
        Edge::Solid => level.picture.clone(),
        Edge::Open => {
            let (board, state) = lay_out(level).map_err(WriteError::Level)?;
            Picture::of_puzzle(&board, &state)
        }
    };
    for y in 0..picture.height() {
        for x in 0..picture.width() {
            let place = picture.at(x, y);
            let shown = match (place.ground, place.occupant, level.rules.goal()) {
                (Ground::DeadField, ..) => return no_way("a dead field"),
                (Ground::Goal, Occupant::Keeper, _) => return no_way("the keeper on a goal"),
                (Ground::Goal, Occupant::Box, GoalKind::Keep) => return no_way("a box on a goal"),
                (Ground::Goal, Occupant::Box, GoalKind::Fill) => Place::bare(Ground::Floor),
                (Ground::Goal, Occupant::Box, GoalKind::Sink) => Place::bare(Ground::Goal),
                _ => place,
            };
            picture.put(x, y, shown);
        }
    }
    Ok(picture)
}

/// The picture of `level` with a solid edge and only what a map can show. Every place keeps its
/// column and row; at the right and at the bottom there is something solid beside the floor.
///
/// # Errors
/// As for [`written_picture`].
pub(in crate::text) fn picture_in_place(
    level: &Level,
    format: &'static str,
) -> Result<Picture, WriteError> {
    let picture = match level.picture.edge() {
        Edge::Solid => written_picture(level, format)?,
        Edge::Open => {
            let picture = closed(level)?;
            written_picture(&Level { picture, ..level.clone() }, format)?
        }
    };
    let (width, height) = (picture.width(), picture.height());
    let is_floor = |x: usize, y: usize| !picture.at(x, y).ground.is_solid();
    let at_right = width > 0 && (0..height).any(|y| is_floor(width - 1, y));
    let at_bottom = height > 0 && (0..width).any(|x| is_floor(x, height - 1));
    let (columns, rows) = (width + usize::from(at_right), height + usize::from(at_bottom));
    // Fewer rows are not read as a map.
    let rows = rows.max(3);
    let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let places = places.map(|(x, y)| {
        let is_drawn = x < width && y < height;
        if is_drawn { picture.at(x, y) } else { Place::bare(Ground::Rock) }
    });
    Ok(Picture::new(columns, places.collect(), Edge::Solid))
}

/// The picture of a level with an open edge, with rock in the place of what lies outside.
fn closed(level: &Level) -> Result<Picture, WriteError> {
    let (board, state) = lay_out(level).map_err(WriteError::Level)?;
    let mut picture = Picture::of_board(&board, &state);
    let inside = enclosed_floor(&level.picture, level.rules);
    for (at, is_inside) in inside.into_iter().enumerate() {
        let (x, y) = (at % picture.width(), at / picture.width());
        let drawn = level.picture.at(x, y);
        if picture.at(x, y).ground.is_solid() {
            let is_kept = is_inside || drawn.ground == Ground::Wall;
            picture.put(x, y, if is_kept { drawn } else { Place::bare(Ground::Rock) });
        }
    }
    Ok(picture)
}

/// `picture` cropped to its floor with one solid place around it, and the first column and row of
/// the floor.
///
/// # Errors
/// What is wrong with the level if it has no floor.
pub(in crate::text) fn framed(picture: &Picture) -> Result<(Picture, usize, usize), &'static str> {
    let floor = picture.places().iter().enumerate();
    let floor = floor.filter(|(_, place)| !place.ground.is_solid());
    let spots: Spots = floor.map(|(at, _)| (at % picture.width(), at / picture.width())).collect();
    let (Some(first), Some(last)) = (spots.first(), spots.last()) else {
        return Err("a level without floor");
    };
    let columns = || spots.iter().map(|&(x, _)| x);
    let (top, bottom) = (first.1, last.1);
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let (width, height) = (right - left + 3, bottom - top + 3);
    let at = |x: usize, y: usize| {
        let (x, y) = ((x + left).checked_sub(1)?, (y + top).checked_sub(1)?);
        (x < picture.width() && y < picture.height()).then(|| picture.at(x, y))
    };
    let rock = Place::bare(Ground::Rock);
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let places = places.map(|(x, y)| at(x, y).unwrap_or(rock)).collect();
    Ok((Picture::new(width, places, Edge::Solid), left, top))
}

/// Name, arrival and slot for a new description.
#[derive(Debug)]
pub(in crate::text) struct Heading {
    pub(in crate::text) name: String,
    pub(in crate::text) arrival: Arrival,
    pub(in crate::text) slot: Slot,
}

/// Name, arrival and slot of the `number`th level written. A level that does not come from the game
/// becomes an entry level.
pub(in crate::text) fn heading(level: &Level, number: usize) -> Heading {
    let text = level.nethack.as_deref();
    let name = text.map(|text| text.name.replace(['"', '\n', '\r'], ""));
    let name = name.filter(|name| !name.is_empty());
    Heading {
        name: name.unwrap_or_else(|| format!("soko4-{number}")),
        arrival: text.map_or(Arrival::Branch, |text| text.arrival),
        slot: text.map_or(Slot::Entry, |text| text.slot),
    }
}

/// Title and notes of a level as comment lines that begin with `mark`. A title equal to the level's
/// name is omitted; rules other than the default are included.
pub(in crate::text) fn notes_as_comments(level: &Level, mark: &str) -> Vec<String> {
    let name = level.nethack.as_ref().map(|text| text.name.as_str());
    let title = level.title.as_deref().filter(|&title| Some(title) != name);
    // The rules come first, so that comments keep their place in a round trip.
    let mut texts: Vec<String> = rules_line(level).into_iter().collect();
    texts.extend(title.map(str::to_owned));
    let notes = level.notes.0.iter().filter(|it| !is_rules_note(it));
    texts.extend(notes.map(|note| match note {
        Note::Field { key, value } => format!("{key}: {value}"),
        Note::Comment(text) => text.clone(),
    }));
    let lines = texts.iter().flat_map(|text| text.split(['\n', '\r']));
    // A comment without a blank after its marker is reproduced that way.
    let is_close = |text: &str| text.is_empty() || text.starts_with(['#', '-', '\t']);
    let line = |text: &str| format!("{mark}{}{text}", if is_close(text) { "" } else { " " });
    lines.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{Layout, heading, notes_as_comments};
    use crate::level::Note;
    use crate::rule_set::Rules;
    use crate::testing::{level, level_in};
    use crate::text::WriteError;

    #[test]
    fn a_frame_is_added_where_floor_lies_at_the_edge() {
        let level = level_in("-.--\n|@0.\n----", Rules::NETHACK);
        let layout = Layout::framed(&level, "test").expect("small enough");
        assert_eq!(layout.rows, ["---  ", "|.---", "|...|", "-----"]);
        assert_eq!((layout.keeper, &layout.boulders[..]), (Some((1, 2)), &[(2, 2)][..]));
    }

    #[test]
    fn maps_that_the_game_cannot_load_are_refused() {
        let wide = format!("{0}\n#@{1}#\n{0}", "#".repeat(77), " ".repeat(74));
        let error = Layout::framed(&level(&wide), "test").expect_err("77 columns");
        assert_eq!(error, WriteError::NoWay { format: "test", what: "a map larger than 76 x 21" });
        assert!(
            Layout::framed(&level(&wide.replacen("##", "#", 2).replacen("  ", " ", 1)), "test")
                .is_ok()
        );
    }

    #[test]
    fn a_level_from_elsewhere_becomes_a_first_level_and_keeps_its_notes_as_comments() {
        let mut level = level("###\n#@#\n###");
        level.title = Some("Small".to_owned());
        level.notes.0.push(Note::Field { key: "Author".to_owned(), value: "Somebody".to_owned() });
        level.notes.0.push(Note::Comment("one\n\n#two".to_owned()));
        assert_eq!(heading(&level, 7).name, "soko4-7");
        let expected =
            ["# Rules: official", "# Small", "# Author: Somebody", "# one", "#", "##two"];
        assert_eq!(notes_as_comments(&level, "#"), expected);
    }
}
