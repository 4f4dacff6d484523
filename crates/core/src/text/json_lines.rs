//! JSON lines: one object per line with the rows of a level, as the commands of `soko` write them.
//!
//! Only keys that describe the level are read: `rows` (XSB, or a `NetHack` map if there is no `#`),
//! `standing` for what rows cannot show, and the optional `rules`, `title`, `notes`, `solution`
//! and, for levels of `NetHack`, the rest of the description as `nethack`. Other keys of a foreign
//! line are kept as `input`, so that callers find their own identifiers in the results. Lines that
//! describe no level, such as the summary of a benchmark, are skipped. A line that cannot be read
//! becomes an unplayable level, so that the others keep their numbers.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::item::{Item, LineParser};
use super::json_columns::{columns_of, place_in_line, report_spaces};
use super::nethack_text::{NethackDescription, read_json, written_json};
use super::standing::{Frame, Shown, put_standing};
use super::write_error::WriteError;
use super::write_options::IdOf;
use super::{nethack_map, sok, spaces};
use crate::finding::{Finding, FindingKind, Location};
use crate::level::{Level, Note, Snapshot};
use crate::picture::{Edge, Ground, Picture, Place};
use crate::rule_set::Rules;
use crate::source::{Quote, Spelling};

const FORMAT: &str = "jsonl";

/// Schema of a line that contains just a level.
const SCHEMA: &str = "sokolab/level/1";

/// Schema of our lines whose `rows` are deadlock patterns, not levels.
const PATTERNS: &str = "sokolab/pattern/";

/// Keys with a meaning in lines that are not ours.
const KNOWN: [&str; 8] =
    ["schema", "rules", "title", "rows", "standing", "notes", "solution", "nethack"];

/// Maximum total size in bytes of the unknown keys and values that are kept.
const INPUT_BYTES_MAX: usize = 64 << 10;

/// Parser of JSON lines; it keeps no state between lines.
#[derive(Debug)]
pub(super) struct Parser;

impl LineParser for Parser {
    fn line(&mut self, number: usize, line: &str, emit: &mut dyn FnMut(Item)) {
        if line.trim().is_empty() {
            return;
        }
        match level_of_line(number, line) {
            Ok(Some(level)) => emit(Item::Level(Box::new(level))),
            Ok(None) => {}
            Err(reason) => emit(Item::Level(Box::new(unreadable(number, line, reason)))),
        }
    }

    fn finish(&mut self, _emit: &mut dyn FnMut(Item)) {}
}

/// The level of a line; `None` if the line describes no level.
fn level_of_line(number: usize, line: &str) -> Result<Option<Level>, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| json_fault(&error))?;
    let object = value.as_object().ok_or("it is not an object")?;
    let schema = text_of(object, "schema")?.unwrap_or_default();
    let is_summary = schema.starts_with("sokolab/")
        && !object.contains_key("rows")
        && !object.contains_key("level");
    if is_summary || schema.starts_with(PATTERNS) {
        return Ok(None);
    }
    let rules = match text_of(object, "rules")? {
        None => None,
        Some(name) => {
            let named = name.parse::<Rules>();
            Some(named.map_err(|_| format!("no rule set is called {name:?}"))?)
        }
    };
    let rows = rows_of(object)?;
    let plain: Vec<_> = rows.iter().map(|row| spaces::plain(row)).collect();
    let texts: Vec<&str> = plain.iter().map(|(text, _)| text.as_ref()).collect();
    let mut level = level_of_rows(number, &texts)?;
    if let Some(standing) = object.get("standing") {
        put_standing(&mut level, number, standing)?;
    }
    let columns = columns_of(line);
    place_in_line(&mut level, (number, line), &rows, &columns);
    report_spaces(&mut level, number, &rows, &columns);
    level.rules = rules.unwrap_or(level.rules);
    level.title = text_of(object, "title")?.map(str::to_owned);
    level.notes.0.extend(notes_of(object));
    if let Some((text, origin)) = object.get("nethack").and_then(read_json) {
        describe(&mut level, text, origin);
    }
    take_input(&mut level, object, schema.starts_with("sokolab/"), number);
    let moves = text_of(object, "solution")?.filter(|moves| !moves.trim().is_empty());
    if let Some(moves) = moves {
        let (title, moves) = ("Solution".to_owned(), moves.to_owned());
        level.snapshots.push(Snapshot { title, moves, notes: crate::level::Notes::default() });
        let column = columns.solution.first().map_or(1, |column| *column as usize);
        let length = columns.solution.len().max(1);
        level.source.snapshots.push(Quote::new(Location { line: number, column, length }, line));
    }
    Ok(Some(level))
}

