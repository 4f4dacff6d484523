//! Rows of XSB: which lines are rows, and the picture they make.

use crate::finding::{Finding, FindingKind, Location};
use crate::level::{Level, Source};
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::Rules;
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
    Encoded(String),
    /// All rows of a level in one line.
    Whole(Vec<String>),
    /// Meant as a row, but faulty.
    Wrong(Finding),
}

/// How the rows of a board read so far are written.
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
            // A number sign with a number is more likely a title than a row.
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
        let begins = first.is_some_and(|row| row_kind(legend, number, row, None) == RowKind::Row);
        return if begins && rows.len() >= 3 { RowKind::Whole(rows) } else { RowKind::No };
    }
    match rows.pop() {
        Some(row) if row_kind(legend, number, &row, above) == RowKind::Row => RowKind::Encoded(row),
        _ => RowKind::No,
    }
}

/// The level shown by XSB rows of any form; the first of them is in `line`.
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

/// The rows of a board while they are collected.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The line of the first row.
    pub(super) line: usize,
    /// The rows as read.
    pub(super) rows: Vec<String>,
    width: usize,
    /// How they are written.
    pub(super) spelling: Spelling,
    /// The board exceeds the maximum size: rows are counted but not kept.
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
            return;
        }
        self.rows.push(row.to_owned());
        if self.spelling == Spelling::Unclear && !is_encoder_made(row.trim_matches(is_floor)) {
            self.spelling = Spelling::Plain;
        }
    }

    /// What these rows imply for the line below them; `None` if there are none.
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

    /// The picture of the rows, and the findings about them.
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
        assert_eq!(kind("5#", None), RowKind::Encoded("#####".to_owned()));
        let inside = Some(Above { spelling: Spelling::Encoded, closed: Some(6) });
        assert_eq!(kind("#@3-#", inside), RowKind::Encoded("#@---#".to_owned()));
        let rows = ["#####", "#@$.#", "#####"].map(str::to_owned).to_vec();
        assert_eq!(kind("5#|#@$.#|5#|", None), RowKind::Whole(rows));
        assert!(matches!(kind("999999999#|#@$.#|5#", None), RowKind::Wrong(_)));
        assert!(matches!(kind("2(3(#)#|#@$.#|5#", None), RowKind::Wrong(_)));
    }
}
