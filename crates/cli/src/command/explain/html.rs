//! Explanations as one page, with the solutions to step through.

use sokolab::insight::explain::{ChamberNote, PlanStep};
use sokolab::render::overlay::chamber_color;
use sokolab::render::{
    Chapter, Coordinates, Drawing, Layer, StoryItem, StoryPart, page_svg, story,
};
use sokolab::{Ground, Moves, Place, Square};
use sokolab_wire::Spoil;

use super::result::{ExplainedLevel, push_range};
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;

/// Collects all levels for one page.
#[derive(Debug, Default)]
pub(super) struct Html {
    levels: Vec<ExplainedLevel>,
}

impl Exporter<ExplainedLevel> for Html {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: ExplainedLevel, _output: &mut Output) -> anyhow::Result<()> {
        self.levels.push(result);
        Ok(())
    }

    fn end(&mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if !self.levels.is_empty() {
            output.write(&page(&self.levels))?;
        }
        Ok(exit::DONE)
    }
}

/// Levels explained on a page.
fn page(levels: &[ExplainedLevel]) -> String {
    let chapters: Vec<Chapter<'_>> = levels.iter().map(chapter).collect();
    let title = match levels {
        [one] => one.page_title(),
        _ => "Levels explained".to_owned(),
    };
    story(&title, &chapters)
}

fn chapter(level: &ExplainedLevel) -> Chapter<'_> {
    let explained = &level.explained;
    let mut parts = Vec::new();
    if let Some(plan) = &explained.plan {
        parts.push(StoryPart {
            heading: level.plan_heading(plan),
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
        let full = level.full().filter(|_| level.spoil == Spoil::Yes);
        drawings.extend(full.map(|it| {
            page_svg(&Drawing {
                rules: level.level.rules,
                title: Some("Storage, full"),
                coordinates: Coordinates::Shown,
                ..Drawing::new(&it)
            })
        }));
        parts.push(plain("Chambers", drawings, items.collect()));
    }
    let remarks = explained.remarks.iter().map(|it| StoryItem::new(it.clone()));
    parts.push(plain("Good to know", Vec::new(), remarks.collect()));
    parts.retain(|it| !it.items.is_empty());
    let mut lead = explained.summary.join(" ");
    if level.known.solution.is_none() {
        lead = format!("{lead} {}", level.known.remark);
    }
    let moves = level.known.solution.as_ref().map_or_else(Moves::default, |it| it.moves().clone());
    Chapter { name: level.page_title(), level: &level.level, moves, lead, parts }
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

/// The chambers that are spoken of, in colours.
fn layer(level: &ExplainedLevel) -> Layer {
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

/// The square of a chamber on which its letter is seen best: an empty one near the middle.
fn middle(level: &ExplainedLevel, note: &ChamberNote) -> Square {
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