/// Describes a JSON syntax error with its column.
fn json_fault(error: &serde_json::Error) -> String {
    let column = error.column();
    // The parser's own messages refer to its grammar, so they are rephrased.
    if error.is_eof() {
        format!("it is not JSON: it ends too soon, at column {column}")
    } else {
        format!("it is not JSON from column {column} on")
    }
}

fn text_of<'a>(object: &'a Map<String, Value>, key: &str) -> Result<Option<&'a str>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("its `{key}` is not text")),
    }
}

fn rows_of(object: &Map<String, Value>) -> Result<Vec<&str>, String> {
    let rows = match object.get("rows") {
        None | Some(Value::Null) => return Err("it has no `rows`".to_owned()),
        Some(Value::Array(rows)) => rows,
        Some(_) => return Err("its `rows` are not a list".to_owned()),
    };
    let rows: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    let rows = rows.ok_or("its `rows` are not all text")?;
    let is_control = |it: char| it.is_control() && it != '\t';
    if rows.iter().any(|row| row.contains(is_control)) {
        return Err("a row holds a line break or another control character".to_owned());
    }
    Ok(rows)
}

/// Fields as key-value pairs.
fn notes_of(object: &Map<String, Value>) -> impl Iterator<Item = Note> {
    let pairs = object.get("notes").and_then(Value::as_array).into_iter().flatten();
    pairs.filter_map(|pair| match pair.as_array().map(Vec::as_slice) {
        Some([Value::String(key), Value::String(value)]) => {
            Some(Note::Field { key: key.clone(), value: value.trim().to_owned() })
        }
        _ => None,
    })
}

/// Attaches its `NetHack` description to a level and restores its place on the map.
fn describe(level: &mut Level, text: NethackDescription, (left, top): (isize, isize)) {
    let width = text.map.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let height = text.map.len();
    let read = &level.picture;
    if read.edge() == Edge::Solid && width * height <= Picture::PLACES_MAX {
        let rock = vec![Place::bare(Ground::Rock); width * height];
        let mut whole = Picture::new(width, rock, Edge::Solid);
        let mut fits = width > 0;
        for (at, &place) in read.places().iter().enumerate() {
            let x = left.saturating_add_unsigned(at % read.width());
            let y = top.saturating_add_unsigned(at / read.width());
            match (usize::try_from(x), usize::try_from(y)) {
                (Ok(x), Ok(y)) if x < width && y < height => whole.put(x, y, place),
                _ => fits &= place.ground.is_solid(),
            }
        }
        if fits {
            level.picture = whole;
            // The map has its own rows and columns: only the line as a whole is known.
            let lines = level.source.lines().to_vec();
            level.source.spelling = Some(Arc::new(Spelling::new(lines, Vec::new())));
            level.source.rows.clone_from(&text.map);
        }
    }
    level.nethack = Some(Box::new(text));
}

/// Keeps the unknown keys of a line; our own lines pass on those of the line they were made from.
fn take_input(level: &mut Level, object: &Map<String, Value>, is_ours: bool, number: usize) {
    let empty = Map::new();
    let others: Vec<(&String, &Value)> = if is_ours {
        object.get("input").and_then(Value::as_object).unwrap_or(&empty).iter().collect()
    } else {
        object.iter().filter(|(key, _)| !KNOWN.contains(&key.as_str())).collect()
    };
    let others = others.into_iter().map(|(key, value)| (key.clone(), value.to_string()));
    let others: Vec<(String, String)> = others.collect();
    let bytes: usize = others.iter().map(|(key, value)| key.len() + value.len()).sum();
    if bytes <= INPUT_BYTES_MAX {
        level.input = others;
    } else {
        let location = Location { line: number, column: 1, length: 1 };
        level.findings.push(Finding::at(FindingKind::InputTooLarge, location));
    }
}

