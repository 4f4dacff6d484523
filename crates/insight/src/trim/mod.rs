//! Trimming: the same puzzle with less waste.
//!
//! Storage larger than needed is replaced by a smaller chamber of the catalogue, an empty chamber
//! between others by a smaller one that does the same, and floor that nobody needs is filled.
//! Chambers in which boxes stand at first, or goals lie, are where the level is played: they stay.
//! After every change the level is solved and looked at anew, and the change stays only if the
//! principle is the same: as many boxes must wait in each storage, no more and no less, and the
//! boxes of a shortest solution cross from each kind of chamber to each other as often as before.
//! Only the ways inside what was replaced may become shorter; filling leaves the fewest pushes
//! alone. A smaller chamber between others and filled floor may neither lower the grade nor force
//! more pushes than were forced before: what one can choose is part of the puzzle. A smaller
//! storage may, since room to spare is what it takes away. The solution is the referee's, the needs
//! are proved by all states of the level.
//!
//! A chamber that is no storage is compared with smaller ones of the catalogue as both appear from
//! their ports, by bisimulation. Where the new one is shorter, whatever lies behind its second port
//! moves up.

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

use crate::explain::{Explanation, Knowledge, Role, explain};
use crate::fewest::{self, Assessed};
use crate::rating::{
    KnownSolution, Missing, NotRated, Rating, RatingLimits, StorageRoom, rate_known,
};

/// What is done with the forced moves at the start of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prelude {
    /// They stay.
    #[default]
    Keep,
    /// The level begins after them.
    Remove,
    /// So many pushes come before them, forced as well, as far as there are such.
    Extend(usize),
}

/// A storage, as far as waste goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageCondition {
    /// What it is called.
    pub name: String,
    /// Its squares.
    pub area: usize,
    /// How many boxes it holds.
    pub capacity: usize,
    /// How many boxes every solution has in it at once.
    pub needed: usize,
    /// The squares of the smallest chamber of the catalogue that holds as many as are needed.
    pub area_least: usize,
}

impl StorageCondition {
    /// Boxes it holds beyond those that are needed.
    #[must_use]
    pub const fn slack(&self) -> usize {
        self.capacity.saturating_sub(self.needed)
    }

    /// Ten for each box it holds in vain, and one for each square more than the smallest chamber
    /// that holds what is needed; 0 if no box needs it, for it is a decoy then.
    #[must_use]
    pub const fn waste(&self) -> usize {
        let StorageCondition { area, area_least, capacity, needed, .. } = *self;
        StorageRoom { area, area_least, capacity, needed }.waste()
    }
}

/// What a level is like, before or after.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Floor squares.
    pub squares: usize,
    /// The fewest pushes.
    pub pushes: usize,
    /// How often a box crosses from chamber to chamber.
    pub crossings: usize,
    /// How many pushes at the start are forced.
    pub prelude: usize,
    /// How many pushes of the solution are forced at all.
    pub forced: usize,
    /// How hard it is, from 1 to 10.
    pub grade: u8,
    /// Squares that could be filled without a change to the puzzle, as far as was found out.
    pub spare: usize,
    /// The storages whose needs are known.
    pub storages: Vec<StorageCondition>,
}

impl Condition {
    /// Boxes that storages hold in vain.
    #[must_use]
    pub fn slack(&self) -> usize {
        self.storages.iter().map(StorageCondition::slack).sum()
    }

    /// The waste of all storages.
    #[must_use]
    pub fn waste(&self) -> usize {
        self.storages.iter().map(StorageCondition::waste).sum()
    }

    /// Whether no more is forced than in the other condition, and the grade is no lower.
    const fn is_as_hard_as(&self, other: &Condition) -> bool {
        self.forced <= other.forced && self.prelude <= other.prelude && self.grade >= other.grade
    }

