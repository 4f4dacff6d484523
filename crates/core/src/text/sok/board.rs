//! Rows of XSB: which lines are rows, and the picture they make.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::finding::{Finding, FindingKind, Location};
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::Rules;
use crate::source::{Source, SpelledRow, Spelling as LineSpelling};
use crate::text::legend::Legend;
use crate::text::run_length::{self, Reason};

/// Maximum number of places in an encoded row.
pub(super) const ENCODED_ROW_MAX: usize = 4_096;

/// Classification of a line as a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RowKind {
    /// Not a row.
    No,
    /// A row written out.
    Row,
    /// Floor only: a row if another row follows.
    FloorOnly,
    /// A row that was run-length encoded.
    Encoded(EncodedRow),
    /// All rows of a level in one line.
    Whole(Vec<EncodedRow>),
    /// Meant as a row, but wrong.
    Wrong(Finding),
}

/// A row that was run-length encoded.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EncodedRow {
    /// The row in full.
    pub(super) text: String,
    /// For each character, the column, from 1, of its source character.
    columns: Vec<u32>,
}

/// How the rows of a board are spelled, as far as they have been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Spelling {
    /// Undecided: no row so far distinguishes the two.
    #[default]
    Unclear,
    /// Written out: a digit is a mistake.
    Plain,
    /// Run-length encoded.
    Encoded,
}

/// What the rows of a board imply for the line below them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Above {
    pub(super) spelling: Spelling,
    /// The width of the last row if it is all wall: then the board may be complete.
    pub(super) closed: Option<usize>,
}

impl Above {
    /// Rows written out, with more to come.
    pub(super) const PLAIN: Above = Above { spelling: Spelling::Plain, closed: None };
}

/// Classifies `line` as a row below the rows of a board, if there are any. Below rows the test is
/// more lenient: a gap in the wall or a foreign character is an error to report, not the end of the
/// board.
pub(super) fn row_kind(
    legend: &Legend,
    number: usize,
    line: &str,
    above: Option<Above>,
) -> RowKind {
    let text = line.trim_end();
    let is_floor = |it: char| legend.place(it) == Some(Place::bare(Ground::Floor)) || it == '\t';
    let core = text.trim_matches(is_floor);
    if core.is_empty() {
        let drawn = text.contains(|it: char| it != ' ' && is_floor(it) && it != '\t');
        return if above.is_some() && drawn { RowKind::FloorOnly } else { RowKind::No };
    }
    let signs = Signs::count(legend, core);
    if signs.known == signs.all && (signs.is_closed() || (above.is_some() && signs.walls > 0)) {
        return RowKind::Row;
    }
    let spelling = above.map_or(Spelling::Unclear, |it| it.spelling);
    let is_encoded = core.contains('|')
        || (run_length::is_encoded(core)
            && match spelling {
                Spelling::Plain => false,
                Spelling::Unclear => is_encoder_made(core),
                Spelling::Encoded => !core.contains(' '),
            });
    if is_encoded {
        return encoded_kind(legend, number, text, above);
    }
    let is_faulty_row = match above {
        None => signs.begin_a_board(core),
        Some(above) => signs.continue_a_board(above),
    };
    if is_faulty_row { RowKind::Row } else { RowKind::No }
}

/// Whether a row may belong to an encoded board, which has no spaces between its walls.
fn is_encoder_made(core: &str) -> bool {
    !core.contains(' ') && run_length::is_encoder_made(core)
}

/// Counts of characters in a line without the floor at both ends.
struct Signs {
    all: usize,
    known: usize,
    walls: usize,
    /// Foreign characters that may be typing errors. A colon would make a field.
    slips: usize,
    first: End,
    last: End,
}

/// The character at the end of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Wall,
    BoxOnGoal,
    Other,
}

