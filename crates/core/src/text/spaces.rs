//! Replaces the odd spaces that web pages and word processors insert.
//!
//! A level copied from such a page looks right but would be misread. In rows, unusual spaces are
//! read as floor, and zero-width characters are dropped.

use std::borrow::Cow;

use crate::character::is_zero_width;
use crate::finding::{Finding, FindingKind, Location};

/// Whether a character is a space other than U+0020. Tabs are excluded, because their width is not
/// fixed.
pub(super) const fn is_space(character: char) -> bool {
    matches!(
        character,
        '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}'
    )
}

/// A row with plain spaces, and the first of each kind of character that was replaced or dropped.
pub(super) fn plain(row: &str) -> (Cow<'_, str>, Vec<(char, usize)>) {
    let is_foreign = |it: char| is_space(it) || is_zero_width(it);
    if row.is_ascii() || !row.contains(is_foreign) {
        return (Cow::Borrowed(row), Vec::new());
    }
    let mut found: Vec<(char, usize)> = Vec::new();
    let mut text = String::with_capacity(row.len());
    for (column, character) in row.chars().enumerate() {
        if is_foreign(character) && found.iter().all(|(other, _)| *other != character) {
            found.push((character, column));
        }
        match character {
            it if is_space(it) => text.push(' '),
            it if is_zero_width(it) => {}
            it => text.push(it),
        }
    }
    (Cow::Owned(text), found)
}

/// Replaces odd spaces in the rows of a text. Each kind of character is reported once.
#[derive(Debug, Default)]
pub(super) struct RowSpaces {
    reported: Vec<char>,
}

impl RowSpaces {
    /// The line with plain spaces if `is_row` then recognises it as a row; otherwise the line
    /// itself.
    pub(super) fn plain<'a>(
        &mut self,
        number: usize,
        line: &'a str,
        is_row: fn(&str) -> bool,
        on_finding: &mut dyn FnMut(Finding),
    ) -> Cow<'a, str> {
        let (text, found) = plain(line);
        if found.is_empty() || !is_row(&text) {
            return Cow::Borrowed(line);
        }
        for (character, column) in found {
            if !self.reported.contains(&character) {
                self.reported.push(character);
                let location = Location { line: number, column: column + 1, length: 1 };
                let finding = Finding::at(FindingKind::ForeignSpace(character), location);
                on_finding(finding.with_excerpt(line));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::check::check;
    use crate::finding::{Finding, FindingKind, Severity};
    use crate::text::{Format, ReadOptions, Text, detect, read_text};

    fn read(text: &str) -> Text {
        read_text(text.as_bytes(), ReadOptions::default())
    }

    fn kinds(findings: &[Finding]) -> Vec<FindingKind> {
        findings.iter().map(|it| it.kind.clone()).collect()
    }

    #[test]
    fn other_spaces_in_rows_are_floor_with_one_warning_each() {
        let plain = "######\n#@   #\n#  $.#\n######\n";
        for space in ['\u{A0}', '\u{2002}', '\u{2003}', '\u{2009}', '\u{3000}'] {
            let text = plain.replace(' ', &space.to_string());
            assert_eq!(detect(text.as_bytes()), Ok(Format::Sok));
            let read = read(&text);
            assert_eq!(kinds(&read.findings), [FindingKind::ForeignSpace(space)]);
            let location = read.findings[0].location.expect("a place");
            assert_eq!((location.line, location.column), (2, 3));
            assert_eq!(read.findings[0].kind.severity(), Severity::Warning);
            assert_eq!(
                read.levels[0].picture,
                super::super::read_level(plain).expect("a level").picture
            );
            assert!(check(&read.levels[0]).is_ok());
        }
    }

    #[test]
    fn characters_without_a_width_are_left_out_of_rows() {
        let read = read("\u{FEFF}######\n#@\u{200B}$ .#\n##\u{FEFF}####\n");
        let expected = ['\u{200B}', '\u{FEFF}'].map(FindingKind::ForeignSpace);
        assert_eq!(kinds(&read.findings), expected);
        assert!(check(&read.levels[0]).is_ok());
    }

    #[test]
    fn maps_and_json_rows_are_read_alike() {
        let map = read("-------\n|@\u{A0}.0^|\n|....<|\n-------\n");
        assert_eq!(kinds(&map.findings), [FindingKind::ForeignSpace('\u{A0}')]);
        let json = read("{\"rows\":[\"#####\",\"#@$\u{200B}.#\",\"#\u{A0}###\",\"####\"]}");
        let found = kinds(&json.levels[0].findings);
        assert_eq!(found, ['\u{200B}', '\u{A0}'].map(FindingKind::ForeignSpace));
        assert_eq!(json.levels[0].picture.width(), 5);
    }

    #[test]
    fn titles_keep_their_spaces() {
        let read = read("Niveau\u{A0}1\n\n#####\n#@$.#\n#####\n");
        assert_eq!(read.findings, []);
        assert_eq!(read.levels[0].title.as_deref(), Some("Niveau\u{A0}1"));
    }
}
