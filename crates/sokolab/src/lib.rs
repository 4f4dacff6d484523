//! Sokolab, the workbench for Sokoban puzzles, as a library.
//!
//! One name for everything: levels, rules, formats and the referee from `sokolab-core`, facts
//! before play from `sokolab-analysis`, searches from `sokolab-solver`, pictures from
//! `sokolab-render`, ratings and explanations from `sokolab-insight`, new levels from
//! `sokolab-generator`. There is no logic here.
//!
//! # A tour in fifteen lines
//!
//! ```
//! use sokolab::{Outcome, Request, Rules, read_level, solve};
//!
//! let level = read_level("#######\n#@ $ .#\n#######\n").expect("the text holds a level");
//! assert_eq!(level.rules, Rules::OFFICIAL);
//!
//! let mut budget = 1_000;
//! let report = solve(&Request::new(&level), &mut |_progress| {
//!     budget -= 1;
//!     (budget == 0).then_some(sokolab::Stop::Interrupted)
//! });
//! match report.outcome {
//!     Outcome::Solved { solution, .. } => assert_eq!(solution.moves().to_string(), "rRR"),
//!     other => panic!("{other:?}"),
//! }
//! ```
//!
//! # The rules
//!
//! A rule set is a small value. The same picture can be solvable under one and not under another:
//!
//! ```
//! use sokolab::{Outcome, Request, Rules, read_level, solve};
//!
//! let pushes = |picture: &str, rules| {
//!     let level = read_level(picture).expect("a map").with_rules(rules);
//!     match solve(&Request::new(&level), &mut |_| None).outcome {
//!         Outcome::Solved { solution, .. } => Some(solution.measures().pushes),
//!         _ => None,
//!     }
//! };
//! // A hole bars the way until it is filled; a goal does not.
//! let behind_the_hole = "-------\n|@^.0.|\n---...|\n  -----\n";
//! assert_eq!(pushes(behind_the_hole, Rules::OFFICIAL), Some(2));
//! assert_eq!(pushes(behind_the_hole, Rules::NETHACK), None);
//! // A filled hole lets the next boulder pass; a box on a goal does not.
//! let in_a_row = "--------\n|@0^0^<|\n--------\n";
//! assert_eq!(pushes(in_a_row, Rules::OFFICIAL), None);
//! assert_eq!(pushes(in_a_row, Rules::NETHACK), Some(2));
//! ```

/// Facts about a level before it is played.
pub use sokolab_analysis as analysis;
/// Chambers: what they do for their neighbours, and a catalogue of them.
pub use sokolab_chamber as chamber;
/// Sokoban as constraints: super tiles, patterns by propagation, traces.
pub use sokolab_constraint as constraint;
pub use sokolab_core::*;
/// Levels made, each with its solution.
pub use sokolab_generator as generator;
/// Levels rated, explained and trimmed.
pub use sokolab_insight as insight;
/// Pictures of levels.
pub use sokolab_render as render;
pub use sokolab_solver::{
    ConstraintOptions, Fallback, Heuristic, Improved, Improvement, ImprovementObserver,
    ImprovementProgress, InternalError, Method, NoneUpTo, Outcome, Priors, PriorsError, Report,
    Request, Technique, TileRules, Unit, Without, contain, optimise, solve,
};
