//! The streaming reader: bytes in, levels out.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use super::detect::{is_json_lines, is_map_row};
use super::foreign_rows::ForeignRows;
use super::format::WHOLE_BYTES_MAX;
use super::item::{Item, LineParser};
use super::lines::{LineLimit, Lines};
use super::spaces::RowSpaces;
use super::{
    Format, Legend, boxoban, detect, json_lines, nethack_des, nethack_lua, nethack_map, petersohn,
    slc, sok,
};
use crate::finding::{Finding, FindingKind};
use crate::findings::Findings;
use crate::level::{Level, Notes};

/// Number of bytes collected before the format is detected.
const DETECTION_BYTES: usize = 64 << 10;

/// Options for reading.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format; `None` to detect it.
    pub format: Option<Format>,
    /// The meaning of characters in `.sok` rows; `None` for XSB.
    pub legend: Option<Legend>,
}

/// Checks on the rows of a text that do not depend on its parser.
#[derive(Debug)]
struct RowWatch {
    spaces: RowSpaces,
    foreign: ForeignRows,
}

/// A function that reads a text as a whole.
type WholeParser = fn(&str, &mut dyn FnMut(Item));

/// Collects lines for a format that has to be read as a whole.
#[derive(Debug)]
struct BufferedText {
    text: String,
    too_large: bool,
    parse: WholeParser,
}

impl LineParser for BufferedText {
    fn line(&mut self, _number: usize, line: &str, _emit: &mut dyn FnMut(Item)) {
        if self.text.len() + line.len() >= WHOLE_BYTES_MAX {
            self.too_large = true;
            self.text = String::new();
        } else if !self.too_large {
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    fn finish(&mut self, emit: &mut dyn FnMut(Item)) {
        if self.too_large {
            emit(Item::Finding(Finding::about_all(FindingKind::FileTooLarge)));
        } else if self.text.contains('\0') {
            emit(Item::Finding(Finding::about_all(FindingKind::NotText)));
        } else {
            (self.parse)(&self.text, emit);
        }
    }
}

fn parser_for(format: Format, options: &ReadOptions) -> Box<dyn LineParser> {
    let whole = |parse: WholeParser| {
        Box::new(BufferedText { text: String::new(), too_large: false, parse })
            as Box<dyn LineParser>
    };
    match format {
        Format::Sok => Box::new(sok::Parser::new(options.legend.clone())),
        Format::Boxoban => Box::new(boxoban::Parser::new()),
        Format::NethackMap => Box::new(nethack_map::Parser::new()),
        Format::JsonLines => Box::new(json_lines::Parser),
        Format::Slc => Box::new(slc::Parser::new()),
        Format::NethackDes => whole(nethack_des::parse),
        Format::NethackLua => whole(nethack_lua::parse),
        Format::Petersohn => whole(petersohn::parse),
    }
}

/// The limit on line length of a format. JSON lines are independent, so an overlong one is skipped.
fn line_limit(format: Option<Format>) -> LineLimit {
    match format {
        Some(Format::JsonLines) => LineLimit::SKIPPED,
        _ => LineLimit::FATAL,
    }
}

/// Reads a collection from bytes that arrive in chunks of any size.
#[derive(Debug)]
pub struct Reader {
    options: ReadOptions,
    /// The beginning of the text, until the format is known.
    beginning: Vec<u8>,
    lines: Lines,
    watch: RowWatch,
    parser: Option<(Format, Box<dyn LineParser>)>,
    ready: VecDeque<Item>,
    levels: usize,
    errors: usize,
    finished: bool,
}

impl Reader {
    /// A reader at the beginning of a text.
    #[must_use]
    pub fn new(options: ReadOptions) -> Reader {
        let parser = options.format.map(|format| (format, parser_for(format, &options)));
        let foreign = ForeignRows::new(options.legend.clone());
        let watch = RowWatch { spaces: RowSpaces::default(), foreign };
        Reader {
            options,
            beginning: Vec::new(),
            lines: Lines::new(line_limit(parser.as_ref().map(|(format, _)| *format))),
            watch,
            parser,
            ready: VecDeque::new(),
            levels: 0,
            errors: 0,
            finished: false,
        }
    }

    /// The format, once it is known.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        self.parser.as_ref().map(|(format, _)| *format)
    }

    /// Whether further input would be ignored.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Processes the next bytes of the text.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.finished {
            return;
        }
        if self.parser.is_some() {
            self.parse(bytes);
        } else {
            self.beginning.extend_from_slice(bytes);
            // A program that writes JSON lines into a pipe may wait for the answer to the first.
            if self.beginning.len() >= DETECTION_BYTES || is_json_lines(&self.beginning) {
                self.begin();
            }
        }
    }

    /// Signals the end of the text.
    pub fn finish(&mut self) {
        if self.finished {
            return;
        }
        if self.parser.is_none() {
            self.begin();
        }
        let Some((format, parser)) = &mut self.parser else {
            return;
        };
        let (format, watch) = (*format, &mut self.watch);
        // Lines and findings share the queue, so that their order is that of the text.
        let ready = RefCell::new(&mut self.ready);
        self.lines.finish(
            &mut |number, line| {
                take_line(format, watch, &mut **parser, (number, line), &mut |item| {
                    ready.borrow_mut().push_back(item);
                });
            },
            &mut |finding| ready.borrow_mut().push_back(Item::Finding(finding)),
        );
        parser.finish(&mut |item| ready.borrow_mut().push_back(item));
        self.finished = true;
        self.count_ready(0);
        if self.levels == 0 && self.errors == 0 {
            let foreign = self.watch.foreign.take();
            let nothing = || Finding::about_all(FindingKind::NoLevel);
            self.ready.push_back(Item::Finding(foreign.unwrap_or_else(nothing)));
        }
    }

    /// The next item; `None` until more input arrives, and always `None` after the end.
    pub fn next_item(&mut self) -> Option<Item> {
        let mut item = self.ready.pop_front()?;
        if let Item::Level(level) = &mut item {
            // A title from JSON or XML can contain anything, but is always shown on one line.
            level.title = level.title.take().map(on_one_line);
        }
        Some(item)
    }

    fn begin(&mut self) {
        let beginning = std::mem::take(&mut self.beginning);
        match detect(&beginning) {
            Ok(format) => {
                self.parser = Some((format, parser_for(format, &self.options)));
                self.lines = Lines::new(line_limit(Some(format)));
                self.parse(&beginning);
            }
            Err(finding) => {
                self.ready.push_back(Item::Finding(finding));
                self.finished = true;
            }
        }
    }

    fn parse(&mut self, bytes: &[u8]) {
        let Some((format, parser)) = &mut self.parser else {
            return;
        };
        let (format, watch) = (*format, &mut self.watch);
        let before = self.ready.len();
        let ready = RefCell::new(&mut self.ready);
        self.lines.feed(
            bytes,
            &mut |number, line| {
                take_line(format, watch, &mut **parser, (number, line), &mut |item| {
                    ready.borrow_mut().push_back(item);
                });
            },
            &mut |finding| ready.borrow_mut().push_back(Item::Finding(finding)),
        );
        if self.lines.has_failed() {
            parser.finish(&mut |item| ready.borrow_mut().push_back(item));
            self.finished = true;
        }
        self.count_ready(before);
    }

    fn count_ready(&mut self, from: usize) {
        for item in self.ready.iter().skip(from) {
            match item {
                Item::Level(_) => self.levels += 1,
                Item::Finding(finding) if finding.kind.code().starts_with('E') => self.errors += 1,
                Item::Finding(_) | Item::Header(_) => {}
            }
        }
    }
}

