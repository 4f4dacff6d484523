//! Assembles lines into levels.

use std::sync::Arc;

use super::board::{RowKind, Rows, row_kind};
use super::draft::{Draft, Saved, demote_words, note_variant, take_rules, take_title};
use super::lines::{
    Context, Line, announces_moves, classify, is_snapshot_key, looks_like_moves, unquoted,
};
use crate::finding::{Finding, FindingKind, Location};
use crate::level::{Note, Notes, Snapshot};
use crate::picture::Picture;
use crate::source::Quote;
use crate::text::item::{Item, LineParser};
use crate::text::legend::Legend;

/// A comment block with more lines than this is treated as unterminated.
const COMMENT_LINES_MAX: usize = 10_000;

/// Maximum number of bytes of text kept between two boards, so that an endless stream of comments
/// is read in bounded memory.
const TEXT_BYTES_MAX: usize = 4 << 20;

/// A line of plain text whose role is not decided yet.
#[derive(Debug)]
struct Text {
    text: String,
    after_blank: bool,
}

/// Reads a `.sok` text line by line.
#[derive(Debug)]
pub(crate) struct Parser {
    legend: Legend,
    header: Notes,
    /// The header shared by the levels, once the first board is complete.
    shared_header: Option<Arc<Notes>>,
    header_sent: bool,
    /// The first line of the file if it is plain text, while it is a comment of the header.
    opening: Option<String>,
    draft: Option<Draft>,
    rows: Rows,
    /// Rows of floor only, which count if another row follows.
    floor_rows: Vec<String>,
    texts: Vec<Text>,
    comment: Option<(usize, Vec<String>)>,
    /// Notes since the last blank line that are not directly below a board. If a board follows
    /// directly, they belong to it.
    field_run: Vec<Note>,
    /// There was no blank line since the last board.
    beside_board: bool,
    after_blank: bool,
    after_moves: bool,
    /// Bytes of text since the last board.
    text_bytes: usize,
}

impl Parser {
    pub(crate) fn new(legend: Option<Legend>) -> Parser {
        Parser {
            legend: legend.unwrap_or_else(Legend::xsb),
            header: Notes::default(),
            shared_header: None,
            header_sent: false,
            opening: None,
            draft: None,
            rows: Rows::default(),
            floor_rows: Vec::new(),
            texts: Vec::new(),
            comment: None,
            field_run: Vec::new(),
            beside_board: false,
            after_blank: true,
            after_moves: false,
            text_bytes: 0,
        }
    }

    fn is_inside(&self) -> bool {
        !self.rows.rows.is_empty()
    }

    /// Announces a row in line `number`.
    fn begin_row(&mut self, number: usize) {
        if !self.is_inside() {
            self.rows = Rows::at(number);
        }
        for floor in std::mem::take(&mut self.floor_rows) {
            self.rows.push(&floor, &self.legend);
        }
    }

    /// Turns the complete rows into a level, and emits the level before them.
    fn end_board(&mut self, emit: &mut dyn FnMut(Item)) {
        if !self.is_inside() {
            return;
        }
        let rows = std::mem::take(&mut self.rows);
        let floors = std::mem::take(&mut self.floor_rows);
        if rows.is_mere_text(&self.legend) {
            for text in rows.rows.into_iter().chain(floors) {
                self.text(text.trim());
                self.after_blank = false;
            }
            return;
        }
        // Fields directly above the rows belong to them.
        let own = if self.after_blank { Vec::new() } else { std::mem::take(&mut self.field_run) };
        let heading = self.take_heading();
        self.flush_texts();
        self.end_level(emit);
        let shared = self.share_header();
        let mut level = rows.into_level(&self.legend);
        level.collection = shared;
        self.draft = Some(Draft { level, heading, saved: Vec::new() });
        self.text_bytes = 0;
        self.beside_board = true;
        for note in own {
            match note {
                Note::Field { key, value } => self.field(None, &key, &value),
                Note::Comment(_) => self.note(note),
            }
        }
        for floor in floors {
            self.text(floor.trim());
        }
        self.after_moves = false;
        self.after_blank = false;
    }

