//! Sokolab, the workbench for Sokoban puzzles, as a library: it reads, solves, generates, analyses,
//! rates, explains and draws levels, under the official rules and under those of `NetHack`.
//!
//! ```
//! use std::time::Duration;
//! use sokolab::{Level, solve_within};
//!
//! let level: Level = "#######\n#@ $ .#\n#######\n".parse()?;
//! let solution = solve_within(&level, Duration::from_secs(10)).into_solution()?;
//! assert_eq!(solution.moves().to_string(), "rRR");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What there is
//!
//! | to … | use |
//! |---|---|
//! | read and write levels | [`Level`] (it parses), [`text`] for files, streams and other formats |
//! | check a level | [`lint`] for advice, [`check`] for a board to play on |
//! | play | [`game`] for a person; [`Session`], or [`Board`] and [`State`] with [`make_move`] |
//! | solve | [`solve_within`], [`solve`] with a [`Request`] and a [`Watch`] |
//! | improve a solution | [`optimise`] |
//! | verify moves | [`verify`] |
//! | prove what was found, and check proofs | [`write_proof`], [`proof`] |
//! | generate levels | [`generate()`], [`generator`] for recipes and streams |
//! | rate, explain and trim levels | [`insight`] |
//! | help a player | [`insight::hint`] for hints, [`insight::alarm`] for games that are lost |
//! | know a level before it is played | [`analysis`] |
//! | draw levels | [`render`] |
//! | use chambers, constraints and tiling alone | [`chamber`], [`constraint`] |
//!
//! Every error implements [`std::error::Error`]. Searches read no clock: a [`Watch`] adds a time
//! limit, progress and cancellation from another thread. Equal requests on one thread give equal
//! answers on every machine.
//!
//! # The rules
//!
//! A rule set is a small value. The same picture can be solvable under one and not under another:
//!
//! ```
//! use sokolab::{Request, Rules, read_level, solve};
//!
//! let pushes = |picture: &str, rules| {
//!     let level = read_level(picture).expect("a map").with_rules(rules);
//!     let report = solve(&Request::new(&level), &mut |_| None);
//!     report.solution().map(|solution| solution.measures().pushes)
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

mod explanation_page;
pub mod levels;
mod shortcuts;
mod watch;

pub use explanation_page::{ExplainedChapter, explanation_page, plan_heading, push_range};
pub use shortcuts::{generate, solve_within};
pub use watch::{Cancel, Watch};

/// Facts about a level before it is played.
pub use sokolab_analysis as analysis;
/// Chambers: what they do for their neighbours, and a catalogue of them.
pub use sokolab_chamber as chamber;
/// Sokoban as constraints: super tiles, patterns by propagation, traces.
pub use sokolab_constraint as constraint;
pub use sokolab_core::{
    AmountError, Board, Budget, BudgetChoices, Demand, Direction, Directions, Edge, Finding,
    FindingKind, Findings, GoalKind, Ground, Hindrance, LetterCase, Level, Location,
    MeasureCounter, Measures, Meter, Move, MoveKind, Moves, Note, Notes, Objective, Observer,
    Occupant, ParseLevelError, Picture, Place, Progress, Push, Refusal, Rules, Session, Severity,
    Snapshot, Solution, Source, Square, SquareSet, Squeezing, State, Stop, UnknownName, Verified,
    apply_push, check, column_name, demand, is_won, lay_out, lint, make_move, named, normalized,
    noun_for, oddities, parse_count, parse_duration, parse_moves, parse_size, place_by_name,
    place_name, quantity, read_level, reference, region, square_by_name, square_name, text,
    try_push, try_step, verify, walk,
};
/// One person's game: history, clicks, bookmarks and metrics.
pub use sokolab_game as game;
/// Levels made, each with its solution.
pub use sokolab_generator as generator;
/// Levels rated, explained and trimmed; hints and the deadlock alarm for players.
pub use sokolab_insight as insight;
/// Certificates and their checker.
pub use sokolab_proof as proof;
/// Pictures of levels.
pub use sokolab_render as render;
pub use sokolab_solver::{
    BlockOptions, BlockStore, Checker, Checkers, PartChoices, PartHeuristic, PartListError,
    PartOptions, SearchEvent, SearchRecorder, StonePusher, Tie, Ties, solve_recorded,
};
pub use sokolab_solver::{
    ConstraintChoices, ConstraintOptions, DisabledHeuristics, Fallback, Heuristic,
    ImprovementObserver, ImprovementProgress, ImprovementReport, ImprovementRequest, InternalError,
    Judge, LevelRequirement, Method, Outcome, Priors, PriorsError, Promise, ProofError,
    ProofRequest, ProofSummary, Pruned, RefutedHorizon, Report, Request, SolveChoices, Technique,
    TileRules, Unit, Unsolved, contain, optimise, solve, solve_cyclic, write_proof,
};
pub use sokolab_solver::{Corral, CorralKind, NoCorrals};
