//! Level descriptions of `NetHack` 3.7, which are Lua programs.
//!
//! Nothing is executed: the reader scans the text for calls of the game's functions and interprets
//! those of the puzzle if their arguments are literal numbers and strings. Everything else is kept
//! verbatim. Of a condition, the first branch is taken; puzzle calls in the others are dropped. A
//! puzzle call that cannot be drawn is reported and kept.

mod blocks;
mod calls;
mod scan;
mod write;

use super::item::Item;
use super::nethack_text::{
    Dialect, Drawing, KeptText, Locator, Marks, NethackDescription, Slot, Spot, Thing, is_boulder,
    take_rules, trap,
};
use crate::finding::FindingKind;
use crate::level::{Level, Note};
use crate::rule_set::Rules;
use blocks::Blocks;
use calls::{Arguments, Value, arguments, map_text};
use scan::{Kind, Scanner, Token};

pub(super) use write::{fresh_lines, write_level};

/// Reads the level of a text.
pub(super) fn parse(text: &str, emit: &mut dyn FnMut(Item)) {
    let (mut comment, code) = leading_comment(text);
    let rules = take_rules(&mut comment).unwrap_or(Rules::NETHACK);
    let mut parser = Parser {
        text,
        scanner: Scanner::new(text, code),
        locator: Locator::new(text),
        kept: KeptText::new(text, code),
        preamble: Vec::new(),
        drawing: None,
        marks: Marks::default(),
        blocks: Blocks::default(),
        is_past: false,
        is_hard: false,
    };
    parser.run();
    if let Some(level) = parser.finish(&comment) {
        emit(Item::Level(Box::new(level.with_rules(rules))));
    }
}

struct Parser<'a> {
    text: &'a str,
    scanner: Scanner<'a>,
    locator: Locator<'a>,
    kept: KeptText<'a>,
    preamble: Vec<String>,
    drawing: Option<Drawing>,
    marks: Marks,
    blocks: Blocks,
    /// A second map has begun, and coordinates now refer to it.
    is_past: bool,
    is_hard: bool,
}

impl<'a> Parser<'a> {
    fn run(&mut self) {
        let mut before: Option<Token<'a>> = None;
        while let Some(token) = self.scanner.next_token() {
            match token.kind {
                // A field `des` of another object is not the game's module.
                Kind::Name if before.is_some_and(|it| matches!(it.text, "." | ":")) => {}
                Kind::Name if token.text == "des" => self.member(token, before),
                Kind::Name => self.name(token),
                Kind::Text if token.text_value() == "hardfloor" => self.is_hard = true,
                _ => {}
            }
            before = Some(self.scanner.last().unwrap_or(token));
        }
    }

    fn name(&mut self, token: Token<'a>) {
        let (start, end) = (token.start, token.start + token.text.len());
        if token.text == "if" {
            let location = self.locator.find(start, end);
            let position = self.blocks.is_outside_choices().then(|| self.kept.break_line(start));
            self.blocks.choose(location, position);
        } else {
            self.blocks.word(token.text);
        }
    }

    /// Processes what follows `des`.
    fn member(&mut self, des: Token<'a>, before: Option<Token<'a>>) {
        let mut ahead = self.scanner.clone();
        let is_member = ahead.next_token().is_some_and(|dot| dot.text == ".");
        let Some(name) = ahead.next_token().filter(|name| is_member && name.kind == Kind::Name)
        else {
            return;
        };
        match name.text {
            "map" if self.drawing.is_some() => {
                self.is_past = true;
                let position = self.kept.break_line(des.start);
                self.marks.end_at(self.blocks.position().unwrap_or(position));
            }
            "map" => {
                self.scanner = ahead;
                self.map(des);
            }
            "object" | "trap" | "stair" | "levregion" => {
                self.scanner = ahead;
                let arguments = arguments(&mut self.scanner);
                if let Some(arguments) = arguments {
                    self.call(des.start, name.text, &arguments, before);
                }
            }
            _ => {}
        }
    }

    /// Reads the first map. The code around the string is kept verbatim.
    fn map(&mut self, des: Token<'a>) {
        let Some(map) = map_text(&mut self.scanner) else { return };
        let first_line = self.locator.find(map.rows_start, map.rows_start).line;
        let mut drawing = Drawing::new(map.rows, first_line);
        if !map.is_terminated {
            let location = self.locator.find(des.start, des.start + "des.map".len());
            drawing.note(FindingKind::UnterminatedMap, location);
        }
        let kept = std::mem::replace(&mut self.kept, KeptText::new(self.text, map.end));
        self.preamble = kept.finish(map.start);
        self.blocks.forget_choice();
        self.drawing = Some(drawing);
    }

