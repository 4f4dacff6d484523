//! The elements of an XML collection: its metadata and its levels.

use std::sync::Arc;

use roxmltree::Node;

use crate::character::is_zero_width;
use crate::finding::{Finding, FindingKind, Location};
use crate::level::{Level, Note, Notes};
use crate::picture::{Edge, Ground, Picture, Place};
use crate::rule_set::Rules;
use crate::source::{Source, SpelledRow, Spelling};
use crate::text::legend::Legend;
use crate::text::nethack_text::Locator;
use crate::text::note_key::is_key;
use crate::text::spaces;

/// The notes on the collection, always in the same order.
pub(super) fn header_of(root: Node<'_, '_>) -> Notes {
    let child = |name: &str| {
        let child = root.children().find(|node| node.has_tag_name(name))?;
        Some(text_of(child).trim().to_owned())
    };
    let mut collections = root.children().filter(|node| node.has_tag_name("LevelCollection"));
    let copyright = collections.find_map(|node| node.attribute("Copyright"));
    let field = |key: &str, value| Note::Field { key: key.to_owned(), value };
    let notes = [
        child("Title").map(|title| field("Collection", title)),
        child("Description").map(Note::Comment),
        child("Email").map(|address| field("Email", address)),
        child("Url").map(|address| field("Homepage", address)),
        copyright.map(|text| field("Copyright", text.trim().to_owned())),
    ];
    let is_said = |note: &Note| match note {
        Note::Field { value, .. } => !value.is_empty(),
        Note::Comment(text) => !text.is_empty(),
    };
    Notes(notes.into_iter().flatten().filter(is_said).collect())
}

fn text_of(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

fn tag_start(node: Node<'_, '_>) -> usize {
    node.range().start
}

/// Offset of the end of the name in a tag.
fn tag_end(node: Node<'_, '_>) -> usize {
    let range = node.range();
    (range.start + 1 + node.tag_name().name().len()).min(range.end)
}

/// Whether an attribute gives a size other than `size`.
pub(super) fn states_other(attribute: Option<&str>, size: usize) -> bool {
    attribute.is_some_and(|stated| stated.trim().parse() != Ok(size))
}

/// The level of an element; `None` if it has no rows.
pub(super) fn level_of(node: Node<'_, '_>, locator: &mut Locator<'_>) -> Option<Level> {
    let at = locator.find(tag_start(node), tag_end(node));
    let legend = Legend::xsb();
    let mut rows = Vec::new();
    let mut findings = Vec::new();
    let mut starts: Vec<Location> = Vec::new();
    for element in node.children().filter(|node| node.has_tag_name("L")) {
        let text = element.children().find(Node::is_text);
        let start = text.map_or(tag_start(element), tag_start);
        let location = locator.find(start, start);
        starts.push(location);
        let row = text_of(element);
        for (index, character) in row.chars().enumerate() {
            let kind = match character {
                '\t' => FindingKind::Tab,
                _ if spaces::is_space(character) || is_zero_width(character) => {
                    FindingKind::ForeignSpace(character)
                }
                _ if legend.place(character).is_none() => FindingKind::UnknownCharacter(character),
                _ => continue,
            };
            let location = Location { column: location.column + index, ..location };
            findings.push(Finding::at(kind, location));
        }
        rows.push(spaces::plain(row.trim_end()).0.into_owned());
    }
    let first = *starts.first()?;
    let picture = picture_of(&rows, &legend).unwrap_or_else(|| {
        findings.push(Finding::at(FindingKind::TooLarge("the level"), at));
        Picture::new(0, Vec::new(), Edge::Open)
    });
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    if states_other(node.attribute("Width"), width)
        || states_other(node.attribute("Height"), rows.len())
    {
        findings.push(Finding::at(FindingKind::SizeMismatch, at));
    }
    let rules = node.attribute("Rules").and_then(|it| it.trim().parse().ok());
    let mut level = Level::from_picture(picture, rules.unwrap_or(Rules::OFFICIAL));
    level.title =
        node.attribute("Id").map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned);
    if let Some(copyright) = node.attribute("Copyright").map(str::trim) {
        let key = "Copyright".to_owned();
        level.notes.0.push(Note::Field { key, value: copyright.to_owned() });
    }
    let comments = node.children().filter(Node::is_comment).filter_map(|it| it.text());
    level.notes.0.extend(comments.map(note_of));
    level.source = source_of(&starts, first, rows);
    level.findings = findings;
    Some(level)
}

/// The note in a comment inside the element of a level: a field if it begins with a key.
fn note_of(text: &str) -> Note {
    let text = text.trim();
    match text.split_once(": ") {
        Some((key, value)) if is_key(key) => {
            Note::Field { key: key.to_owned(), value: value.trim().to_owned() }
        }
        _ => Note::Comment(text.to_owned()),
    }
}

/// Rows that begin at these locations, usually one per line.
fn source_of(starts: &[Location], first: Location, rows: Vec<String>) -> Source {
    let is_below = |(index, it): (usize, &Location)| {
        it.line == first.line + index && it.column == first.column
    };
    let spelled = |(row, start): (&String, &Location)| {
        let (line, column) = (start.line - first.line, start.column as u32);
        SpelledRow { line, columns: (column..).take(row.chars().count()).collect() }
    };
    let spelling = (!starts.iter().enumerate().all(is_below)).then(|| {
        let rows = rows.iter().zip(starts).map(spelled).collect();
        Arc::new(Spelling::new(Vec::new(), rows))
    });
    Source { spelling, ..Source::of_rows(first.line, first.column - 1, rows) }
}

/// The picture of the rows; `None` if it would be too large.
fn picture_of(rows: &[String], legend: &Legend) -> Option<Picture> {
    let floor = Place::bare(Ground::Floor);
    let is_floor = |it: char| legend.place(it) == Some(floor);
    let used = |row: &String| row.trim_end_matches(is_floor).chars().count();
    let width = rows.iter().map(used).max().unwrap_or(0);
    if width.checked_mul(rows.len())? > Picture::PLACES_MAX {
        return None;
    }
    let mut places = Vec::with_capacity(width * rows.len());
    for row in rows {
        let known = row.chars().map(|it| legend.place(it).unwrap_or(floor));
        places.extend(known.chain(std::iter::repeat(floor)).take(width));
    }
    Some(Picture::new(width, places, Edge::Open))
}
