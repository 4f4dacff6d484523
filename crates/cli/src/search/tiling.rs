//! Levels as tiling problems: what `trace` and `convert` share.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Context;
use sokolab::analysis::normalize;
use sokolab::constraint::{Task, poms_file, suits, tiling_file};
use sokolab::{Board, Level, Objective, Outcome, Request, Stop, Technique, solve};

use crate::io::interrupt;

/// Why the fewest moves of a level are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoLength {
    Unsolvable,
    NotFoundWithin(Duration),
    Interrupted,
}

impl fmt::Display for NoLength {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLength::Unsolvable => {
                formatter.write_str("it has no solution: set the number of moves")
            }
            NoLength::NotFoundWithin(limit) => write!(
                formatter,
                "the fewest moves were not found within {:.1} s: set the number of moves",
                limit.as_secs_f64()
            ),
            NoLength::Interrupted => formatter.write_str("interrupted"),
        }
    }
}

impl std::error::Error for NoLength {}

/// The fewest moves of a level.
///
/// # Errors
/// Why they are not known.
pub(crate) fn fewest_moves(level: &Level, limit: Duration) -> Result<u32, NoLength> {
    let begin = Instant::now();
    let request = Request { objective: Objective::Moves, ..Request::new(level) };
    let report = solve(&request, &mut |_| {
        let is_over = interrupt::is_interrupted() || begin.elapsed() >= limit;
        is_over.then_some(Stop::Time)
    });
    match report.outcome {
        Outcome::Solved { solution, optimal: true, .. } => {
            Ok(u32::try_from(solution.moves().len()).unwrap_or(u32::MAX))
        }
        Outcome::Unsolvable => Err(NoLength::Unsolvable),
        _ if interrupt::is_interrupted() => Err(NoLength::Interrupted),
        _ => Err(NoLength::NotFoundWithin(limit)),
    }
}

/// How a tiling problem is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TilingForm {
    /// For our own engine.
    Engine,
    /// For Punch Out Model Synthesis.
    Poms,
}

/// A level as a problem for a tiling engine.
pub(crate) fn tiling_text(
    level: &Level,
    form: TilingForm,
    length: Option<u32>,
) -> anyhow::Result<String> {
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
    let text = match form {
        TilingForm::Engine => tiling_file(&task, length),
        TilingForm::Poms => poms_file(&task, length),
    };
    text.context("the level is solved at the start or trivially unsolvable")
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
pub(crate) const NEEDS: &str = "constraints need official rules, as many goals as boxes, no dead \
                                fields and at most 1500 squares";

/// How long the fewest moves are looked for.
pub(crate) const TIME_FOR_LENGTH: Duration = Duration::from_secs(20);

/// Cells of a tiling that is written or shown.
const CELLS_MAX: usize = 500_000;
