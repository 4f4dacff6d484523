//! The items that a reader returns, and the trait that parsers of formats implement.

use std::sync::Arc;

use crate::finding::Finding;
use crate::level::{Level, Notes};

/// An item returned by a reader.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The notes on the whole collection, before its first level.
    Header(Arc<Notes>),
    /// A level, in the order of the text.
    Level(Box<Level>),
    /// A finding about the text that belongs to no level.
    Finding(Finding),
}

/// The parser of one format, fed line by line. Readers may move between threads.
pub(super) trait LineParser: std::fmt::Debug + Send + Sync {
    /// Processes the line with this number, counted from 1.
    fn line(&mut self, number: usize, line: &str, emit: &mut dyn FnMut(Item));

    /// Emits what is pending at the end of the text.
    fn finish(&mut self, emit: &mut dyn FnMut(Item));
}
