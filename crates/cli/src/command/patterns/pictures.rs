//! Patterns as pictures.

use sokolab::analysis::patterns::{Pattern, PatternLibrary, PatternVerdict};
use sokolab::quantity;

/// Columns of a terminal.
pub(super) const COLUMNS: usize = 80;

/// The pictures of some patterns side by side, with their numbers above.
pub(super) fn pictures(library: &PatternLibrary, chosen: &[usize]) -> String {
    let mut text = String::new();
    let mut row: Vec<usize> = Vec::new();
    let mut boxes = 0;
    for (position, &index) in chosen.iter().enumerate() {
        let pattern = &library.patterns()[index];
        if pattern.box_count() != boxes {
            boxes = pattern.box_count();
            text.push_str(&format!("{}\n\n", quantity(boxes, "box")));
        }
        row.push(index);
        let next = chosen.get(position + 1).map(|&it| &library.patterns()[it]);
        let ends =
            next.is_none_or(|next| next.box_count() != boxes || next.size() != pattern.size());
        if ends || (row.len() + 1) * WIDTH > COLUMNS {
            draw_row(library, &row, &mut text);
            row.clear();
        }
    }
    text
}

/// The columns of one picture in a row of pictures.
const WIDTH: usize = 8;

fn draw_row(library: &PatternLibrary, row: &[usize], text: &mut String) {
    let numbers = row.iter().map(|index| format!("{:<WIDTH$}", format!("#{}", index + 1)));
    push_trimmed(text, &numbers.collect::<String>());
    let rows: Vec<Vec<String>> = row
        .iter()
        .map(|&index| marked(&library.patterns()[index], &library.judged()[index]))
        .collect();
    for line in 0..rows.iter().map(Vec::len).max().unwrap_or(0) {
        let parts = rows
            .iter()
            .map(|rows| format!("{:<WIDTH$}", rows.get(line).map_or("", String::as_str)));
        push_trimmed(text, &parts.collect::<String>());
    }
    text.push('\n');
}

/// Adds a line without spaces at its end.
pub(super) fn push_trimmed(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// A drawn pattern, with `o` on the squares where the keeper must not be for it to be dead.
pub(super) fn marked(pattern: &Pattern, judged: &PatternVerdict) -> Vec<String> {
    let alive = judged.rooms[1..].iter().filter(|room| !room.is_dead(0));
    let inside = alive.filter_map(|room| room.pocket).fold(0, |sum, it| sum | it);
    pattern.rows(|place| (inside >> place & 1 == 1).then_some('o'))
}

/// The number of patterns shown.
pub(super) fn one_line(library: &PatternLibrary, chosen: &[usize]) -> String {
    let (shown, all) = (chosen.len(), library.patterns().len());
    let all = quantity(all, "pattern");
    format!(
        "{shown} of {all}, up to symmetry. # wall, $ box, - open, o open and only dead \
         while the\nkeeper is not there. soko patterns --explain NUMBER tells more."
    )
}
