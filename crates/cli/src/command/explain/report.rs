//! Explanations on paper: as text, as Markdown and as a page.

use sokolab::insight::explain::{ChamberNote, Explanation, Plan, Step};
use sokolab::render::{Chapter, Drawing, Layer, StoryItem, StoryPart, story, svg};
use sokolab::text::Drawn;
use sokolab::{Board, Ground, Level, Moves, Picture, Place, Session, Solution, Square, quantity};
use sokolab_wire::Spoil;

use super::ExplainFormat;
use crate::command::render::{plain_drawn, plain_named_rows};

/// The widest text that fits on a terminal.
const WIDTH_MAX: usize = 79;

/// What the second picture of a level shows.
const MAP_LEGEND: &str = "In the second picture letters mark the chambers; : is floor that belongs \
    to none of them, such as a corridor, a niche or the exit.";

/// A level that was explained.
pub(crate) struct Told {
    /// Its file, as it was named, and its number there.
    pub(crate) name: String,
    pub(crate) level: Level,
    pub(crate) board: Board,
    pub(crate) solution: Option<Solution>,
    /// What is to be said about the solution.
    pub(crate) remark: String,
    pub(crate) explained: Explanation,
}

impl Told {
    fn title(&self) -> String {
        match &self.level.title {
            Some(title) => format!("{} {title}", self.name),
            None => self.name.clone(),
        }
    }

    /// The same for a page, which may be read elsewhere: folders would tell nothing there.
    fn page_title(&self) -> String {
        let name = self.name.rsplit(['/', '\\']).next().unwrap_or(&self.name);
        match &self.level.title {
            Some(title) => format!("{name}: {title}"),
            None => name.to_owned(),
        }
    }

    /// The level with the letters of the chambers on its floor, `:` where it belongs to none.
    fn map(&self) -> Drawn {
        let mut drawn = plain_drawn(&self.level, &self.level.picture);
        let (left, top) = drawn.origin;
        let mut rows: Vec<Vec<char>> = drawn.rows.iter().map(|it| it.chars().collect()).collect();
        let mut write = |square: Square, sign: char| {
            let (x, y) = self.board.position(square);
            let (x, y) = (x.checked_add_signed(-left), y.checked_add_signed(-top));
            let row = y.and_then(|it| rows.get_mut(it));
            let place = row.zip(x).and_then(|(row, x)| row.get_mut(x));
            if let Some(place) = place {
                *place = sign;
            }
        };
        self.board.squares().for_each(|it| write(it, ':'));
        for note in &self.explained.chambers {
            let sign = note.letter.chars().next().unwrap_or('?');
            note.squares.iter().for_each(|&it| write(it, sign));
        }
        drawn.rows = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        drawn
    }

    /// The level, and beside it its chambers.
    fn pictures(&self) -> Vec<String> {
        let level = plain_named_rows(&self.level, &self.level.picture);
        if self.explained.chambers.is_empty() {
            return level;
        }
        beside(&level, &self.map().with_coordinates())
    }

    /// The level with every storage full.
    fn full(&self) -> Option<Picture> {
        let mut session = Session::new(&self.level).ok()?.state().clone();
        let squares = self.explained.chambers.iter().flat_map(|it| &it.full);
        let squares: Vec<Square> = squares.copied().collect();
        if squares.is_empty() {
            return None;
        }
        session.boxes.clear();
        session.boxes.extend(squares);
        Some(self.level.picture.with_state(&self.board, &session))
    }

    /// The position after so many moves.
    fn after(&self, moves: usize) -> Option<Vec<String>> {
        let mut session = Session::new(&self.level).ok()?;
        for it in self.solution.as_ref()?.moves().as_slice().iter().take(moves) {
            session.play(it.direction).ok()?;
        }
        let picture = self.level.picture.with_state(session.board(), session.state());
        Some(plain_named_rows(&self.level, &picture))
    }

    /// The heading of the plan.
    fn plan_heading(&self, plan: &Plan) -> String {
        let pushes = self.solution.as_ref().map_or(0, |it| it.measures().pushes);
        let pushes = quantity(pushes, "push");
        let crossings = match plan.crossings {
            0 => String::new(),
            count => format!(", {}", quantity(count, "crossing")),
        };
        format!("The solution: {pushes} ({}){crossings}", self.remark)
    }
}

/// Two pictures side by side, or one below the other if they are too wide.
pub(crate) fn beside(one: &[String], two: &[String]) -> Vec<String> {
    let width = |rows: &[String]| rows.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    if width(one) + width(two) + 6 > WIDTH_MAX {
        return [one, &[String::new()], two].concat();
    }
    let empty = String::new();
    let column = width(one) + 4;
    let row = |at: usize| {
        let (left, right) = (one.get(at).unwrap_or(&empty), two.get(at).unwrap_or(&empty));
        let pad = column - left.chars().count();
        format!("{left}{}{right}", " ".repeat(pad)).trim_end().to_owned()
    };
    (0..one.len().max(two.len())).map(row).collect()
}

