//! Collections in XML.
//!
//! The collection's title, description, addresses and copyright become notes of the header: the
//! fields `Collection`, `Email`, `Homepage` and `Copyright`, and a comment. A level has its `Id` as
//! title and may have a copyright. The format has no place for saved games and other notes: they
//! are not written.

mod guard;
mod write;

use std::sync::Arc;

use roxmltree::{Document, Node, ParsingOptions};

use super::legend::Legend;
use super::nethack_text::Locator;
use super::reader::Item;
use crate::finding::{Finding, FindingKind, Location};
use crate::level::{Level, Note, Notes, Source};
use crate::picture::{Edge, Ground, Picture, Place};
use crate::rules::Rules;

pub(super) use write::{write_footer, write_header, write_level};

/// The most elements and texts of a document.
const NODES_MAX: u32 = 1 << 21;

/// The most places of all levels together, each of which counts for some more. A few bytes of
/// short rows beside one long row make a large picture, so the length of the text is no limit.
const PLACES_ALL_MAX: usize = 1 << 25;
const PLACES_PER_LEVEL: usize = 256;

/// Reads a collection.
pub(super) fn parse(text: &str, emit: &mut dyn FnMut(Item)) {
    let mut fail = |reason: String, location: Option<Location>| {
        let kind = FindingKind::Xml(reason);
        emit(Item::Finding(match location {
            Some(location) => {
                let line = text.lines().nth(location.line.saturating_sub(1)).unwrap_or_default();
                Finding::at(kind, location).with_excerpt(line)
            }
            None => Finding::about_all(kind),
        }));
    };
    if let Err(reason) = guard::check(text) {
        return fail(reason.to_owned(), None);
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: NODES_MAX, ..Default::default() };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => {
            let (line, column) = (error.pos().row as usize, error.pos().col as usize);
            return fail(error.to_string(), Some(Location { line, column, length: 1 }));
        }
    };
    let root = document.root_element();
    if root.tag_name().name() != "SokobanLevels" {
        let reason = format!("the root is <{}>, not <SokobanLevels>", root.tag_name().name());
        return fail(reason, None);
    }
    read_root(root, &mut Locator::new(text), emit);
}

fn read_root(root: Node<'_, '_>, locator: &mut Locator<'_>, emit: &mut dyn FnMut(Item)) {
    let header = Arc::new(header_of(root));
    if !header.0.is_empty() {
        emit(Item::Header(Arc::clone(&header)));
    }
    let mut places = 0;
    for collection in root.children().filter(|node| node.has_tag_name("LevelCollection")) {
        let (mut width, mut height) = (0, 0);
        let at = locator.find(tag_start(collection), tag_end(collection));
        for node in collection.children().filter(|node| node.has_tag_name("Level")) {
            let Some(mut level) = level_of(node, locator) else { continue };
            places += level.picture.places().len() + PLACES_PER_LEVEL;
            if places > PLACES_ALL_MAX {
                let kind = FindingKind::TooLarge("the collection");
                return emit(Item::Finding(Finding::about_all(kind)));
            }
            width = level.picture.width().max(width);
            height = level.picture.height().max(height);
            level.collection = Arc::clone(&header);
            emit(Item::Level(Box::new(level)));
        }
        if states_other(collection, "MaxWidth", width)
            || states_other(collection, "MaxHeight", height)
        {
            emit(Item::Finding(Finding::at(FindingKind::SizeMismatch, at)));
        }
    }
}

