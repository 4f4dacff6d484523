//! Sokoban as constraints: super tiles over columns, rows and time; SAT; and guided sampling.
//!
//! A [`Task`] names a level, a [`Technique`] and the disabled heuristics; [`solve`] answers. Three
//! results are strictly distinguished: a solution, no solution up to a number of moves or pushes,
//! and no solution at all. Randomised techniques use a seed, and none reads a clock.
//!
//! Levels need the official rules and a goal for each box. Each technique has its own unit, moves
//! or pushes. Every lemma used as a clause or for pruning (dead squares, dead pairs and triples,
//! distances of a lone box) is a proof by itself. Rules that hold only for shortest solutions are
//! used only where lengths are tried in increasing order, which makes them sound.
//!
//! ```
//! use sokolab_constraint::{TechniqueAnswer, Task, Technique, solve};
//! use sokolab_core::{Budget, Meter, check, read_level};
//!
//! let level = read_level("#######\n#@ $ .#\n#######\n").expect("one level");
//! let (board, start) = check(&level).expect("it can be played");
//! let task = Task::new(&board, &start, Technique::SatSteps);
//! let mut observer = |_: &_| None;
//! let mut meter = Meter::new(Budget::default(), &mut observer);
//! assert_eq!(solve(&task.with_horizon(Some(2)), &mut meter), TechniqueAnswer::NoSolutionUpTo(2));
//! assert!(matches!(solve(&task, &mut meter), TechniqueAnswer::Solved { is_fewest: true, .. }));
//! ```

mod blocks;
mod choices;
mod complete;
mod judge;
mod lone_moves;
mod piece;
mod potentials;
mod preprocess;
mod priors;
mod prover;
mod pruned;
mod rules;
mod sampling;
mod sat;
pub mod space_time;
mod task;
pub mod tiles;
mod tiling;
mod transitions;
mod visits;
pub mod watch;

pub use choices::ConstraintChoices;
pub use judge::{Judge, Opinion, Position};
pub use priors::{Priors, PriorsError};
pub use prover::{KeeperRule, PatternProver};
pub use pruned::Pruned;
pub use task::{
    CandidateSolution, ConstraintOptions, DisabledHeuristics, Heuristic, Task, Technique,
    TechniqueAnswer, Unit, suits,
};
pub use tiling::{poms_file, tiling_file};

use sokolab_core::Meter;

use preprocess::{PreprocessedLevel, preprocess};

/// Solves a level with a technique, or reports what it has proved.
#[must_use]
pub fn solve(task: &Task<'_>, meter: &mut Meter<'_>) -> TechniqueAnswer {
    solve_counting(task, meter).0
}

/// The same, with counts of what was pruned; `None` for techniques that do not count it.
#[must_use]
pub fn solve_counting(task: &Task<'_>, meter: &mut Meter<'_>) -> (TechniqueAnswer, Option<Pruned>) {
    let ready = match preprocess(task) {
        Ok(ready) => ready,
        Err(answer) => return (answer, None),
    };
    let answer = solve_preprocessed(task, &ready, meter);
    (answer, ready.pruned.get())
}

/// The same for a preprocessed level.
fn solve_preprocessed(
    task: &Task<'_>,
    ready: &PreprocessedLevel,
    meter: &mut Meter<'_>,
) -> TechniqueAnswer {
    ready.raise_bound(u64::from(ready.pushes_min), meter);
    let answer = match task.technique {
        Technique::Tiling | Technique::TilingPunchOut => tiling::solve(task, ready, meter),
        Technique::TilingComplete => complete::solve(task, ready, meter),
        Technique::SatPushes => sat::pushes::solve(task, ready, meter),
        Technique::SatSteps => sat::steps::solve(task, ready, meter),
        Technique::Random => sampling::random::solve(task, ready, meter),
        Technique::TreeSearch => {
            let judge = task.judge.unwrap_or(&task.options.priors);
            sampling::tree::solve(task, ready, judge, meter)
        }
    };
    answer.unwrap_or_else(|stop| ready.stopped(stop))
}