impl Signs {
    fn count(legend: &Legend, core: &str) -> Signs {
        let wall = Some(Place::bare(Ground::Wall));
        let end = |it: Option<char>| match it.and_then(|it| legend.place(it)) {
            place if place == wall => End::Wall,
            place if place == Some(Place::with_box(Ground::Goal)) => End::BoxOnGoal,
            _ => End::Other,
        };
        let (first, last) = (end(core.chars().next()), end(core.chars().next_back()));
        let mut signs = Signs { all: 0, known: 0, walls: 0, slips: 0, first, last };
        for character in core.chars() {
            let is_known = legend.place(character).is_some() || character == '\t';
            signs.all += 1;
            signs.known += usize::from(is_known);
            signs.walls += usize::from(legend.place(character) == wall);
            signs.slips += usize::from(!is_known && character != ':');
        }
        signs
    }

    /// Whether both ends are a wall or a box on a goal.
    fn is_closed(&self) -> bool {
        self.first != End::Other && self.last != End::Other
    }

    fn has_one_slip(&self) -> bool {
        self.slips == 1 && self.known + 1 == self.all
    }

    /// Whether this looks like the top wall of a board with one wrong character.
    fn begin_a_board(&self, core: &str) -> bool {
        let is_wall = self.walls >= 3 && self.walls + 1 == self.all;
        is_wall && self.has_one_slip() && !core.contains('|')
    }

    /// Whether this looks like a row of a board with foreign characters: between two walls or,
    /// while the board is open below or the row is as wide as the wall there, with one of them in
    /// place of the wall at one end.
    fn continue_a_board(&self, above: Above) -> bool {
        let has_wall = self.first == End::Wall || self.last == End::Wall;
        let is_walled = self.first == End::Wall && self.last == End::Wall;
        let fits = above.closed.is_none_or(|width| width == self.all);
        (is_walled && self.known * 2 >= self.all)
            || (has_wall && fits && self.all >= 3 && self.has_one_slip())
    }
}