/// The level shown by rows. Only XSB has `#` as a wall, so it distinguishes the two.
fn level_of_rows(number: usize, rows: &[&str]) -> Result<Level, String> {
    if rows.iter().any(|row| row.contains('#')) {
        return Ok(sok::level_of_rows(number, rows));
    }
    if let Some(level) = nethack_map::level_in_place(number, rows) {
        return Ok(level);
    }
    // Perhaps there are comments among the rows.
    let mut levels = Vec::new();
    let mut parser = nethack_map::Parser::new();
    let mut keep = |item: Item| {
        if let Item::Level(level) = item {
            levels.push(*level);
        }
    };
    for (index, row) in rows.iter().enumerate() {
        parser.line(number + index, row, &mut keep);
    }
    parser.finish(&mut keep);
    match <[Level; 1]>::try_from(levels) {
        Ok([level]) => Ok(level),
        Err(levels) if levels.is_empty() => Err("its `rows` show no level".to_owned()),
        Err(levels) => Err(format!("its `rows` show {} levels", levels.len())),
    }
}

/// An unplayable level that represents an unreadable line.
fn unreadable(number: usize, line: &str, reason: String) -> Level {
    let mut level = Level::from_picture(Picture::new(0, Vec::new(), Edge::Open), Rules::OFFICIAL);
    let location = Location { line: number, column: 1, length: 1 };
    let finding = Finding::at(FindingKind::JsonLine(reason), location).with_excerpt(line);
    level.findings.push(finding);
    level.source.line = number;
    level
}

/// Writes a level as one line.
///
/// # Errors
/// What the rows cannot express.
pub(super) fn write_level(
    level: &Level,
    id_of: Option<IdOf>,
    out: &mut String,
) -> Result<(), WriteError> {
    let shown = Shown::of(level, FORMAT, Frame::AsDrawn)?;
    let mut fields = vec![("schema", json!(SCHEMA))];
    fields.extend(id_of.and_then(|id_of| id_of(level)).map(|id| ("id", json!(id))));
    fields.extend([
        ("title", json!(level.title)),
        ("rules", json!(level.rules.name())),
        ("rows", json!(shown.drawn.rows)),
    ]);
    fields.extend(shown.standing().map(|it| ("standing", it)));
    let mut notes: Vec<(&str, &str)> = Vec::new();
    for note in &level.notes.0 {
        if let Note::Field { key, value } = note {
            notes.push((key, value));
        }
    }
    for key in ["Author", "Copyright"] {
        let inherited = level.collection.field(key);
        if let (None, Some(value)) = (level.notes.field(key), inherited) {
            notes.push((key, value));
        }
    }
    if !notes.is_empty() {
        fields.push(("notes", json!(notes)));
    }
    if let Some(snapshot) = level.snapshots.first() {
        fields.push(("solution", json!(snapshot.moves)));
    }
    fields.extend(level_description(level).map(|it| ("nethack", it)));
    fields.extend(level_input(level).map(|it| ("input", it)));
    let fields: Vec<String> =
        fields.into_iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
    out.push_str(&format!("{{{}}}\n", fields.join(",")));
    Ok(())
}

/// The rows of a level as in JSON lines: a map if there are holes, otherwise XSB. Every place is in
/// the column and row that its name says, unless XSB needs one more wall to the left or above.
///
/// # Errors
/// What the rows cannot express.
pub fn level_rows(level: &Level) -> Result<Vec<String>, WriteError> {
    Ok(Shown::of(level, FORMAT, Frame::AsDrawn)?.drawn.rows)
}

/// The same, in a tight frame of walls.
///
/// # Errors
/// What the rows cannot express.
pub(super) fn tight_rows(level: &Level) -> Result<Vec<String>, WriteError> {
    Ok(Shown::of(level, FORMAT, Frame::Tight)?.drawn.rows)
}

/// Objects on places that [`level_rows`] has to show empty, as in JSON lines; `None` if the rows
/// show everything.
#[must_use]
pub fn level_standing(level: &Level) -> Option<Value> {
    Shown::of(level, FORMAT, Frame::AsDrawn).ok()?.standing()
}

/// The `NetHack` description of a level as in JSON lines; `None` for other levels.
#[must_use]
pub fn level_description(level: &Level) -> Option<Value> {
    let text = level.nethack.as_deref()?;
    let shown = Shown::on_map(level, FORMAT, Frame::AsDrawn).ok()?;
    Some(written_json(text, shown.drawn.origin))
}

