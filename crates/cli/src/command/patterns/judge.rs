//! Patterns drawn by the user, and the facts about a pattern.

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use sokolab::analysis::patterns::{Pattern, PatternLibrary, PatternVerdict, judge};

use crate::io::{in_use, standard_input};

/// The number of states explored before a drawing is left undecided.
pub(super) const STATES_MAX: usize = 300_000;

/// Bytes of a drawing; it has at most 8 by 8 places.
const DRAWING_BYTES_MAX: u64 = 4096;

/// Reads a drawing.
pub(super) fn read_drawing(path: &Path) -> anyhow::Result<Pattern> {
    let name = path.display();
    let reader: Box<dyn Read> = if path == Path::new("-") {
        Box::new(standard_input::take()?)
    } else {
        in_use::read(path)?;
        standard_input::open(path).with_context(|| format!("cannot read {name}"))?
    };
    let bytes = standard_input::read_to_end(reader.take(DRAWING_BYTES_MAX + 1));
    let bytes = bytes.with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > DRAWING_BYTES_MAX {
        anyhow::bail!("{name} is not a pattern: it is larger than 8 by 8");
    }
    Pattern::read(&String::from_utf8_lossy(&bytes)).with_context(|| format!("cannot read {name}"))
}

/// The facts about a pattern; `None` if it has too many states.
pub(super) fn judged(pattern: &Pattern) -> Option<PatternVerdict> {
    judge(pattern, STATES_MAX)
}

/// The number of a pattern in the library, up to symmetry.
pub(super) fn number_of(pattern: &Pattern) -> Option<usize> {
    let wanted = pattern.normalized();
    let library = PatternLibrary::embedded().patterns();
    library.binary_search(&wanted).ok().map(|index| index + 1)
}
