//! Collections in the XML format of `.slc` files.
//!
//! The collection's title, description, addresses and copyright become notes of the header: the
//! fields `Collection`, `Email`, `Homepage` and `Copyright`, and a comment. A level has its `Id` as
//! title and may have a copyright; its other notes are XML comments inside its element. Saved games
//! have no place in the format and are not written.
//!
//! Documents may have any size: the parser cuts them into levels and parses each separately inside
//! the tags that enclose it.

mod elements;
mod guard;
mod scan;
mod write;

use std::sync::Arc;

use roxmltree::{Document, Node, ParsingOptions};

use super::format::WHOLE_BYTES_MAX;
use super::item::{Item, LineParser};
use super::nethack_text::Locator;
use crate::finding::{Finding, FindingKind, Location};
use crate::level::Notes;
use elements::{header_of, level_of, states_other};
use scan::{Scan, Tag, TagKind};

pub(super) use write::{write_footer, write_header, write_level};

/// Maximum number of elements and text nodes in a piece.
const NODES_MAX: u32 = 1 << 21;

/// Maximum number of places of all levels together, plus a surcharge for each level, unless the
/// text itself is larger. It bounds the memory for ragged levels: short rows beside one long row
/// make a large picture from few bytes, and some callers keep all levels of a text.
const PLACES_ALL_MAX: usize = 1 << 25;
const PLACES_PER_LEVEL: usize = 256;
const PLACES_PER_BYTE: usize = 16;

/// Reads a collection line by line.
#[derive(Debug)]
pub(super) struct Parser {
    scan: Scan,
    /// The open tags around the piece, of the root and of a collection, each on one line.
    open: Vec<OpenTag>,
    /// Number of open elements.
    depth: usize,
    /// The incomplete piece of text, and where it starts.
    piece: String,
    start: Position,
    /// The column of a tag that continues on the next line.
    open_column: usize,
    header: Option<Arc<Notes>>,
    collection: Collection,
    /// Places of the levels so far, with the surcharge for each, and bytes of text.
    places: usize,
    bytes: usize,
    /// Set after an error; the rest is ignored.
    has_failed: bool,
}

#[derive(Debug)]
struct OpenTag {
    name: String,
    text: String,
}

/// A position in the text; the column counts characters from 1.
#[derive(Clone, Copy, Debug)]
struct Position {
    line: usize,
    column: usize,
}

/// The collection element that is being read.
#[derive(Debug, Default)]
struct Collection {
    at: Option<Location>,
    stated: [Option<String>; 2],
    width: usize,
    height: usize,
}

impl Parser {
    pub(super) fn new() -> Parser {
        Parser {
            scan: Scan::default(),
            open: Vec::new(),
            depth: 0,
            piece: String::new(),
            start: Position { line: 1, column: 1 },
            open_column: 1,
            header: None,
            collection: Collection::default(),
            places: 0,
            bytes: 0,
            has_failed: false,
        }
    }

    fn tag(&mut self, tag: &Tag, begin: Location, after: Position, emit: &mut dyn FnMut(Item)) {
        let level = self.depth;
        match tag.kind {
            TagKind::Start => self.depth += 1,
            TagKind::Empty => {}
            TagKind::End => self.depth = self.depth.saturating_sub(1),
        }
        let is_end = tag.kind != TagKind::Start;
        match (level, tag.local_name()) {
            (0, name) if tag.kind != TagKind::End && name != "SokobanLevels" => {
                let reason = format!("the root is <{name}>, not <SokobanLevels>");
                self.fail(Finding::about_all(FindingKind::Xml(reason)), emit);
            }
            (0, _) if tag.kind == TagKind::Start => self.keep_tag(tag, 0),
            (1, "LevelCollection") if tag.kind == TagKind::Start => {
                self.begin_collection(tag, begin, after, emit);
            }
            // The end of an element inside a collection, or of the collection itself.
            _ if is_end && self.depth == 2 && self.open.len() == 2 => self.end_piece(after, emit),
            _ if tag.kind == TagKind::End && self.depth == 1 && self.open.len() == 2 => {
                self.end_collection(after, emit);
            }
            _ => {}
        }
    }

