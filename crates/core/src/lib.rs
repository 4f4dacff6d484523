//! Levels, rules, formats and the referee of Sokolab.
//!
//! Text is read into a [`Level`]; [`check`] turns it into a [`Board`] and a [`State`]; [`verify`]
//! replays moves on the level as read and is the only source of a [`Solution`].
//!
//! ```
//! use sokolab_core::{LetterCase, parse_moves, read_level, verify};
//!
//! let level = read_level("#####\n#@$.#\n#####\n").expect("one level");
//! let moves = parse_moves("R").expect("a letter");
//! let verdict = verify(&level, &moves, LetterCase::Strict).expect("one push solves it");
//! assert_eq!(verdict.solution.measures().pushes, 1);
//! ```

mod amount;
mod board;
mod board_picture;
mod budget;
mod budget_choices;
mod character;
mod check;
mod demand;
mod direction;
mod enclosed;
mod finding;
mod findings;
mod level;
mod lint;
mod moves;
mod named;
mod named_features;
mod nethack_description;
mod objective;
mod picture;
mod quantity;
pub mod reference;
mod region;
mod rule_set;
mod rules;
mod session;
mod solution;
mod source;
mod square;
mod square_name;
mod square_set;
mod state;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
mod verify;
mod walk;
mod words;

pub use amount::{AmountError, parse_count, parse_duration, parse_size};
pub use board::Board;
pub use budget::{Budget, Meter, Observer, Progress, Stop};
pub use budget_choices::BudgetChoices;
pub use check::{check, lay_out};
pub use demand::{Demand, demand};
pub use direction::Direction;
pub use enclosed::enclosed_floor;
pub use finding::{Finding, FindingKind, Location, Severity};
pub use findings::Findings;
pub use level::{Level, Note, Notes, Snapshot};
pub use lint::{lint, oddities};
pub use moves::{Move, MoveKind, Moves};
pub use named::UnknownName;
pub use objective::Objective;
pub use picture::{Edge, Ground, Occupant, Picture, Place};
pub use quantity::{noun_for, quantity};
pub use region::{normalized, region};
pub use rule_set::{Directions, GoalKind, Rules, Squeezing};
pub use rules::{Hindrance, Push, apply_push, is_won, try_push, try_step};
pub use session::Session;
pub use solution::{MeasureCounter, Measures, Solution};
pub use source::{Quote, Source, SpelledRow, Spelling};
pub use square::Square;
pub use square_name::{column_name, place_by_name, place_name, square_by_name, square_name};
pub use square_set::SquareSet;
pub use state::State;
pub use text::{ParseLevelError, parse_moves, read_level};
pub use verify::{LetterCase, Refusal, Verified, make_move, verify};
pub use walk::walk;

#[cfg(feature = "clap")]
#[doc(hidden)]
pub use clap as __clap;
#[cfg(feature = "schemars")]
#[doc(hidden)]
pub use schemars as __schemars;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde as __serde;
