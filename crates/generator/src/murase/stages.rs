//! The stages of one trial, drawn like Figures 2 to 5 of the paper.

use sokolab_core::quantity;
use sokolab_field::{Bits, words_needed};

use super::construct::{Draft, furnish, outlines};
use super::{FAILED, Murase};
use crate::outline::{Outline, OutlineShape};
use crate::recipe::{Recipe, Rejection};
use crate::seed::Chance;
use crate::settings::by_words;

/// A drawing of one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialStage {
    /// What it shows.
    pub caption: String,
    /// The rows. `#` is wall, `.` a goal, `$` a box, `*` both, `@` the keeper, `+` the keeper on a
    /// goal; the caption explains other characters.
    pub rows: Vec<String>,
}

/// The stages of trial `index` under `seed`, including its result.
#[must_use]
pub fn stages(recipe: &Murase, seed: u64, index: u64) -> Vec<TrialStage> {
    let mut chance = Chance::new(seed, recipe.describe().name, index);
    let mut stages = Vec::new();
    let mut add = |caption: String, rows: Vec<String>| stages.push(TrialStage { caption, rows });
    let (all, failure) = match outlines(recipe, &mut chance) {
        Ok(outlines) => (outlines, None),
        Err((step, outlines)) => (outlines, Some(step)),
    };
    for (number, outline) in all.iter().enumerate() {
        let caption = if number == 0 {
            "Figure 2 (a): prototype".to_owned()
        } else {
            format!("Figure 2 ({}): template {number} placed", letter(number + 1))
        };
        add(caption, rows_of(outline));
        if number == 0 {
            add("Figure 2 (b): templates".to_owned(), beside_each_other(recipe));
        }
    }
    if let Some(step) = failure {
        add(format!("failed: {step}"), Vec::new());
        return stages;
    }
    let board = all.last().and_then(|outline| outline.board(recipe.rules));
    if let (Some(outline), Some(board)) = (all.last(), board) {
        let drawn: Result<(), Rejection> = by_words!(words_needed(&board), N => {
            let (draft, result) = furnish::<N>(recipe, &board, &mut chance);
            draw_furniture(outline, &draft, &mut add);
            let end = result.map_err(|step| Rejection::Row(FAILED, step));
            let end = end.and_then(|()| recipe.judge(outline, &draft, &|| true));
            match end {
                Ok((_, solution)) => {
                    let pushes = quantity(solution.measures().pushes, "push");
                    add(format!("outputted: {pushes}: {}", solution.moves()), Vec::new());
                }
                Err(Rejection::Row(row, part)) => add(format!("{row}: {part}"), Vec::new()),
                Err(Rejection::Stopped) => {}
            }
            Ok(())
        }, Rejection::Stopped);
        debug_assert!(drawn.is_ok(), "settings are checked before");
    }
    stages
}

fn letter(number: usize) -> char {
    char::from(b'a' + (number % 26) as u8)
}

fn rows_of(outline: &Outline) -> Vec<String> {
    let character = |x, y| if outline.is_floor(x, y) { ' ' } else { '#' };
    let row = |y| (0..outline.width()).map(|x| character(x, y)).collect();
    (0..outline.height()).map(row).collect()
}

/// The templates, side by side.
fn beside_each_other(recipe: &Murase) -> Vec<String> {
    let height = recipe.templates.iter().map(OutlineShape::height).max().unwrap_or(0);
    let row = |y: usize| {
        let part = |shape: &OutlineShape| {
            let blank = " ".repeat(shape.width());
            shape.rows().get(y).map_or(blank, |row| row.replace('#', " "))
        };
        let parts: Vec<String> = recipe.templates.iter().map(part).collect();
        parts.join("   ").trim_end().to_owned()
    };
    (0..height).map(row).collect()
}

fn draw_furniture<const N: usize>(
    outline: &Outline,
    draft: &Draft<N>,
    add: &mut impl FnMut(String, Vec<String>),
) {
    let none = Bits::EMPTY;
    let draw = |goals: &Bits<N>, boxes: &Bits<N>, marks: &Bits<N>, mark: char| {
        draw(outline, draft, (goals, boxes), (marks, mark))
    };
    let rows = draw(&none, &none, &draft.goal_avoid, 'x');
    add("Figure 3 (a): GOAL_AVOID, marked x".to_owned(), rows);
    if draft.goals.is_empty() {
        return;
    }
    add("Figure 3 (b): goals".to_owned(), draw(&draft.goals, &none, &none, 'x'));
    let rows = draw(&draft.goals, &none, &draft.corner_goals, 'c');
    add("Figure 3 (c): COR_GOAL, marked c".to_owned(), rows);
    for (number, (goal, range)) in draft.goals.iter().zip(&draft.ranges).enumerate() {
        let caption =
            format!("Figure 4 ({}): GOAL_RANGE of goal {}, marked o", letter(number), number + 1);
        add(caption, draw(&Bits::of(goal), &none, range, 'o'));
    }
    let mut boxes = Bits::EMPTY;
    let mut figure = 0;
    let mut caption = |text: String| {
        figure += 1;
        format!("Figure 5 ({}): {text}", letter(figure - 1))
    };
    for (number, placement) in draft.placements.iter().enumerate() {
        if number > 0 {
            let text = caption(format!("ADD_AVOID after {number}, marked x"));
            add(text, draw(&draft.goals, &boxes, &placement.avoid, 'x'));
        }
        boxes.insert(placement.place);
        let text = caption(format!("box {}", number + 1));
        add(text, draw(&draft.goals, &boxes, &none, 'x'));
    }
    if draft.keeper.is_some() {
        add(
            caption("keeper".to_owned()),
            with_keeper(draw(&draft.goals, &boxes, &none, 'x'), draft),
        );
    }
}

/// The floor with goals, boxes and marks; only boxes take precedence over marks.
fn draw<const N: usize>(
    outline: &Outline,
    draft: &Draft<N>,
    (goals, boxes): (&Bits<N>, &Bits<N>),
    (marks, mark): (&Bits<N>, char),
) -> Vec<String> {
    let character = |x: usize, y: usize| {
        let Some(square) = draft.board.square_at(x, y) else { return '#' };
        let place = draft.field.place(square);
        match (boxes.contains(place), goals.contains(place)) {
            (true, true) => '*',
            (true, false) => '$',
            // A range is drawn around its goal.
            (false, true) if mark == 'o' || !marks.contains(place) => '.',
            _ if marks.contains(place) => mark,
            _ => ' ',
        }
    };
    let row = |y: usize| (0..outline.width()).map(|x| character(x, y)).collect();
    (0..outline.height()).map(row).collect()
}

fn with_keeper<const N: usize>(rows: Vec<String>, draft: &Draft<N>) -> Vec<String> {
    let Some(keeper) = draft.keeper else { return rows };
    let at = draft.board.position(draft.board.square(draft.field.square_index(keeper)));
    let put = |(y, row): (usize, String)| {
        let put = |(x, it): (usize, char)| match it {
            '.' if (x, y) == at => '+',
            _ if (x, y) == at => '@',
            other => other,
        };
        row.chars().enumerate().map(put).collect()
    };
    rows.into_iter().enumerate().map(put).collect()
}