/// The unknown keys of the JSON line that a level was read from; `None` if there are none.
#[must_use]
pub fn level_input(level: &Level) -> Option<Value> {
    let value = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
    let pairs = level.input.iter().map(|(key, text)| (key.clone(), value(text)));
    (!level.input.is_empty()).then(|| Value::Object(pairs.collect()))
}

#[cfg(test)]
mod tests {
    use crate::check::check;
    use crate::finding::FindingKind;
    use crate::level::{Level, Notes};
    use crate::rule_set::Rules;
    use crate::testing::level_in;
    use crate::text::{
        Format, Item, ReadOptions, Reader, Text, WriteOptions, detect, read_text, write_collection,
    };

    fn read(text: &str) -> Text {
        assert_eq!(detect(text.as_bytes()), Ok(Format::JsonLines));
        read_text(text.as_bytes(), ReadOptions::default())
    }

    fn write(levels: &[Level]) -> String {
        let options = WriteOptions::new(Format::JsonLines);
        write_collection(&Notes::default(), levels, &options).expect("rows show all of it")
    }

    const ROWS: &str = "\"rows\":[\"#####\",\"#@$.#\",\"#####\"]";

    #[test]
    fn a_line_is_a_level_with_rules_title_and_solution() {
        let line = format!(
            "{{\"schema\":\"sokolab/solve/1\",\"file\":\"a\",\"level\":3,\"title\":\"Tiny\",\
             \"rules\":\"sink\",{ROWS},\"solution\":\"R\",\"notes\":[[\"Author\",\"Me\"],7]}}"
        );
        let text = read(&line);
        assert_eq!(text.findings, []);
        let level = &text.levels[0];
        assert_eq!(level.title.as_deref(), Some("Tiny"));
        assert_eq!(level.rules, Rules::SINK);
        assert_eq!(level.snapshots[0].moves, "R");
        assert_eq!(level.author(), Some("Me"));
        assert!(check(level).is_ok());
    }

