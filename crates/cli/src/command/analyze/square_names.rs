//! Lists of squares by name.

use sokolab::analysis::Analysis;
use sokolab::{Square, square_name};

/// The names of squares in a row, or `none`.
pub(super) fn named(facts: &Analysis, squares: impl Iterator<Item = Square>) -> String {
    let names: Vec<String> = squares.map(|square| square_name(&facts.board, square)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}