    /// The header that all levels share. The first heading may still turn out to belong to it, so
    /// it is shared only when the first level is complete.
    fn share_header(&mut self) -> Arc<Notes> {
        self.shared_header.clone().unwrap_or_default()
    }

    fn end_level(&mut self, emit: &mut dyn FnMut(Item)) {
        let Some(mut draft) = self.draft.take() else {
            return;
        };
        demote_words(&mut draft);
        take_title(&mut draft.level);
        if let Some(heading) = draft.heading.take() {
            if draft.level.title.is_none() {
                draft.level.title = Some(heading);
            } else if self.shared_header.is_none() {
                self.header.0.push(Note::Comment(heading));
            } else {
                draft.level.notes.0.insert(0, Note::Comment(heading));
            }
        }
        if self.shared_header.is_none() {
            self.shared_header = Some(Arc::new(std::mem::take(&mut self.header)));
        }
        let shared = self.share_header();
        if !std::mem::replace(&mut self.header_sent, true) && !shared.0.is_empty() {
            emit(Item::Header(Arc::clone(&shared)));
        }
        draft.level.collection = shared;
        note_variant(&mut draft.level);
        take_rules(&mut draft.level);
        emit(Item::Level(Box::new(draft.level)));
    }

    /// In a text with a single level, moves the title in the header to the level unless it has one;
    /// likewise an opening line of plain text.
    fn take_header_title(&mut self) {
        let Some(draft) = &mut self.draft else {
            return;
        };
        let is_untitled = draft.heading.is_none() && draft.level.notes.field("title").is_none();
        if self.shared_header.is_some() || !is_untitled {
            return;
        }
        let opening = self.opening.take().map(Note::Comment);
        let notes = &mut self.header.0;
        let is_title = |it: &Note| match it {
            Note::Field { key, value } => key.eq_ignore_ascii_case("title") && !value.is_empty(),
            Note::Comment(_) => false,
        };
        let at = notes.iter().position(is_title);
        let at = at.or_else(|| notes.iter().position(|it| Some(it) == opening.as_ref()));
        draft.heading = at.map(|at| match notes.remove(at) {
            Note::Field { value, .. } => value,
            Note::Comment(text) => unquoted(&text).to_owned(),
        });
    }

    fn current_notes(&mut self) -> &mut Notes {
        match &mut self.draft {
            Some(draft) => &mut draft.level.notes,
            None => &mut self.header,
        }
    }

    fn text(&mut self, text: &str) {
        self.texts.push(Text { text: text.to_owned(), after_blank: self.after_blank });
    }

    /// The last line of text, if its position makes it a heading: alone, or after a blank line.
    fn take_heading(&mut self) -> Option<String> {
        let last = self.texts.last()?;
        if last.text.is_empty() || !(last.after_blank || self.texts.len() == 1) {
            return None;
        }
        self.texts.pop().map(|it| unquoted(&it.text).to_owned()).filter(|it| !it.is_empty())
    }

    /// Assigns fields that did not precede a board to what came before them, and turns plain text
    /// that is not a heading into a comment.
    fn flush_texts(&mut self) {
        let run = std::mem::take(&mut self.field_run);
        self.current_notes().0.extend(run);
        let texts = std::mem::take(&mut self.texts);
        let mut comment = String::new();
        for (index, line) in texts.iter().enumerate() {
            if index > 0 {
                comment.push_str(if line.after_blank { "\n\n" } else { "\n" });
            }
            comment.push_str(&line.text);
        }
        let comment = comment.trim();
        if !comment.is_empty() {
            let comment = comment.to_owned();
            if self.draft.is_none() && self.header.0.is_empty() && texts.len() == 1 {
                self.opening = Some(comment.clone());
            }
            self.current_notes().0.push(Note::Comment(comment));
        }
    }

