//! Sokoban as constraints: super tiles over columns, rows and time; SAT; and guided sampling.
//!
//! A [`Task`] names a level, a [`Technique`] and what is switched off; [`solve`] answers. The three
//! verdicts are never mixed up: a solution, no solution up to a number of moves or pushes, and no
//! solution at all. Techniques that draw lots draw them from a seed, and none reads a clock.
//!
//! Levels need the official rules and a goal for each box. Each technique counts its own unit,
//! moves or pushes. Every lemma used as a clause or for pruning (dead squares, dead pairs and
//! triples, floods of a lone box) is a proof by itself. Rules that hold only for shortest plays are
//! used where a sweep from below makes them sound.
//!
//! ```
//! use sokolab_constraint::tiles::TileRules;
//! use sokolab_constraint::{Answer, Meter, Priors, Task, Technique, Without, solve};
//! use sokolab_core::{check, read_level};
//!
//! let level = read_level("#######\n#@ $ .#\n#######\n").expect("one level");
//! let (board, start) = check(&level).expect("it can be played");
//! let task = Task {
//!     board: &board,
//!     start: &start,
//!     technique: Technique::SatSteps,
//!     horizon: Some(2),
//!     without: Without::USUAL,
//!     rules: TileRules::Corrected,
//!     seed: 0,
//!     priors: Priors::BY_ESTIMATE,
//! };
//! let mut keep_going = |_: &_| true;
//! let mut meter = Meter::new(u64::MAX, 1 << 30, &mut keep_going);
//! assert_eq!(solve(&task, &mut meter), Answer::NoSolutionUpTo(2));
//! let task = Task { horizon: None, ..task };
//! assert!(matches!(solve(&task, &mut meter), Answer::Solved { is_fewest: true, .. }));
//! ```

mod blocks;
mod complete;
mod lone;
mod meter;
mod potentials;
mod prover;
mod rules;
mod sampling;
mod sat;
pub mod space_time;
mod sweep;
mod task;
pub mod tiles;
mod tiling;
mod transitions;
pub mod watch;

pub use meter::{Meter, Spent, Stop};
pub use prover::{KeeperRule, PatternProver};
pub use sampling::{Judge, Priors, PriorsError};
pub use task::{Answer, Heuristic, Task, Technique, Unit, Way, Without, suits};
pub use tiling::tiling_file;

/// Solves a level by a technique, or says what it found out.
#[must_use]
pub fn solve(task: &Task<'_>, meter: &mut Meter<'_>) -> Answer {
    let ready = match sweep::ready(task) {
        Ok(ready) => ready,
        Err(answer) => return answer,
    };
    meter.spent.pushes_min = u64::from(ready.pushes_min);
    meter.bound(u64::from(ready.pushes_min));
    let answer = match task.technique {
        Technique::Tiling | Technique::TilingPunchOut => tiling::solve(task, &ready, meter),
        Technique::TilingComplete => complete::solve(task, &ready, meter),
        Technique::SatPushes => sat::pushes::solve(task, &ready, meter),
        Technique::SatSteps => sat::steps::solve(task, &ready, meter),
        Technique::Random => sampling::random::solve(task, &ready, meter),
        Technique::TreeSearch => {
            let mut priors = task.priors;
            sampling::tree::solve(task, &ready, &mut priors, meter)
        }
    };
    answer.unwrap_or_else(Answer::Stopped)
}
