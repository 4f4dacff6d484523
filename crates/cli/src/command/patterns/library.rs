//! Deadlock patterns for a person: drawn, explained, checked, and laid on levels.

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use sokolab::analysis::patterns::{
    Judged, Pattern, PatternLibrary, Placement, judge, placements, redundant_parts, suits_patterns,
};
use sokolab::analysis::{KeeperWay, PushDistances, dead_squares};
use sokolab::constraint::{KeeperRule, PatternProver};
use sokolab::{Board, check, quantity, square_name};
use sokolab_wire::PatternFitLine;

use crate::boundary::{self, FailureForm};
use crate::exit::{self, Exit};
use crate::input::{Entry, Levels};
use crate::io::in_use;
use crate::io::interrupt;
use crate::io::output::Output;
use crate::io::standard_input;
use crate::terminal::diagnostics;

/// States of a drawing that are looked at before it is left undecided.
const STATES_MAX: usize = 300_000;

/// Bytes of a drawing; it has at most 8 by 8 places.
const DRAWING_BYTES_MAX: u64 = 4096;

/// Placements on a level beyond which it is not worth counting.
const PLACEMENTS_MAX: usize = 1_000_000;

/// Columns of a terminal.
const COLUMNS: usize = 80;

/// How patterns are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PatternFormat {
    /// Drawn for a person.
    Text,
    /// One JSON object a pattern, or a level.
    Jsonl,
}

/// What came of judging a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proved {
    Dead,
    Alive,
}

/// Reads a drawing.
pub(crate) fn read_drawing(path: &Path) -> anyhow::Result<Pattern> {
    let name = path.display();
    let reader: Box<dyn Read> = if path == Path::new("-") {
        Box::new(standard_input::take()?)
    } else {
        in_use::read(path)?;
        standard_input::open(path).with_context(|| format!("cannot read {name}"))?
    };
    let bytes = standard_input::read_to_end(reader.take(DRAWING_BYTES_MAX + 1));
    let bytes = bytes.with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > DRAWING_BYTES_MAX {
        anyhow::bail!("{name} is no drawing of a pattern: it has more than 8 by 8 places");
    }
    Pattern::read(&String::from_utf8_lossy(&bytes)).with_context(|| format!("cannot read {name}"))
}

/// What is true of a pattern.
pub(crate) fn judged(pattern: &Pattern) -> anyhow::Result<Judged> {
    judge(pattern, STATES_MAX)
        .with_context(|| format!("not decided within {STATES_MAX} states: draw fewer boxes"))
}

/// The number of a pattern in the library, whichever way it is turned.
pub(crate) fn number_of(pattern: &Pattern) -> Option<usize> {
    let wanted = pattern.normalized();
    let library = PatternLibrary::embedded().patterns();
    library.binary_search(&wanted).ok().map(|index| index + 1)
}

/// The pictures of some patterns side by side, with their numbers above.
pub(crate) fn pictures(library: &PatternLibrary, chosen: &[usize]) -> String {
    let mut text = String::new();
    let mut row: Vec<usize> = Vec::new();
    let mut boxes = 0;
    for (position, &index) in chosen.iter().enumerate() {
        let pattern = &library.patterns()[index];
        if pattern.box_count() != boxes {
            boxes = pattern.box_count();
            text.push_str(&format!("{}\n\n", quantity(boxes, "box")));
        }
        row.push(index);
        let next = chosen.get(position + 1).map(|&it| &library.patterns()[it]);
        let ends =
            next.is_none_or(|next| next.box_count() != boxes || next.size() != pattern.size());
        if ends || (row.len() + 1) * WIDTH > COLUMNS {
            draw_row(library, &row, &mut text);
            row.clear();
        }
    }
    text
}

/// Columns of one picture in a row of them.
const WIDTH: usize = 8;

fn draw_row(library: &PatternLibrary, row: &[usize], text: &mut String) {
    let numbers = row.iter().map(|index| format!("{:<WIDTH$}", format!("#{}", index + 1)));
    push_trimmed(text, &numbers.collect::<String>());
    let rows: Vec<Vec<String>> = row
        .iter()
        .map(|&index| marked(&library.patterns()[index], &library.judged()[index]))
        .collect();
    for line in 0..rows.iter().map(Vec::len).max().unwrap_or(0) {
        let parts = rows
            .iter()
            .map(|rows| format!("{:<WIDTH$}", rows.get(line).map_or("", String::as_str)));
        push_trimmed(text, &parts.collect::<String>());
    }
    text.push('\n');
}

