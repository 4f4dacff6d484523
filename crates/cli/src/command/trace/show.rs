//! Traces for a terminal: planes as characters.

use std::io::IsTerminal;
use std::time::Duration;

use sokolab::constraint::watch::{CellView, WatchStage};
use sokolab::render::TraceScene;

use crate::io::interrupt;
use crate::io::output::Output;

/// Time between two planes on a terminal.
const PAUSE: Duration = Duration::from_millis(250);

/// Whether planes are played one after the other where there is a terminal, or printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Played,
    Printed,
}

/// Shows a stage: all planes, or one. On a terminal they are played in place.
pub(crate) fn show(
    scene: &TraceScene<'_>,
    (stage, plane): (usize, Option<usize>),
    pace: Pace,
    output: &mut Output,
) -> anyhow::Result<()> {
    let shown = &scene.watched.stages[stage];
    let last = shown.planes.len() - 1;
    output.line(&format!("{}  {}  {}", scene.title, scene.method, scene.outcome()))?;
    for (index, each) in scene.watched.stages.iter().enumerate() {
        let mark = if index == stage { '>' } else { ' ' };
        output.line(&format!("{mark} stage {}  {}: {}", index + 1, each.name, each.remark))?;
    }
    output.line("")?;
    let is_played = pace == Pace::Played && std::io::stdout().is_terminal();
    match plane {
        Some(plane) if plane > last => {
            anyhow::bail!("there is no plane {plane}: this stage has planes 0 to {last}")
        }
        Some(plane) => output.write(&frame(scene, shown, plane))?,
        None => {
            for plane in 0..=last {
                if interrupt::is_interrupted() {
                    break;
                }
                let text = frame(scene, shown, plane);
                if is_played && plane > 0 {
                    // Move the cursor to the first line of the previous frame, to overwrite it.
                    output.write(&format!("\x1b[{}F\x1b[J", text.lines().count()))?;
                }
                output.write(&text)?;
                if is_played {
                    std::thread::sleep(PAUSE);
                }
            }
        }
    }
    if !shown.removals.is_empty() {
        output.line("why tiles are gone")?;
        for removals in &shown.removals {
            output.line(&format!("  {:>7}  {}", removals.count, removals.reason))?;
        }
        output.line("")?;
    }
    for fact in scene.facts() {
        output.line(&fact)?;
    }
    Ok(())
}

/// A plane as characters.
fn frame(scene: &TraceScene<'_>, stage: &WatchStage, plane: usize) -> String {
    let view = &stage.planes[plane];
    let (width, height) = scene.watched.size;
    let last = stage.planes.len() - 1;
    let mut text = format!(
        "{} {plane} of {last}   keepers expected {:.1}, boxes {:.1}\n",
        scene.unit(),
        view.keepers(),
        view.boxes()
    );
    let has_tiles = view.cells.iter().any(|cell| cell.left > 0);
    let mut names = vec!["keeper", "boxes", "ways"];
    if has_tiles {
        names.push("tiles left");
    }
    let wide = (width + 3).max(9);
    let heads: Vec<String> = names.iter().map(|name| format!("{name:<wide$}")).collect();
    text.push_str(&format!("  {}\n", heads.concat().trim_end()));
    let ways = ways(scene, stage, plane);
    for y in 0..height {
        let row = |glyph: &dyn Fn(usize) -> char| {
            let glyphs: String = (0..width).map(|x| glyph(y * width + x)).collect();
            format!("{glyphs:<wide$}")
        };
        let floor = |cell: usize, glyph: char| match scene.watched.squares[cell] {
            None => '#',
            Some(square) if glyph == ' ' && scene.board.goals().contains(square) => '.',
            Some(_) => glyph,
        };
        let cell = |at: usize| -> &CellView { &view.cells[at] };
        let mut line = row(&|at| floor(at, share(cell(at).keeper, '@')));
        line.push_str(&row(&|at| floor(at, share(cell(at).boxes, '$'))));
        line.push_str(&row(&|at| floor(at, ways[at])));
        if has_tiles {
            line.push_str(&row(&|at| floor(at, number(cell(at).left))));
        }
        text.push_str(&format!("  {}\n", line.trim_end()));
    }
    text.push('\n');
    text
}

/// A share in tenths, with special characters for 0 and 1.
fn share(share: f32, all: char) -> char {
    match (share * 10.0).round() as u32 {
        0 if share > 0.0 => '1',
        0 => ' ',
        1..=9 => char::from_digit((share * 10.0).round() as u32, 10).unwrap_or('9'),
        _ => all,
    }
}

/// The number of remaining tiles: blank for one, a digit, or a letter from 10 on.
fn number(left: u32) -> char {
    match left {
        0 | 1 => ' ',
        2..=35 => char::from_digit(left, 36).unwrap_or('+'),
        _ => '+',
    }
}

/// For each cell, the most likely direction of movement: a lower-case letter for the keeper, a
/// capital for a push.
fn ways(scene: &TraceScene<'_>, stage: &WatchStage, plane: usize) -> Vec<char> {
    let mut best = vec![(0.0, ' '); scene.watched.squares.len()];
    for movement in scene.watched.movements(stage, plane) {
        let letter = movement.direction.letter();
        let letter = if movement.is_push { letter.to_ascii_uppercase() } else { letter };
        if movement.weight > best[movement.cell].0 {
            best[movement.cell] = (movement.weight, letter);
        }
    }
    best.into_iter().map(|(_, letter)| letter).collect()
}
