//! Rows: which lines are rows, and the picture they make.

use crate::finding::{Finding, FindingKind, Location};
use crate::level::{Level, Source};
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::Rules;
use crate::text::legend::Legend;
use crate::text::run_length::{self, Reason};

/// The most places an encoded row may have.
pub(super) const ENCODED_ROW_MAX: usize = 4_096;

/// What a line is as a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RowKind {
    /// Not a row.
    No,
    /// A row as it stands.
    Row,
    /// Floor only: a row if another row follows.
    FloorOnly,
    /// A row that was run-length encoded.
    Encoded(String),
    /// All rows of a level in one line.
    Whole(Vec<String>),
    /// Meant as a row, but wrong.
    Wrong(Finding),
}

/// What `line` is as a row. Inside a board more is taken for one: a gap in the wall or a foreign
/// character is a fault to be reported there, not the end of the board.
pub(super) fn row_kind(legend: &Legend, number: usize, line: &str, inside: bool) -> RowKind {
    let text = line.trim_end();
    let is_floor = |it: char| legend.place(it) == Some(Place::bare(Ground::Floor)) || it == '\t';
    let core = text.trim_matches(is_floor);
    if core.is_empty() {
        let drawn = text.contains(|it: char| it != ' ' && is_floor(it) && it != '\t');
        return if inside && drawn { RowKind::FloorOnly } else { RowKind::No };
    }
    if is_row(legend, core, inside) {
        return RowKind::Row;
    }
    if core.contains('|') || run_length::is_encoded(core) {
        return encoded_kind(legend, number, text, inside);
    }
    RowKind::No
}

fn is_row(legend: &Legend, core: &str, inside: bool) -> bool {
    let is_wall = |it: char| legend.place(it) == Some(Place::bare(Ground::Wall));
    let is_end = |it: char| is_wall(it) || legend.place(it) == Some(Place::with_box(Ground::Goal));
    let is_known = |it: char| legend.place(it).is_some() || it == '\t';
    let closed = core.starts_with(is_end) && core.ends_with(is_end);
    let (mut known, mut all, mut walls) = (0_usize, 0_usize, 0_usize);
    for character in core.chars() {
        all += 1;
        known += usize::from(is_known(character));
        walls += usize::from(is_wall(character));
    }
    if known == all {
        return closed || (inside && walls > 0);
    }
    let walled = core.starts_with(is_wall) && core.ends_with(is_wall);
    inside && walled && known * 2 >= all && !core.contains('|') && !run_length::is_encoded(core)
}

fn encoded_kind(legend: &Legend, number: usize, text: &str, inside: bool) -> RowKind {
    let is_encoding = |it: char| it.is_ascii_digit() || matches!(it, '(' | ')' | '|');
    let is_known = |it: char| legend.place(it).is_some() || is_encoding(it);
    let walls = text.chars().filter(|&it| legend.place(it) == Some(Place::bare(Ground::Wall)));
    let walls = walls.count();
    if walls == 0 || !text.chars().all(is_known) {
        return RowKind::No;
    }
    let mut rows = Vec::new();
    let mut places = 0;
    let mut column = 0;
    for part in text.split('|') {
        match run_length::expand(part, ENCODED_ROW_MAX) {
            Ok(row) => {
                places += row.len();
                rows.push(row);
            }
            // A number sign and a number are more likely a title than a row.
            Err(_) if walls < 2 && !text.contains(['|', '(']) => return RowKind::No,
            Err(mistake) => {
                let kind = match mistake.reason {
                    Reason::Syntax(reason) => FindingKind::RunLength(reason),
                    Reason::TooLong => FindingKind::TooLarge("the encoded row"),
                };
                let column = column + mistake.at + 1;
                return RowKind::Wrong(Finding::at(
                    kind,
                    Location { line: number, column, length: 1 },
                ));
            }
        }
        column += part.chars().count() + 1;
        if places > Picture::PLACES_MAX {
            let location = Location { line: number, column, length: 1 };
            return RowKind::Wrong(Finding::at(FindingKind::TooLarge("the level"), location));
        }
    }
    if rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    if text.contains('|') {
        let first = rows.iter().find(|row| !row.trim().is_empty());
        let begins = first.is_some_and(|row| row_kind(legend, number, row, false) == RowKind::Row);
        return if begins && rows.len() >= 3 { RowKind::Whole(rows) } else { RowKind::No };
    }
    match rows.pop() {
        Some(row) if row_kind(legend, number, &row, inside) == RowKind::Row => {
            RowKind::Encoded(row)
        }
        _ => RowKind::No,
    }
}

