//! Describes what a drawn chamber does, in the words of the `NetHack` 4 document.
//!
//! A [`Description`] collects the results of the other modules: the locked squares, what the
//! chamber stores and feeds, what its boxes do and how an insertion affects them, how its goals are
//! filled, and what it does with a storage behind a port. Facts that would need too many states are
//! [`Unknown`], with the reason.

mod composition;
mod equivalents;
mod goals;
mod locks;
mod names;
mod states;
mod storage_and_feed;

use std::fmt;

use sokolab_core::Rules;

use crate::behaviour::{TooManyStates, before};
use crate::drawing::ChamberDrawing;
use crate::shape::{ChamberShape, ChamberShapeError};
use crate::space::{BehindPort, Parking, Space};

pub use composition::{Composition, Joined};
pub use equivalents::Equivalents;
pub use goals::{Filled, Goals};
pub use locks::{GoalLocks, Locks};
pub use names::PortNames;
pub use states::{Drawn, Insertion, OutsideState, OutsideStates};
pub use storage_and_feed::{Feeds, Service, Stores};

/// Why a fact about a chamber is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The chamber has too many squares or ports.
    Shape(ChamberShapeError),
    /// It has too many states.
    States(TooManyStates),
    /// The chamber has holes, which passing boxes would fill.
    Holes,
    /// The chamber has more distinguishable states than the list may have.
    OutsideStates(usize),
}

impl fmt::Display for Unknown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Shape(error) => error.fmt(formatter),
            Unknown::States(error) => write!(formatter, "more than {} states", error.0),
            Unknown::Holes => write!(formatter, "it depends on which holes are filled"),
            Unknown::OutsideStates(most) => {
                write!(formatter, "more than {most} states as seen from outside")
            }
        }
    }
}

impl std::error::Error for Unknown {}

impl From<TooManyStates> for Unknown {
    fn from(error: TooManyStates) -> Unknown {
        Unknown::States(error)
    }
}

/// A fact about a chamber, or the reason why it is unknown.
pub type Known<T> = Result<T, Unknown>;

/// The limits of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescribeOptions {
    /// The largest number of states explored for one fact.
    pub states_max: usize,
    /// The capacity of the storage that is placed behind each port in turn; `None` for a few small
    /// ones.
    pub storage: Option<u8>,
}

/// The default of [`DescribeOptions::states_max`].
pub const STATES_MAX: usize = 1_000_000;

impl Default for DescribeOptions {
    fn default() -> DescribeOptions {
        DescribeOptions { states_max: STATES_MAX, storage: None }
    }
}

/// The kinds of chambers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// It takes boxes and gives them back.
    Storage,
    /// Boxes start in it, and all of them can leave.
    Feed,
    /// It has goals that can be filled from outside.
    Goal,
    /// It hands boxes to a storage before it lets any pass.
    Directed,
}

impl Kind {
    /// The name that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Storage => "storage",
            Kind::Feed => "feed",
            Kind::Goal => "goal",
            Kind::Directed => "directed",
        }
    }
}

/// Everything about a drawn chamber under one rule set.
#[derive(Clone, Debug)]
pub struct Description {
    /// The rule set.
    pub rules: Rules,
    /// The names of its ports.
    pub ports: PortNames,
    /// Its kinds, as far as they are known.
    pub kinds: Vec<Kind>,
    /// Its locked squares, and the groups of boxes that lock each other.
    pub locks: Locks,
    /// What it stores and feeds, regardless of the drawn boxes.
    pub service: Service,
    /// What the drawn boxes can do.
    pub drawn: Drawn,
    /// Its states as seen from outside, beginning with the drawn one.
    pub states: Known<OutsideStates>,
    /// How its goals are filled; `None` if it has none.
    pub goals: Option<Known<Goals>>,
    /// What it does with a storage behind each port; empty if it has only one port.
    pub compositions: Vec<Composition>,
    /// Equivalent chambers of the catalogue.
    pub equivalents: Vec<Equivalents>,
}

impl Description {
    /// The storage that it demands before it lets boxes pass: the maximum over its ports of the
    /// storage needed behind that port, if its boxes leave by the others. `None` if its boxes
    /// cannot leave, whatever is behind its ports.
    ///
    /// # Errors
    /// If that is not known.
    pub fn demands(&self) -> Known<Option<u8>> {
        if self.compositions.is_empty() {
            return self.drawn.can_be_emptied.map(|can| can.then_some(0));
        }
        let demands = self.compositions.iter().map(|it| it.demands);
        let known: Vec<Option<u8>> = demands.collect::<Result<_, _>>()?;
        Ok(known.into_iter().flatten().max())
    }
}

