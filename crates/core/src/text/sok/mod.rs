//! XSB text and `.sok` collections.
//!
//! A file is a sequence of lines: rows, fields (`Key: value`), comments, moves, and plain text,
//! which becomes a title or a comment by its place. A level is its rows and what follows up to the
//! next rows. Written again and read, a level is equal; plain text comes back as a comment block.

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
