//! Level descriptions of `NetHack` 3.4.3, `NetHack` 4 and 3.6: the files that `lev_comp` compiles.
//!
//! A level begins with `MAZE:` or `LEVEL:`, its map is enclosed by `MAP` and `ENDMAP`, and commands
//! place objects on it. Only the commands of the puzzle are interpreted; everything else is kept
//! verbatim, so that the game sees the same level when it is written in the same dialect.
//!
//! Of a random choice, the first alternative is taken; puzzle commands in the others are dropped. A
//! puzzle command that cannot be drawn is reported and kept.

mod blocks;
mod draft;
mod scan;
mod write;

use super::item::Item;
use super::nethack_text::{Drawing, KeptText, Locator, take_rules};
use crate::finding::{Finding, FindingKind};
use crate::level::Note;
use crate::rule_set::Rules;
use draft::{Draft, LevelEnd};
use scan::{Command, Scanner, Token, Value};

pub(super) use write::{fresh_lines, write_level};

/// Maximum number of places of all maps together, plus a surcharge for each map. It bounds the
/// memory for ragged maps: short rows beside one long row make a large picture from few bytes.
const PLACES_ALL_MAX: usize = 1 << 25;
const PLACES_PER_LEVEL: usize = 256;

/// Reads all levels of a text.
pub(super) fn parse(text: &str, emit: &mut dyn FnMut(Item)) {
    let mut parser = Parser {
        text,
        scanner: Scanner::new(text),
        locator: Locator::new(text),
        draft: None,
        heading: Vec::new(),
        header_from: 0,
        places: 0,
        emit,
    };
    while let Some(token) = parser.scanner.next_token() {
        parser.token(token);
        if parser.places > PLACES_ALL_MAX {
            let kind = FindingKind::TooLarge("the collection");
            return (parser.emit)(Item::Finding(Finding::about_all(kind)));
        }
    }
    parser.end_level(text.len(), LevelEnd::Text);
}

struct Parser<'a, 'e> {
    text: &'a str,
    scanner: Scanner<'a>,
    locator: Locator<'a>,
    draft: Option<Draft<'a>>,
    /// Comment lines above the next level.
    heading: Vec<String>,
    /// Where the text that belongs to no level begins.
    header_from: usize,
    /// Number of places of the levels so far, with the surcharge for each.
    places: usize,
    emit: &'e mut dyn FnMut(Item),
}

impl<'a> Parser<'a, '_> {
    fn token(&mut self, token: Token<'a>) {
        match token {
            Token::Map { start } => return self.map(start),
            Token::Command(command) => return self.command(&command),
            _ => {}
        }
        let Some(draft) = &mut self.draft else { return };
        match token {
            Token::Keyword { word, start, end } => {
                draft.keyword(word, start, self.locator.find(start, end));
            }
            Token::Open => draft.blocks.open(),
            Token::OpenList => draft.blocks.open_list(),
            Token::Close => draft.blocks.close(),
            Token::Variable => draft.is_modern = true,
            Token::Map { .. } | Token::Command(_) => {}
        }
    }

    fn begin_level(&mut self, name: &'a str, start: usize) {
        self.end_level(start, LevelEnd::Level);
        let is_comment = |line: &&str| line.trim_start().starts_with('#');
        let above = self.text[self.header_from..start].lines().filter(is_comment);
        self.heading.extend(above.map(str::to_owned));
        let mut heading: Vec<&str> = self.heading.iter().map(|it| uncommented(it)).collect();
        let mut draft = Draft::new(name, KeptText::new(self.text, start));
        draft.rules = take_rules(&mut heading).unwrap_or(Rules::NETHACK);
        if heading.iter().any(|line| !line.trim().is_empty()) {
            draft.notes.push(Note::Comment(heading.join("\n")));
        }
        self.draft = Some(draft);
        self.heading.clear();
        self.header_from = start;
    }

    fn end_level(&mut self, end: usize, with: LevelEnd) {
        let Some(draft) = self.draft.take() else { return };
        self.header_from = end;
        let (level, heading) = draft.finish(end, with);
        self.heading = heading;
        if let Some(level) = level {
            self.places += level.picture.places().len() + PLACES_PER_LEVEL;
            (self.emit)(Item::Level(Box::new(level)));
        }
    }

    /// Reads a map that begins with the line `MAP`.
    fn map(&mut self, start: usize) {
        let map = self.scanner.map();
        if self.draft.is_none() {
            self.begin_level("", start);
        }
        let Some(draft) = &mut self.draft else { return };
        if draft.has_map() {
            return draft.pass_map(start);
        }
        let location = self.locator.find(start, start + "MAP".len());
        let mut drawing = Drawing::new(map.rows, location.line + 1);
        if !map.is_terminated {
            drawing.note(FindingKind::UnterminatedMap, location);
        }
        draft.begin_map(drawing, start, KeptText::new(self.text, map.end));
    }

    fn command(&mut self, command: &Command<'a>) {
        if matches!(command.name, "MAZE" | "LEVEL") {
            let name = command.values.iter().find_map(Value::text).unwrap_or_default();
            self.begin_level(name, command.start);
        }
        let location = self.locator.find(command.start, command.end);
        let has_chance_before = self.text[command.start..].starts_with('[');
        if let Some(draft) = &mut self.draft {
            draft.is_modern |= has_chance_before;
            draft.command(command, location);
        }
    }
}

