//! Locates the characters of the rows and of the solution in a line of JSON.

use std::str::Chars;
use std::sync::Arc;

use super::spaces;
use crate::character::is_zero_width;
use crate::finding::{Finding, FindingKind, Location};
use crate::level::Level;
use crate::source::{Source, SpelledRow, Spelling};

/// The columns, from 1, of the characters of texts in a line of JSON.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    /// For each of the `rows`.
    pub(super) rows: Vec<Vec<u32>>,
    /// For the `solution`.
    pub(super) solution: Vec<u32>,
}

/// The columns of texts in `line`, which is a JSON object.
pub(super) fn columns_of(line: &str) -> Columns {
    let mut scanner = Scanner { rest: line.chars(), column: 0 };
    let mut found = Columns::default();
    let (mut depth, mut key, mut is_key) = (0_usize, String::new(), true);
    let mut is_row = false;
    while let Some(character) = scanner.next() {
        match character {
            '"' if depth == 1 && is_key => {
                key = scanner.plain_text();
                is_key = false;
            }
            '"' => {
                let columns = scanner.text();
                if depth == 1 && key == "solution" {
                    found.solution = columns;
                } else if depth == 2 && is_row {
                    found.rows.push(columns);
                }
            }
            '{' | '[' => {
                depth += 1;
                if depth == 2 && key == "rows" {
                    // The last of several equal keys wins, as for the values.
                    found.rows.clear();
                    is_row = character == '[';
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                is_row &= depth > 1;
            }
            ',' if depth == 1 => is_key = true,
            _ => {}
        }
    }
    found
}

/// Sets the location of the rows in their line of JSON for a level that was parsed as if its rows
/// were separate lines, starting at line `number`.
pub(super) fn place_in_line(
    level: &mut Level,
    (number, line): (usize, &str),
    rows: &[&str],
    columns: &Columns,
) {
    // Zero-width characters are left out of the rows.
    let row = |(row, columns): (&&str, &Vec<u32>)| {
        let seen = row.chars().zip(columns).filter(|(it, _)| !is_zero_width(*it));
        SpelledRow { line: 0, columns: seen.map(|(_, column)| *column).collect() }
    };
    let all: Vec<SpelledRow> = rows.iter().zip(&columns.rows).map(row).collect();
    let (top, indent) = (level.source.line - number, level.source.indent);
    let inner = |row: &SpelledRow| SpelledRow {
        columns: row.columns.iter().skip(indent).copied().collect(),
        ..*row
    };
    let shown = all.iter().skip(top).map(inner).collect();
    let as_lines = Source { line: number, ..Source::default() };
    let whole = Source { spelling: Some(Arc::new(Spelling::new(Vec::new(), all))), ..as_lines };
    for location in level.findings.iter_mut().filter_map(|it| it.location.as_mut()) {
        let place = whole.location(location.column - 1, location.line - number);
        *location = Location { length: location.length, ..place };
    }
    let spelling = Some(Arc::new(Spelling::new(vec![line.to_owned()], shown)));
    let rows = std::mem::take(&mut level.source.rows);
    level.source = Source { spelling, ..Source::of_rows(number, 0, rows) };
}

/// Reports each kind of foreign space in the rows once, at its first occurrence.
pub(super) fn report_spaces(level: &mut Level, number: usize, rows: &[&str], columns: &Columns) {
    let mut reported: Vec<char> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        for (character, at) in spaces::plain(row).1 {
            if reported.contains(&character) {
                continue;
            }
            reported.push(character);
            let column = columns.rows.get(index).and_then(|it| it.get(at));
            let column = column.map_or(1, |column| *column as usize);
            let location = Location { line: number, column, length: 1 };
            level.findings.push(Finding::at(FindingKind::ForeignSpace(character), location));
        }
    }
}

struct Scanner<'a> {
    rest: Chars<'a>,
    /// The column of the character that was read last.
    column: u32,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<char> {
        self.column += 1;
        self.rest.next()
    }

    /// The raw text up to the closing quote.
    fn plain_text(&mut self) -> String {
        let before = self.rest.as_str();
        self.text();
        let length = before.len() - self.rest.as_str().len();
        before.get(..length.saturating_sub(1)).unwrap_or_default().to_owned()
    }

    /// The columns of the characters of the text up to the closing quote.
    fn text(&mut self) -> Vec<u32> {
        let mut columns = Vec::new();
        while let Some(character) = self.next() {
            match character {
                '"' => break,
                '\\' => {
                    columns.push(self.column);
                    self.escape();
                }
                _ => columns.push(self.column),
            }
        }
        columns
    }

    /// Passes over what follows a backslash.
    fn escape(&mut self) {
        if self.next() != Some('u') {
            return;
        }
        let unit = self.unit();
        // The second half of a surrogate pair belongs to the same character.
        if (0xD800..0xDC00).contains(&unit) && self.rest.as_str().starts_with("\\u") {
            self.next();
            self.next();
            self.unit();
        }
    }

    fn unit(&mut self) -> u32 {
        let digits = (0..4).filter_map(|_| self.next()?.to_digit(16));
        digits.fold(0, |unit, digit| unit * 16 + digit)
    }
}

#[cfg(test)]
mod tests {
    use super::{Columns, columns_of};

    #[track_caller]
    fn check(line: &str, rows: &[&[u32]], solution: &[u32]) {
        let rows = rows.iter().map(|row| row.to_vec()).collect();
        assert_eq!(columns_of(line), Columns { rows, solution: solution.to_vec() }, "{line}");
    }

    #[test]
    fn rows_and_solution_are_found_among_other_keys() {
        let line = r###"{"a":{"rows":["no"]},"rows": ["##", "@"],"b":[1,"x"],"solution":"Rr"}"###;
        check(line, &[&[32, 33], &[38]], &[66, 67]);
        check(r#"{"a":"rows","rows":null}"#, &[], &[]);
    }

    #[test]
    fn an_escape_is_one_character() {
        let line = r#"{"rows":["\u0023\t\ud83d\ude00#","\"."]}"#;
        check(line, &[&[11, 17, 19, 31], &[35, 37]], &[]);
    }

    #[test]
    fn broken_lines_end_the_search() {
        let broken = [r#"{"rows":["a"#, r#"{"rows":["\u0"#, r#"{"rows":["\"#, "}}]]\"\""];
        let lengths = broken.map(|line| columns_of(line).rows.len());
        assert_eq!(lengths, [1, 1, 1, 0]);
    }
}