    #[test]
    fn rows_without_a_number_sign_are_a_map() {
        let text = read(r#"{"rows":["------","|@0^<|","------"]}"#);
        assert_eq!(text.levels[0].rules, Rules::NETHACK);
        assert!(check(&text.levels[0]).is_ok());
    }

    #[test]
    fn a_bad_line_is_one_unplayable_level_and_the_rest_goes_on() {
        let lines = [
            "{\"rows\":[\"###",
            "[1,2]",
            "{\"level\":1,\"schema\":\"sokolab/solve/1\"}",
            "{\"rows\":7}",
            "{\"rows\":[7]}",
            "{\"rows\":[\"#\\n#\"]}",
            "{\"rows\":[\"nothing\"]}",
            "{\"rows\":[\"#####\"],\"rules\":\"chess\"}",
            "{\"rows\":[\"#####\"],\"title\":7}",
        ];
        for bad in lines {
            let text = read(&format!("{{{ROWS}}}\n{bad}\n\n{{{ROWS}}}\n"));
            assert_eq!(text.levels.len(), 3, "{bad}");
            assert_eq!(text.findings, [], "{bad}");
            let findings = check(&text.levels[1]).expect_err(bad);
            assert!(matches!(findings[0].kind, FindingKind::JsonLine(_)), "{bad}");
            assert_eq!(findings[0].location.map(|it| it.line), Some(2), "{bad}");
            assert!(check(&text.levels[2]).is_ok());
        }
    }

    #[test]
    fn faults_of_json_are_told_in_plain_words() {
        let told = |line: &str| read(line).levels[0].findings[0].to_string();
        let torn = "{\"rows\":[\"###";
        assert!(told(torn).ends_with("it is not JSON: it ends too soon, at column 13"));
        let odd = "{\"rows\":nothing}";
        assert!(told(odd).ends_with("it is not JSON from column 10 on"), "{}", told(odd));
    }

    #[test]
    fn lines_about_no_level_are_passed_over() {
        let bench = r#"{"schema":"sokolab/bench/1","levels":2}"#;
        let pattern = r##"{"schema":"sokolab/pattern/1","rows":["#$"]}"##;
        let text = read(&format!("{bench}\n{pattern}\n{{{ROWS}}}\n"));
        assert_eq!(text.levels.len(), 1);
    }

    #[test]
    fn what_is_written_is_read_as_the_same_puzzle() {
        let picture = "
            ########
            #+ $ * #
            # $x   #
            ########";
        for rules in [Rules::OFFICIAL, Rules::SINK] {
            let mut level = level_in(picture, rules);
            level.title = Some("A \"title\"".to_owned());
            let again = read(&write(std::slice::from_ref(&level))).levels.remove(0);
            assert_eq!(again.picture, level.picture);
            assert_eq!((again.rules, again.title), (level.rules, level.title));
        }
        let map = "-------\n|@.0^<|\n-------\n";
        for rules in [Rules::NETHACK, Rules::NETHACK_GAME, Rules::NETHACK_DIAGONAL] {
            let level = crate::read_level(map).expect("a map").with_rules(rules);
            let again = read(&write(std::slice::from_ref(&level))).levels.remove(0);
            assert_eq!((again.picture, again.rules), (level.picture, level.rules));
        }
    }

    #[test]
    fn a_level_of_the_game_keeps_its_description() {
        let des = "# Ours\nMAZE:\"soko2-1\",' '\nFLAGS:premapped\nGEOMETRY:center,center\nMAP\n\
                   .....\n.....\nENDMAP\nSTAIR:(1,1),down\nSTAIR:(4,1),up\nOBJECT:'%',random\n\
                   OBJECT:('`',\"boulder\"),(2,1)\nTRAP:\"hole\",(3,1)\nMONSTER:'Z',random\n";
        for margin in ["MAP\n", "MAP\n         \n ------- \n", "MAP\n-----\n"] {
            let des = des.replace("MAP\n", margin).replace("ENDMAP\n-----\n", "ENDMAP\n");
            let des = des.replace(&format!("END{margin}"), "ENDMAP\n");
            let options = ReadOptions { format: Some(Format::NethackDes), legend: None };
            let level = read_text(des.as_bytes(), options).levels.remove(0);
            let again = read(&write(std::slice::from_ref(&level))).levels.remove(0);
            assert_eq!(again.nethack, level.nethack, "{des}");
            let text = |level: &Level| {
                let options = WriteOptions::new(Format::NethackDes);
                write_collection(&Notes::default(), std::slice::from_ref(level), &options)
            };
            let bare = Level { notes: Notes::default(), ..level };
            assert_eq!(text(&again), text(&bare), "{des}");
        }
    }

    #[test]
    fn keys_of_others_go_through_and_ours_do_not() {
        let foreign = format!("{{{ROWS},\"level_id\":\"abc\",\"id\":7,\"split\":[1,{{\"a\":2}}]}}");
        let level = read(&foreign).levels.remove(0);
        let line = write(&[level]);
        assert!(
            line.contains(r#""input":{"id":7,"level_id":"abc","split":[1,{"a":2}]}"#),
            "{line}"
        );
        let again = read(&line).levels.remove(0);
        assert_eq!(write(&[again]), line);
        let ours = format!("{{\"schema\":\"sokolab/solve/1\",\"level\":1,\"nodes\":3,{ROWS}}}");
        assert_eq!(read(&ours).levels[0].input, []);
        let large = format!("{{{ROWS},\"a\":\"{}\"}}", "x".repeat(70_000));
        let level = read(&large).levels.remove(0);
        assert_eq!(level.input, []);
        assert_eq!(level.findings[0].kind, FindingKind::InputTooLarge);
        assert!(check(&level).is_ok());
    }

    #[test]
    fn the_first_line_is_handed_out_before_the_second_has_come() {
        let mut reader = Reader::new(ReadOptions::default());
        reader.feed(format!("\n{{{ROWS}}}\n").as_bytes());
        assert!(matches!(reader.next_item(), Some(Item::Level(_))));
    }

    #[test]
    fn a_line_beyond_the_limit_is_one_error_and_the_rest_goes_on() {
        let long = "x".repeat(5 << 20);
        let text = read(&format!("{{{ROWS}}}\n{{\"a\":\"{long}\"}}\n{{{ROWS}}}\n"));
        assert_eq!(text.levels.len(), 2);
        assert_eq!(text.findings.len(), 1);
        assert_eq!(text.findings[0].kind, FindingKind::LineTooLong);
        assert_eq!(text.levels[1].source.line, 3);
    }
}
