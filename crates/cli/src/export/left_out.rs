//! The parts of levels that a level format cannot express.

use sokolab::Level;
use sokolab::text::{WriteOptions, left_out};
use sokolab_wire::Place;

use crate::io::message;
use crate::io::output::Output;

/// Warns about parts of a level's description that are not written, because another version of the
/// game would not understand them.
pub(crate) fn warn_of_left_out(
    place: &Place,
    level: &Level,
    options: &WriteOptions,
    output: &Output,
) {
    let commands = left_out(level, options).into_iter().map(|(name, count)| match count {
        1 => name,
        _ => format!("{name} ({count} times)"),
    });
    let commands: Vec<String> = commands.collect();
    if !commands.is_empty() && !output.is_quiet() {
        message::line!(
            "warning: {}#{}: only the puzzle is converted to {}; left out: {}; \
             soko generate chambers --branch writes furnished levels for every version of the game",
            place.file,
            place.level,
            options.format,
            commands.join(", ")
        );
    }
}