fn push_trimmed(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// A pattern as drawn, with `o` where the keeper must not be for it to be dead.
fn marked(pattern: &Pattern, judged: &Judged) -> Vec<String> {
    let alive = judged.rooms[1..].iter().filter(|room| !room.is_dead(0));
    let inside = alive.filter_map(|room| room.pocket).fold(0, |sum, it| sum | it);
    pattern.rows(|place| (inside >> place & 1 == 1).then_some('o'))
}

/// How many patterns were shown.
pub(crate) fn one_line(library: &PatternLibrary, chosen: &[usize]) -> String {
    let (shown, all) = (chosen.len(), library.patterns().len());
    let all = quantity(all, "pattern");
    format!(
        "{shown} of {all}, up to symmetry. # wall, $ box, - open, o open and only dead \
         while the\nkeeper is not there. soko patterns --explain NUMBER tells more."
    )
}

/// Says all that is true of a pattern.
pub(crate) fn explain(
    pattern: &Pattern,
    number: Option<usize>,
    output: &mut Output,
) -> anyhow::Result<Proved> {
    let judged = judged(pattern)?;
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

fn keepers(judged: &Judged) -> String {
    let alive = judged.rooms[1..].iter().filter(|room| !room.is_dead(0)).count();
    let closed = judged.rooms.len() - 1;
    match (closed, alive) {
        (0, _) => "keeper: anywhere; nothing is closed in\n".to_owned(),
        (_, 0) => "keeper: anywhere, inside as well\n".to_owned(),
        _ => "keeper: anywhere but on o, from where the boxes can be freed\n".to_owned(),
    }
}

/// The sets of goals that make a pattern alive, drawn side by side.
fn goals(pattern: &Pattern, judged: &Judged) -> String {
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

/// Sets of goals that are drawn.
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

/// What the propagation of the tiling engine makes of it.
fn propagation(pattern: &Pattern) -> String {
    let verdict = |rule| PatternProver::new(pattern, rule).and_then(|it| it.proves());
    let how = match (verdict(KeeperRule::Off), verdict(KeeperRule::On)) {
        (Some(way), _) => format!("tiles alone prove it for all times, {way}"),
        (None, Some(way)) => format!("with one keeper a plane it is proved for all times, {way}"),
        (None, None) => "does not prove it: it takes exact search".to_owned(),
    };
    format!("propagation: {how}\n")
}

/// Proves all patterns anew.
pub(crate) fn check_library(library: &PatternLibrary, output: &mut Output) -> anyhow::Result<Exit> {
    let mut faults = 0_usize;
    for (index, pattern) in library.patterns().iter().enumerate() {
        if interrupt::is_interrupted() {
            return Ok(exit::UNDECIDED);
        }
        let is_dead = judge(pattern, STATES_MAX).is_some_and(|judged| judged.is_dead());
        if !is_dead || redundant_parts(pattern) != (0, 0) {
            faults += 1;
            output.line(&format!("pattern {} is not dead, or not minimal", index + 1))?;
        }
    }
    let count = library.patterns().len();
    let (proved, wrong) = (quantity(count, "pattern"), quantity(faults, "fault"));
    output.line(&format!("{proved} proved dead and minimal anew, {wrong}"))?;
    Ok(if faults == 0 { exit::DONE } else { exit::NEGATIVE })
}

/// Lays the library on levels, and says what is dead at the start.
pub(crate) fn fit_on_levels(
    mut levels: Levels,
    library: &PatternLibrary,
    format: PatternFormat,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let mut verdict = exit::DONE;
    while let Some(Entry { place, level }) = levels.next(output) {
        let name = format!("{}#{}", place.file, place.level);
        let (board, state) = match check(&level) {
            Ok(checked) => checked,
            Err(findings) => {
                verdict = verdict.and(exit::NEGATIVE);
                for finding in findings {
                    diagnostics::print_finding(&place.file, &finding);
                }
                continue;
            }
        };
        if !suits_patterns(&board, &state) {
            verdict = verdict.and(exit::NEGATIVE);
            anstream::eprintln!(
                "warning: {name}: patterns hold under official rules with a goal for each box"
            );
            continue;
        }
        let form = match format {
            PatternFormat::Text => FailureForm::Text,
            PatternFormat::Jsonl => FailureForm::Json("sokolab/patterns/1"),
        };
        let found = boundary::around(&place, &level, form, output, |_| {
            let shut = dead_squares(&board, &PushDistances::new(&board, KeeperWay::Walking));
            placements(&board, &shut, library, PLACEMENTS_MAX)
        })?;
        let Some(found) = found else { continue };
        let Some(found) = found else {
            verdict = verdict.and(exit::UNDECIDED);
            anstream::eprintln!("warning: {name}: more than {PLACEMENTS_MAX} patterns fit");
            continue;
        };
        let at_start: Vec<&Placement> = found.iter().filter(|it| it.holds(&state)).collect();
        if !at_start.is_empty() {
            verdict = verdict.and(exit::NEGATIVE);
        }
        if format == PatternFormat::Jsonl {
            let dead = at_start.iter().map(|it| names(&board, it)).collect();
            output.json(&PatternFitLine::new(place, &level, by_boxes(&found), dead))?;
        } else {
            report(&name, &board, &found, &at_start, output)?;
        }
    }
    Ok(levels.exit().and(verdict))
}

fn names(board: &Board, placement: &Placement) -> (usize, Vec<String>) {
    let boxes = placement.boxes.iter().map(|&it| square_name(board, it)).collect();
    (placement.pattern + 1, boxes)
}

/// How many placements have 1, 2, … boxes.
fn by_boxes(found: &[Placement]) -> Vec<usize> {
    let most = found.iter().map(|it| it.boxes.len()).max().unwrap_or(0);
    (1..=most).map(|count| found.iter().filter(|it| it.boxes.len() == count).count()).collect()
}

fn report(
    name: &str,
    board: &Board,
    found: &[Placement],
    at_start: &[&Placement],
    output: &mut Output,
) -> anyhow::Result<()> {
    let counts = by_boxes(found);
    let parts: Vec<String> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(index, count)| format!("{count} of {}", quantity(index + 1, "box")))
        .collect();
    let parts = if parts.is_empty() { "none".to_owned() } else { parts.join(", ") };
    output.line(&format!(
        "{name}  {} groups of squares that boxes must not fill: {parts}",
        found.len()
    ))?;
    for placement in at_start {
        let (number, boxes) = names(board, placement);
        output.line(&format!("  dead at the start: {} (pattern {number})", boxes.join(" ")))?;
    }
    Ok(())
}