/// Describes a chamber under `rules`.
#[must_use]
pub fn describe(drawing: &ChamberDrawing, rules: Rules, options: DescribeOptions) -> Description {
    let ports = PortNames::of(drawing.ports());
    let shape = drawing.shape();
    let subject = Subject { drawing, shape: shape.as_ref().map_err(|it| *it), rules, options };
    let service = storage_and_feed::service(&subject);
    let locks = locks::locks(drawing, rules);
    let mut drawn = states::drawn(&subject, &ports);
    if drawn.can_be_emptied.is_err() && (!locks.lost.is_empty() || !locks.groups.is_empty()) {
        drawn.can_be_emptied = Ok(false);
    }
    let compositions = composition::compositions(&subject);
    let mut description = Description {
        rules,
        kinds: Vec::new(),
        states: states::outside_states(&subject, &ports),
        goals: goals::goals(&subject, &locks.dead),
        locks,
        equivalents: Vec::new(),
        ports,
        service,
        drawn,
        compositions,
    };
    description.kinds = kinds(&subject, &description);
    description.equivalents = equivalents::equivalents(&subject, &description);
    description
}

/// A drawing to describe, with the options.
struct Subject<'a> {
    drawing: &'a ChamberDrawing,
    shape: Result<&'a ChamberShape, ChamberShapeError>,
    rules: Rules,
    options: DescribeOptions,
}

impl<'a> Subject<'a> {
    fn shape(&self) -> Known<&'a ChamberShape> {
        self.shape.map_err(Unknown::Shape)
    }

    /// The squares with boxes.
    fn boxes(&self, shape: &ChamberShape) -> u64 {
        self.drawing.set(shape, &self.drawing.boxes())
    }

    /// The square of the keeper, if it is drawn.
    fn keeper(&self, shape: &ChamberShape) -> Option<u64> {
        self.drawing.keeper().map(|it| self.drawing.set(shape, &[it]))
    }

    /// The rule for doorways: they are corridor, unless something is drawn in one.
    fn plain_parking(&self, shape: &ChamberShape) -> Parking {
        let occupied = self.boxes(shape) | self.keeper(shape).unwrap_or(0);
        let (_, numbers) = shape.without_doorways();
        let is_lost =
            |(it, number): (usize, &Option<usize>)| number.is_none() && occupied >> it & 1 == 1;
        let is_parked = numbers.iter().enumerate().any(is_lost);
        if is_parked { Parking::Allowed } else { Parking::Forbidden }
    }

    /// The space with the given surroundings of its ports, in which no box is pushed onto a square
    /// that a lone box could not leave. This is exact where all boxes have to leave: other boxes
    /// can be ignored, because the keeper can walk where it would have pushed them.
    fn space(&self, shape: &ChamberShape, parking: Parking, beyond: &[BehindPort]) -> Known<Space> {
        let takers = vec![BehindPort::Taker; shape.ports().len()];
        let lone = Space::new(shape, self.rules, parking, &takers).with_boxes_max(1);
        let (states, _) = before(&lone, &[lone.empty()], self.options.states_max)?;
        let used = states.iter().fold(0, |set, state| set | state.boxes);
        let barred = !used & ((1 << lone.shape().area()) - 1);
        Ok(Space::new(shape, self.rules, parking, beyond).with_barred(barred))
    }

    /// Whether goals differ from floor under these rules.
    fn has_holes(&self, shape: &ChamberShape) -> bool {
        shape.goals() != 0 && self.rules.goal() != sokolab_core::GoalKind::Keep
    }
}

fn kinds(subject: &Subject<'_>, found: &Description) -> Vec<Kind> {
    let mut kinds = Vec::new();
    if found.service.stores.as_ref().is_ok_and(|it| it.capacity > 0) {
        kinds.push(Kind::Storage);
    }
    if found.service.feeds.as_ref().is_ok_and(|it| it.most > 0) {
        kinds.push(Kind::Feed);
    }
    let is_filled = |goals: &Known<Goals>| goals.as_ref().is_ok_and(Goals::is_possible);
    if found.goals.as_ref().is_some_and(is_filled) {
        kinds.push(Kind::Goal);
    }
    let demands = found.compositions.iter().any(|it| matches!(it.demands, Ok(Some(1..))));
    if demands || storage_and_feed::can_be_directed(subject) {
        kinds.push(Kind::Directed);
    }
    kinds
}

#[cfg(test)]
mod tests;
