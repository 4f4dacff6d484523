//! The common cases in one call.

use std::time::Duration;

use sokolab_core::Level;
use sokolab_generator::{GeneratedLevel, Recipe, Selection, Shortfall, StreamRequest, stream};
use sokolab_solver::{Report, Request, solve};

use crate::watch::Watch;

/// Maximum number of trials per requested level.
const TRIALS_PER_LEVEL: u64 = 10_000;

/// Looks for any solution within a time limit, on one thread.
///
/// ```
/// use std::time::Duration;
/// use sokolab::{Level, solve_within};
///
/// let level: Level = "#####\n#@$.#\n#####\n".parse()?;
/// let solution = solve_within(&level, Duration::from_secs(10)).into_solution()?;
/// assert_eq!(solution.measures().pushes, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve_within(level: &Level, limit: Duration) -> Report {
    solve(&Request::new(level), &mut Watch::new().time_limit(limit).observer())
}

/// Makes `count` different levels. Equal seeds give equal levels.
///
/// ```
/// use sokolab::{Rules, generate, generator::Reverse};
///
/// let levels = generate(&Reverse::new(Rules::OFFICIAL), 7, 3)?;
/// assert_eq!(levels.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the generator does not make that many within ten thousand trials per level.
pub fn generate(
    recipe: &dyn Recipe,
    seed: u64,
    count: u64,
) -> Result<Vec<GeneratedLevel>, Shortfall> {
    let wish = StreamRequest {
        seed,
        first_index: 1,
        count: Some(count),
        trials_max: count.saturating_mul(TRIALS_PER_LEVEL),
        threads: 1,
        selection: Selection::default(),
    };
    let mut levels = Vec::new();
    stream(recipe, &wish, &|| true, &mut |made| {
        levels.push(made);
        std::ops::ControlFlow::Continue(())
    })?;
    Ok(levels)
}