fn encoded_kind(legend: &Legend, number: usize, text: &str, above: Option<Above>) -> RowKind {
    let is_encoding = |it: char| it.is_ascii_digit() || matches!(it, '(' | ')' | '|');
    let is_known = |it: char| legend.place(it).is_some() || is_encoding(it);
    let walls = text.chars().filter(|&it| legend.place(it) == Some(Place::bare(Ground::Wall)));
    let walls = walls.count();
    let is_foreign = !text.chars().all(is_known);
    if walls == 0 || (is_foreign && !text.contains('|')) {
        return RowKind::No;
    }
    let mut rows = Vec::new();
    let mut places = 0;
    let mut column = 0;
    for part in text.split('|') {
        match run_length::expand_traced(part, ENCODED_ROW_MAX) {
            Ok((text, origins)) => {
                places += text.len();
                let columns = origins.iter().map(|at| at + column as u32 + 1).collect();
                rows.push(EncodedRow { text, columns });
            }
            // A number sign and a number are more likely a title than a row.
            Err(_) if is_foreign || (walls < 2 && !text.contains(['|', '('])) => {
                return RowKind::No;
            }
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
    if rows.last().is_some_and(|row| row.text.is_empty()) {
        rows.pop();
    }
    if text.contains('|') {
        // With a foreign character it is a level only if every row begins and ends with a wall.
        let is_level = begin_a_board(legend, number, &rows)
            && (!is_foreign || rows.iter().all(|row| is_walled(legend, &row.text)));
        return if is_level && rows.len() >= 3 { RowKind::Whole(rows) } else { RowKind::No };
    }
    match rows.pop() {
        Some(row) if row_kind(legend, number, &row.text, above) == RowKind::Row => {
            RowKind::Encoded(row)
        }
        _ => RowKind::No,
    }
}

/// Whether the first row that is not blank could be the first of a board.
fn begin_a_board(legend: &Legend, number: usize, rows: &[EncodedRow]) -> bool {
    let first = rows.iter().map(|row| row.text.as_str()).find(|row| !row.trim().is_empty());
    first.is_some_and(|row| row_kind(legend, number, row, None) == RowKind::Row)
}

/// Whether a row stands between walls.
fn is_walled(legend: &Legend, row: &str) -> bool {
    let row = row.trim();
    row.starts_with(|it| legend.is_wall(it)) && row.ends_with(|it| legend.is_wall(it))
}

/// The level of rows in XSB, without checks whether they look like rows; the first of them is in
/// `line`.
pub(in crate::text) fn level_of_rows(line: usize, texts: &[&str]) -> Level {
    let legend = Legend::xsb();
    let mut rows = Rows::at(line);
    for text in texts {
        rows.push(text, &legend);
    }
    rows.into_level(&legend)
}

/// The rows of a board while they are collected.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The line of the first row.
    pub(super) line: usize,
    /// The rows as read.
    pub(super) rows: Vec<String>,
    width: usize,
    /// How they are spelled.
    spelling: Spelling,
    /// The encoded rows, by index, with their lines.
    encoded: BTreeMap<usize, (EncodedRow, String)>,
    /// The line that contains all rows, if there is only one.
    whole: Option<String>,
    /// More places than a level may have: the rows are counted but not kept.
    pub(super) too_large: bool,
}

impl Rows {
    /// No rows yet; the first will be on this line.
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
            self.encoded.clear();
            return;
        }
        self.rows.push(row.to_owned());
        if self.spelling == Spelling::Unclear && !is_encoder_made(row.trim_matches(is_floor)) {
            self.spelling = Spelling::Plain;
        }
    }

    /// Adds an encoded row with its line.
    pub(super) fn push_encoded(&mut self, row: EncodedRow, line: &str, legend: &Legend) {
        self.push(&row.text, legend);
        self.spelling = Spelling::Encoded;
        if !self.too_large {
            self.encoded.insert(self.rows.len() - 1, (row, line.to_owned()));
        }
    }

    /// Adds all rows of a level from one line.
    pub(super) fn push_whole(&mut self, rows: Vec<EncodedRow>, line: &str, legend: &Legend) {
        for row in rows {
            if !self.rows.is_empty() || !row.text.trim().is_empty() {
                self.push_encoded(row, "", legend);
            }
        }
        self.whole = Some(line.to_owned());
    }

    /// What these rows imply for the line below them; `None` if there are no rows.
    pub(super) fn above(&self, legend: &Legend) -> Option<Above> {
        let last = self.rows.last()?;
        let is_bare = |it: char, ground| legend.place(it) == Some(Place::bare(ground));
        let core = last.trim_matches(|it| is_bare(it, Ground::Floor));
        let is_wall = core.chars().all(|it| is_bare(it, Ground::Wall));
        let closed = is_wall.then(|| core.chars().count());
        Some(Above { spelling: self.spelling, closed })
    }

    /// Whether this is too small for a level, such as a line of symbols in prose.
    pub(super) fn is_mere_text(&self, legend: &Legend) -> bool {
        let is_keeper =
            |it: char| legend.place(it).is_some_and(|place| place.occupant == Occupant::Keeper);
        self.rows.len() < 3
            && !self.too_large
            && !self.rows.iter().any(|row| row.contains(is_keeper))
    }

    /// The level of the rows, with findings about them.
    pub(super) fn into_level(mut self, legend: &Legend) -> Level {
        let spelling = self.line_spelling().map(Arc::new);
        let rows = std::mem::take(&mut self.rows);
        let source = Source { spelling, ..Source::of_rows(self.line, 0, rows) };
        let (picture, findings) = self.picture(legend, &source);
        let mut level = Level::from_picture(picture, Rules::OFFICIAL);
        level.source = source;
        level.findings = findings;
        level
    }

    /// How the rows are encoded in the lines of the file; `None` for plain rows.
    fn line_spelling(&mut self) -> Option<LineSpelling> {
        let mut encoded = std::mem::take(&mut self.encoded);
        if encoded.is_empty() {
            return None;
        }
        if let Some(line) = self.whole.take() {
            let rows = encoded.into_values().map(|(row, _)| row.columns);
            let rows = rows.map(|columns| SpelledRow { line: 0, columns }).collect();
            return Some(LineSpelling::new(vec![line], rows));
        }
        let (mut lines, mut rows) = (Vec::new(), Vec::new());
        for (index, text) in self.rows.iter().enumerate() {
            let (columns, line) = match encoded.remove(&index) {
                Some((row, line)) => (row.columns, line),
                None => ((1..=text.chars().count() as u32).collect(), text.clone()),
            };
            rows.push(SpelledRow { line: index, columns });
            lines.push(line);
        }
        Some(LineSpelling::new(lines, rows))
    }

    /// The picture of the rows, and findings about them.
    fn picture(&self, legend: &Legend, source: &Source) -> (Picture, Vec<Finding>) {
        let mut findings = Vec::new();
        if self.too_large {
            let location = Location { line: self.line, column: 1, length: 1 };
            findings.push(Finding::at(FindingKind::TooLarge("the level"), location));
            return (Picture::new(0, Vec::new(), Edge::Open), findings);
        }
        let floor = Place::bare(Ground::Floor);
        let is_floor = |it: char| legend.place(it) == Some(floor);
        let is_used = |row: &String| !row.trim_end_matches(is_floor).is_empty();
        let height = source.rows.iter().rposition(is_used).map_or(0, |last| last + 1);
        let mut places = vec![floor; self.width * height];
        for (y, row) in source.rows[..height].iter().enumerate() {
            for (x, character) in row.chars().take(self.width).enumerate() {
                if let Some(place) = legend.place(character) {
                    places[y * self.width + x] = place;
                } else {
                    let kind = match character {
                        '\t' => FindingKind::Tab,
                        _ => FindingKind::UnknownCharacter(character),
                    };
                    findings.push(Finding::at(kind, source.location(x, y)));
                }
            }
        }
        (Picture::new(self.width, places, Edge::Open), findings)
    }
}

