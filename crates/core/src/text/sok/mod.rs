//! XSB text and `.sok` collections.
//!
//! A file is a sequence of lines: rows, fields (`Key: value`), comments, moves, and plain text,
//! whose position makes it a title or a comment. A level is its rows and what follows up to the
//! next rows. Levels survive a round trip; plain text returns as a comment block.

mod board;
mod draft;
mod lines;
mod parser;
#[cfg(test)]
mod tests;
mod write;

pub(super) use board::level_of_rows;
pub(super) use parser::Parser;
pub(super) use write::{write_header, write_level};
