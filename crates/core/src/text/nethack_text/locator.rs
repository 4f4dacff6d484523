//! Line and column of a place in a text.

use crate::finding::Location;

/// Finds lines and columns. Asked in ascending order it reads the text once.
#[derive(Debug)]
pub(in crate::text) struct Locator<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Locator<'a> {
    pub(in crate::text) fn new(text: &'a str) -> Locator<'a> {
        Locator { text, offset: 0, line: 1, column: 1 }
    }

    /// Where the bytes from `start` to `end` stand. What runs over several lines is located by its
    /// first line.
    ///
    /// # Panics
    /// If the offsets lie outside the text or inside a character.
    pub(in crate::text) fn find(&mut self, start: usize, end: usize) -> Location {
        if start < self.offset {
            *self = Locator::new(self.text);
        }
        for character in self.text[self.offset..start].chars() {
            if character == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.offset = start;
        let length = self.text[start..end].chars().take_while(|&it| it != '\n').count();
        Location { line: self.line, column: self.column, length: length.max(1) }
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
