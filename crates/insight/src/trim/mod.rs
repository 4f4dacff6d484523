//! Trimming: the same puzzle with less waste.
//!
//! Oversized storages are replaced by smaller chambers from the catalogue, empty chambers between
//! others by smaller equivalent ones, and unneeded floor is filled. Chambers with initial boxes or
//! goals are where the level is played: they stay. After every change the level is solved and
//! analysed again, and the change is kept only if the principle is the same: exactly as many boxes
//! must wait in each storage, and the boxes of a shortest solution cross between each two kinds of
//! chambers as often as before. Only paths inside replaced chambers may become shorter; filling
//! preserves the fewest pushes. Replacing a chamber between others and filling floor must neither
//! lower the grade nor force more pushes than before: freedom of choice is part of the puzzle.
//! Replacing a storage may, since it removes spare room. Solutions are verified by the referee, and
//! the needs are proved with the complete state space.
//!
//! A chamber that is not a storage is compared with smaller ones of the catalogue by bisimulation
//! of their behaviour at the ports. Where the new one is shorter, whatever lies behind its second
//! port moves closer.

mod chamber;
mod floor;
mod prelude;
mod room;
mod storage;
#[cfg(test)]
mod tests;

use std::fmt;

use sokolab_chamber::catalogue::Catalogue;
use sokolab_core::{Level, Square, check};
use sokolab_solver::{Observer, Request, Stop};

use crate::explain::{Explanation, Role, SolutionKnowledge, explain};
use crate::fewest::{self, Assessed};
use crate::rating::{
    Missing, NotRated, Rating, RatingLimits, SolutionToRate, StorageRoom, rate_known,
};

/// How to treat the forced pushes at the start of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prelude {
    /// Keep them.
    #[default]
    Keep,
    /// The level begins after them.
    Remove,
    /// Prepend up to this many forced pushes.
    Extend(usize),
}

/// A storage and its waste.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StorageCondition {
    /// Its name in sentences.
    pub name: String,
    /// Number of its squares.
    pub area: usize,
    /// Number of squares of the smallest chamber in the catalogue with the needed capacity.
    pub area_least: usize,
    /// Number of boxes it can hold.
    pub capacity: usize,
    /// Number of boxes that every solution has in it at once.
    pub needed: usize,
}

impl StorageCondition {
    /// Capacity beyond what is needed.
    #[must_use]
    pub const fn slack(&self) -> usize {
        self.capacity.saturating_sub(self.needed)
    }

    /// Ten for each unit of slack, and one for each square beyond the smallest chamber with the
    /// needed capacity.
    #[must_use]
    pub const fn waste(&self) -> usize {
        let StorageCondition { area, area_least, capacity, needed, .. } = *self;
        StorageRoom { area, area_least, capacity, needed }.waste()
    }
}

/// The properties of a level before or after trimming.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Number of floor squares.
    pub squares: usize,
    /// The fewest pushes.
    pub pushes: usize,
    /// Number of times that a box crosses between chambers.
    pub crossings: usize,
    /// Number of forced pushes at the start.
    pub prelude: usize,
    /// Number of forced pushes in the whole solution.
    pub forced: usize,
    /// The grade, from 1 to 10.
    pub grade: u8,
    /// Number of squares that could be filled without changing the puzzle, as far as was
    /// determined.
    pub spare: usize,
    /// The storages whose needs are known.
    pub storages: Vec<StorageCondition>,
}

impl Condition {
    /// The slack of all storages.
    #[must_use]
    pub fn slack(&self) -> usize {
        self.storages.iter().map(StorageCondition::slack).sum()
    }

    /// The waste of all storages.
    #[must_use]
    pub fn waste(&self) -> usize {
        self.storages.iter().map(StorageCondition::waste).sum()
    }

    /// Whether it forces no more pushes than the other condition and has no lower grade.
    const fn is_as_hard_as(&self, other: &Condition) -> bool {
        self.forced <= other.forced && self.prelude <= other.prelude && self.grade >= other.grade
    }

