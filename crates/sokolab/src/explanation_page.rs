//! Levels explained on one page, with the solutions to step through.
//!
//! The page combines the sentences of `insight` with the pictures of `render`. The command and the
//! service both offer it.

use sokolab_core::{Board, Ground, Level, Moves, Picture, Place, Solution, Square, quantity};
use sokolab_insight::explain::{ChamberNote, Explanation, PlanStep, SolutionPlan};
use sokolab_render::overlay::chamber_color;
use sokolab_render::{Chapter, Coordinates, Drawing, Layer, StoryItem, StoryPart, page_svg, story};

/// A level with what there is to say about it.
#[derive(Debug)]
pub struct ExplainedChapter<'a> {
    /// Its name on the page.
    pub name: String,
    /// The level.
    pub level: &'a Level,
    /// Its board.
    pub board: &'a Board,
    /// What there is to say.
    pub explained: &'a Explanation,
    /// The solution that is explained.
    pub solution: Option<&'a Solution>,
    /// What is known about that solution, or why there is none.
    pub remark: &'a str,
    /// The level with full storages, if spoilers are allowed.
    pub full: Option<Picture>,
}

/// Levels explained on a self-contained HTML page.
#[must_use]
pub fn explanation_page(title: &str, levels: &[ExplainedChapter<'_>]) -> String {
    let chapters: Vec<Chapter<'_>> = levels.iter().map(chapter).collect();
    story(title, &chapters)
}

/// The heading of a plan.
#[must_use]
pub fn plan_heading(plan: &SolutionPlan, solution: Option<&Solution>, remark: &str) -> String {
    let pushes = solution.map_or(0, |it| it.measures().pushes);
    let pushes = quantity(pushes, "push");
    let crossings = match plan.crossings {
        0 => String::new(),
        count => format!(", {}", quantity(count, "crossing")),
    };
    format!("The solution: {pushes} ({remark}){crossings}")
}

/// Some pushes by their numbers.
#[must_use]
pub fn push_range(first: usize, last: usize) -> String {
    if first == last { format!("push {first}") } else { format!("pushes {first} to {last}") }
}

fn chapter<'a>(level: &ExplainedChapter<'a>) -> Chapter<'a> {
    let explained = level.explained;
    let mut parts = Vec::new();
    if let Some(plan) = &explained.plan {
        parts.push(StoryPart {
            heading: plan_heading(plan, level.solution, level.remark),
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
        let mut drawings = vec![page_svg(&Drawing {
            rules: level.level.rules,
            layers: vec![layer(level)],
            coordinates: Coordinates::Shown,
            ..Drawing::new(&level.level.picture)
        })];
        drawings.extend(level.full.as_ref().map(|it| {
            page_svg(&Drawing {
                rules: level.level.rules,
                title: Some("Storage, full"),
                coordinates: Coordinates::Shown,
                ..Drawing::new(it)
            })
        }));
        parts.push(plain("Chambers", drawings, items.collect()));
    }
    let remarks = explained.remarks.iter().map(|it| StoryItem::new(it.clone()));
    parts.push(plain("Good to know", Vec::new(), remarks.collect()));
    parts.retain(|it| !it.items.is_empty());
    let mut lead = explained.summary.join(" ");
    if level.solution.is_none() {
        lead = format!("{lead} {}", level.remark);
    }
    let moves = level.solution.map_or_else(Moves::default, |it| it.moves().clone());
    Chapter { name: level.name.clone(), level: level.level, moves, lead, parts }
}

fn plain(heading: &str, drawings: Vec<String>, items: Vec<StoryItem>) -> StoryPart {
    StoryPart { heading: heading.to_owned(), is_numbered: false, drawings, items }
}

fn story_step(step: &PlanStep) -> StoryItem {
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

/// The chambers that the explanation mentions, in colours.
fn layer(level: &ExplainedChapter<'_>) -> Layer {
    let mut layer = Layer::new("Chambers");
    for (index, note) in level.explained.chambers.iter().enumerate() {
        let (color, pattern) = chamber_color(index);
        let label = format!("{}: {}", note.letter, note.name);
        let swatch = layer.swatch(&label, color, pattern);
        let lettered = middle(level, note);
        for &square in &note.squares {
            let place = level.board.position(square);
            if square == lettered {
                layer.mark_text(place, swatch, note.letter.clone());
            } else {
                layer.mark(place, swatch);
            }
        }
    }
    layer
}

/// The square of a chamber on which its letter is most visible: an empty one near the middle.
fn middle(level: &ExplainedChapter<'_>, note: &ChamberNote) -> Square {
    let place = |square: Square| {
        let (x, y) = level.board.position(square);
        (x as i64, y as i64)
    };
    let count = note.squares.len() as i64;
    let sum = note.squares.iter().map(|&it| place(it));
    let sum = sum.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    let is_taken = |square: Square| {
        let (x, y) = level.board.position(square);
        level.level.picture.at(x, y) != Place::bare(Ground::Floor)
    };
    let distance = |&square: &Square| {
        let (x, y) = place(square);
        let (dx, dy) = (x * count - sum.0, y * count - sum.1);
        (is_taken(square), dx * dx + dy * dy, y, x)
    };
    note.squares.iter().copied().min_by_key(distance).expect("a chamber has squares")
}
