//! Converts byte offsets of a text into lines and columns.

use crate::finding::Location;

/// Converts offsets into locations. For ascending offsets, it reads the text only once.
#[derive(Debug)]
pub(in crate::text) struct Locator<'a> {
    text: &'a str,
    begin: Cursor,
    at: Cursor,
}

#[derive(Clone, Copy, Debug)]
struct Cursor {
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Locator<'a> {
    pub(in crate::text) fn new(text: &'a str) -> Locator<'a> {
        Locator::within(text, 0, 1, 1)
    }

    /// For a text whose byte `offset` is at `line` and `column` of a larger text. Earlier offsets
    /// are not supported.
    pub(in crate::text) fn within(
        text: &'a str,
        offset: usize,
        line: usize,
        column: usize,
    ) -> Locator<'a> {
        let begin = Cursor { offset, line, column };
        Locator { text, begin, at: begin }
    }

    /// The location of the bytes from `start` to `end`; of several lines, only the first.
    ///
    /// # Panics
    /// If the offsets lie outside the text or inside a character.
    pub(in crate::text) fn find(&mut self, start: usize, end: usize) -> Location {
        if start < self.at.offset {
            self.at = self.begin;
        }
        for character in self.text[self.at.offset..start].chars() {
            if character == '\n' {
                self.at.line += 1;
                self.at.column = 1;
            } else {
                self.at.column += 1;
            }
        }
        self.at.offset = start;
        let length = self.text[start..end].chars().take_while(|&it| it != '\n').count();
        Location { line: self.at.line, column: self.at.column, length: length.max(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::Locator;
    use crate::finding::Location;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let mut locator = Locator::new("é@\nab\n");
        assert_eq!(locator.find(2, 3), Location { line: 1, column: 2, length: 1 });
        assert_eq!(locator.find(4, 6), Location { line: 2, column: 1, length: 2 });
        assert_eq!(locator.find(0, 6), Location { line: 1, column: 1, length: 2 });
        assert_eq!(locator.find(7, 7), Location { line: 3, column: 1, length: 1 });
    }
}