/// The level that rows of XSB show, whatever they look like; the first of them is in `line`.
pub(in crate::text) fn level_of_rows(line: usize, texts: &[&str]) -> Level {
    let legend = Legend::xsb();
    let mut rows = Rows::at(line);
    for text in texts {
        rows.push(text, &legend);
    }
    let (picture, findings) = rows.picture(&legend);
    let mut level = Level::from_picture(picture, Rules::OFFICIAL);
    level.source = Source { line, indent: 0, rows: rows.rows };
    level.findings = findings;
    level
}

/// The rows of a board while they are gathered.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The line of the first row.
    pub(super) line: usize,
    /// The rows as read.
    pub(super) rows: Vec<String>,
    width: usize,
    /// More places than a level may have: the rows are counted but not kept.
    pub(super) too_large: bool,
}

impl Rows {
    /// No rows yet; the first will stand on this line.
    pub(super) fn at(line: usize) -> Rows {
        Rows { line, ..Rows::default() }
    }

    pub(super) fn push(&mut self, row: &str, legend: &Legend) {
        let row = row.trim_end();
        let is_floor = |it: char| legend.place(it) == Some(Place::bare(Ground::Floor));
        self.width = self.width.max(row.trim_end_matches(is_floor).chars().count());
        if self.too_large || self.width * (self.rows.len() + 1) > Picture::PLACES_MAX {
            self.too_large = true;
            self.rows.truncate(1);
            return;
        }
        self.rows.push(row.to_owned());
    }

    /// Whether this is too little to be a level: a line of signs in a text.
    pub(super) fn is_mere_text(&self, legend: &Legend) -> bool {
        let is_keeper =
            |it: char| legend.place(it).is_some_and(|place| place.occupant == Occupant::Keeper);
        self.rows.len() < 3
            && !self.too_large
            && !self.rows.iter().any(|row| row.contains(is_keeper))
    }

    /// The picture of the rows, and what is wrong with them.
    pub(super) fn picture(&self, legend: &Legend) -> (Picture, Vec<Finding>) {
        let mut findings = Vec::new();
        if self.too_large {
            let location = Location { line: self.line, column: 1, length: 1 };
            findings.push(Finding::at(FindingKind::TooLarge("the level"), location));
            return (Picture::new(0, Vec::new(), Edge::Open), findings);
        }
        let floor = Place::bare(Ground::Floor);
        let is_floor = |it: char| legend.place(it) == Some(floor);
        let is_used = |row: &String| !row.trim_end_matches(is_floor).is_empty();
        let height = self.rows.iter().rposition(is_used).map_or(0, |last| last + 1);
        let mut places = vec![floor; self.width * height];
        for (y, row) in self.rows[..height].iter().enumerate() {
            for (x, character) in row.chars().take(self.width).enumerate() {
                if let Some(place) = legend.place(character) {
                    places[y * self.width + x] = place;
                } else {
                    let kind = match character {
                        '\t' => FindingKind::Tab,
                        _ => FindingKind::UnknownCharacter(character),
                    };
                    let location = Location { line: self.line + y, column: x + 1, length: 1 };
                    findings.push(Finding::at(kind, location));
                }
            }
        }
        (Picture::new(self.width, places, Edge::Open), findings)
    }
}

#[cfg(test)]
mod tests {
    use super::{RowKind, row_kind};
    use crate::text::legend::Legend;

    fn kind(line: &str, inside: bool) -> RowKind {
        row_kind(&Legend::xsb(), 1, line, inside)
    }

    #[test]
    fn a_board_begins_with_a_closed_row() {
        for row in ["#####", "  ## ##  ", "#@$.#", "  * *", "--#--#", "\t###"] {
            assert_eq!(kind(row, false), RowKind::Row, "{row:?}");
        }
        for text in
            ["", "   ", "-----", "1", "12", "#@$. ", "a # b", "Title: #", "#a#", "#1", "..."]
        {
            assert_eq!(kind(text, false), RowKind::No, "{text:?}");
        }
    }

    #[test]
    fn inside_a_board_open_and_foreign_rows_count() {
        assert_eq!(kind("#@$. ", true), RowKind::Row);
        assert_eq!(kind("#@?$.#", true), RowKind::Row);
        assert_eq!(kind("---", true), RowKind::FloorOnly);
        assert_eq!(kind("Title: x", true), RowKind::No);
        assert_eq!(kind("# and so on #", true), RowKind::No);
    }

    #[test]
    fn encoded_rows_are_expanded() {
        assert_eq!(kind("5#", false), RowKind::Encoded("#####".to_owned()));
        let rows = ["#####", "#@$.#", "#####"].map(str::to_owned).to_vec();
        assert_eq!(kind("5#|#@$.#|5#|", false), RowKind::Whole(rows));
        assert!(matches!(kind("999999999#|#@$.#|5#", false), RowKind::Wrong(_)));
        assert!(matches!(kind("2(3(#)#|#@$.#|5#", false), RowKind::Wrong(_)));
    }
}