    fn note(&mut self, note: Note) {
        if !self.texts.is_empty() {
            self.flush_texts();
        }
        if self.beside_board {
            self.current_notes().0.push(note);
        } else {
            self.field_run.push(note);
        }
    }

    /// Adds a field, with its line if that is known.
    fn field(&mut self, line: Option<(usize, &str)>, key: &str, value: &str) {
        if key.eq_ignore_ascii_case("comment") {
            self.note(Note::Comment(value.to_owned()));
            return;
        }
        let note = Note::Field { key: key.to_owned(), value: value.to_owned() };
        if let Some(draft) = &mut self.draft {
            let level = &mut draft.level;
            let is_solution =
                ["solution", "snapshot"].iter().any(|it| key.eq_ignore_ascii_case(it));
            if is_solution && looks_like_moves(value, Context::Announced) {
                let (title, moves) = (key.to_owned(), value.to_owned());
                level.snapshots.push(Snapshot { title, moves, notes: Notes::default() });
                let above = || Quote { location: level.source.first_row(), line: None };
                let quote = line.map(|(number, line)| Saved::at_end(number, line, value));
                let quote = quote.unwrap_or_else(above);
                draft.saved.push(Saved { is_announced: true, quote });
                self.after_moves = true;
                return;
            }
            if is_snapshot_key(key)
                && let Some(snapshot) = level.snapshots.last_mut()
            {
                snapshot.notes.0.push(note);
                return;
            }
        }
        self.note(note);
    }

    /// Adds `text`, at the end of a line, as moves if it looks like moves and there is a level to
    /// add them to. Returns whether it did.
    fn moves(&mut self, number: usize, line: &str, text: &str) -> bool {
        let Some(draft) = &mut self.draft else {
            return false;
        };
        let heading = self.texts.last().map(|it| it.text.as_str());
        let announced = heading.is_some_and(announces_moves);
        let goes_on = self.after_moves && self.texts.is_empty() && !self.after_blank;
        let context = match (announced, goes_on, draft.saved.last().map(|it| it.is_announced)) {
            (true, ..) | (_, true, Some(true)) => Context::Announced,
            (_, true, _) => Context::GoesOn,
            _ => Context::Nothing,
        };
        if !looks_like_moves(text, context) {
            return false;
        }
        if goes_on && let Some(snapshot) = draft.level.snapshots.last_mut() {
            snapshot.moves.push_str(text);
            return true;
        }
        let quote = Saved::at_end(number, line, text);
        draft.saved.push(Saved { is_announced: announced, quote });
        let title = self.take_heading();
        self.flush_texts();
        let title = title.unwrap_or_else(|| "Solution".to_owned());
        let snapshot = Snapshot { title, moves: text.to_owned(), notes: Notes::default() };
        if let Some(draft) = &mut self.draft {
            draft.level.snapshots.push(snapshot);
        }
        self.after_moves = true;
        true
    }

    /// Whether a line of text can be kept; the first line that cannot is reported.
    fn has_room(&mut self, number: usize, line: &str, emit: &mut dyn FnMut(Item)) -> bool {
        let before = self.text_bytes;
        self.text_bytes = before.saturating_add(line.len());
        let has_room = self.text_bytes <= TEXT_BYTES_MAX;
        if !has_room && before <= TEXT_BYTES_MAX {
            let location = Location { line: number, column: 1, length: 1 };
            emit(Item::Finding(Finding::at(FindingKind::TextTooLong, location)));
        }
        has_room
    }