    /// Keeps a start tag, which ends the piece so far; `outside` tags remain open around it.
    fn keep_tag(&mut self, tag: &Tag, outside: usize) {
        self.open.truncate(outside);
        let from = self.piece.rfind(&format!("<{}", tag.name)).unwrap_or(0);
        let text = self.piece[from..].replace(['\n', '\r'], " ");
        self.open.push(OpenTag { name: tag.name.clone(), text });
    }

    /// Reads the metadata before the levels.
    fn begin_collection(
        &mut self,
        tag: &Tag,
        at: Location,
        after: Position,
        emit: &mut dyn FnMut(Item),
    ) {
        self.keep_tag(tag, 1);
        let outside: &[OpenTag] = if self.header.is_none() { &[] } else { &self.open[..1] };
        let inside: Vec<&str> = self.open.iter().rev().map(|it| it.name.as_str()).collect();
        let piece = Piece { outside, text: &self.piece, inside: &inside, start: self.start };
        let mut stated = [None, None];
        let header = piece.parse(|root, _| {
            let mut collections = root.children().filter(|it| it.has_tag_name("LevelCollection"));
            if let Some(node) = collections.next_back() {
                let attribute = |name| node.attribute(name).map(str::to_owned);
                stated = [attribute("MaxWidth"), attribute("MaxHeight")];
            }
            header_of(root)
        });
        match header {
            Err(finding) => self.fail(finding, emit),
            Ok(header) => {
                self.collection = Collection { at: Some(at), stated, ..Collection::default() };
                self.give_header(header, emit);
                self.next_piece(after);
            }
        }
    }

    fn give_header(&mut self, header: Notes, emit: &mut dyn FnMut(Item)) {
        if self.header.is_none() {
            let header = Arc::new(header);
            if !header.0.is_empty() {
                emit(Item::Header(Arc::clone(&header)));
            }
            self.header = Some(header);
        }
    }

    /// Reads the level that ends here, if this is one.
    fn end_piece(&mut self, after: Position, emit: &mut dyn FnMut(Item)) {
        let inside: Vec<&str> = self.open.iter().rev().map(|it| it.name.as_str()).collect();
        let piece =
            Piece { outside: &self.open, text: &self.piece, inside: &inside, start: self.start };
        let level = piece.parse(|root, locator| {
            let collection = root.children().find(Node::is_element)?;
            let node = collection.children().find(|node| node.has_tag_name("Level"))?;
            level_of(node, locator)
        });
        match level {
            Err(finding) => return self.fail(finding, emit),
            Ok(None) => {}
            Ok(Some(mut level)) => {
                self.places += level.picture.places().len() + PLACES_PER_LEVEL;
                if self.places > PLACES_ALL_MAX.max(self.bytes * PLACES_PER_BYTE) {
                    let kind = FindingKind::TooLarge("the collection");
                    return self.fail(Finding::about_all(kind), emit);
                }
                self.collection.width = level.picture.width().max(self.collection.width);
                self.collection.height = level.picture.height().max(self.collection.height);
                level.collection = self.header.clone().unwrap_or_default();
                emit(Item::Level(Box::new(level)));
            }
        }
        self.next_piece(after);
    }

    fn end_collection(&mut self, after: Position, emit: &mut dyn FnMut(Item)) {
        let inside = [self.open[0].name.as_str()];
        let piece =
            Piece { outside: &self.open, text: &self.piece, inside: &inside, start: self.start };
        if let Err(finding) = piece.parse(|_, _| ()) {
            return self.fail(finding, emit);
        }
        self.open.truncate(1);
        self.next_piece(after);
        let Collection { at, stated, width, height } = std::mem::take(&mut self.collection);
        let [max_width, max_height] = stated;
        let differs = states_other(max_width.as_deref(), width)
            || states_other(max_height.as_deref(), height);
        if let Some(at) = at.filter(|_| differs) {
            emit(Item::Finding(Finding::at(FindingKind::SizeMismatch, at)));
        }
    }

    fn next_piece(&mut self, start: Position) {
        self.piece.clear();
        self.start = start;
    }

    fn fail(&mut self, finding: Finding, emit: &mut dyn FnMut(Item)) {
        self.has_failed = true;
        self.piece = String::new();
        emit(Item::Finding(finding));
    }
}

