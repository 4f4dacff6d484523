//! The tokeniser for level descriptions: commands with their values, maps and braces.
//!
//! It makes a single pass from left to right over any text, and does not recurse.

use crate::text::nethack_text::Spot;

/// Maximum number of values of a command that are parsed.
const VALUES_MAX: usize = 8;

/// A token that matters to the reader.
#[derive(Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// The line `MAP`.
    Map { start: usize },
    /// `NAME: value, value`.
    Command(Command<'a>),
    /// A keyword of the 3.6 language.
    Keyword { word: &'a str, start: usize, end: usize },
    /// `{`.
    Open,
    /// `{` after `=`.
    OpenList,
    /// `}`.
    Close,
    /// `$`, before the name of a variable.
    Variable,
}

/// A command. Its text, including a preceding probability, extends from `start` to `end`.
#[derive(Debug, PartialEq)]
pub(super) struct Command<'a> {
    pub(super) name: &'a str,
    pub(super) values: Vec<Value<'a>>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// It has a probability and so may not be executed.
    pub(super) is_chance: bool,
}

/// A value of a command.
#[derive(Debug, PartialEq)]
pub(super) enum Value<'a> {
    /// `(…)` with its numbers, and its text if there is one.
    Group { numbers: Vec<i64>, text: Option<&'a str> },
    /// `"…"`.
    Text(&'a str),
    /// A word, such as `random`.
    Word(&'a str),
    /// `name()`.
    EmptyCall(&'a str),
    /// Anything else.
    Other,
}

impl<'a> Value<'a> {
    /// The text of a name, with or without parentheses.
    pub(super) fn text(&self) -> Option<&'a str> {
        match self {
            Value::Text(text) | Value::Group { text: Some(text), .. } => Some(text),
            _ => None,
        }
    }

    /// The spot given by coordinates.
    pub(super) fn spot(&self) -> Spot {
        match self {
            Value::Group { numbers, text: None } => Spot::from_numbers(numbers),
            _ => Spot::Random,
        }
    }
}

/// The rows of a map.
#[derive(Debug)]
pub(super) struct MapText {
    pub(super) rows: Vec<String>,
    /// Offset where the text continues.
    pub(super) end: usize,
    pub(super) is_terminated: bool,
}

/// A tokeniser that reads a description from left to right.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    after_equals: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, at: 0, after_equals: false }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next token; `None` at the end.
    pub(super) fn next_token(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_blank();
            let start = self.at;
            let first = self.rest().chars().next()?;
            let after_equals = std::mem::take(&mut self.after_equals);
            match first {
                '"' | '\'' => self.skip_quoted(),
                '$' => {
                    self.at += 1;
                    return Some(Token::Variable);
                }
                '{' => {
                    self.at += 1;
                    return Some(if after_equals { Token::OpenList } else { Token::Open });
                }
                '}' => {
                    self.at += 1;
                    return Some(Token::Close);
                }
                '[' => {
                    if let Some(command) = self.chance_before_command() {
                        return Some(Token::Command(command));
                    }
                    self.at = start + 1;
                }
                _ if first.is_ascii_alphabetic() || first == '_' => {
                    if let Some(token) = self.word_token() {
                        return Some(token);
                    }
                }
                _ => {
                    self.after_equals = first == '=';
                    self.at += first.len_utf8();
                }
            }
        }
    }

    /// The rows up to `ENDMAP`; call this right after [`Token::Map`]. An unterminated map extends
    /// at most to the next level.
    pub(super) fn map(&mut self) -> MapText {
        let mut rows = Vec::new();
        let mut is_terminated = false;
        self.at += self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
        while !self.rest().is_empty() {
            let line = self.rest().split('\n').next().unwrap_or_default();
            if line.starts_with("MAZE:") || line.starts_with("LEVEL:") {
                break;
            }
            self.at += (line.len() + 1).min(self.rest().len());
            if line.trim() == "ENDMAP" {
                is_terminated = true;
                break;
            }
            rows.push(line.to_owned());
        }
        MapText { rows, end: self.at, is_terminated }
    }

    fn word(&mut self) -> &'a str {
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let end = self.rest().find(|it| !is_part(it)).unwrap_or(self.rest().len());
        let word = &self.rest()[..end];
        self.at += end;
        word
    }

    /// The command, keyword or map that begins with this word; otherwise skips the word.
    fn word_token(&mut self) -> Option<Token<'a>> {
        let start = self.at;
        let word = self.word();
        let end = self.at;
        if word == "MAP" {
            let after = self.rest().trim_start_matches([' ', '\t']);
            let is_alone = (start == 0 || self.text[..start].ends_with('\n'))
                && (after.is_empty() || after.starts_with('\n'));
            return is_alone.then_some(Token::Map { start });
        }
        if matches!(word, "IF" | "ELSE" | "LOOP" | "FOR" | "SWITCH") {
            return Some(Token::Keyword { word, start, end });
        }
        if word.is_empty() || !word.bytes().all(|it| it.is_ascii_uppercase() || it == b'_') {
            return None;
        }
        let is_chance = self.percentage();
        if matches!(word, "CASE" | "DEFAULT") {
            let values = Vec::new();
            return Some(Token::Command(Command { name: word, values, start, end, is_chance }));
        }
        self.skip_spaces();
        if !self.rest().starts_with(':') {
            return None;
        }
        self.at += 1;
        let (values, end) = self.values();
        Some(Token::Command(Command { name: word, values, start, end, is_chance }))
    }

    /// A command after a probability such as `[50%]:`.
    fn chance_before_command(&mut self) -> Option<Command<'a>> {
        let start = self.at;
        if !self.percentage() {
            return None;
        }
        self.skip_spaces();
        if !self.rest().starts_with(':') {
            return None;
        }
        self.at += 1;
        self.skip_blank();
        match self.word_token()? {
            Token::Command(command) => Some(Command { start, is_chance: true, ..command }),
            _ => None,
        }
    }

    /// Skips a probability such as `[50%]`, if there is one.
    fn percentage(&mut self) -> bool {
        let after = self.rest().trim_start_matches([' ', '\t']);
        let Some(inner) = after.strip_prefix('[') else { return false };
        let digits = inner.trim_start_matches(|it: char| it.is_ascii_digit());
        let Some(after) = digits.strip_prefix("%]") else { return false };
        self.at = self.text.len() - after.len();
        digits.len() < inner.len()
    }

    /// The values of a command and the end of the last one.
    fn values(&mut self) -> (Vec<Value<'a>>, usize) {
        let mut values = Vec::new();
        let mut end = self.at;
        loop {
            self.skip_blank();
            let Some(value) = self.value() else { break };
            if values.len() < VALUES_MAX {
                values.push(value);
            }
            end = self.at;
            // A list may continue on the next line, but only after a comma.
            self.skip_spaces();
            if !self.rest().starts_with(',') {
                break;
            }
            self.at += 1;
        }
        self.at = end;
        (values, end)
    }

    fn value(&mut self) -> Option<Value<'a>> {
        let start = self.at;
        let first = self.rest().chars().next()?;
        match first {
            '"' => {
                self.skip_quoted();
                Some(Value::Text(self.text[start..self.at].trim_matches('"')))
            }
            '\'' => {
                self.skip_quoted();
                Some(Value::Other)
            }
            '(' => self.group(),
            '$' => {
                self.at += 1;
                self.word();
                self.skip_index();
                Some(Value::Other)
            }
            _ if first.is_ascii_alphabetic() => self.word_value(),
            '-' | '+' | '0'..='9' => {
                self.at += 1;
                self.word();
                Some(Value::Other)
            }
            _ => None,
        }
    }

    /// A word or a call. A word before a colon is the next command, not a value.
    fn word_value(&mut self) -> Option<Value<'a>> {
        let start = self.at;
        let word = self.word();
        self.skip_index();
        let after = self.rest().trim_start_matches([' ', '\t']);
        if after.starts_with(':') {
            self.at = start;
            return None;
        }
        let Some(inner) = after.strip_prefix('(') else { return Some(Value::Word(word)) };
        if let Some(after) = inner.trim_start_matches([' ', '\t']).strip_prefix(')') {
            self.at = self.text.len() - after.len();
            return Some(Value::EmptyCall(word));
        }
        self.at = self.text.len() - after.len();
        self.group();
        Some(Value::Other)
    }

    /// Skips `[…]` on the same line.
    fn skip_index(&mut self) {
        if self.rest().starts_with('[') {
            let end = self.rest().find([']', '\n', ':']).unwrap_or(self.rest().len());
            self.at += end + usize::from(self.rest()[end..].starts_with(']'));
        }
    }

    /// Parses `(…)`. Groups neither nest nor span lines: such a group is abandoned, so that no text
    /// is read twice.
    fn group(&mut self) -> Option<Value<'a>> {
        self.at += 1;
        let (mut numbers, mut text, mut is_plain) = (Vec::new(), None, true);
        loop {
            let start = self.at;
            match self.rest().chars().next()? {
                ')' => {
                    self.at += 1;
                    if !is_plain {
                        numbers.clear();
                    }
                    return Some(Value::Group { numbers, text });
                }
                '(' | '\n' => return None,
                '"' => {
                    self.skip_quoted();
                    text = Some(self.text[start..self.at].trim_matches('"'));
                }
                '\'' => self.skip_quoted(),
                '-' | '0'..='9' => {
                    self.at += 1;
                    self.word();
                    match self.text[start..self.at].parse() {
                        Ok(number) if numbers.len() < VALUES_MAX => numbers.push(number),
                        _ => is_plain = false,
                    }
                }
                ',' | ' ' | '\t' => self.at += 1,
                other => {
                    is_plain = false;
                    self.at += other.len_utf8();
                }
            }
        }
    }

    /// Skips `"…"` or `'x'`; a quote that is not closed on its line is an ordinary character.
    fn skip_quoted(&mut self) {
        let quote = if self.rest().starts_with('"') { '"' } else { '\'' };
        let mut characters = self.rest().char_indices().skip(1);
        if quote == '"' {
            let end = characters.find(|&(_, it)| it == '"' || it == '\n');
            self.at += match end {
                Some((at, '"')) => at + 1,
                Some((at, _)) => at,
                None => self.rest().len(),
            };
            return;
        }
        // One character, or one after a backslash.
        let second = characters.next().map(|(_, it)| it);
        let is_end = |next: Option<(usize, char)>| next.filter(|&(_, it)| it == '\'');
        let third = characters.next();
        let fourth = characters.next().filter(|_| second == Some('\\'));
        let end = is_end(fourth).or(is_end(third)).filter(|_| second != Some('\n'));
        self.at += end.map_or(1, |(at, _)| at + 1);
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t']).len();
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            if !self.rest().starts_with('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }
}
