//! The game files of petersohn's solver: one level under sink rules, and solver options.
//!
//! Lines that begin with `#` are height, width and rows; `.` is floor, `o` a box, `x` a sink, `y`
//! the keeper, in either case, and anything else is wall. Other lines are `key=value`. Walls at the
//! edge are optional.

use super::item::Item;
use super::write_error::{WriteError, check_expressible};
use crate::check::lay_out;
use crate::finding::{Finding, FindingKind, Location};
use crate::level::Level;
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::rule_set::{GoalKind, Rules};
use crate::source::Source;

const FORMAT: &str = "petersohn";

/// Reads the level of a text.
pub(super) fn parse(text: &str, emit: &mut dyn FnMut(Item)) {
    let mut lines: Vec<(usize, &str)> = Vec::new();
    let mut options = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(content) = line.strip_prefix('#') {
            lines.push((index + 1, content));
        } else if let Some((key, value)) = line.split_once('=') {
            options.push((key.trim().to_owned(), value.trim().to_owned()));
        }
    }
    // A bare `#` after the rows is a comment.
    while lines.last().is_some_and(|(_, content)| content.trim().is_empty()) {
        lines.pop();
    }
    if lines.is_empty() {
        return;
    }
    match read_rows(&lines) {
        Ok(level) => emit(Item::Level(Box::new(Level { options, ..level }))),
        Err(finding) => emit(Item::Finding(finding)),
    }
}

fn read_rows(lines: &[(usize, &str)]) -> Result<Level, Finding> {
    let wrong = |index: usize, reason| {
        let (line, content) = lines.get(index).copied().unwrap_or((1, ""));
        let location = Location { line, column: 2, length: content.chars().count().max(1) };
        Finding::at(FindingKind::Header(reason), location).with_excerpt(&format!("#{content}"))
    };
    let number = |index: usize| {
        let content = lines.get(index).map_or("", |(_, content)| content.trim());
        content.parse::<usize>().ok().filter(|&number| number > 0)
    };
    let height = number(0).ok_or_else(|| wrong(0, "the first line is not the height"))?;
    let width = number(1).ok_or_else(|| wrong(1, "the second line is not the width"))?;
    let is_too_large = width.checked_mul(height).is_none_or(|count| count > Picture::PLACES_MAX);
    if is_too_large {
        let location = Location { line: lines[0].0, column: 2, length: 1 };
        return Err(Finding::at(FindingKind::TooLarge("the level"), location));
    }
    if lines.len() - 2 != height {
        return Err(wrong(0, "there are more or fewer rows than the height says"));
    }
    let mut places = Vec::with_capacity(width * height);
    for (index, (_, row)) in lines.iter().enumerate().skip(2) {
        let row = &row.chars().collect::<Vec<_>>()[..];
        let is_blank = |row: &[char]| row.iter().all(|it| it.is_whitespace());
        if row.len() < width || !is_blank(&row[width..]) {
            return Err(wrong(index, "a row is longer or shorter than the width says"));
        }
        places.extend(row[..width].iter().map(|&character| place(character)));
    }
    let mut level = Level::from_picture(Picture::new(width, places, Edge::Solid), Rules::SINK);
    let rows = lines[2..].iter().map(|(_, row)| (*row).to_owned()).collect();
    level.source = Source::of_rows(lines[2].0, 1, rows);
    Ok(level)
}

fn place(character: char) -> Place {
    match character.to_ascii_lowercase() {
        '.' => Place::bare(Ground::Floor),
        'o' => Place::with_box(Ground::Floor),
        'x' => Place::bare(Ground::Goal),
        'y' => Place::with_keeper(Ground::Floor),
        _ => Place::bare(Ground::Wall),
    }
}

/// Writes a level with its options. The format has no place for title and notes.
///
/// # Errors
/// What a row has no character for.
pub(super) fn write_level(level: &Level, out: &mut String) -> Result<(), WriteError> {
    // Leave room for the frame around a level with an open edge.
    if (level.picture.width() + 2) * (level.picture.height() + 2) > Picture::PLACES_MAX {
        return Err(WriteError::NoWay { format: FORMAT, what: "a level this large" });
    }
    let picture = match level.picture.edge() {
        Edge::Solid => level.picture.clone(),
        Edge::Open => {
            let (board, state) = lay_out(level).map_err(WriteError::Level)?;
            Picture::of_puzzle(&board, &state)
        }
    };
    check_expressible(level, FORMAT)?;
    let mut rows = Vec::with_capacity(picture.height());
    for row in picture.rows() {
        let row: Result<String, _> =
            row.iter().map(|&place| character(place, level.rules.goal())).collect();
        rows.push(row.map_err(|what| WriteError::NoWay { format: FORMAT, what })?);
    }
    out.push_str(&format!("#{}\n#{}\n", picture.height(), picture.width()));
    for row in rows {
        out.push_str(&format!("#{row}\n"));
    }
    for (key, value) in &level.options {
        out.push_str(&format!("{key}={value}\n").replace('\r', ""));
    }
    Ok(())
}

