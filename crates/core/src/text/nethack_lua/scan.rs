//! The tokeniser for Lua programs.

use std::borrow::Cow;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Name,
    Number,
    /// A string in quotes.
    Text,
    /// A string in long brackets, of which `from` and `to` bound the inside.
    LongText {
        from: usize,
        to: usize,
        is_terminated: bool,
    },
    /// Any other character.
    Sign,
}

/// A token and where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl<'a> Token<'a> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The content of a string token; empty for any other.
    pub(super) fn text_value(&self) -> Cow<'a, str> {
        match self.kind {
            Kind::LongText { from, to, .. } => {
                Cow::Borrowed(&self.text[from - self.start..to - self.start])
            }
            Kind::Text => unescaped(self.inside()),
            _ => Cow::Borrowed(""),
        }
    }

    /// A quoted string without its quotes.
    fn inside(&self) -> &'a str {
        let quote = if self.text.starts_with('"') { '"' } else { '\'' };
        let inside = &self.text[1..];
        inside.strip_suffix(quote).unwrap_or(inside)
    }

    /// Whether a value must follow this token, so that a call there is not a statement by itself.
    pub(super) fn wants_value(&self) -> bool {
        match self.kind {
            Kind::Name => matches!(
                self.text,
                "return" | "and" | "or" | "not" | "in" | "if" | "elseif" | "while" | "until"
            ),
            Kind::Sign => "=(,{[+-*/%^#<>~&|".contains(self.text),
            _ => false,
        }
    }
}

/// A string with its escapes resolved, as far as maps and names need them.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => result.push('\n'),
                Some(other) => result.push(other),
                None => {}
            },
            _ => result.push(character),
        }
    }
    Cow::Owned(result)
}

/// A tokeniser that reads a program from left to right and skips comments.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    last: Option<Token<'a>>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Scanner<'a> {
        Scanner { text, at, last: None }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The most recent token.
    pub(super) fn last(&self) -> Option<Token<'a>> {
        self.last
    }

    /// The next token; `None` at the end.
    pub(super) fn next_token(&mut self) -> Option<Token<'a>> {
        self.skip_blank();
        let start = self.at;
        let first = self.rest().chars().next()?;
        let kind = match first {
            '"' | '\'' => {
                self.at += quoted_length(self.rest());
                Kind::Text
            }
            '[' => self.long_text().unwrap_or_else(|| {
                self.at += 1;
                Kind::Sign
            }),
            _ if first.is_ascii_alphabetic() || first == '_' => {
                let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
                self.at += self.rest().find(|it| !is_part(it)).unwrap_or(self.rest().len());
                Kind::Name
            }
            '0'..='9' => {
                let is_part = |it: char| it.is_ascii_alphanumeric() || it == '.';
                self.at += self.rest().find(|it| !is_part(it)).unwrap_or(self.rest().len());
                Kind::Number
            }
            _ => {
                self.at += first.len_utf8();
                Kind::Sign
            }
        };
        self.last = Some(Token { kind, text: &self.text[start..self.at], start });
        self.last
    }

    /// Skips a string in long brackets, `[[…]]` or `[=[…]=]`, if one begins here.
    fn long_text(&mut self) -> Option<Kind> {
        let level = self.rest()[1..].bytes().take_while(|&it| it == b'=').count();
        let inside = self.rest()[1 + level..].strip_prefix('[')?;
        let from = self.text.len() - inside.len();
        let closing = format!("]{}]", "=".repeat(level));
        let length = inside.find(&closing);
        let to = from + length.unwrap_or(inside.len());
        self.at = to + length.map_or(0, |_| closing.len());
        Some(Kind::LongText { from, to, is_terminated: length.is_some() })
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            if !self.rest().starts_with("--") {
                return;
            }
            self.at += 2;
            if !(self.rest().starts_with('[') && self.long_text().is_some()) {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            }
        }
    }
}

/// The length of a quoted string, which ends at the end of its line at the latest.
fn quoted_length(text: &str) -> usize {
    let mut characters = text.char_indices();
    let quote = characters.next().map(|(_, quote)| quote);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '\n' => return at,
            _ if Some(character) == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Kind, Scanner};

    fn words(text: &str) -> Vec<&str> {
        let mut scanner = Scanner::new(text, 0);
        std::iter::from_fn(|| scanner.next_token().map(|token| token.text)).collect()
    }

    #[test]
    fn comments_are_passed_and_texts_are_whole() {
        let text = "a--b\n--[[c\nd]]e --[==[ ]] ]==] f('g--h', \"i\\\"j\", [[k\n]], [=[]]]=])";
        let expected =
            ["a", "e", "f", "(", "'g--h'", ",", "\"i\\\"j\"", ",", "[[k\n]]", ",", "[=[]]]=]", ")"];
        assert_eq!(words(text), expected);
    }

    #[test]
    fn what_has_no_end_ends_somewhere() {
        assert_eq!(words("'a\nb"), ["'a", "b"]);
        assert_eq!(words("[[a\nb"), ["[[a\nb"]);
        assert_eq!(words("--[[a\nb"), Vec::<&str>::new());
        assert_eq!(words("'\\"), ["'\\"]);
        assert_eq!(words("[=a"), ["[", "=", "a"]);
    }

    #[test]
    fn texts_have_values() {
        let mut scanner = Scanner::new("'a\\nb' [[c]]", 0);
        assert_eq!(scanner.next_token().expect("a text").text_value(), "a\nb");
        let long = scanner.next_token().expect("a long text");
        assert!(matches!(long.kind, Kind::LongText { is_terminated: true, .. }));
        assert_eq!(long.text_value(), "c");
    }
}
