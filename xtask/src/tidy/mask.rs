//! Masks the comments and the contents of literals in Rust code.
//!
//! It understands enough of the language to find real braces and keywords: line comments, nested
//! block comments, strings, raw strings and characters. Source that does not compile may be masked
//! wrongly.

/// `source` with every character of a comment or literal replaced by a space. All other characters
/// keep their line and column.
pub(super) fn code_of(source: &str) -> String {
    let mut scan = Scan { source: source.chars().collect(), code: String::new(), at: 0 };
    while let Some(next) = scan.peek(0) {
        match (next, scan.peek(1)) {
            ('/', Some('/')) => scan.blank_until(|it| it.peek(0) == Some('\n')),
            ('/', Some('*')) => scan.blank_block_comment(),
            ('"', _) => scan.blank_string(),
            ('\'', _) => scan.blank_character(),
            _ => scan.keep(),
        }
    }
    scan.code
}

struct Scan {
    source: Vec<char>,
    code: String,
    at: usize,
}

impl Scan {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.source.get(self.at + ahead).copied()
    }

    fn keep(&mut self) {
        self.code.extend(self.peek(0));
        self.at += 1;
    }

    fn blank(&mut self, count: usize) {
        for _ in 0..count {
            self.code.extend(self.peek(0).map(|it| if it == '\n' { it } else { ' ' }));
            self.at += 1;
        }
    }

    fn blank_until(&mut self, is_end: impl Fn(&Scan) -> bool) {
        while self.at < self.source.len() && !is_end(self) {
            self.blank(1);
        }
    }

    fn blank_block_comment(&mut self) {
        let mut depth = 0;
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some('/'), Some('*')) => depth += 1,
                (Some('*'), Some('/')) => depth -= 1,
                (Some(_), _) => {
                    self.blank(1);
                    continue;
                }
                (None, _) => return,
            }
            self.blank(2);
            if depth == 0 {
                return;
            }
        }
    }

    /// A string is raw if an `r` and any number of `#` precede its quote; nothing else can be
    /// there.
    fn blank_string(&mut self) {
        let before = &self.source[..self.at];
        let hashes = before.iter().rev().take_while(|&&it| it == '#').count();
        let is_raw = before[..self.at - hashes].last() == Some(&'r');
        self.blank(1);
        if is_raw {
            let is_end = |it: &Scan| {
                it.peek(0) == Some('"') && (1..=hashes).all(|ahead| it.peek(ahead) == Some('#'))
            };
            self.blank_until(is_end);
            self.blank(1 + hashes);
        } else {
            self.blank_escaped_until('"');
        }
    }

    /// A quote that does not close begins a lifetime or a label, which is code.
    fn blank_character(&mut self) {
        match (self.peek(1), self.peek(2)) {
            (Some('\\'), _) => {
                self.blank(1);
                self.blank_escaped_until('\'');
            }
            (Some(_), Some('\'')) => self.blank(3),
            _ => self.keep(),
        }
    }

    fn blank_escaped_until(&mut self, end: char) {
        while let Some(next) = self.peek(0) {
            self.blank(if next == '\\' { 2 } else { 1 });
            if next == end {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::code_of;

    /// `expected` shows what was blanked as `·`.
    #[track_caller]
    fn check(source: &str, expected: &str) {
        assert_eq!(code_of(source), expected.replace('·', " "));
    }

    #[test]
    fn comments_are_blank() {
        check("a // {\nb", "a ····\nb");
        check("a /* { /* \n */ } */ b", "a ········\n········ b");
    }

    #[test]
    fn strings_are_blank() {
        check(r#"f("{ \" }")"#, "f(········)");
        check("\"two\nlines\" {", "····\n······ {");
        check("\"\\\\\" {", "···· {");
    }

    #[test]
    fn raw_strings_end_with_their_own_hashes() {
        check(r##"r#" " { "# }"##, "r#········ }");
        check("r\"\\\" }", "r··· }");
        check("br##\" \"# \"## }", "br##········ }");
    }

    #[test]
    fn characters_are_blank_and_lifetimes_are_not() {
        check("'{' '\\'' '\\u{7B}' }", "··· ···· ········ }");
        check("&'a str, 'outer: loop {", "&'a str, 'outer: loop {");
        check("b'\"' {", "b··· {");
    }
}
