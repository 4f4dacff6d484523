//! Traces for a terminal: planes as characters, and the table of forced levels.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use anyhow::Context;
use sokolab::analysis::normalize;
use sokolab::constraint::watch::{CellView, Stage, WatchOptions, watch};
use sokolab::constraint::{Answer, Task, Way, suits, tiling_file};
use sokolab::render::TraceScene;
use sokolab::text::{ReadOptions, read_text};
use sokolab::{
    Board, Budget, ConstraintOptions, Level, Meter, Method, Objective, Outcome, Request, Stop,
    Technique, quantity, solve,
};

use crate::exit::{self, Exit};
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
                    // Up to the first line of the frame before, and over it.
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
fn frame(scene: &TraceScene<'_>, stage: &Stage, plane: usize) -> String {
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

/// A share in tenths; nothing, and all of it, have signs of their own.
fn share(share: f32, all: char) -> char {
    match (share * 10.0).round() as u32 {
        0 if share > 0.0 => '1',
        0 => ' ',
        1..=9 => char::from_digit((share * 10.0).round() as u32, 10).unwrap_or('9'),
        _ => all,
    }
}

/// How many tiles are left: nothing for one, a digit, or a letter from 10 on.
fn number(left: u32) -> char {
    match left {
        0 | 1 => ' ',
        2..=35 => char::from_digit(left, 36).unwrap_or('+'),
        _ => '+',
    }
}

/// For each cell the likeliest way out of it: a small letter for the keeper, a capital for a push.
fn ways(scene: &TraceScene<'_>, stage: &Stage, plane: usize) -> Vec<char> {
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

/// Where each method stalls on levels whose moves are forced.
pub(crate) fn forced_table(
    text: &str,
    nodes: u64,
    seed: u64,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let techniques: Vec<Technique> = Method::ALL
        .into_iter()
        .filter_map(|method| match method {
            Method::Constrained(technique) => Some(technique),
            _ => None,
        })
        .collect();
    let heads: Vec<String> = techniques.iter().map(|it| format!("  {:>16}", it.name())).collect();
    let heads = heads.concat();
    output.line(&format!("{:<22}{:>5}{heads}", "level", "moves"))?;
    for level in read_text(text.as_bytes(), ReadOptions::default()).levels {
        if interrupt::is_interrupted() {
            return Ok(exit::UNDECIDED);
        }
        let Ok(normalized) = normalize(&level) else { continue };
        let Ok(length) = fewest_moves(&level, TIME_FOR_LENGTH) else { continue };
        let mut line = format!("{:<22}{length:>5}", level.title.as_deref().unwrap_or(""));
        for &technique in &techniques {
            let (board, start) = (&normalized.board, &normalized.state);
            let options = ConstraintOptions { seed, ..ConstraintOptions::default() };
            let task = Task { options, ..Task::new(board, start, technique) };
            let mut observer = |_: &_| interrupt::is_interrupted().then_some(Stop::Interrupted);
            let mut meter = Meter::new(Budget::of_memory(1 << 30), &mut observer);
            let options = WatchOptions { length, nodes_max: nodes, states_max: 0 };
            let Ok(watched) = watch(&task, options, &mut meter) else { continue };
            line.push_str(&format!("  {:>16}", stall(technique, &watched.stages, &watched.answer)));
        }
        output.line(&line)?;
    }
    output.line(&format!(
        "\nopen: cells with a choice left when it stalls, of those that propagation leaves open \
         (punch-out\ndoes not propagate through the whole grid, and may open more); {nodes} \
         choices or nodes each."
    ))?;
    Ok(exit::DONE)
}

fn stall(technique: Technique, stages: &[Stage], answer: &Answer) -> String {
    let open = |stage: &Stage| -> usize {
        stage.planes.iter().flat_map(|it| &it.cells).filter(|it| it.left > 1).count()
    };
    match answer {
        Answer::Solved { way: Way::Moves(moves), .. } => quantity(moves.len(), "move"),
        Answer::Solved { way: Way::Pushes(pushes), .. } => quantity(pushes.len(), "push"),
        _ if technique == Technique::TilingComplete => "stalls".to_owned(),
        _ if technique.has_tiles() => match stages {
            [_, first, .., last] => format!("open {} of {}", open(last), open(first)),
            _ => "refuted".to_owned(),
        },
        _ => "stalls".to_owned(),
    }
}

/// The fewest moves of a level, or why they are not known within a time.
pub(crate) fn fewest_moves(level: &Level, limit: Duration) -> anyhow::Result<u32> {
    let begin = Instant::now();
    let request = Request { objective: Objective::Moves, ..Request::new(level) };
    let report = solve(&request, &mut |_| {
        let is_over = interrupt::is_interrupted() || begin.elapsed() >= limit;
        is_over.then_some(Stop::Time)
    });
    match report.outcome {
        Outcome::Solved { solution, optimal: true, .. } => {
            Ok(u32::try_from(solution.moves().len())?)
        }
        Outcome::Unsolvable => anyhow::bail!("it has no solution: say how many moves to look at"),
        _ => anyhow::bail!(
            "the fewest moves are not known within {:.1} s: say how many moves to look at",
            limit.as_secs_f64()
        ),
    }
}

/// A level as a problem for the tiling engine.
pub(crate) fn tiling_text(level: &Level, length: Option<u32>) -> anyhow::Result<String> {
    let normalized = normalize(level).map_err(|_| anyhow::anyhow!("the level is not playable"))?;
    let (board, start) = (&normalized.board, &normalized.state);
    if !suits(board, start) {
        anyhow::bail!("{NEEDS}");
    }
    let length = match length {
        Some(length) => length,
        None => fewest_moves(level, TIME_FOR_LENGTH).context("give --length N")?,
    };
    check_cells(board, length)?;
    let task = Task::new(board, start, Technique::Tiling);
    tiling_file(&task, length).context("it is solved at the start, or plainly unsolvable")
}

/// Refuses lengths whose planes would not fit into memory.
pub(crate) fn check_cells(board: &Board, length: u32) -> anyhow::Result<()> {
    let planes = (length as usize).saturating_add(1);
    let cells = board.width().saturating_mul(board.height()).saturating_mul(planes);
    if cells > CELLS_MAX {
        anyhow::bail!("{length} moves on this board make {cells} cells: more than {CELLS_MAX}");
    }
    Ok(())
}

/// What a level must be for constraints.
pub(crate) const NEEDS: &str = "constraints need official rules, a goal for each box, no dead \
                                fields and at most 1500 squares";

/// How long the fewest moves are looked for.
const TIME_FOR_LENGTH: Duration = Duration::from_secs(20);

/// Cells of a tiling that is written or shown.
const CELLS_MAX: usize = 500_000;
