//! Finds rows drawn in unknown characters in a text without levels, so that the message can name
//! the characters that need a legend.

use std::collections::BTreeSet;

use super::legend::Legend;
use crate::finding::{Finding, FindingKind, Location};

/// The most different characters that a level is drawn with; prose has more.
const SIGNS_MAX: usize = 8;

/// Looks for the first block of lines that seems to be a level in unknown characters: the first and
/// the last line are one character repeated, and the others begin and end with it.
#[derive(Debug)]
pub(super) struct ForeignRows {
    legend: Legend,
    block: Option<Block>,
    found: Option<Finding>,
}

#[derive(Debug)]
struct Block {
    wall: char,
    location: Location,
    line: String,
    rows: usize,
    signs: BTreeSet<char>,
    /// Whether every other character is a blank.
    is_spaced: bool,
}

impl ForeignRows {
    /// A new search; rows in characters of `legend` are not foreign.
    pub(super) fn new(legend: Option<Legend>) -> ForeignRows {
        let legend = legend.unwrap_or_else(Legend::xsb);
        ForeignRows { legend, block: None, found: None }
    }

    /// What was found.
    pub(super) fn take(&mut self) -> Option<Finding> {
        self.found.take()
    }

    /// Examines the next line.
    pub(super) fn line(&mut self, number: usize, line: &str) {
        if self.found.is_some() {
            return;
        }
        let text = line.trim();
        let ends = text.chars().next().zip(text.chars().next_back());
        let Some((first, last)) = ends.filter(|(first, last)| first == last) else {
            self.block = None;
            return;
        };
        let goes_on = self.block.as_mut().is_some_and(|it| it.wall == first && it.take(text));
        let is_complete = |it: &mut Block| it.rows >= 3 && it.signs.len() > 1 && is_one_sign(text);
        if !goes_on {
            self.block = self.beginning(number, line, last);
        } else if let Some(block) = self.block.take_if(is_complete) {
            self.found = Some(block.finding());
        }
    }

    /// A block that begins with this line.
    fn beginning(&self, number: usize, line: &str, wall: char) -> Option<Block> {
        let text = line.trim();
        let length = text.chars().count();
        if length < 3 || self.legend.is_wall(wall) || !is_one_sign(text) {
            return None;
        }
        let column = line.chars().take_while(|it| it.is_whitespace()).count() + 1;
        let location = Location { line: number, column, length };
        let signs = BTreeSet::from([wall]);
        let is_spaced = is_spaced(text);
        Some(Block { wall, location, line: line.to_owned(), rows: 1, signs, is_spaced })
    }
}

impl Block {
    /// Adds a row; `false` if it has too many different characters to be one.
    fn take(&mut self, text: &str) -> bool {
        self.rows += 1;
        self.is_spaced &= is_spaced(text);
        for sign in text.chars().filter(|it| !it.is_whitespace()) {
            self.signs.insert(sign);
            if self.signs.len() > SIGNS_MAX {
                return false;
            }
        }
        true
    }

    fn finding(self) -> Finding {
        let knows = |name: &&str| {
            Legend::named(name).is_some_and(|it| {
                it.is_wall(self.wall) && self.signs.iter().all(|sign| it.place(*sign).is_some())
            })
        };
        let known_by: Vec<&str> = Legend::NAMES.into_iter().filter(knows).collect();
        let mut advice = Vec::new();
        if self.is_spaced {
            advice.push("the blanks between the characters must go".to_owned());
        }
        if !self.wall.is_ascii() {
            advice.push("legends name ASCII characters only, so write # for it".to_owned());
        }
        if !known_by.is_empty() {
            let names = known_by.join(" or ");
            advice.push(format!("--legend {names} knows all characters of these rows"));
        }
        let kind = FindingKind::UnknownLegend(self.wall, advice.join("; "));
        Finding::at(kind, self.location).with_excerpt(&self.line)
    }
}

/// Whether a line repeats one character, ignoring blanks in between.
fn is_one_sign(text: &str) -> bool {
    let mut signs = text.chars().filter(|it| !it.is_whitespace());
    let first = signs.next();
    signs.all(|it| Some(it) == first)
}

/// Whether every other character is a blank.
fn is_spaced(text: &str) -> bool {
    text.chars().count() > 2 && text.chars().skip(1).step_by(2).all(|it| it == ' ')
}

#[cfg(test)]
mod tests {
    use crate::finding::FindingKind;
    use crate::text::{Format, Legend, ReadOptions, read_text};

    fn found(text: &str, legend: Option<Legend>) -> Vec<(FindingKind, Option<(usize, usize)>)> {
        let read = read_text(text.as_bytes(), ReadOptions { format: None, legend });
        assert_eq!(read.levels, []);
        let place = |it: &crate::Finding| it.location.map(|it| (it.line, it.column));
        read.findings.iter().map(|it| (it.kind.clone(), place(it))).collect()
    }

    #[test]
    fn issue_16_rows_in_an_unknown_legend_are_told_with_the_legends_that_know_them() {
        let dos = "A level\n\n XXXXXX\n X@*. X\n XXXXXX\n";
        let check = |text: &str, legend, wall, place, advice: &str| {
            let kind = FindingKind::UnknownLegend(wall, advice.to_owned());
            assert_eq!(found(text, legend), [(kind, Some(place))], "{text}");
        };
        let by_dos = "--legend dos knows all characters of these rows";
        check(dos, None, 'X', (3, 2), by_dos);
        check(dos, Legend::named("reasoning-gym"), 'X', (3, 2), by_dos);
        check("wwwww\nw@$.w\nwwwww\n", None, 'w', (1, 1), "");
        let ascii = "legends name ASCII characters only, so write # for it";
        check("▓▓▓▓▓\n▓@$.▓\n▓▓▓▓▓\n", None, '▓', (1, 1), ascii);
        let gym = "the blanks between the characters must go; --legend reasoning-gym knows all \
                   characters of these rows";
        check("% %\n+ + + + +\n+ * @ X +\n+ + + + +\n", None, '+', (2, 1), gym);
    }

    #[test]
    fn prose_is_no_level_in_an_unknown_legend() {
        let banner = "*********************\n* Hello, dear reader *\n*********************\n";
        for text in ["only words in here", "", "aaa\naba\n", banner, "=====\n\n=====\n"] {
            assert_eq!(found(text, None), [(FindingKind::NoLevel, None)], "{text}");
        }
    }

    #[test]
    fn advice_names_every_legend_and_format() {
        for (code, _, help) in FindingKind::CODES {
            if !["E0101", "E0119"].contains(code) {
                continue;
            }
            for name in Legend::NAMES.into_iter().chain(Format::ALL.map(Format::name)) {
                assert!(help.contains(name), "{code}: {name}");
            }
        }
    }
}
