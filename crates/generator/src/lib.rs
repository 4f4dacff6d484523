//! Level generators. Every generated level comes with a verified solution.
//!
//! A [`Recipe`] turns the [`Chance`] of one trial into one level, or says why not. [`stream`] runs
//! trial after trial, on any number of threads, drops unwanted levels and duplicates, and passes on
//! the rest in the order of their indices as [`GeneratedLevel`], with a [`Funnel`] that counts what
//! happened to all others. The result of a trial depends only on the seed, the generator's name and
//! revision and the index: [`StreamRequest::first_index`] with `trials_max: 1` reproduces any
//! level.
//!
//! Selection by criteria from other crates (a grade, for instance) is a [`Judge`], which runs in
//! parallel with the trials and may drop a level, but never relabels it.

mod chambers;
pub mod evolve;
mod finish;
mod funnel;
mod grading;
mod graph;

mod generated_level;
pub mod murase;
mod outline;
mod recipe;
pub mod reverse;
mod seed;
mod selection;
mod settings;
mod span;
mod stream;
mod winning_moves;

pub use chambers::{
    BadPlanKinds, Chambers, ChambersOptions, Guard, Need, PlanKind, PlanKinds, StorageProof,
    Symmetry,
};

pub use finish::Frame;
pub use funnel::{Funnel, FunnelPart, FunnelRow, RowNames};
pub use generated_level::{GeneratedLevel, board_id};
pub use grading::{
    GRADE_CRITERION, PROOF_CRITERION, WASTE_CRITERION, grade_among, proved_fewest, waste_among,
};
pub use murase::{Murase, MuraseOptions};
pub use outline::{
    DrawingError, DrawingErrorKind, Drawings, OutlineShape, OutlineShapeError, OutlineStyle,
    OutlineSymmetry,
};
pub use recipe::{Description, Finished, KeepGoing, Recipe, Rejection};
pub use reverse::{Reverse, ReverseOptions};
pub use seed::{Chance, REVISION};
pub use selection::{AtHome, Judge, NearDuplicates, Score, Selection};
pub use settings::BadSettings;
pub use span::Span;
pub use stream::{
    DUPLICATES, FINISHED, LEVELS, Shortfall, StreamEnd, StreamRequest, StreamResult, TRIALS,
    UNWANTED, stream,
};
