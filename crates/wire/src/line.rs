//! The envelope of a JSON line.

use serde::Serialize;

/// A JSON line: the name and version of its schema, and the members of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Line<T> {
    /// The schema, such as `sokolab/library-list/1`.
    pub schema: &'static str,
    /// What it says.
    #[serde(flatten)]
    pub body: T,
}