    /// Whether every storage needs as many boxes as in the other condition.
    fn has_needs_of(&self, other: &Condition) -> bool {
        let needs = |it: &Condition| it.storages.iter().map(|it| it.needed).collect::<Vec<_>>();
        let (mut own, mut others) = (needs(self), needs(other));
        own.sort_unstable();
        others.sort_unstable();
        own == others
    }
}

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
pub enum Change {
    /// A storage was replaced.
    Storage {
        /// Its name.
        #[cfg_attr(feature = "serde", serde(rename = "storage"))]
        name: String,
        /// Its squares before and now.
        squares: (usize, usize),
        /// Its capacity before and now.
        capacity: (usize, usize),
    },
    /// An empty chamber between others was replaced by a smaller one that does the same.
    Chamber {
        /// Its name.
        #[cfg_attr(feature = "serde", serde(rename = "chamber"))]
        name: String,
        /// Its squares before and now.
        squares: (usize, usize),
    },
    /// Floor was filled.
    Filled {
        /// The squares, those included that were cut off by it.
        count: usize,
    },
    /// The level begins later.
    PreludeRemoved {
        /// The number of pushes.
        count: usize,
    },
    /// The level begins earlier.
    PreludeExtended {
        /// The number of pushes.
        count: usize,
    },
}

impl Change {
    /// Number of squares that the level has lost by it.
    #[must_use]
    pub const fn squares_gone(&self) -> usize {
        match self {
            Change::Storage { squares, .. } | Change::Chamber { squares, .. } => {
                squares.0 - squares.1
            }
            Change::Filled { count } => *count,
            Change::PreludeRemoved { .. } | Change::PreludeExtended { .. } => 0,
        }
    }
}

/// The result of trimming a level.
#[derive(Clone, Debug)]
pub struct Trimmed {
    /// The level.
    pub level: Level,
    /// A solution that is proved to have the fewest pushes.
    pub solution: Assessed,
    /// The changes; empty if there was nothing to trim.
    pub changes: Vec<Change>,
    /// The level before trimming.
    pub before: Condition,
    /// The level after trimming.
    pub after: Condition,
    /// The limit that ended the work before everything was tried.
    pub stopped: Option<Stop>,
}

/// Why a level was not trimmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTrimmed {
    /// It cannot be rated, and so not be trimmed.
    NotRated(NotRated),
    /// It is unknown what every solution needs.
    Unknown(Missing),
}

impl fmt::Display for NotTrimmed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTrimmed::NotRated(why) => write!(formatter, "{why}"),
            NotTrimmed::Unknown(missing) => {
                write!(formatter, "it is not known what every solution needs: {missing}")
            }
        }
    }
}

impl std::error::Error for NotTrimmed {}

/// A level with its analysis.
#[derive(Clone, Debug)]
struct KnownLevel {
    level: Level,
    solution: Assessed,
    explained: Explanation,
    condition: Condition,
}

impl KnownLevel {
    /// Whether this is the same puzzle as the other: the same needs and the same crossings.
    fn has_principle_of(&self, other: &KnownLevel) -> bool {
        let outline = |it: &KnownLevel| it.explained.plan.as_ref().map(|it| it.outline.clone());
        self.condition.has_needs_of(&other.condition) && outline(self) == outline(other)
    }
}

/// Analyses candidate levels within the limits.
struct Trimmer<'a, 'b> {
    limits: &'a RatingLimits,
    observer: &'a mut Observer<'b>,
    stopped: Option<Stop>,
    /// The prelude that no change may shorten.
    prelude_least: usize,
}