/// A level explained as text or Markdown.
pub(crate) fn report(told: &Told, format: ExplainFormat, spoil: Spoil) -> String {
    let is_text = format == ExplainFormat::Text;
    let mut paper = Paper { text: String::new(), is_text };
    paper.title(&told.title());
    paper.paragraph(&told.explained.summary.join(" "));
    paper.picture(&told.pictures());
    if !told.explained.chambers.is_empty() {
        paper.remark(MAP_LEGEND);
        paper.heading("Chambers");
        for note in &told.explained.chambers {
            paper.item(&note.sentences.join(" "));
        }
    }
    if let (Spoil::Yes, Some(full)) = (spoil, told.full()) {
        paper.heading("Storage, full");
        paper.picture(&plain_named_rows(&told.level, &full));
    }
    if !told.explained.remarks.is_empty() {
        paper.heading("Good to know");
        told.explained.remarks.iter().for_each(|it| paper.item(it));
    }
    if let Some(plan) = &told.explained.plan {
        paper.heading(&told.plan_heading(plan));
        for (number, step) in plan.steps.iter().enumerate() {
            paper.step(number + 1, step);
            let last = told.moves_after(step);
            if let Some(rows) = last.filter(|_| !is_text).and_then(|it| told.after(it)) {
                paper.picture(&rows);
            }
        }
        let points = plan.turning_points();
        if !points.is_empty() {
            paper.heading("Turning points");
        }
        for point in &points {
            paper.item(&point.sentence);
        }
    } else {
        paper.text.push('\n');
        paper.paragraph(&told.remark);
    }
    paper.text.push('\n');
    paper.text
}

impl Told {
    /// How many moves have been made after a step.
    fn moves_after(&self, step: &Step) -> Option<usize> {
        let moves = self.solution.as_ref()?.moves().as_slice().iter().enumerate();
        let is_push = |it: &sokolab::Move| it.kind == sokolab::MoveKind::Push;
        let mut pushes = moves.filter(|(_, it)| is_push(it)).map(|(at, _)| at + 1);
        pushes.nth(step.last_push - 1)
    }
}

/// What is written on, in one style or the other.
struct Paper {
    text: String,
    is_text: bool,
}

impl Paper {
    fn title(&mut self, title: &str) {
        let mark = if self.is_text { "" } else { "# " };
        self.text.push_str(&format!("{mark}{title}\n"));
    }

    fn heading(&mut self, heading: &str) {
        let mark = if self.is_text { "" } else { "## " };
        let lead = if self.text.ends_with("\n\n") { "" } else { "\n" };
        self.text.push_str(&format!("{lead}{mark}{heading}\n"));
        if !self.is_text {
            self.text.push('\n');
        }
    }

    fn paragraph(&mut self, text: &str) {
        let text = if self.is_text { wrapped(text, "", "") } else { format!("\n{text}\n") };
        self.text.push_str(&text);
    }

    /// A paragraph below a picture.
    fn remark(&mut self, text: &str) {
        let text = if self.is_text { wrapped(text, "\n", "") } else { format!("{text}\n") };
        self.text.push_str(&text);
    }

    fn picture(&mut self, rows: &[String]) {
        let indent = if self.is_text { "    " } else { "" };
        let fence = if self.is_text { "" } else { "```\n" };
        let lead = if self.text.ends_with("\n\n") { "" } else { "\n" };
        self.text.push_str(&format!("{lead}{fence}"));
        for row in rows {
            self.text.push_str(format!("{indent}{row}").trim_end());
            self.text.push('\n');
        }
        self.text.push_str(fence);
        if !self.is_text {
            self.text.push('\n');
        }
    }

    fn item(&mut self, text: &str) {
        let text = if self.is_text { wrapped(text, "  ", "  ") } else { format!("- {text}\n") };
        self.text.push_str(&text);
    }

    fn step(&mut self, number: usize, step: &Step) {
        let pushes = push_range(step.first_push, step.last_push);
        if self.is_text {
            let text = format!("{} ({pushes})", step.text);
            self.text.push_str(&wrapped(&text, &format!("  {number}. "), "     "));
            let details: Vec<String> = step.details.iter().map(detail_text).collect();
            if !details.is_empty() {
                self.text.push_str(&wrapped(&details.join("; "), "     ", "     "));
            }
        } else {
            self.text.push_str(&format!("{number}. **{}** ({pushes})\n", step.text));
            for detail in &step.details {
                self.text.push_str(&format!("   - {}\n", detail_text(detail)));
            }
        }
    }
}

fn detail_text(detail: &sokolab::insight::explain::Detail) -> String {
    let forced = detail.forced_note().map_or(String::new(), |it| format!(" ({it})"));
    format!("{}{forced}", detail.text)
}