/// What is said about the collection, always in the same order.
fn header_of(root: Node<'_, '_>) -> Notes {
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

/// Where the name in a tag ends.
fn tag_end(node: Node<'_, '_>) -> usize {
    let range = node.range();
    (range.start + 1 + node.tag_name().name().len()).min(range.end)
}

/// Whether an attribute states another size than `size`.
fn states_other(node: Node<'_, '_>, attribute: &str, size: usize) -> bool {
    node.attribute(attribute).is_some_and(|stated| stated.trim().parse() != Ok(size))
}

/// The level of an element; `None` if it has no rows.
fn level_of(node: Node<'_, '_>, locator: &mut Locator<'_>) -> Option<Level> {
    let at = locator.find(tag_start(node), tag_end(node));
    let legend = Legend::xsb();
    let mut rows = Vec::new();
    let mut findings = Vec::new();
    let mut first = None;
    for element in node.children().filter(|node| node.has_tag_name("L")) {
        let text = element.children().find(Node::is_text);
        let start = text.map_or(tag_start(element), tag_start);
        let location = locator.find(start, start);
        first.get_or_insert(location);
        let row = text_of(element);
        for (index, character) in row.chars().enumerate() {
            let kind = match character {
                '\t' => FindingKind::Tab,
                _ if legend.place(character).is_none() => FindingKind::UnknownCharacter(character),
                _ => continue,
            };
            let location = Location { column: location.column + index, ..location };
            findings.push(Finding::at(kind, location));
        }
        rows.push(row.trim_end().to_owned());
    }
    let first: Location = first?;
    let picture = picture_of(&rows, &legend).unwrap_or_else(|| {
        findings.push(Finding::at(FindingKind::TooLarge("the level"), at));
        Picture::new(0, Vec::new(), Edge::Open)
    });
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    if states_other(node, "Width", width) || states_other(node, "Height", rows.len()) {
        findings.push(Finding::at(FindingKind::SizeMismatch, at));
    }
    let mut level = Level::from_picture(picture, Rules::OFFICIAL);
    level.title =
        node.attribute("Id").map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned);
    if let Some(copyright) = node.attribute("Copyright").map(str::trim) {
        let key = "Copyright".to_owned();
        level.notes.0.push(Note::Field { key, value: copyright.to_owned() });
    }
    level.source = Source { line: first.line, indent: first.column - 1, rows };
    level.findings = findings;
    Some(level)
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

#[cfg(test)]
mod tests {
    use super::super::{Format, ReadOptions, Text, WriteOptions, read_text, write_collection};
    use crate::board::check;
    use crate::finding::FindingKind;
    use crate::level::{Note, Source};

    fn read(text: &str) -> Text {
        read_text(text.as_bytes(), ReadOptions { format: Some(Format::Slc), legend: None })
    }

    const SMALL: &str = r#"<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">
<SokobanLevels>
  <Title>Two &amp; more</Title>
  <Description>
    First line.
  </Description>
  <Url>http://example.org</Url>
  <LevelCollection Copyright="Ours" MaxWidth="6" MaxHeight="4">
    <Level Id="One" Width="5" Height="3">
      <L>#####</L>
      <L>#@$.#</L>
      <L>#####</L>
    </Level>
    <Level Id="Two" Width="6" Height="4" Copyright="Theirs">
      <L> #####</L>
      <L> #@ ##</L>
      <L>## *.#</L>
      <L>######</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
"#;

    #[test]
    fn header_and_levels_are_read() {
        let text = read(SMALL);
        assert_eq!(text.findings, []);
        assert_eq!(text.header.field("collection"), Some("Two & more"));
        assert!(text.header.0.contains(&Note::Comment("First line.".to_owned())));
        let [one, two] = &text.levels[..] else { panic!("two levels: {text:?}") };
        assert_eq!((one.title.as_deref(), one.copyright()), (Some("One"), Some("Ours")));
        assert_eq!((two.title.as_deref(), two.copyright()), (Some("Two"), Some("Theirs")));
        assert_eq!((one.source.line, one.source.indent), (11, 9));
        assert!(one.findings.is_empty() && check(one).is_ok() && check(two).is_ok());
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut text = read(SMALL);
        let options = WriteOptions::new(Format::Slc);
        let written =
            write_collection(&text.header, &text.levels, &options).expect("it can be written");
        let mut again = read(&written);
        for level in text.levels.iter_mut().chain(&mut again.levels) {
            level.source = Source::default();
        }
        assert_eq!(text, again, "{written}");
    }

    #[test]
    fn sizes_are_recomputed_and_strange_characters_located() {
        let text = read(&SMALL.replace("Width=\"5\"", "Width=\"7\"").replace("@$", "@?"));
        let kinds: Vec<_> = text.levels[0].findings.iter().map(|it| it.kind.clone()).collect();
        assert_eq!(kinds, [FindingKind::UnknownCharacter('?'), FindingKind::SizeMismatch]);
        assert_eq!(text.levels[0].findings[0].location, Some(text.levels[0].location(2, 1)));
        assert_eq!(text.findings, []);
        let text = read(&SMALL.replace("MaxWidth=\"6\"", "MaxWidth=\"60\""));
        assert_eq!(text.findings[0].kind, FindingKind::SizeMismatch);
    }

    #[test]
    fn other_xml_and_no_xml_are_refused() {
        for text in ["<a/>", "<SokobanLevels>", "plain", "", "<a b=\"\u{1}\"/>"] {
            let kind = &read(text).findings[0].kind;
            assert!(matches!(kind, FindingKind::Xml(_)), "{text:?}: {kind:?}");
        }
        assert_eq!(read("<SokobanLevels/>").findings[0].kind, FindingKind::NoLevel);
    }

    #[test]
    fn entities_and_other_bombs_are_refused() {
        let entity = "<!DOCTYPE a [<!ENTITY b 'bbbbbbbb'>]><SokobanLevels>&b;</SokobanLevels>";
        let attributes: Vec<_> = (0..5000).map(|it| format!(" a{it}=\"\"")).collect();
        let attributes = attributes.concat();
        let nested: Vec<_> = (0..100).map(|it| format!("<a xmlns:n{it}=\"u\">")).collect();
        let nested = nested.concat();
        let deep = "<a>".repeat(100_000);
        for text in [entity.to_owned(), format!("<a{attributes}/>"), nested, deep] {
            assert!(matches!(read(&text).findings[0].kind, FindingKind::Xml(_)));
        }
    }

    #[test]
    fn short_rows_beside_long_ones_do_not_eat_all_memory() {
        let level = format!("<Level><L>{}</L>{}</Level>", "#".repeat(1000), "<L/>".repeat(999));
        let text = format!(
            "<SokobanLevels><LevelCollection>{}</LevelCollection></SokobanLevels>",
            level.repeat(40)
        );
        let read = read(&text);
        assert!(read.levels.len() < 40);
        assert_eq!(read.findings[0].kind, FindingKind::TooLarge("the collection"));
    }
}