    fn plain_line(&mut self, number: usize, line: &str, emit: &mut dyn FnMut(Item)) {
        match classify(line) {
            Line::Blank => {
                self.after_blank = true;
                self.beside_board = false;
                if self.texts.is_empty() {
                    self.flush_texts();
                }
                return;
            }
            Line::Remark => {
                // The header of a file names the version of the format.
                if line.contains("File Format 0.19") || line.contains("File Format 0.2") {
                    self.legend = self.legend.clone().with_letter_wall();
                }
                return;
            }
            Line::CommentOpens => {
                self.flush_texts();
                self.comment = Some((number, Vec::new()));
            }
            Line::CommentEnds => {}
            Line::Field(key, value) => self.field(Some((number, line)), key, value),
            Line::MaybeField(key, value) if self.beside_board => {
                self.field(Some((number, line)), key, value);
            }
            Line::MaybeField(..) => self.text(line.trim()),
            Line::Text(text) if text.contains('\0') => {
                let column = 1 + line.chars().take_while(|it| *it != '\0').count();
                let location = Location { line: number, column, length: 1 };
                emit(Item::Finding(Finding::at(FindingKind::NotText, location)));
            }
            Line::Text(text) => {
                let is_comment = line.trim_start().starts_with(';');
                if is_comment || !self.moves(number, line, text) {
                    self.text(text);
                    self.after_moves = false;
                }
            }
        }
        self.after_blank = false;
    }

    fn comment_line(&mut self, line: &str, emit: &mut dyn FnMut(Item)) {
        let Some((number, lines)) = &mut self.comment else {
            return;
        };
        if classify(line) == Line::CommentEnds {
            let comment = lines.join("\n");
            self.comment = None;
            self.note(Note::Comment(comment));
            self.after_blank = false;
        } else if lines.len() >= COMMENT_LINES_MAX {
            lines.push(line.to_owned());
            self.reopen_comment(emit);
        } else {
            debug_assert!(*number > 0);
            lines.push(line.to_owned());
        }
    }

    /// Reads the lines of an unterminated comment again as if it had not been opened.
    fn reopen_comment(&mut self, emit: &mut dyn FnMut(Item)) {
        let Some((opened, lines)) = self.comment.take() else {
            return;
        };
        let location = Location { line: opened, column: 1, length: "Comment:".len() };
        emit(Item::Finding(Finding::at(FindingKind::UnterminatedComment, location)));
        for (index, line) in lines.iter().enumerate() {
            // Another opening line would be unterminated too.
            if classify(line) != Line::CommentOpens {
                self.line(opened + 1 + index, line, emit);
            }
        }
    }
}

impl LineParser for Parser {
    fn line(&mut self, number: usize, line: &str, emit: &mut dyn FnMut(Item)) {
        if self.comment.is_some() {
            self.comment_line(line, emit);
            return;
        }
        let is_text = line.starts_with(';') || line.starts_with("::");
        let kind = match () {
            () if is_text => RowKind::No,
            () => row_kind(&self.legend, number, line, self.rows.above(&self.legend)),
        };
        match kind {
            RowKind::Row => {
                self.begin_row(number);
                self.rows.push(line, &self.legend);
            }
            RowKind::Encoded(row) => {
                self.begin_row(number);
                self.rows.push_encoded(row, line, &self.legend);
            }
            RowKind::FloorOnly if self.floor_rows.len() < Picture::PLACES_MAX / 8 => {
                self.floor_rows.push(line.to_owned());
            }
            RowKind::Whole(rows) => {
                self.end_board(emit);
                self.begin_row(number);
                self.rows.push_whole(rows, line, &self.legend);
                self.end_board(emit);
                self.after_blank = true;
            }
            RowKind::Wrong(finding) => {
                self.end_board(emit);
                emit(Item::Finding(finding.with_excerpt(line)));
            }
            RowKind::No | RowKind::FloorOnly => {
                self.end_board(emit);
                if self.has_room(number, line, emit) {
                    self.plain_line(number, line, emit);
                }
            }
        }
    }

    fn finish(&mut self, emit: &mut dyn FnMut(Item)) {
        self.end_board(emit);
        if self.comment.is_some() {
            self.reopen_comment(emit);
            self.end_board(emit);
        }
        self.flush_texts();
        self.take_header_title();
        self.end_level(emit);
    }
}