    fn call(
        &mut self,
        start: usize,
        name: &str,
        arguments: &Arguments<'a>,
        before: Option<Token<'a>>,
    ) {
        let Some(drawing) = self.drawing.as_mut().filter(|_| !self.is_past) else { return };
        let Some((thing, mut spot)) = thing_of(name, arguments) else { return };
        let is_value = before.is_some_and(|token| token.wants_value());
        if is_value {
            // The program uses the returned object in ways that only the game can evaluate.
            spot = Spot::Random;
        }
        let end = arguments.end;
        let location = self.locator.find(start, end);
        if let Some(choice) = self.blocks.unreported_choice() {
            drawing.note(FindingKind::RandomChoice, choice);
        }
        let is_taken = self.blocks.is_taken();
        let is_drawn = is_taken && drawing.put(thing, spot, location);
        if !is_drawn && (is_taken || is_value) {
            return;
        }
        let after = self.text[end..].trim_start_matches([' ', '\t']);
        let end = if after.starts_with(';') { self.text.len() - after.len() + 1 } else { end };
        let position = self.kept.cut(start, end);
        if is_drawn {
            self.marks.note(thing, self.blocks.position().unwrap_or(position));
        }
    }

    fn finish(self, comment: &[&str]) -> Option<Level> {
        let drawn = self.drawing?.finish();
        let name = comment.iter().find_map(|line| level_name(line)).unwrap_or_default();
        let commands = self.kept.finish(self.text.len());
        let by_flags = if self.is_hard { Slot::Entry } else { Slot::Later };
        let mut level = Level::from_picture(drawn.picture, Rules::NETHACK);
        level.title = (!name.is_empty()).then(|| name.to_owned());
        let comment = comment.join("\n");
        if !comment.trim().is_empty() {
            level.notes.0.push(Note::Comment(comment));
        }
        level.findings = drawn.findings;
        level.nethack = Some(Box::new(NethackDescription {
            dialect: Dialect::Lua37,
            name: name.to_owned(),
            arrival: drawn.arrival,
            slot: drawn.slot.unwrap_or(by_flags),
            map: drawn.source.rows.clone(),
            preamble: self.preamble,
            positions: self.marks.settle(commands.len()),
            commands,
        }));
        level.source = drawn.source;
        Some(level)
    }
}

/// The object that a call places, and where, if it is part of the puzzle.
fn thing_of(name: &str, arguments: &Arguments<'_>) -> Option<(Thing, Spot)> {
    let thing = match name {
        "object" => {
            let is_boulder = arguments.text("id").is_some_and(|id| is_boulder(&id));
            is_boulder.then_some(Thing::Boulder)?
        }
        "trap" => trap(&arguments.text("type")?)?,
        "stair" => stair(&arguments.text("dir")?)?,
        "levregion" => match &*arguments.field("type")?.text()? {
            "branch" => Thing::Branch,
            "stair-up" => Thing::Exit,
            "stair-down" => Thing::DownStairs,
            _ => return None,
        },
        _ => return None,
    };
    if name == "levregion" {
        // Coordinates of the whole screen do not refer to the map.
        let is_screen = arguments.field("region_islev").is_some();
        let region = arguments.field("region").map(Value::numbers).unwrap_or_default();
        let spot = if is_screen { Spot::Random } else { Spot::from_numbers(region) };
        return Some((thing, spot));
    }
    Some((thing, arguments.spot()))
}

fn stair(direction: &str) -> Option<Thing> {
    match direction {
        "up" => Some(Thing::Exit),
        "down" => Some(Thing::DownStairs),
        _ => None,
    }
}

/// The comment lines at the top, without their markers, and where the code begins.
fn leading_comment(text: &str) -> (Vec<&str>, usize) {
    let mut lines = Vec::new();
    let mut code = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let comment = content
            .strip_prefix("--")
            .filter(|rest| !(rest.starts_with("[[") || rest.starts_with("[=")));
        match comment {
            Some(comment) => lines.push(comment.strip_prefix(' ').unwrap_or(comment)),
            None if content.is_empty() => {}
            None => break,
        }
        code += line.len();
    }
    (lines, code)
}

