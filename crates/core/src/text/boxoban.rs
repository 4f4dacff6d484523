//! The text format of the Boxoban data set: `; number`, then ten rows of ten.
//!
//! It is a strict form of XSB, so it shares the reader of `.sok`. Only writing differs: smaller
//! levels are padded with walls.

use super::item::{Item, LineParser};
use super::legend::Legend;
use super::sok;
use super::write_error::{WriteError, check_expressible};
use crate::check::lay_out;
use crate::level::Level;
use crate::picture::{Edge, Ground, Picture, Place};

/// The `.sok` parser under its own name, so that the format can be requested.
#[derive(Debug)]
pub(super) struct Parser(sok::Parser);

impl Parser {
    pub(super) fn new() -> Parser {
        Parser(sok::Parser::new(None))
    }
}

impl LineParser for Parser {
    fn line(&mut self, number: usize, line: &str, emit: &mut dyn FnMut(Item)) {
        self.0.line(number, line, emit);
    }

    fn finish(&mut self, emit: &mut dyn FnMut(Item)) {
        self.0.finish(emit);
    }
}

/// Columns and rows of every level.
const SIZE: usize = 10;

/// The rows of a level padded with walls to the standard size; `None` if the level is larger.
fn padded(level: &Level) -> Result<Option<Vec<String>>, WriteError> {
    let (board, state) = lay_out(level).map_err(WriteError::Level)?;
    let picture = Picture::of_puzzle(&board, &state);
    if picture.width() > SIZE || picture.height() > SIZE {
        return Ok(None);
    }
    let wall = Place::bare(Ground::Wall);
    let mut whole = Picture::new(SIZE, vec![wall; SIZE * SIZE], Edge::Open);
    for (at, &place) in picture.places().iter().enumerate() {
        if !place.ground.is_solid() {
            whole.put(at % picture.width(), at / picture.width(), place);
        }
    }
    Ok(Some(Legend::xsb().rows(&whole)))
}

/// Writes a level. Its number counts from 0, unless its title is a number.
pub(super) fn write_level(
    level: &Level,
    number: usize,
    out: &mut String,
) -> Result<(), WriteError> {
    check_expressible(level, "boxoban")?;
    let no_way = |what| WriteError::NoWay { format: "boxoban", what };
    let mut rows = Legend::xsb().rows(&level.picture);
    if rows.len() != SIZE || rows.iter().any(|row| row.chars().count() != SIZE) {
        rows = padded(level)?.ok_or_else(|| no_way("a level larger than 10 by 10"))?;
    }
    if rows.iter().any(|row| row.contains('x')) {
        return Err(no_way("dead fields"));
    }
    let title = level.title.as_deref().and_then(|title| title.parse::<u64>().ok());
    let title = title.unwrap_or(number as u64 - 1);
    out.push_str(&format!("; {title}\n{}\n\n", rows.join("\n")));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::write_level;
    use crate::check::check;
    use crate::picture::Picture;
    use crate::testing::level;
    use crate::text::read_level;

    #[test]
    fn a_smaller_level_gets_more_wall_and_stays_the_same_puzzle() {
        let small = level("  ####\n###@.#\n# $  #\n######");
        let mut text = String::new();
        write_level(&small, 1, &mut text).expect("there is room for it");
        let rows: Vec<&str> = text.lines().skip(1).filter(|row| !row.is_empty()).collect();
        assert_eq!(rows.len(), 10);
        assert!(rows.iter().all(|row| row.len() == 10), "{text}");
        let puzzle = |level| {
            let (board, state) = check(level).expect("playable");
            Picture::of_puzzle(&board, &state)
        };
        assert_eq!(puzzle(&read_level(&text).expect("a level")), puzzle(&small));
    }

    #[test]
    fn a_larger_level_is_refused() {
        let wide = level("############\n#@ $      .#\n############");
        let error = write_level(&wide, 1, &mut String::new()).expect_err("12 columns");
        assert!(error.to_string().contains("larger than 10 by 10"), "{error}");
    }
}
