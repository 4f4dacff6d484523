//! What a reader hands out, and what it asks of the parser of a format.

use std::sync::Arc;

use crate::finding::Finding;
use crate::level::{Level, Notes};

/// What a reader hands out.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// What was said about the whole collection, before its first level.
    Header(Arc<Notes>),
    /// A level, in the order of the text.
    Level(Box<Level>),
    /// Something about the text that concerns no level.
    Finding(Finding),
}

/// The parser of a format, fed line by line. Readers may be handed from thread to thread.
pub(super) trait LineParser: std::fmt::Debug + Send + Sync {
    /// Takes in the line with this number, counted from 1.
    fn line(&mut self, number: usize, line: &str, emit: &mut dyn FnMut(Item));

    /// Hands out what is left at the end of the text.
    fn finish(&mut self, emit: &mut dyn FnMut(Item));
}
