//! Matches the library with levels.

use sokolab::analysis::patterns::{PatternLibrary, Placement, placements, suits_patterns};
use sokolab::analysis::{KeeperWay, PushDistances, dead_squares};
use sokolab::{Board, Level, Stop, check, quantity, square_name};
use sokolab_wire::{InvalidLine, PatternFitLine, Place, Status};

use super::format::PatternFormat;
use crate::boundary::{self, FailureForm};
use crate::exit::{self, Exit};
use crate::export::report_invalid;
use crate::input::{Entry, Levels};
use crate::io::message;
use crate::io::output::Output;

/// What a level must be for patterns.
const NEEDS: &str = "patterns need official rules and at least as many goals as boxes";

/// Maximum number of placements counted per level.
const PLACEMENTS_MAX: usize = 1_000_000;

/// Matches the library with levels, and reports dead boxes of the initial state.
pub(super) fn fit_on_levels(
    mut levels: Levels,
    library: &PatternLibrary,
    format: PatternFormat,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let form = match format {
        PatternFormat::Text => FailureForm::Text,
        PatternFormat::Jsonl => FailureForm::Json("sokolab/patterns/1"),
    };
    let mut verdict = exit::DONE;
    while let Some(Entry { place, level }) = levels.next(output) {
        let name = format!("{}#{}", place.file, place.level);
        let (board, state) = match check(&level) {
            Ok(checked) => checked,
            Err(findings) => {
                verdict = verdict.and(exit::NEGATIVE);
                report_invalid(&place, &level, &findings, form, output)?;
                continue;
            }
        };
        if !suits_patterns(&board, &state) {
            verdict = verdict.and(exit::NEGATIVE);
            message::line!("warning: {name}: {NEEDS}");
            let why = (Status::Invalid, Some(NEEDS.to_owned()));
            write_none(place, &level, why, form, output)?;
            continue;
        }
        let found = boundary::around(&place, &level, form, output, |_| {
            let shut = dead_squares(&board, &PushDistances::new(&board, KeeperWay::Walking));
            placements(&board, &shut, library, PLACEMENTS_MAX)
        })?;
        let Some(found) = found else { continue };
        let Some(found) = found else {
            verdict = verdict.and(exit::UNDECIDED);
            message::line!("warning: {name}: more than {PLACEMENTS_MAX} patterns fit");
            let why = (Status::Stopped, Some(Stop::Memory.name().to_owned()));
            write_none(place, &level, why, form, output)?;
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

/// Writes a line for a level without a result, if the results are JSON.
fn write_none(
    place: Place,
    level: &Level,
    why: (Status, Option<String>),
    form: FailureForm,
    output: &mut Output,
) -> anyhow::Result<()> {
    match form {
        FailureForm::Json(schema) => output.json(&InvalidLine::because(schema, place, level, why)),
        FailureForm::Text | FailureForm::Nothing => Ok(()),
    }
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
