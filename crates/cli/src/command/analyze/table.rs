//! Several levels as a table, one per line.

use sokolab::Level;
use sokolab::analysis::Analysis;
use sokolab_wire::Place;

/// How several levels are shown as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// One line per level.
    Table,
    /// One report per level.
    Reports,
}

/// The names of the columns.
pub(super) fn heading() -> String {
    format!(
        "{:>7} {:>6} {:>6} {:>6} {:>11} {:>7} {:>8} {:>9}  {}",
        "size", "floor", "boxes", "goals", "pushes", "locked", "tunnels", "chambers", "level"
    )
}

/// The line of a level.
pub(super) fn row(place: &Place, level: &Level, facts: &Analysis) -> String {
    let it = &facts.measures;
    let bound = match it.matching_bound {
        Some(bound) => format!("at least {bound}"),
        None => "unsolvable".to_owned(),
    };
    let title = level.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
    format!(
        "{:>7} {:>6} {:>6} {:>6} {:>11} {:>7} {:>8} {:>9}  {}#{}{title}",
        format!("{}x{}", it.width + 2, it.height + 2),
        it.squares,
        it.boxes,
        it.goals,
        bound,
        format!("{:.0} %", 100.0 * it.lock_share),
        facts.tunnels.list().len(),
        facts.chambers.chambers().len(),
        place.file,
        place.level
    )
}

/// The advice after the last line.
pub(super) fn advice(count: usize, last: &Place) -> String {
    format!(
        "\n{count} levels; select one of them, as in {}#{}, or use --details to see all facts",
        last.file, last.level
    )
}