fn push_range(first: usize, last: usize) -> String {
    if first == last { format!("push {first}") } else { format!("pushes {first} to {last}") }
}

/// Text in lines that fit on a terminal.
pub(crate) fn wrapped(text: &str, first: &str, others: &str) -> String {
    let mut out = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH_MAX {
            out.push_str(&line);
            out.push('\n');
            others.clone_into(&mut line);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    out.push_str(&line);
    out.push('\n');
    out
}

/// Levels explained on a page.
pub(crate) fn page(told: &[Told], spoil: Spoil) -> String {
    let chapters: Vec<Chapter<'_>> = told.iter().map(|it| chapter(it, spoil)).collect();
    let title = match told {
        [one] => one.page_title(),
        _ => "Levels explained".to_owned(),
    };
    story(&title, &chapters)
}

fn chapter(told: &Told, spoil: Spoil) -> Chapter<'_> {
    let explained = &told.explained;
    let mut parts = Vec::new();
    if let Some(plan) = &explained.plan {
        parts.push(StoryPart {
            heading: told.plan_heading(plan),
            is_numbered: true,
            drawings: Vec::new(),
            items: plan.steps.iter().map(story_step).collect(),
        });
        let points = plan.turning_points();
        let items = points
            .into_iter()
            .map(|it| StoryItem { frame: it.moves_before, ..StoryItem::new(it.sentence) });
        parts.push(plain("Turning points", Vec::new(), items.collect()));
    }
    if !explained.chambers.is_empty() {
        let items = explained.chambers.iter().map(|it| StoryItem::new(it.sentences.join(" ")));
        let mut drawings = vec![svg(&Drawing {
            rules: told.level.rules,
            layers: vec![layer(told)],
            ..Drawing::new(&told.level.picture)
        })];
        let full = told.full().filter(|_| spoil == Spoil::Yes);
        drawings.extend(full.map(|it| {
            svg(&Drawing {
                rules: told.level.rules,
                title: Some("Storage, full"),
                ..Drawing::new(&it)
            })
        }));
        parts.push(plain("Chambers", drawings, items.collect()));
    }
    let remarks = explained.remarks.iter().map(|it| StoryItem::new(it.clone()));
    parts.push(plain("Good to know", Vec::new(), remarks.collect()));
    parts.retain(|it| !it.items.is_empty());
    let mut lead = explained.summary.join(" ");
    if told.solution.is_none() {
        lead = format!("{lead} {}", told.remark);
    }
    let moves = told.solution.as_ref().map_or_else(Moves::default, |it| it.moves().clone());
    Chapter { name: told.page_title(), level: &told.level, moves, lead, parts }
}

fn plain(heading: &str, drawings: Vec<String>, items: Vec<StoryItem>) -> StoryPart {
    StoryPart { heading: heading.to_owned(), is_numbered: false, drawings, items }
}

fn story_step(step: &Step) -> StoryItem {
    let details = step.details.iter().map(|it| StoryItem {
        note: it.forced_note(),
        frame: Some(it.moves_before),
        ..StoryItem::new(it.text.clone())
    });
    StoryItem {
        text: step.text.clone(),
        note: Some(push_range(step.first_push, step.last_push)),
        frame: Some(step.moves_before),
        items: details.collect(),
    }
}

/// The chambers that are spoken of, in colours.
fn layer(told: &Told) -> Layer {
    let mut layer = Layer::new("Chambers");
    for (index, note) in told.explained.chambers.iter().enumerate() {
        let (color, pattern) = crate::layers::chamber_color(index);
        let label = format!("{}: {}", note.letter, note.name);
        let swatch = layer.swatch(&label, color, pattern);
        let lettered = told.middle(note);
        for &square in &note.squares {
            let place = told.board.position(square);
            if square == lettered {
                layer.mark_text(place, swatch, note.letter.clone());
            } else {
                layer.mark(place, swatch);
            }
        }
    }
    layer
}

impl Told {
    /// The square of a chamber on which its letter is seen best: an empty one near the middle.
    fn middle(&self, note: &ChamberNote) -> Square {
        let place = |square: Square| {
            let (x, y) = self.board.position(square);
            (x as i64, y as i64)
        };
        let count = note.squares.len() as i64;
        let sum = note.squares.iter().map(|&it| place(it));
        let sum = sum.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let is_taken = |square: Square| {
            let (x, y) = self.board.position(square);
            self.level.picture.at(x, y) != Place::bare(Ground::Floor)
        };
        let distance = |&square: &Square| {
            let (x, y) = place(square);
            let (dx, dy) = (x * count - sum.0, y * count - sum.1);
            (is_taken(square), dx * dx + dy * dy, y, x)
        };
        note.squares.iter().copied().min_by_key(distance).expect("a chamber has squares")
    }
}
