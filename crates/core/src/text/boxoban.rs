//! The text of the Boxoban data set: `; number`, then ten rows of ten.
//!
//! It is XSB with stricter manners, so the reader is that of `.sok`; only writing differs.

use super::legend::Legend;
use super::reader::{Item, LineParser};
use super::sok;
use super::write::{WriteError, check_expressible};
use crate::level::Level;

/// The parser of `.sok`, by its own name so that the format can be asked for.
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

/// Writes a level; its number counts from 0 there unless its title is a number.
pub(super) fn write_level(
    level: &Level,
    number: usize,
    out: &mut String,
) -> Result<(), WriteError> {
    check_expressible(level, "boxoban")?;
    let rows = Legend::xsb().rows(&level.picture);
    let no_way = |what| WriteError::NoWay { format: "boxoban", what };
    if rows.len() != 10 || rows.iter().any(|row| row.chars().count() != 10) {
        return Err(no_way("a level that is not 10 by 10 with walls around"));
    }
    if rows.iter().any(|row| row.contains('x')) {
        return Err(no_way("dead fields"));
    }
    let title = level.title.as_deref().and_then(|title| title.parse::<u64>().ok());
    let title = title.unwrap_or(number as u64 - 1);
    out.push_str(&format!("; {title}\n{}\n\n", rows.join("\n")));
    Ok(())
}