/// A title without line breaks and control characters, which would command a terminal.
fn on_one_line(title: String) -> String {
    if title.contains(char::is_control) {
        title.replace(char::is_control, " ").trim().to_owned()
    } else {
        title
    }
}

/// Passes a line to a parser, with plain spaces in rows. Formats in which rows are embedded, such
/// as JSON, check the spaces of their rows themselves.
fn take_line(
    format: Format,
    watch: &mut RowWatch,
    parser: &mut dyn LineParser,
    (number, line): (usize, &str),
    emit: &mut dyn FnMut(Item),
) {
    if matches!(format, Format::Sok | Format::Boxoban | Format::NethackMap) {
        let on_finding = &mut |finding| emit(Item::Finding(finding));
        let line = watch.spaces.plain(number, line, is_map_row, on_finding);
        if format == Format::Sok {
            watch.foreign.line(number, &line);
        }
        parser.line(number, &line, emit);
    } else {
        parser.line(number, line, emit);
    }
}

/// A text that was read completely.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// The notes on the collection.
    pub header: Arc<Notes>,
    /// The levels, in order.
    pub levels: Vec<Level>,
    /// Findings about the text itself.
    pub findings: Vec<Finding>,
}

/// Reads a complete text at once.
#[must_use]
pub fn read_text(bytes: &[u8], options: ReadOptions) -> Text {
    let mut reader = Reader::new(options);
    reader.feed(bytes);
    reader.finish();
    let mut text = Text::default();
    while let Some(item) = reader.next_item() {
        match item {
            Item::Header(notes) => text.header = notes,
            Item::Level(level) => text.levels.push(*level),
            Item::Finding(finding) => text.findings.push(finding),
        }
    }
    text
}

/// Reads the first level of a text; the format is detected.
///
/// # Errors
/// What is wrong with the text if it contains no level.
pub fn read_level(text: &str) -> Result<Level, Findings> {
    let read = read_text(text.as_bytes(), ReadOptions::default());
    read.levels.into_iter().next().ok_or_else(|| read.findings.into())
}

#[cfg(test)]
mod tests {
    use super::{ReadOptions, read_text};

    #[test]
    fn a_title_is_one_line_without_control_characters() {
        let rows = "\"rows\":[\"#####\",\"#@$.#\",\"#####\"]";
        let json = format!("{{\"title\":\"a\\nb\\u001b[2Jc\\n\",{rows}}}");
        let slc = "<SokobanLevels><LevelCollection><Level Id=\"a&#10;b&#9;[2Jc\"><L>#####</L>\
                   <L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>";
        let sok = "#####\n#@$.#\n#####\nTitle: a b\u{1b}[2Jc\n";
        for text in [&json, slc, sok] {
            let read = read_text(text.as_bytes(), ReadOptions::default());
            assert_eq!(read.levels[0].title.as_deref(), Some("a b [2Jc"), "{text:?}");
        }
    }
}