impl LineParser for Parser {
    fn line(&mut self, number: usize, line: &str, emit: &mut dyn FnMut(Item)) {
        self.bytes += line.len() + 1;
        if line.contains('\0') && !self.has_failed {
            return self.fail(Finding::about_all(FindingKind::NotText), emit);
        }
        let (mut from, mut column) = (0, 1);
        // Columns counted so far, to locate the beginnings of tags.
        let (mut counted, mut tag_column) = (0, 1);
        while !self.has_failed {
            if self.piece.len() + line.len() >= WHOLE_BYTES_MAX {
                return self.fail(Finding::about_all(FindingKind::FileTooLarge), emit);
            }
            let Some(tag) = self.scan.next_tag(number, line, from) else { break };
            let (start_line, start) = tag.start;
            if start_line == number {
                tag_column += line[counted..start].chars().count();
                counted = start;
            }
            let length = tag.name.chars().count() + 1;
            let open_column = self.open_column;
            let begin = if start_line == number { tag_column } else { open_column };
            let begin = Location { line: start_line, column: begin, length };
            let end = tag.end;
            column += line[from..end].chars().count();
            self.piece.push_str(&line[from..end]);
            self.tag(&tag, begin, Position { line: number, column }, emit);
            from = end;
        }
        if !self.has_failed {
            if let Some((_, start)) = self.scan.open_tag().filter(|it| it.0 == number) {
                self.open_column = line[..start].chars().count() + 1;
            }
            self.piece.push_str(&line[from..]);
            self.piece.push('\n');
        }
    }

    /// Parsing the rest shows whether the document is properly closed.
    fn finish(&mut self, emit: &mut dyn FnMut(Item)) {
        if self.has_failed {
            return;
        }
        // Before the first level, the whole document is still in the piece.
        let outside: &[OpenTag] = if self.header.is_none() { &[] } else { &self.open };
        let piece = Piece { outside, text: &self.piece, inside: &[], start: self.start };
        match piece.parse(|root, _| header_of(root)) {
            Ok(header) => self.give_header(header, emit),
            Err(finding) => emit(Item::Finding(finding)),
        }
    }
}

/// A piece of text with the tags that make it a document.
struct Piece<'a> {
    /// The open tags before it, which are closed after it.
    outside: &'a [OpenTag],
    text: &'a str,
    inside: &'a [&'a str],
    start: Position,
}

impl Piece<'_> {
    /// Parses it and applies `read` to its root.
    fn parse<T>(
        &self,
        read: impl FnOnce(Node<'_, '_>, &mut Locator<'_>) -> T,
    ) -> Result<T, Finding> {
        let mut text: String = self.outside.iter().map(|tag| tag.text.as_str()).collect();
        let before = text.len();
        text.push_str(self.text);
        for name in self.inside {
            text.push_str(&format!("</{name}>"));
        }
        guard::check(&text)
            .map_err(|reason| Finding::about_all(FindingKind::Xml(reason.to_owned())))?;
        let options =
            ParsingOptions { allow_dtd: true, nodes_limit: NODES_MAX, ..Default::default() };
        let document = match Document::parse_with_options(&text, options) {
            Ok(document) => document,
            Err(error) => return Err(self.located(&error, &text, before)),
        };
        let Position { line, column } = self.start;
        Ok(read(document.root_element(), &mut Locator::within(&text, before, line, column)))
    }

    /// Converts an error of the XML parser to a finding with its place in the whole text.
    fn located(&self, error: &roxmltree::Error, text: &str, before: usize) -> Finding {
        let (row, column) = (error.pos().row as usize, error.pos().col as usize);
        let excerpt = text.lines().nth(row.saturating_sub(1)).unwrap_or_default();
        // The tags around the piece are on its first line.
        let (excerpt, column) = if row <= 1 {
            let added = text[..before].chars().count();
            let inside = column.saturating_sub(added).max(1);
            (&excerpt[before.min(excerpt.len())..], inside + self.start.column - 1)
        } else {
            (excerpt, column)
        };
        let line = self.start.line + row.saturating_sub(1);
        // The position at the end of the message refers to the piece, so it is removed.
        let reason = error.to_string();
        let reason = reason.strip_suffix(&format!(" at {}", error.pos())).unwrap_or(&reason);
        let kind = FindingKind::Xml(reason.to_owned());
        Finding::at(kind, Location { line, column, length: 1 }).with_excerpt(excerpt)
    }
}

#[cfg(test)]
mod tests;