/// The first name of a Sokoban level in a text, such as `soko4-1`.
pub(super) fn level_name(text: &str) -> Option<&str> {
    text.match_indices("soko").find_map(|(at, word)| {
        let digits = |from: usize| {
            let rest = &text[from..];
            from + rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len())
        };
        let first = digits(at + word.len());
        if first == at + word.len() || !text[first..].starts_with('-') {
            return None;
        }
        let end = digits(first + 1);
        (end > first + 1).then(|| &text[at..end])
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Format, ReadOptions, Slot, Text, WriteOptions, read_text, write_level};
    use super::level_name;
    use crate::check::check;
    use crate::finding::FindingKind;
    use crate::level::{Level, Note};
    use crate::picture::{Ground, Occupant, Picture};
    use crate::rule_set::Rules;
    use crate::testing::{level_in, picture};

    fn read(text: &str) -> Text {
        read_text(text.as_bytes(), ReadOptions { format: Some(Format::NethackLua), legend: None })
    }

    fn write(level: &Level) -> String {
        let mut out = String::new();
        write_level(level, 1, &WriteOptions::new(Format::NethackLua), &mut out).expect("written");
        out
    }

    fn kinds(level: &Level) -> Vec<FindingKind> {
        level.findings.iter().map(|finding| finding.kind.clone()).collect()
    }

    fn puzzle(level: &Level) -> Picture {
        let (board, state) = check(level).expect("playable");
        Picture::of_puzzle(&board, &state)
    }

    /// Checks that `level` survives a round trip, apart from findings.
    #[track_caller]
    fn check_kept(level: &Level) {
        let mut again = read(&write(level)).levels.swap_remove(0);
        again.source = level.source.clone();
        again.findings.clone_from(&level.findings);
        assert_eq!(*level, again);
    }

    const MAP: &str = "des.map([[\n------\n|....|\n|....|\n------\n]]);\n";

    const LATER: &str = "\
-- NetHack sokoban soko3-9.lua
--\tOurs.

des.level_init({ style = \"solidfill\", fg = \" \" });
des.level_flags(\"mazelevel\", \"noteleport\", \"premapped\", \"sokoban\");
des.map({ halign = \"center\", map = [[
--------
|....|.|
|....+.|
--------
]] });
local place = { {1,1},{2,2} }
des.stair(\"down\", 01,01)
des.stair(\"up\", 6,1)
des.door(\"locked\", 5,2)
-- Boulders
des.object(\"boulder\", 02,02);
des.object({ id = \"boulder\", coord = {3,1} })

des.exclusion({ type = \"monster-generation\", region = { 4,2, 4,2 } });
-- Traps
des.trap(\"hole\", 4,2);
des.monster({ id = \"giant mimic\", appear_as = \"obj:boulder\" });
if percent(75) then
   des.object({ id=\"bag of holding\", coord=place[1] });
end
";

    #[test]
    fn a_level_is_drawn_from_its_calls() {
        let level = read(LATER).levels.swap_remove(0);
        let map = "
            --------
            |@.0.|<|
            |.0.^+.|
            --------";
        let mut drawn = puzzle(&level_in(map, Rules::NETHACK));
        drawn.put(5, 2, puzzle(&level).at(5, 2));
        assert_eq!(puzzle(&level), drawn);
        assert_eq!((level.title.as_deref(), level.findings.len()), (Some("soko3-9"), 0));
        let comment = "NetHack sokoban soko3-9.lua\n\tOurs.";
        assert_eq!(level.notes.0, [Note::Comment(comment.to_owned())]);
        assert_eq!(level.nethack.expect("kept").slot, Slot::Later);
        assert_eq!(level.source.line, 7);
    }

    #[test]
    fn everything_else_is_written_as_it_was() {
        let level = read(LATER).levels.swap_remove(0);
        let expected = LATER
            .replace("Ours.\n\n", "Ours.\n")
            .replace("des.object(\"boulder\", 02,02);\n", "des.object(\"boulder\", 3,1)\n")
            .replace(
                "des.object({ id = \"boulder\", coord = {3,1} })",
                "des.object(\"boulder\", 2,2)",
            )
            .replace("01,01", "1,1")
            .replace("4,2);\ndes.monster", "4,2)\ndes.monster");
        assert_eq!(write(&level), format!("{expected}\n"));
        check_kept(&level);
    }

    #[test]
    fn a_level_from_elsewhere_is_written_fresh() {
        let level = level_in("#####\n#@$.#\n#####", Rules::OFFICIAL);
        let expected = picture(
            "
            -- Rules: official
            -- soko4-1.lua
            des.level_init({ style = \"solidfill\", fg = \" \" })
            des.level_flags(\"mazelevel\", \"noteleport\", \"hardfloor\", FLAGS)
            des.map([[
            -----
            |...|
            -----
            ]])
            des.levregion({ region = {1,1,1,1}, type = \"branch\" })
            des.region(selection.area(0,0, 4,2), \"lit\")
            des.non_diggable(selection.area(0,0, 4,2))
            des.non_passwall(selection.area(0,0, 4,2))
            des.object(\"boulder\", 2,1)
            des.exclusion({ type = \"monster-generation\", region = { 3,1, 3,1 } })
            des.trap(\"pit\", 3,1)",
        );
        let flags = "\"premapped\", \"sokoban\", \"solidify\"";
        assert_eq!(write(&level).trim_end(), expected.replace("FLAGS", flags));
        let again = read(&write(&level)).levels.swap_remove(0);
        assert_eq!((puzzle(&again), again.rules), (puzzle(&level), Rules::OFFICIAL));
        check_kept(&again);
    }

    #[test]
    fn comments_and_texts_hold_no_calls() {
        let calls = "-- des.object(\"boulder\",1,1)\n--[[ des.trap(\"pit\",1,1) ]] x = [[\n\
            des.stair(\"up\",1,1) ]]\nother.des.object(\"boulder\",2,1)\n";
        let level = read(&format!("{MAP}{calls}")).levels.swap_remove(0);
        assert!(level.picture.places().iter().all(|it| it.occupant == Occupant::Nothing));
        assert!(level.findings.is_empty());
        check_kept(&level);
    }

    #[test]
    fn all_ways_to_call_are_understood() {
        let calls = "des.object('岩',1,1) des.object(\"boulder\", {2,1});\n\
            des.trap({ type = 'pit', x = 3,\ny = 1 })des.stair{ dir = \"up\", coord = {04,01} }\n\
            des.levregion({ type=\"branch\", region={1,2,1,2} }) -- here\n";
        let level = read(&format!("{MAP}{calls}")).levels.swap_remove(0);
        assert_eq!(kinds(&level), []);
        let expected = level_in("------\n|00^<|\n|@...|\n------", Rules::NETHACK);
        assert_eq!(puzzle(&level), puzzle(&expected));
        assert_eq!(level.nethack.as_ref().expect("kept").slot, Slot::Entry);
        check_kept(&level);
    }

    #[test]
    fn what_cannot_be_drawn_is_reported_and_kept() {
        let calls = "des.object(\"boulder\")\ndes.object(\"boulder\", x, 1)\n\
            local b = des.object(\"boulder\", 1, 1)\ndes.trap(\"hole\", -1, 1)\n\
            des.stair(\"up\", 0, 0)\n";
        let level = read(&format!("{MAP}{calls}")).levels.swap_remove(0);
        let boulder = || FindingKind::RandomPlace("a boulder");
        let others = [FindingKind::OutsideMap("a hole"), FindingKind::InsideWall("a stair")];
        let expected: Vec<_> =
            [boulder(), boulder(), boulder()].into_iter().chain(others).collect();
        assert_eq!(kinds(&level), expected);
        check_kept(&level);
    }

    #[test]
    fn of_a_condition_the_first_branch_is_taken() {
        let calls = "x = 1 if percent(50) then\n  des.stair(\"up\",1,1)\n  other()\nelse\n\
            des.stair(\"up\",2,1) end\ndes.stair(\"up\",3,1)\nif percent(5) then other() end\n";
        let level = read(&format!("{MAP}{calls}")).levels.swap_remove(0);
        assert_eq!(kinds(&level), [FindingKind::RandomChoice]);
        let location = level.findings[0].location.expect("located");
        assert_eq!((location.line, location.column), (7, 7));
        let grounds = [1, 2, 3].map(|x| level.picture.at(x, 1).ground);
        assert_eq!(grounds, [Ground::Exit, Ground::Floor, Ground::Exit]);
        check_kept(&level);
        let written = write(&level);
        assert!(written.contains("x = 1 \ndes.stair(\"up\", 1,1)\ndes.stair(\"up\", 3,1)\nif"));
    }

    #[test]
    fn only_the_first_map_is_the_puzzle() {
        let level = read(&format!("{MAP}{MAP}des.object(\"boulder\",1,1)\n")).levels.swap_remove(0);
        assert_eq!(level.picture.at(1, 1).occupant, Occupant::Nothing);
        check_kept(&level);
        assert!(read("des.object(\"boulder\",1,1)").levels.is_empty());
    }

    #[test]
    fn maps_may_be_written_as_any_text_but_need_an_end() {
        let level = read("des.map(\"---\\n|.|\\n---\")").levels.swap_remove(0);
        assert_eq!((level.picture.width(), level.picture.height()), (3, 3));
        check_kept(&level);
        let level = read("des.map([==[\n---\n|.|").levels.swap_remove(0);
        assert_eq!(kinds(&level), [FindingKind::UnterminatedMap]);
    }

    #[test]
    fn levels_are_named_in_a_comment() {
        assert_eq!(level_name("x soko sokoban soko4- soko12-3.lua"), Some("soko12-3"));
        assert_eq!(level_name("soko-1"), None);
    }
}
