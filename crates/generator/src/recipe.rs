//! What a generator is: a recipe that turns the chance of one trial into one level, or fails.
//!
//! The chance of a trial is a stream of random numbers seeded by a hash of the seed, the
//! generator's name and the trial's index, so any trial can be repeated alone. A failed trial names
//! the row of the funnel where it ended. A change that gives another level or another solution for
//! a seed raises `REVISION`, which is printed as `version`. The random numbers have a revision of
//! their own, so that a change that concerns a few levels leaves the others as they were. Every
//! level passes through `finish`, where the referee makes its `Solution`.

use std::fmt;

use sokolab_core::Level;
use sokolab_insight::Assessed;

use crate::funnel::RowNames;
use crate::seed::Chance;

/// Asked now and then, from every thread: whether to go on. It may stop a stream, never steer it.
pub type KeepGoing<'a> = &'a (dyn Fn() -> bool + Sync);

/// What is said about a recipe.
#[derive(Clone, Debug)]
pub struct Description {
    /// The generator's name; it is part of every seed.
    pub name: &'static str,
    /// The rows of the funnel in which rejected trials are counted.
    pub rejections: &'static [RowNames],
    /// The settings, in a fixed order.
    pub params: Vec<(String, String)>,
    /// How many trials may be begun at once: few if they are slow.
    pub batch: usize,
}

/// Why a trial came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It was rejected: a row of the funnel and a part of it.
    Row(&'static str, &'static str),
    /// Somebody wanted to stop; the trial never happened.
    Stopped,
}

/// A level with its solution, as a trial ends.
pub type Finished = (Level, Assessed);

/// A way of making levels.
///
/// A trial depends on the recipe and on its own `chance` alone, so that any of them can be made
/// again without the others, in any order and on any thread.
pub trait Recipe: Sync + fmt::Debug {
    /// What is said about it.
    fn describe(&self) -> Description;

    /// One trial.
    ///
    /// # Errors
    /// Why it came to nothing.
    fn attempt(
        &self,
        chance: &mut Chance,
        keep_going: KeepGoing<'_>,
    ) -> Result<Finished, Rejection>;
}