fn character(place: Place, goal: GoalKind) -> Result<char, &'static str> {
    Ok(match (place.ground, place.occupant) {
        (Ground::Rock | Ground::Wall, _) => '*',
        (Ground::DeadField, _) => return Err("a dead field"),
        (Ground::Exit, _) if goal == GoalKind::Fill => return Err("an exit"),
        (Ground::Goal, Occupant::Keeper) => return Err("the keeper on a goal"),
        (Ground::Goal, Occupant::Nothing) => 'x',
        (Ground::Goal, Occupant::Box) => match goal {
            GoalKind::Keep => return Err("a box on a goal"),
            GoalKind::Fill => '.',
            GoalKind::Sink => 'x',
        },
        (Ground::Floor | Ground::Exit | Ground::Door, Occupant::Nothing) => '.',
        (Ground::Floor | Ground::Exit | Ground::Door, Occupant::Box) => 'o',
        (Ground::Floor | Ground::Exit | Ground::Door, Occupant::Keeper) => 'y',
    })
}

#[cfg(test)]
mod tests {
    use super::write_level;
    use crate::check::check;
    use crate::finding::FindingKind;
    use crate::level::Level;
    use crate::rule_set::Rules;
    use crate::testing::level;
    use crate::text::{Format, ReadOptions, Text, WriteError, read_text};

    fn read(text: &str) -> Text {
        let options = ReadOptions { format: Some(Format::Petersohn), legend: None };
        read_text(text.as_bytes(), options)
    }

    fn write(level: &Level) -> Result<String, WriteError> {
        let mut out = String::new();
        write_level(level, &mut out).map(|()| out)
    }

    #[test]
    fn a_game_is_written_as_it_was_read() {
        let text = "#2\n#4\n#yo.x\n#*..*\nblocklist-number=2\nheuristic=d\n";
        let level = read(text).levels.swap_remove(0);
        assert_eq!(level.rules, Rules::SINK);
        assert_eq!(level.options[1], ("heuristic".to_owned(), "d".to_owned()));
        assert_eq!(check(&level).expect("the edge is solid").0.square_count(), 6);
        assert_eq!(level.location(1, 0).column, 3);
        assert_eq!(write(&level), Ok(text.to_owned()));
    }

    #[test]
    fn case_means_nothing_and_newlines_may_be_of_any_kind() {
        let level = read("#1\r\n#4\r\n#YOX*\r\n").levels.swap_remove(0);
        assert_eq!(write(&level), Ok("#1\n#4\n#yox*\n".to_owned()));
        let commented = read("#1\n#4\n#YOX*\n#\n").levels.swap_remove(0);
        assert_eq!(commented.picture, level.picture);
    }

    #[test]
    fn header_and_rows_must_agree() {
        for text in
            ["#x\n#3\n#y.x", "#1\n#0\n#y", "#2\n#3\n#y.x", "#1\n#3\n#y.", "#1\n#3\n#y.x.", "#1"]
        {
            let read = read(text);
            assert!(read.levels.is_empty(), "{text:?}");
            assert!(matches!(read.findings[0].kind, FindingKind::Header(_)), "{text:?}");
        }
        let huge = read("#99999999999\n#99999999999\n#y");
        assert_eq!(huge.findings[0].kind, FindingKind::TooLarge("the level"));
    }

    #[test]
    fn a_text_without_rows_is_no_level() {
        assert_eq!(read("a.txt\nb.txt\n").findings[0].kind, FindingKind::NoLevel);
    }

    #[test]
    fn a_level_in_xsb_keeps_its_frame_only() {
        let plain = level("  ####\n###  #\n#@$ .#\n######");
        assert_eq!(write(&plain), Ok("#4\n#6\n#******\n#***..*\n#*yo.x*\n#******\n".to_owned()));
        let boxed = level("#####\n#@ *#\n#####");
        assert!(matches!(write(&boxed), Err(WriteError::NoWay { what: "a box on a goal", .. })));
        assert_eq!(
            write(&boxed.with_rules(Rules::SINK)),
            Ok("#3\n#5\n#*****\n#*y.x*\n#*****\n".into())
        );
    }
}
