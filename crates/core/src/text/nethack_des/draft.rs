//! A level while it is being read: its drawing so far, and the text to keep.

use super::blocks::Blocks;
use super::scan::{Command, Value};
use crate::finding::{FindingKind, Location};
use crate::level::{Level, Note};
use crate::rule_set::Rules;
use crate::text::nethack_text::{
    Dialect, Drawing, KeptText, Marks, NethackDescription, Slot, Spot, Thing, is_boulder, trap,
};

/// What follows the end of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LevelEnd {
    /// Another level, which owns the comments before it.
    Level,
    /// The end of the text.
    Text,
}

/// A level that is being read.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    name: &'a str,
    pub(super) rules: Rules,
    pub(super) notes: Vec<Note>,
    kept: KeptText<'a>,
    preamble: Vec<String>,
    drawing: Option<Drawing>,
    marks: Marks,
    pub(super) blocks: Blocks,
    /// A second map has begun, and coordinates now refer to it.
    is_past: bool,
    is_hard: bool,
    /// The text uses a feature that only 3.6 has.
    pub(super) is_modern: bool,
    has_levregion: bool,
}

impl<'a> Draft<'a> {
    pub(super) fn new(name: &'a str, kept: KeptText<'a>) -> Draft<'a> {
        Draft {
            name,
            rules: Rules::NETHACK,
            notes: Vec::new(),
            kept,
            preamble: Vec::new(),
            drawing: None,
            marks: Marks::default(),
            blocks: Blocks::default(),
            is_past: false,
            is_hard: false,
            is_modern: false,
            has_levregion: false,
        }
    }

    pub(super) fn has_map(&self) -> bool {
        self.drawing.is_some()
    }

    /// Processes the map that begins at `start`; `kept` is the text after it.
    pub(super) fn begin_map(&mut self, drawing: Drawing, start: usize, kept: KeptText<'a>) {
        self.preamble = std::mem::replace(&mut self.kept, kept).finish(start);
        self.blocks = Blocks::default();
        self.drawing = Some(drawing);
    }

    /// Skips another map, which is not part of the puzzle.
    pub(super) fn pass_map(&mut self, start: usize) {
        self.is_past = true;
        let position = self.kept.break_line(start);
        self.marks.end_at(self.blocks.position().unwrap_or(position));
    }

    /// Processes a keyword of the 3.6 language.
    pub(super) fn keyword(&mut self, word: &str, start: usize, location: Location) {
        self.is_modern = true;
        let position = match word {
            "IF" | "LOOP" | "FOR" | "SWITCH" if self.blocks.is_empty() => {
                Some(self.kept.break_line(start))
            }
            _ => None,
        };
        self.blocks.keyword(word, location, position);
    }

    pub(super) fn command(&mut self, command: &Command<'_>, location: Location) {
        let is_named = |value: &Value<'_>| matches!(value, Value::Group { text: Some(_), .. });
        self.is_modern |= command.values.iter().any(is_named);
        self.has_levregion |= command.values.contains(&Value::EmptyCall("levregion"));
        match command.name {
            "LEVEL" => self.is_modern = true,
            "FLAGS" => {
                let has = |word| command.values.contains(&Value::Word(word));
                self.is_hard |= has("hardfloor");
                self.is_modern |= has("premapped") || has("solidify");
            }
            // The following braces hold the contents of the container, not objects on the map.
            "CONTAINER" => self.blocks.announce_contents(),
            "CASE" | "DEFAULT" => self.blocks.case(),
            _ => self.puzzle_command(command, location),
        }
    }

    fn puzzle_command(&mut self, command: &Command<'_>, location: Location) {
        let Some(drawing) = &mut self.drawing else { return };
        if self.is_past || self.blocks.is_contents() {
            return;
        }
        if command.name == "DOOR" {
            let spot = command.values.iter().find(|value| matches!(value, Value::Group { .. }));
            if let (Some(spot), true) = (spot, self.blocks.is_taken()) {
                drawing.put_door(spot.spot());
            }
            return;
        }
        let Some((thing, spot)) = thing_of(command) else { return };
        if command.is_chance {
            drawing.note(FindingKind::RandomChoice, location);
        }
        if let Some(choice) = self.blocks.unreported_choice() {
            drawing.note(FindingKind::RandomChoice, choice);
        }
        if !self.blocks.is_taken() {
            self.kept.cut(command.start, command.end);
        } else if drawing.put(thing, spot, location) {
            let position = self.kept.cut(command.start, command.end);
            self.marks.note(thing, self.blocks.position().unwrap_or(position));
        }
    }

    /// The level, if it has a map, and the trailing comment lines, which belong to the next one.
    pub(super) fn finish(self, end: usize, with: LevelEnd) -> (Option<Level>, Vec<String>) {
        let mut commands = self.kept.finish(end);
        let mut heading = Vec::new();
        if with == LevelEnd::Level {
            let is_other = |line: &String| !(line.trim().is_empty() || line.starts_with('#'));
            let from = commands.iter().rposition(is_other).map_or(0, |last| last + 1);
            heading = commands.split_off(from.max(self.marks.last()).min(commands.len()));
            heading.retain(|line| !line.trim().is_empty());
        }
        while commands.last().is_some_and(|line| line.trim().is_empty()) {
            commands.pop();
        }
        let Some(drawing) = self.drawing else { return (None, heading) };
        let drawn = drawing.finish();
        let dialect = match (self.is_modern, self.has_levregion) {
            (true, _) => Dialect::Des36,
            (false, true) => Dialect::Des4,
            (false, false) => Dialect::Des343,
        };
        let by_flags = if self.is_hard { Slot::Entry } else { Slot::Later };
        let mut level = Level::from_picture(drawn.picture, self.rules);
        level.title = (!self.name.is_empty()).then(|| self.name.to_owned());
        level.notes.0 = self.notes;
        level.findings = drawn.findings;
        level.nethack = Some(Box::new(NethackDescription {
            dialect,
            name: self.name.to_owned(),
            arrival: drawn.arrival,
            slot: drawn.slot.unwrap_or(by_flags),
            map: drawn.source.rows.clone(),
            preamble: self.preamble,
            positions: self.marks.settle(commands.len()),
            commands,
        }));
        level.source = drawn.source;
        (Some(level), heading)
    }
}

/// The object that a command places, and where, if it is part of the puzzle.
fn thing_of(command: &Command<'_>) -> Option<(Thing, Spot)> {
    let values = &command.values;
    let spot_at = |index: usize| values.get(index).map_or(Spot::Random, Value::spot);
    match command.name {
        "OBJECT" => {
            let named =
                values.iter().take(2).position(|value| value.text().is_some_and(is_boulder));
            let named = named?;
            let is_inside = values.get(named + 1) == Some(&Value::Word("contained"));
            (!is_inside).then(|| (Thing::Boulder, spot_at(named + 1)))
        }
        "TRAP" => Some((values.first()?.text().and_then(trap)?, spot_at(1))),
        "STAIR" => {
            let has = |word| values.contains(&Value::Word(word));
            let thing = if has("up") { Some(Thing::Exit) } else { None };
            let thing = thing.or(if has("down") { Some(Thing::DownStairs) } else { None });
            Some((thing?, spot_at(0)))
        }
        "BRANCH" => Some((Thing::Branch, spot_at(0))),
        _ => None,
    }
}
