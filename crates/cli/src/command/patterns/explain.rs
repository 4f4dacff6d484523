//! `--explain` and `--drawing`: everything about one pattern.

use anyhow::Context;
use sokolab::analysis::patterns::{Pattern, PatternVerdict, redundant_parts};
use sokolab::constraint::{KeeperRule, PatternProver};
use sokolab::quantity;

use super::judge::{judged, number_of};
use super::pictures::{COLUMNS, marked, push_trimmed};
use crate::io::output::Output;

/// The verdict on a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proved {
    Dead,
    Alive,
}

/// Describes everything about a pattern.
pub(super) fn explain(
    pattern: &Pattern,
    number: Option<usize>,
    output: &mut Output,
) -> anyhow::Result<Proved> {
    let judged = judged(pattern).context("the pattern has too many states")?;
    let name = number.or_else(|| number_of(pattern)).map(|it| format!("pattern {it}"));
    let name = name.unwrap_or_else(|| "a pattern that is not in the library".to_owned());
    let (width, height) = pattern.size();
    let boxes = quantity(pattern.box_count(), "box");
    let mut text = format!("{name}: {boxes} in {width}x{height}\n\n");
    for row in marked(pattern, &judged) {
        text.push_str(&format!("  {row}\n"));
    }
    let room = &judged.rooms[0];
    if !judged.is_dead() {
        text.push_str(&format!(
            "\nalive: with the keeper outside all boxes can leave the window ({})\n",
            quantity(room.states, "state")
        ));
        output.write(&text)?;
        return Ok(Proved::Alive);
    }
    text.push_str(&format!(
        "\ndead: with the keeper outside no play frees all boxes ({}, all tried)\n",
        quantity(room.states, "state")
    ));
    text.push_str(&keepers(&judged));
    text.push_str(&goals(pattern, &judged));
    text.push_str(&parts(pattern));
    text.push_str(&propagation(pattern));
    output.write(&text)?;
    Ok(Proved::Dead)
}

fn keepers(judged: &PatternVerdict) -> String {
    let alive = judged.rooms[1..].iter().filter(|room| !room.is_dead(0)).count();
    let closed = judged.rooms.len() - 1;
    match (closed, alive) {
        (0, _) => "keeper: anywhere; nothing is closed in\n".to_owned(),
        (_, 0) => "keeper: anywhere, inside as well\n".to_owned(),
        _ => "keeper: anywhere but on o, from where the boxes can be freed\n".to_owned(),
    }
}

/// The sets of goals that make a pattern alive, drawn side by side.
fn goals(pattern: &Pattern, judged: &PatternVerdict) -> String {
    let sets = &judged.rooms[0].leftovers;
    let mut text = "goals: dead unless every . or * of one of these is a goal\n\n".to_owned();
    let shown = &sets[..sets.len().min(GOAL_SETS_MAX)];
    let width = usize::from(pattern.size().0) + 3;
    for some in shown.chunks((COLUMNS - 2) / width) {
        let rows: Vec<Vec<String>> = some.iter().map(|&set| with_goals(pattern, set)).collect();
        for line in 0..usize::from(pattern.size().1) {
            let parts = rows.iter().map(|rows| format!("{:<width$}", rows[line]));
            push_trimmed(&mut text, &format!("  {}", parts.collect::<String>()));
        }
        text.push('\n');
    }
    if shown.len() < sets.len() {
        text.push_str(&format!("  … and {} more\n\n", sets.len() - shown.len()));
    }
    text
}

/// The largest number of sets of goals that are drawn.
const GOAL_SETS_MAX: usize = 24;

fn with_goals(pattern: &Pattern, goals: u64) -> Vec<String> {
    let on_goal = pattern.boxes() & goals;
    let mut rows = pattern.rows(|place| (goals >> place & 1 == 1).then_some('.'));
    for (y, row) in rows.iter_mut().enumerate() {
        let glyph = |(x, glyph): (usize, char)| {
            let place = y * usize::from(pattern.size().0) + x;
            if on_goal >> place & 1 == 1 { '*' } else { glyph }
        };
        *row = row.chars().enumerate().map(glyph).collect();
    }
    rows
}

fn parts(pattern: &Pattern) -> String {
    match redundant_parts(pattern) {
        (0, 0) => "minimal: without any one wall or box it is alive\n".to_owned(),
        (walls, boxes) => {
            let walls = quantity(walls.count_ones(), "wall");
            let boxes = quantity(boxes.count_ones(), "box");
            format!("not minimal: {walls} and {boxes} could each be left out alone\n")
        }
    }
}

/// What the propagation of the tiling engine proves about it.
fn propagation(pattern: &Pattern) -> String {
    let verdict = |rule| PatternProver::new(pattern, rule).and_then(|it| it.proves());
    let how = match (verdict(KeeperRule::Off), verdict(KeeperRule::On)) {
        (Some(way), _) => format!("tiles alone prove it for all times, {way}"),
        (None, Some(way)) => format!("with one keeper a plane it is proved for all times, {way}"),
        (None, None) => "does not prove it: it takes exact search".to_owned(),
    };
    format!("propagation: {how}\n")
}