/// A comment line without its marker and one following blank.
fn uncommented(line: &str) -> &str {
    let text = line.trim_start().strip_prefix('#').unwrap_or(line);
    text.strip_prefix(' ').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::super::{
        Arrival, Dialect, Format, ReadOptions, Slot, Text, WriteOptions, read_text, write_level,
    };
    use crate::check::check;
    use crate::finding::FindingKind;
    use crate::level::{Level, Note};
    use crate::picture::{Ground, Occupant, Picture};
    use crate::rule_set::Rules;
    use crate::source::Source;
    use crate::testing::{level_in, picture};

    fn read(text: &str) -> Text {
        read_text(text.as_bytes(), ReadOptions { format: Some(Format::NethackDes), legend: None })
    }

    fn write(level: &Level, dialect: Option<Dialect>) -> String {
        let mut out = String::new();
        let options = WriteOptions { dialect, ..WriteOptions::new(Format::NethackDes) };
        write_level(level, 1, &options, &mut out).expect("it can be written");
        out
    }

    fn kinds(level: &Level) -> Vec<FindingKind> {
        level.findings.iter().map(|finding| finding.kind.clone()).collect()
    }

    fn puzzle(level: &Level) -> Picture {
        let (board, state) = check(level).expect("playable");
        Picture::of_puzzle(&board, &state)
    }

    const MAP: &str = "MAP\n------\n|....|\n|....|\n------\nENDMAP\n";

    /// A level with `commands` after a small map in which rows 1 and 2 are floor.
    fn level_with(commands: &str) -> Level {
        let text = format!("MAZE:\"x\",' '\n{MAP}{commands}");
        read(&text).levels.swap_remove(0)
    }

    const ENTRY: &str = "\
# Ours.
#
### Two levels
MAZE:\"soko4-9\",' '
FLAGS:noteleport,hardfloor
GEOMETRY:center,center
#123456
MAP
--------
|....|.|
|....+.|
--------
ENDMAP
RANDOM_PLACES:(1,1),(2,2)
BRANCH:(01,01,01,01),(0,0,0,0)
STAIR:(6,1),up
REGION:(0,0,7,3),lit,\"ordinary\"

# Boulders
OBJECT:'`',\"boulder\",(02,02)
# Traps
TRAP:\"pit\",(4,2)
DOOR:locked,(5,2)
MONSTER:'m',\"giant mimic\", random, m_object \"boulder\"
OBJECT:'%',random,random
";

    #[test]
    fn a_level_is_drawn_from_its_commands() {
        let level = read(ENTRY).levels.swap_remove(0);
        let map = "
            --------
            |@...|<|
            |.0.^+.|
            --------";
        assert_eq!(puzzle(&level), puzzle(&level_in(map, Rules::NETHACK)));
        assert_eq!(level.title.as_deref(), Some("soko4-9"));
        assert_eq!(level.notes.0, [Note::Comment("Ours.\n\n## Two levels".to_owned())]);
        let text = level.nethack.expect("kept");
        assert_eq!((text.dialect, text.arrival, text.slot), {
            (Dialect::Des343, Arrival::Branch, Slot::Entry)
        });
        assert_eq!(level.source.line, 9);
    }

    #[test]
    fn in_its_own_dialect_everything_else_is_written_as_it_was() {
        let level = read(ENTRY).levels.swap_remove(0);
        let expected = ENTRY.replace("(01,01,01,01)", "(1,1,1,1)").replace("(02,02)", "(2,2)");
        assert_eq!(write(&level, None), format!("{expected}\n"));
        let mut again = read(&write(&level, None)).levels.swap_remove(0);
        again.source = level.source.clone();
        assert_eq!(level, again);
    }

    #[test]
    fn in_another_dialect_a_fresh_file_is_written() {
        let level = read(ENTRY).levels.swap_remove(0);
        let written = write(&level, Some(Dialect::Des36));
        let expected = picture(
            "
            # Ours.
            #
            ### Two levels
            MAZE:\"soko4-9\",' '
            FLAGS:noteleport,hardfloor,premapped,solidify
            GEOMETRY:center,center
            MAP
            --------
            |....|.|
            |....+.|
            --------
            ENDMAP
            BRANCH:(1,1,1,1),(0,0,0,0)
            STAIR:(6,1),up
            DOOR:closed,(5,2)
            REGION:(0,0,7,3),lit,\"ordinary\"
            NON_DIGGABLE:(0,0,7,3)
            NON_PASSWALL:(0,0,7,3)
            OBJECT:('`',\"boulder\"),(2,2)
            TRAP:\"pit\",(4,2)",
        );
        assert_eq!(written.trim_end(), expected);
        for dialect in [Dialect::Des343, Dialect::Des4, Dialect::Des36] {
            let again = read(&write(&level, Some(dialect))).levels.swap_remove(0);
            assert_eq!(puzzle(&again), puzzle(&level));
            assert_eq!(again.nethack.expect("kept").dialect, dialect);
        }
    }

    #[test]
    fn a_level_from_xsb_is_written_for_the_first_slot() {
        let level = level_in("#####\n#@$.#\n#####", Rules::OFFICIAL);
        let again = read(&write(&level, None)).levels.swap_remove(0);
        assert_eq!(again.title.as_deref(), Some("soko4-1"));
        assert_eq!(puzzle(&again), puzzle(&level.with_rules(Rules::NETHACK)));
        let text = again.nethack.expect("kept");
        assert_eq!((text.dialect, text.slot), (Dialect::Des36, Slot::Entry));
    }

    #[test]
    fn levels_and_the_comments_above_them_are_told_apart() {
        let text = format!("{ENTRY}\n# The next.\nLEVEL:\"soko3-9\"\n{MAP}STAIR:(2,1),down\n");
        let levels = read(&text).levels;
        assert_eq!(levels.len(), 2);
        assert_eq!(levels[1].notes.0, [Note::Comment("The next.".to_owned())]);
        let texts = levels.iter().map(|level| level.nethack.as_ref().expect("kept"));
        let texts: Vec<_> = texts.map(|text| (text.dialect, text.slot, text.arrival)).collect();
        let later = (Dialect::Des36, Slot::Later, Arrival::DownStairs);
        assert_eq!(texts, [(Dialect::Des343, Slot::Entry, Arrival::Branch), later]);
    }

    #[test]
    fn what_cannot_be_drawn_is_reported_and_kept() {
        let commands = "OBJECT:('`',\"boulder\"),random\nTRAP:\"hole\",(9,1)\nSTAIR:(0,0),up\n\
            OBJECT:('`',\"boulder\"),(1,1)\nOBJECT:('`',\"boulder\"),(1,1)\n\
            BRANCH:(0,0,5,3),(0,0,0,0)\nSTAIR:$place[0],down\n";
        let level = level_with(commands);
        let expected = [
            FindingKind::RandomPlace("a boulder"),
            FindingKind::OutsideMap("a hole"),
            FindingKind::InsideWall("a stair"),
            FindingKind::Stacked,
            FindingKind::RandomPlace("the arrival"),
            FindingKind::RandomPlace("a stair"),
        ];
        assert_eq!(kinds(&level), expected);
        let first = level.findings[0].location.expect("located");
        assert_eq!((first.line, first.column, first.length), (8, 1, 29));
        assert_eq!(level.nethack.expect("kept").commands.len(), 6);
    }

    #[test]
    fn of_a_random_choice_the_first_alternative_is_taken() {
        let commands = "STAIR:(1,1),down\nIF [50%] {\n  STAIR:(2,1),up\n  GOLD:5,(1,2)\n} ELSE {\n\
            STAIR:(3,1),up\n}\nIF [50%] {\nGOLD:5,(2,2)\n}\n[30%]: TRAP:\"pit\",(4,2)\n";
        let level = level_with(commands);
        assert_eq!(kinds(&level), [FindingKind::RandomChoice, FindingKind::RandomChoice]);
        let lines: Vec<_> = level.findings.iter().filter_map(|it| it.location).collect();
        assert_eq!((lines[0].line, lines[1].line), (9, 18));
        assert_eq!(level.picture.at(2, 1).ground, Ground::Exit);
        assert_eq!(level.picture.at(3, 1).ground, Ground::Floor);
        let mut again = read(&write(&level, None)).levels.swap_remove(0);
        assert_eq!(again.findings, []);
        again.findings.clone_from(&level.findings);
        again.source = level.source.clone();
        assert_eq!(level, again);
    }

    #[test]
    fn several_commands_may_share_a_line_and_boxes_may_hold_anything() {
        let level = level_with(
            "OBJECT:'%',random OBJECT:('`',\"boulder\"),(1,2) STAIR:(4,1) , down # here\n\
            CONTAINER:('(',\"chest\"),(3,1) { OBJECT:('`',\"boulder\") }\n$p = { (1,1),(2,2) }\n\
            OBJECT[40%]:'`',\"岩\",(2,2)",
        );
        let boxes = level.picture.places().iter().filter(|it| it.occupant == Occupant::Box);
        assert_eq!((boxes.count(), kinds(&level)), (2, vec![FindingKind::RandomChoice]));
        assert_eq!(level.picture.at(4, 1).occupant, Occupant::Keeper);
    }

    #[test]
    fn only_the_first_map_is_the_puzzle() {
        let second = format!("STAIR:(1,1),down\n{MAP}STAIR:(1,1),up\nTRAP:\"pit\",random\n");
        let level = level_with(&second);
        assert_eq!((level.findings.len(), level.picture.at(1, 1).ground), (0, Ground::Floor));
        let mut again = read(&write(&level, None)).levels.swap_remove(0);
        again.source = Source { ..level.source.clone() };
        assert_eq!(level, again);
    }

    #[test]
    fn a_map_without_an_end_is_an_error() {
        let text = read("MAZE:\"a\",' '\nMAP\n---\n|.|\nMAZE:\"b\",' '\nMAP\n---\nENDMAP\n");
        assert_eq!(text.levels.len(), 2);
        assert_eq!(kinds(&text.levels[0]), [FindingKind::UnterminatedMap]);
        assert_eq!(kinds(&text.levels[1]), []);
    }

    #[test]
    fn a_map_beyond_the_limit_is_one_error() {
        let text = format!("MAZE:\"a\",' '\nMAP\n{}\nENDMAP\nSTAIR:(1,1),up", "-\n".repeat(5000));
        assert_eq!(kinds(&read(&text).levels[0]), [FindingKind::TooLarge("the map")]);
    }
}
