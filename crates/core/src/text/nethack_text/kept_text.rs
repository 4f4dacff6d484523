//! The rest of a text after the puzzle commands have been cut out, and their reinsertion.

use super::{NethackDescription, Thing};

/// Copies a text line by line, leaving out the parts that are cut.
///
/// A line is broken at each cut, so that a command reinserted there cannot end up inside another.
/// Cutting the written text again gives the same result.
#[derive(Debug)]
pub(in crate::text) struct KeptText<'a> {
    text: &'a str,
    from: usize,
    lines: Vec<String>,
    line: String,
    /// Something was cut from the current line, so the line is dropped if nothing else is on it.
    is_cut: bool,
}

impl<'a> KeptText<'a> {
    /// Keeps `text` from the byte `from` on.
    pub(in crate::text) fn new(text: &'a str, from: usize) -> KeptText<'a> {
        KeptText { text, from, lines: Vec::new(), line: String::new(), is_cut: false }
    }

    /// Ends the current line at `at` unless it is empty up to there. Returns the number of complete
    /// lines.
    pub(in crate::text) fn break_line(&mut self, at: usize) -> usize {
        self.copy_to(at);
        if !self.line.trim().is_empty() {
            self.end_line();
        }
        self.lines.len()
    }

    /// Cuts the bytes from `start` to `end`. Returns the number of complete lines before them.
    pub(in crate::text) fn cut(&mut self, start: usize, end: usize) -> usize {
        let position = self.break_line(start);
        self.from = end;
        self.is_cut = true;
        // Otherwise blanks between two cuts would accumulate.
        self.line.clear();
        // The rest must not begin a line, where `MAP` would start a map.
        if !self.text[end..].starts_with(char::is_whitespace) {
            self.line.push(' ');
        }
        position
    }

    /// The lines up to `end`, without trailing blank ones.
    pub(in crate::text) fn finish(mut self, end: usize) -> Vec<String> {
        self.copy_to(end);
        self.end_line();
        while self.lines.last().is_some_and(|line| line.trim().is_empty()) {
            self.lines.pop();
        }
        self.lines
    }

    fn copy_to(&mut self, to: usize) {
        let mut pieces = self.text[self.from..to].split('\n');
        self.line.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            self.end_line();
            self.line.push_str(piece);
        }
        self.from = to;
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let is_cut = std::mem::take(&mut self.is_cut);
        if !(is_cut && line.trim().is_empty()) {
            self.lines.push(line);
        }
    }
}

/// The positions of the first stairs, boulder and trap among the kept lines.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::text) struct Marks {
    first: [Option<usize>; 3],
    /// Where commands that do not refer to the first map begin.
    end: Option<usize>,
}

impl Marks {
    /// Records that `thing` came after `position` lines.
    pub(in crate::text) fn note(&mut self, thing: Thing, position: usize) {
        let index = match thing {
            Thing::Exit | Thing::Branch | Thing::DownStairs => 0,
            Thing::Boulder => 1,
            Thing::Pit | Thing::Hole => 2,
        };
        self.first[index].get_or_insert(position);
    }

    /// Records that lines from `position` on do not refer to the first map.
    pub(in crate::text) fn end_at(&mut self, position: usize) {
        self.end.get_or_insert(position);
    }

    /// The position of the last line that precedes an object of the puzzle.
    pub(in crate::text) fn last(&self) -> usize {
        self.first.iter().flatten().copied().max().unwrap_or(0)
    }

    /// The positions among `count` lines; missing objects come last.
    pub(in crate::text) fn settle(self, count: usize) -> [usize; 3] {
        let end = self.end.unwrap_or(count);
        self.first.map(|position| position.unwrap_or(end).min(count))
    }
}

/// The kept lines of `text` after the map, with the puzzle commands for stairs, boulders and traps
/// reinserted.
pub(in crate::text) fn with_puzzle(
    text: &NethackDescription,
    puzzle: [Vec<String>; 3],
) -> Vec<String> {
    let mut result = Vec::new();
    let mut puzzle: Vec<(usize, Vec<String>)> = text.positions.into_iter().zip(puzzle).collect();
    puzzle.sort_by_key(|&(position, _)| position);
    let mut from = 0;
    for (position, lines) in puzzle {
        let position = position.min(text.commands.len());
        result.extend_from_slice(&text.commands[from..position]);
        result.extend(lines);
        from = position;
    }
    result.extend_from_slice(&text.commands[from..]);
    result
}

#[cfg(test)]
mod tests {
    use super::KeptText;

    /// Cuts every `X` out of `text`.
    fn cut(text: &str) -> (Vec<String>, Option<usize>) {
        let mut kept = KeptText::new(text, 0);
        let mut first = None;
        for (at, _) in text.match_indices('X') {
            let position = kept.cut(at, at + 1);
            first.get_or_insert(position);
        }
        (kept.finish(text.len()), first)
    }

    #[test]
    fn a_line_of_which_nothing_is_left_goes() {
        let (lines, first) = cut("a\n X \n\nb\n\n");
        assert_eq!(
            (&lines[..], first),
            (&["a".to_owned(), String::new(), "b".to_owned()][..], Some(1))
        );
    }

    #[test]
    fn a_line_is_broken_where_something_is_cut() {
        assert_eq!(cut("a X b\nc"), (vec!["a ".into(), " b".into(), "c".into()], Some(1)));
    }
}
