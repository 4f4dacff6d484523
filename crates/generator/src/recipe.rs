//! The interface of generators: a recipe turns the random stream of one trial into one level, or
//! fails.
//!
//! The random stream of a trial is seeded with a hash of the seed, the generator's name and the
//! trial's index, so any trial can be repeated alone. A failed trial names the funnel row in which
//! it is counted. A change that gives another level or another solution for a seed raises
//! `REVISION`, which is printed as `version`. The random numbers have a revision of their own, so a
//! change that affects a few levels leaves the others as they were. Every level passes through
//! `finish`, where the referee makes its `Solution`.

use std::fmt;

use sokolab_core::Level;
use sokolab_insight::Assessed;

use crate::funnel::RowNames;
use crate::seed::Chance;

/// A callback polled from every thread: whether to continue. It may stop a stream, but not steer
/// it.
pub type KeepGoing<'a> = &'a (dyn Fn() -> bool + Sync);

/// The description of a recipe.
#[derive(Clone, Debug)]
pub struct Description {
    /// The generator's name, which is part of every seed.
    pub name: &'static str,
    /// The rows of the funnel in which rejected trials are counted.
    pub rejections: &'static [RowNames],
    /// The settings, in a fixed order.
    pub params: Vec<(String, String)>,
    /// Maximum number of trials to start at once: small if they are slow.
    pub batch: usize,
}

/// Why a trial produced no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It was rejected, and is counted in this part of this funnel row.
    Row(&'static str, &'static str),
    /// It was interrupted; the trial does not count.
    Stopped,
}

/// The result of a trial: a level with its solution.
pub type Finished = (Level, Assessed);

/// A way of generating levels.
///
/// A trial depends only on the recipe and on its own `chance`, so any of them can be repeated
/// without the others, in any order and on any thread.
pub trait Recipe: Sync + fmt::Debug {
    /// The description of this recipe.
    fn describe(&self) -> Description;

    /// One trial.
    ///
    /// # Errors
    /// Why it produced no level.
    fn attempt(
        &self,
        chance: &mut Chance,
        keep_going: KeepGoing<'_>,
    ) -> Result<Finished, Rejection>;
}
