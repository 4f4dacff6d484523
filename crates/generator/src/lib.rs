//! Levels made, each with a solution that proves it.
//!
//! A [`Recipe`] makes one level of the [`Chance`] of one trial, or says why not. [`stream`] runs
//! trial after trial, on any number of threads, drops what is unwanted or there already, and hands
//! out the rest in the order of their indices as [`Made`], with a [`Funnel`] of what became of all
//! others. What a trial gives depends on the seed, the generator's name and revision and the index
//! alone: [`Wish::first_index`] with `trials_max: 1` makes any level again.
//!
//! Selection by anything that is not known here (a grade, say) is a [`Judge`], which runs beside
//! the trials and may drop a level, never relabel it.

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
mod stream;
mod winning_moves;

pub use chambers::{Chambers, Guard, Need, StorageProof, Symmetry};

pub use finish::Frame;
pub use funnel::{Funnel, FunnelRow, RowNames};
pub use generated_level::{Made, board_id};
pub use grading::{GRADE_WISH, PROOF_WISH, WASTE_WISH, grade_among, proved_fewest, waste_among};
pub use murase::Murase;
pub use outline::{
    DrawingError, DrawingErrorKind, Drawings, OutlineShape, OutlineShapeError, OutlineStyle,
    OutlineSymmetry,
};
pub use recipe::{Description, Finished, KeepGoing, Recipe, Rejection};
pub use reverse::Reverse;
pub use seed::{Chance, REVISION};
pub use selection::{AtHome, Judge, NearDuplicates, Score, Selection};
pub use settings::BadSettings;
pub use stream::{
    DUPLICATES, Ended, FINISHED, Harvest, LEVELS, Shortfall, TRIALS, UNWANTED, Wish, stream,
};