/// Trims `level` as far as possible. The limits apply to each analysis of a candidate level.
///
/// # Errors
/// Why the level could not be analysed.
pub fn trim(
    level: &Level,
    prelude: Prelude,
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Result<Trimmed, NotTrimmed> {
    let mut trimmer = Trimmer { limits, observer, stopped: None, prelude_least: 0 };
    let first = trimmer.know(level)?;
    let mut before = first.condition.clone();
    let mut changes = Vec::new();
    let mut known = first;
    if prelude == Prelude::Remove
        && let Some((later, pushes)) = prelude::removed(&known, &mut trimmer)
    {
        changes.push(Change::PreludeRemoved { count: pushes });
        known = later;
    }
    // Floor that the puzzle can do without may be what its prelude is played on, so the prelude
    // comes first, and the rest leaves it alone.
    if let Prelude::Extend(wanted) = prelude
        && let Some((longer, pushes)) = prelude::extended(&known, wanted, &mut trimmer)
    {
        changes.push(Change::PreludeExtended { count: pushes });
        trimmer.prelude_least = longer.condition.prelude;
        known = longer;
    }
    while let Some((better, change)) = storage::replaced(&known, &mut trimmer) {
        changes.push(change);
        known = better;
    }
    while let Some((better, change)) = chamber::replaced(&known, &mut trimmer) {
        changes.push(change);
        known = better;
    }
    if let Some((better, count)) = floor::filled(&known, &mut trimmer) {
        changes.push(Change::Filled { count });
        before.spare = count;
        known = better;
    }
    let stopped = trimmer.stopped;
    let KnownLevel { level, solution, condition: after, .. } = known;
    Ok(Trimmed { level, solution, changes, before, after, stopped })
}

impl Trimmer<'_, '_> {
    /// Solves a level and determines its needs.
    fn know(&mut self, level: &Level) -> Result<KnownLevel, NotTrimmed> {
        let request = Request { budget: self.limits.budget, ..Request::new(level) };
        let (solution, report) = fewest::search(&request, self.observer);
        let Some(solution) = solution.filter(Assessed::is_fewest) else {
            return Err(NotTrimmed::NotRated(NotRated::of(report.outcome)));
        };
        let explained =
            explain(level, SolutionKnowledge::Solution(&solution), self.limits, self.observer);
        let explained = explained.map_err(NotTrimmed::NotRated)?;
        // An explanation that was cut short is incomplete.
        if self.is_over() {
            let reason = self.stopped.unwrap_or(Stop::Time);
            return Err(NotTrimmed::NotRated(NotRated::Stopped(reason)));
        }
        let limits = self.limits.without_states();
        let known = SolutionToRate { solution, nodes: None };
        let rating = rate_known(level, known, &limits, self.observer);
        let rating = rating.map_err(NotTrimmed::NotRated)?;
        let condition = condition(level, &rating, &explained)?;
        let solution = rating.solution;
        Ok(KnownLevel { level: level.clone(), solution, explained, condition })
    }

    /// The analysis of `level` if it keeps the principle of `known`.
    fn same_puzzle(&mut self, level: &Level, known: &KnownLevel) -> Option<KnownLevel> {
        if self.is_over() {
            return None;
        }
        match self.know(level) {
            Ok(found) => {
                let has_prelude = found.condition.prelude >= self.prelude_least;
                (has_prelude && found.has_principle_of(known)).then_some(found)
            }
            Err(NotTrimmed::NotRated(NotRated::Stopped(reason))) => {
                let is_end = matches!(reason, Stop::Time | Stop::Interrupted);
                self.stopped = self.stopped.or(is_end.then_some(reason));
                None
            }
            Err(_) => None,
        }
    }

    /// Whether the time is up.
    fn is_over(&mut self) -> bool {
        let told = (self.observer)(&sokolab_solver::Progress::default());
        self.stopped = self.stopped.or(told);
        self.stopped.is_some()
    }
}

fn condition(
    level: &Level,
    rating: &Rating,
    explained: &Explanation,
) -> Result<Condition, NotTrimmed> {
    let plan = explained.plan.as_ref();
    if let Some(why) = plan.and_then(|it| it.missing) {
        return Err(NotTrimmed::Unknown(why));
    }
    let (board, _) = check(level).map_err(|it| NotTrimmed::NotRated(NotRated::Invalid(it)))?;
    let storages = explained.chambers.iter().filter(|it| it.role == Role::Storage);
    let storages = storages.filter_map(|it| {
        let (capacity, needed) = (it.capacity?, it.needed?);
        let least = Catalogue::embedded().least_area(level.rules.pushes(), needed as u8);
        let (name, area) = (it.name.clone(), it.squares.len());
        // An unneeded storage could be removed altogether, but it may be a decoy.
        let area_least = if needed == 0 { area } else { least.unwrap_or(area) };
        Some(StorageCondition { name, area, area_least, capacity, needed })
    });
    Ok(Condition {
        squares: board.square_count(),
        pushes: rating.measures.pushes,
        crossings: plan.map_or(0, |it| it.crossings),
        prelude: plan.and_then(|it| it.prelude).unwrap_or(0),
        forced: plan.map_or(0, |it| it.forced.iter().map(|it| it.1 + 1 - it.0).sum()),
        grade: rating.grade.step,
        spare: 0,
        storages: storages.collect(),
    })
}

/// The squares of the storage with this name.
fn squares_of<'a>(explained: &'a Explanation, name: &str) -> Option<&'a [Square]> {
    let mut notes = explained.chambers.iter().filter(|it| it.role == Role::Storage);
    notes.find(|it| it.name == name).map(|it| it.squares.as_slice())
}
