//! Maps as shown on `NetHack`'s screen, alone or as diagrams in a text.
//!
//! `-` and `|` are walls, `.` floor, `0` or a backtick a boulder, `^` a hole, `@` the keeper, `<`
//! the exit, and a space is rock. A block is a run of rows without prose in between. Maps may be
//! indented, and a block with several keepers, or none, is split into diagrams side by side. A line
//! that begins with `;` is the title of the next map, or names its rules, as in
//! `; Rules: nethack-game`, or directly below such a line is a note on it, as in `; Author: Smith`.

mod block;
mod note;
mod write;

use super::item::{Item, LineParser};
use super::nethack_text::rules_named;
use crate::level::Notes;
use crate::rule_set::Rules;
use block::{Block, LineKind};

pub(super) use block::level_in_place;
pub use write::draw_map;
pub(super) use write::{draw_in_place, write_level};

/// Reads maps line by line.
#[derive(Debug)]
pub(super) struct Parser {
    block: Block,
    title: Option<String>,
    /// The rules named above the next map.
    rules: Option<Rules>,
    notes: Notes,
    /// The number of the last line that begins with `;`.
    comment_at: Option<usize>,
}

impl Parser {
    pub(super) fn new() -> Parser {
        let notes = Notes::default();
        Parser { block: Block::default(), title: None, rules: None, notes, comment_at: None }
    }

    fn end_block(&mut self, emit: &mut dyn FnMut(Item)) {
        let block = std::mem::take(&mut self.block);
        if block.is_mere_text() {
            return;
        }
        let (title, rules) = (self.title.take(), self.rules.take());
        let notes = std::mem::take(&mut self.notes);
        for mut level in block.into_levels() {
            level.title.clone_from(&title);
            level.notes.clone_from(&notes);
            level.rules = rules.unwrap_or(level.rules);
            emit(Item::Level(Box::new(level)));
        }
    }

    /// Reads a line above a map: its title, its rules, or directly below another such line a note.
    fn comment(&mut self, number: usize, text: &str) {
        let above = self.comment_at.replace(number);
        let is_below = above.is_some_and(|above| above + 1 == number);
        if let Some(rules) = rules_named(text) {
            self.rules = Some(rules);
            return;
        }
        match note::read(text) {
            Some(note) if is_below => note::add(&mut self.notes, note),
            _ => {
                self.title = (!text.is_empty()).then(|| text.to_owned());
                self.notes = Notes::default();
            }
        }
    }
}

impl LineParser for Parser {
    fn line(&mut self, number: usize, line: &str, emit: &mut dyn FnMut(Item)) {
        let kind = self.block.kind_of(line);
        if kind == LineKind::Other {
            self.end_block(emit);
            if let Some(text) = line.trim_start().strip_prefix(';') {
                self.comment(number, text.trim());
            } else if !line.trim().is_empty() {
                // A title separated from the map by prose does not belong to it.
                self.title = None;
                self.rules = None;
                self.notes = Notes::default();
            }
        } else {
            self.block.push(number, line, kind);
        }
    }