#[cfg(test)]
mod tests {
    use super::{Above, RowKind, Spelling, row_kind};
    use crate::text::legend::Legend;

    fn kind(line: &str, above: Option<Above>) -> RowKind {
        row_kind(&Legend::xsb(), 1, line, above)
    }

    #[test]
    fn a_board_begins_with_a_closed_row() {
        for row in ["#####", "  ## ##  ", "#@$.#", "  * *", "--#--#", "\t###", "###3###", "####X"] {
            assert_eq!(kind(row, None), RowKind::Row, "{row:?}");
        }
        for text in
            ["", "   ", "-----", "1", "12", "#@$. ", "a # b", "Title: #", "#a#", "#1", "..."]
        {
            assert_eq!(kind(text, None), RowKind::No, "{text:?}");
        }
    }

    #[test]
    fn inside_a_board_open_and_foreign_rows_count() {
        let inside = Some(Above::PLAIN);
        for row in ["#@$. ", "#@?$.#", "# $ . X", "X     #", "3     #", "# $ 3   #", "###3###"] {
            assert_eq!(kind(row, inside), RowKind::Row, "{row:?}");
        }
        assert_eq!(kind("---", inside), RowKind::FloorOnly);
        for text in ["Title: x", "# and so on #", "x: #", "#2", "1"] {
            assert_eq!(kind(text, inside), RowKind::No, "{text:?}");
        }
        let below = Some(Above { closed: Some(5), ..Above::PLAIN });
        assert_eq!(kind("# 2", below), RowKind::No);
        assert_eq!(kind("3####", below), RowKind::Row);
    }

    #[test]
    fn encoded_rows_are_expanded() {
        let encoded = |line: &str, above| match kind(line, above) {
            RowKind::Encoded(row) => vec![(row.text, row.columns)],
            RowKind::Whole(rows) => rows.into_iter().map(|it| (it.text, it.columns)).collect(),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(encoded("5#", None), [("#####".to_owned(), vec![2; 5])]);
        let inside = Some(Above { spelling: Spelling::Encoded, closed: Some(6) });
        assert_eq!(encoded("#@3-#", inside), [("#@---#".to_owned(), vec![1, 2, 4, 4, 4, 5])]);
        let rows = [("#####", vec![2; 5]), ("#@$.#", vec![4, 5, 6, 7, 8]), ("#####", vec![11; 5])];
        let rows = rows.map(|(text, columns)| (text.to_owned(), columns));
        assert_eq!(encoded("5#|#@$.#|5#|", None), rows);
        assert_eq!(encoded("5#|#@?.#|5#", None)[1].0, "#@?.#");
        assert_eq!(kind("| # | a | b |", None), RowKind::No);
        assert!(matches!(kind("999999999#|#@$.#|5#", None), RowKind::Wrong(_)));
        assert!(matches!(kind("2(3(#)#|#@$.#|5#", None), RowKind::Wrong(_)));
    }
}
