//! Where in its file a level was found, and how it was written there.

use std::sync::Arc;

use crate::finding::Location;

/// Where in its file a level was found, and how it was written there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The line of the first row, from 1.
    pub line: usize,
    /// Columns to the left of the first place of each row.
    pub indent: usize,
    /// The rows as written or, for an encoded level, as they were expanded.
    pub rows: Vec<String>,
    /// How the rows are encoded in the file; `None` if they are plain text, one row per line.
    pub spelling: Option<Arc<Spelling>>,
    /// The locations of the level's snapshots, in order.
    pub snapshots: Vec<Quote>,
}

/// A place in a file, with the text of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The place.
    pub location: Location,
    /// The line; `None` if it is too long to be shown.
    pub line: Option<String>,
}

/// Rows that are not plain lines of the file: run-length encoded, or in a line of JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    /// The lines as written, from the first one on; empty if they are too long to be shown.
    pub lines: Vec<String>,
    /// The rows. For a row that is missing here, only the first line is known.
    pub rows: Vec<SpelledRow>,
}

/// A row as it is spelled in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpelledRow {
    /// Its line, counted from 0 at the first line of the level.
    pub line: usize,
    /// For each place, the column, from 1, of its source character.
    pub columns: Vec<u32>,
}

/// The longest line that is kept to be shown, in bytes.
const LINE_BYTES_MAX: usize = 4_096;

impl Quote {
    /// A place in a line; the line is kept unless it is too long to be shown.
    #[must_use]
    pub fn new(location: Location, line: &str) -> Quote {
        let line = (line.len() <= LINE_BYTES_MAX).then(|| line.to_owned());
        Quote { location, line }
    }
}

impl Spelling {
    /// Rows spelled in some lines, which are kept unless one is too long to be shown.
    #[must_use]
    pub fn new(lines: Vec<String>, rows: Vec<SpelledRow>) -> Spelling {
        let is_long = lines.iter().any(|it| it.len() > LINE_BYTES_MAX);
        Spelling { lines: if is_long { Vec::new() } else { lines }, rows }
    }
}

impl SpelledRow {
    /// The column of a place; beyond the end of the row, the column after its last character.
    fn column(&self, x: usize) -> usize {
        let after_last = || self.columns.last().map_or(1, |last| *last as usize + 1);
        self.columns.get(x).map_or_else(after_last, |column| *column as usize)
    }
}

impl Source {
    /// Plain rows, the first of them in `line`.
    #[must_use]
    pub fn of_rows(line: usize, indent: usize, rows: Vec<String>) -> Source {
        Source { line, indent, rows, ..Source::default() }
    }

    /// The location in the file of the place in column `x` of row `y`.
    #[must_use]
    pub fn location(&self, x: usize, y: usize) -> Location {
        let Some(spelling) = &self.spelling else {
            return Location { line: self.line + y, column: self.indent + x + 1, length: 1 };
        };
        match spelling.rows.get(y) {
            Some(row) => Location { line: self.line + row.line, column: row.column(x), length: 1 },
            None => Location { line: self.line, column: 1, length: 1 },
        }
    }

    /// The whole first row, for findings about the level as a whole.
    #[must_use]
    pub fn first_row(&self) -> Location {
        let width = self.rows.first().map_or(1, |row| row.chars().count()).max(1);
        let (first, last) = (self.location(0, 0), self.location(width - 1, 0));
        Location { length: last.column.saturating_sub(first.column) + 1, ..first }
    }

    /// The column and row of the place at a location of the file; the first one if one character
    /// stands for several places.
    #[must_use]
    pub fn place_at(&self, location: Location) -> Option<(usize, usize)> {
        let line = location.line.checked_sub(self.line)?;
        let Some(spelling) = &self.spelling else {
            return Some((location.column.checked_sub(self.indent + 1)?, line));
        };
        let mut rows = spelling.rows.iter().enumerate().filter(|(_, row)| row.line == line);
        rows.find_map(|(y, row)| {
            let is_here = |column: &u32| *column as usize == location.column;
            row.columns.iter().position(is_here).map(|x| (x, y))
        })
    }

    /// The known lines of the file, from the first row on.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        self.spelling.as_ref().map_or(&self.rows, |spelling| &spelling.lines)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Source, SpelledRow, Spelling};

    fn encoded() -> Source {
        let columns = [vec![2, 2, 2], vec![4, 5, 6]];
        let rows = columns.map(|columns| SpelledRow { line: 0, columns }).to_vec();
        let spelling = Spelling::new(vec!["3#|#@#".to_owned()], rows);
        let rows = ["###", "#@#"].map(str::to_owned).to_vec();
        Source { spelling: Some(Arc::new(spelling)), ..Source::of_rows(7, 0, rows) }
    }

    #[test]
    fn places_of_spelled_rows_are_found_in_their_lines() {
        let source = encoded();
        let at = |x, y| (source.location(x, y).line, source.location(x, y).column);
        assert_eq!([at(2, 0), at(1, 1), at(3, 1), at(0, 2)], [(7, 2), (7, 5), (7, 7), (7, 1)]);
        assert_eq!(source.place_at(source.location(1, 1)), Some((1, 1)));
        assert_eq!(source.place_at(source.location(2, 0)), Some((0, 0)));
        assert_eq!((source.first_row().column, source.first_row().length), (2, 1));
    }

    #[test]
    fn places_of_plain_rows_are_where_they_stand() {
        let source = Source::of_rows(3, 2, vec!["####".to_owned(); 3]);
        assert_eq!(source.place_at(source.location(3, 2)), Some((3, 2)));
        assert_eq!((source.first_row().column, source.first_row().length), (3, 4));
        assert_eq!(source.lines().len(), 3);
    }

    #[test]
    fn lines_that_nobody_can_read_are_not_kept() {
        let long = Spelling::new(vec!["#".repeat(100_000)], Vec::new());
        assert_eq!(long.lines, Vec::<String>::new());
    }
}