    fn finish(&mut self, emit: &mut dyn FnMut(Item)) {
        self.end_block(emit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, ReadOptions, WriteOptions, read_text, write_collection};
    use crate::check::check;
    use crate::finding::{FindingKind, Severity};
    use crate::level::{Level, Notes};
    use crate::picture::{Ground, Occupant, Picture};
    use crate::testing::picture;

    fn read(text: &str) -> Vec<Level> {
        let options = ReadOptions { format: Some(Format::NethackMap), legend: None };
        read_text(text.as_bytes(), options).levels
    }

    fn write(levels: &[Level]) -> String {
        let options = WriteOptions::new(Format::NethackMap);
        write_collection(&Notes::default(), levels, &options).expect("it has glyphs for all")
    }

    /// Checks that `text` is rewritten as `expected`, and that both show the same puzzle.
    #[track_caller]
    fn check_written(text: &str, expected: &str) {
        let levels = read(&picture(text));
        let written = write(&levels);
        assert_eq!(written.trim_end(), picture(expected));
        let again = read(&written);
        assert_eq!(levels.len(), again.len());
        for (level, other) in levels.iter().zip(&again) {
            let (board, state) = check(level).expect("playable");
            let (other_board, other_state) = check(other).expect("still playable");
            let puzzle = Picture::of_puzzle(&board, &state);
            assert_eq!(puzzle, Picture::of_puzzle(&other_board, &other_state));
        }
    }

    #[test]
    fn a_map_is_written_as_it_was_read() {
        let map = "
            ; the first
            ------
            |@.0^----
            |.`..+.<|
            ---------";
        check_written(map, &map.replace('`', "0"));
    }

    #[test]
    fn corridors_and_annotations_are_floor() {
        check_written(
            "
            -----
            |88####
            |@x<|
            -----",
            "
            --------
            |......|
            |@.<----
            -----",
        );
    }

    #[test]
    fn indented_maps_stand_in_a_text() {
        let levels =
            read("Here is one - a small one:\n\n    -----\n    |@0^|\n    -----\n\nThe end.\n");
        assert_eq!(levels.len(), 1);
        assert_eq!((levels[0].source.line, levels[0].source.indent), (3, 4));
        assert_eq!(levels[0].title, None);
        assert_eq!(levels[0].location(1, 1).column, 6);
    }

    #[test]
    fn diagrams_side_by_side_are_parted_unless_they_share_one_hero() {
        let two = "---   ----\n|@|   |@.|\n---   ----\n";
        assert_eq!(read(two).len(), 2);
        assert_eq!(read(&two.replacen('@', ".", 1)).len(), 1);
        let none = read(&two.replace('@', "."));
        assert_eq!(none.len(), 2);
        assert_eq!((none[1].source.indent, none[1].picture.width()), (6, 4));
    }

    #[test]
    fn a_part_may_be_lower_than_its_neighbours() {
        let levels = read("        -----\n---     |..@|\n|@|     -----\n---\n");
        let lines: Vec<_> = levels.iter().map(|level| level.source.line).collect();
        assert_eq!(lines, [2, 1]);
    }

    #[test]
    fn prose_and_rules_are_no_maps() {
        assert!(read("Heading\n-------\n- a list\n- another\n").is_empty());
        assert!(read("-----\n\n-----\n\n-----\n").is_empty());
        assert!(read("-----\n-----\n-----\n").is_empty());
        assert!(read("; a\n; b (omitted)\n").is_empty());
    }

    #[test]
    fn the_last_line_with_a_semicolon_is_the_title() {
        let levels =
            read("; one\n\n; two \n\n---\n|@|\n---\n\n---\n|@|\n---\n; x\ntext\n---\n|@|\n---");
        let titles: Vec<_> = levels.iter().map(|level| level.title.as_deref()).collect();
        assert_eq!(titles, [Some("two"), None, None]);
    }

    #[test]
    fn the_hero_arrives_at_the_branch_or_the_stairs() {
        let keeper = |text: &str| {
            let level = read(text).swap_remove(0);
            let at = level.picture.places().iter().position(|it| it.occupant == Occupant::Keeper);
            at.map(|at| at % level.picture.width())
        };
        assert_eq!(keeper("-----\n|_>@|\n-----"), Some(3));
        assert_eq!(keeper("-----\n|>_.|\n-----"), Some(2));
        assert_eq!(keeper("-----\n|.>.|\n-----"), Some(2));
        assert_eq!(keeper("-----\n|...|\n-----"), None);
    }

    #[test]
    fn creatures_and_objects_are_floor_with_a_warning() {
        let level = read("------\n|@d%.|\n------\n").swap_remove(0);
        let kinds: Vec<_> = level.findings.iter().map(|finding| finding.kind.clone()).collect();
        assert_eq!(kinds, [FindingKind::TakenAsFloor('d'), FindingKind::TakenAsFloor('%')]);
        assert_eq!(level.findings[1].location, Some(level.location(3, 1)));
        assert_eq!(level.picture.at(2, 1).ground, Ground::Floor);
        assert!(level.findings.iter().all(|it| it.kind.severity() == Severity::Warning));
    }

    #[test]
    fn a_level_beyond_the_limit_is_one_error() {
        let row = format!("|{}|\n", ".".repeat(999));
        let text = format!("{}\n---\n|@|\n---\n", row.repeat(1000));
        let levels = read(&text);
        assert_eq!(levels.len(), 2);
        assert_eq!(levels[0].findings[0].kind, FindingKind::TooLarge("the level"));
        assert!(levels[1].findings.is_empty());
    }
}