    /// Whether as many boxes are needed in each storage as in the other condition.
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
pub enum Change {
    /// A storage was replaced.
    Storage {
        /// Which.
        name: String,
        /// Its squares and capacity before.
        before: (usize, usize),
        /// Its squares and capacity now.
        after: (usize, usize),
    },
    /// An empty chamber between others was replaced by a smaller one that does the same.
    Chamber {
        /// Which.
        name: String,
        /// Its squares before.
        before: usize,
        /// Its squares now.
        after: usize,
    },
    /// So many squares of floor were filled, those included that were cut off by it.
    Filled(usize),
    /// The level begins so many pushes later.
    PreludeRemoved(usize),
    /// The level begins so many pushes earlier.
    PreludeExtended(usize),
}

impl Change {
    /// How many squares the level has lost by it.
    #[must_use]
    pub const fn squares_gone(&self) -> usize {
        match self {
            Change::Storage { before, after, .. } => before.0 - after.0,
            Change::Chamber { before, after, .. } => *before - *after,
            Change::Filled(count) => *count,
            Change::PreludeRemoved(_) | Change::PreludeExtended(_) => 0,
        }
    }
}

/// A level trimmed.
#[derive(Clone, Debug)]
pub struct Trimmed {
    /// The level.
    pub level: Level,
    /// A solution with the fewest pushes, which is proved.
    pub solution: Assessed,
    /// What was changed; nothing if there was nothing to trim.
    pub changes: Vec<Change>,
    /// What it was like.
    pub before: Condition,
    /// What it is like.
    pub after: Condition,
    /// The limit that ended the work before everything was tried.
    pub stopped: Option<Stop>,
}

/// Why a level was not trimmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTrimmed {
    /// It cannot be rated, and so not be trimmed.
    NotRated(NotRated),
    /// It is not known what every solution needs.
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

/// A level with what is known of it.
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

/// Looks at levels.
struct Trimmer<'a, 'b> {
    limits: &'a RatingLimits,
    observer: &'a mut Observer<'b>,
    stopped: Option<Stop>,
    /// The prelude that no change may shorten.
    prelude_least: usize,
}

/// Trims `level` as far as it goes, within limits, each of which is for one look at a level.
///
/// # Errors
/// Why nothing can be said about the level.
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
        changes.push(Change::PreludeRemoved(pushes));
        known = later;
    }
    // Floor that the puzzle can do without may be what its prelude is played on, so the prelude
    // comes first, and the rest leaves it alone.
    if let Prelude::Extend(wanted) = prelude
        && let Some((longer, pushes)) = prelude::extended(&known, wanted, &mut trimmer)
    {
        changes.push(Change::PreludeExtended(pushes));
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
        changes.push(Change::Filled(count));
        before.spare = count;
        known = better;
    }
    let stopped = trimmer.stopped;
    let KnownLevel { level, solution, condition: after, .. } = known;
    Ok(Trimmed { level, solution, changes, before, after, stopped })
}

impl Trimmer<'_, '_> {
    /// Solves a level and finds out what it needs.
    fn know(&mut self, level: &Level) -> Result<KnownLevel, NotTrimmed> {
        let request = Request { budget: self.limits.budget, ..Request::new(level) };
        let (solution, report) = fewest::search(&request, self.observer);
        let Some(solution) = solution.filter(Assessed::is_fewest) else {
            return Err(NotTrimmed::NotRated(NotRated::of(report.outcome)));
        };
        let explained = explain(level, Knowledge::Solution(&solution), self.limits, self.observer);
        let explained = explained.map_err(NotTrimmed::NotRated)?;
        // An explanation that was cut short says too little.
        if self.is_over() {
            let reason = self.stopped.unwrap_or(Stop::Time);
            return Err(NotTrimmed::NotRated(NotRated::Stopped(reason)));
        }
        let limits = self.limits.without_states();
        let known = KnownSolution { solution, nodes: None };
        let rating = rate_known(level, known, &limits, self.observer);
        let rating = rating.map_err(NotTrimmed::NotRated)?;
        let condition = condition(level, &rating, &explained)?;
        let solution = rating.solution;
        Ok(KnownLevel { level: level.clone(), solution, explained, condition })
    }

    /// The level in a condition that keeps the principle of `known`, or nothing.
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

    /// Whether the time is over.
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
        // A storage that nobody needs could go altogether, but it may be a decoy.
        let area_least = if needed == 0 { area } else { least.unwrap_or(area) };
        Some(StorageCondition { name, area, capacity, needed, area_least })
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
