//! What a drawn chamber does, in the words of the `NetHack` 4 document.
//!
//! A [`Description`] gathers what the other modules compute one by one: the locked squares, what
//! the chamber stores and feeds, what its boxes do and what an insertion does to them, how its
//! goals are filled, and what becomes of it with a storage behind a port. What takes too many
//! states is [`Unknown`], with the reason.

mod composition;
mod goals;
mod locks;
mod names;
mod same;
mod service;
mod states;

use std::fmt;

use sokolab_core::Rules;

use crate::behaviour::{TooManyStates, before};
use crate::drawing::ChamberDrawing;
use crate::shape::{ChamberShape, ChamberShapeError};
use crate::space::{Beyond, Parking, Space};

pub use composition::{Composition, Joined};
pub use goals::{Filled, Goals};
pub use locks::{GoalLocked, Locks};
pub use names::PortNames;
pub use same::Same;
pub use service::{Feeds, Service, Stores};
pub use states::{Drawn, Insertion, OutsideState, OutsideStates};

/// Why something about a chamber is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The chamber is too large to be played.
    Shape(ChamberShapeError),
    /// It has too many states.
    States(TooManyStates),
    /// It has holes, which boxes that come by would fill.
    Holes,
    /// It looks different from outside in more ways than are listed.
    Looks(usize),
}

impl fmt::Display for Unknown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Shape(error) => error.fmt(formatter),
            Unknown::States(error) => write!(formatter, "more than {} states", error.0),
            Unknown::Holes => write!(formatter, "it depends on which holes are filled"),
            Unknown::Looks(most) => write!(formatter, "more than {most} states from outside"),
        }
    }
}

impl std::error::Error for Unknown {}

impl From<TooManyStates> for Unknown {
    fn from(error: TooManyStates) -> Unknown {
        Unknown::States(error)
    }
}

/// What is known of a chamber, or why it is not.
pub type Known<T> = Result<T, Unknown>;

/// What a description may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescribeOptions {
    /// The most states of one question.
    pub states_max: usize,
    /// The capacity of the storage that is put behind each port in turn; a few small ones if
    /// `None`.
    pub storage: Option<u8>,
}

/// The states of one question that are looked at if nothing else is said.
pub const STATES_MAX: usize = 1_000_000;

impl Default for DescribeOptions {
    fn default() -> DescribeOptions {
        DescribeOptions { states_max: STATES_MAX, storage: None }
    }
}

/// What a chamber can serve as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// It takes boxes and gives them back.
    Storage,
    /// Boxes may begin in it, and all of them come out.
    Feed,
    /// It has goals that can be filled from outside.
    Goal,
    /// It hands boxes to a storage before it lets any pass.
    Directed,
}

impl Kind {
    /// The name used in reports.
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
    /// What its ports are called.
    pub ports: PortNames,
    /// What it can serve as, as far as that is known.
    pub kinds: Vec<Kind>,
    /// Its locked squares, and groups of boxes that lock each other.
    pub locks: Locks,
    /// What it stores and feeds, whatever boxes are drawn in it.
    pub service: Service,
    /// What the boxes that are drawn in it do.
    pub drawn: Drawn,
    /// Its states as they look from outside, beginning with the one drawn.
    pub states: Known<OutsideStates>,
    /// How its goals are filled; `None` if it has none.
    pub goals: Option<Known<Goals>>,
    /// What becomes of it with a storage behind each port; empty if it has one port.
    pub compositions: Vec<Composition>,
    /// Chambers of the catalogue that do the same.
    pub same: Vec<Same>,
}

impl Description {
    /// The storage that it demands before it lets boxes pass: the most that it demands behind one
    /// of its ports to give its boxes away by the others. `None` if its boxes cannot leave,
    /// whatever is behind its ports.
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
    let service = service::service(&subject);
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
        same: Vec::new(),
        ports,
        service,
        drawn,
        compositions,
    };
    description.kinds = kinds(&subject, &description);
    description.same = same::same(&subject, &description);
    description
}

/// What is described, with the options.
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

    /// How it is played: doorways are corridor, unless something is drawn in one.
    fn plain_parking(&self, shape: &ChamberShape) -> Parking {
        let occupied = self.boxes(shape) | self.keeper(shape).unwrap_or(0);
        let (_, numbers) = shape.without_doorways();
        let is_lost =
            |(it, number): (usize, &Option<usize>)| number.is_none() && occupied >> it & 1 == 1;
        let is_parked = numbers.iter().enumerate().any(is_lost);
        if is_parked { Parking::Allowed } else { Parking::Forbidden }
    }

    /// The space with these behind its ports, in which no box is brought onto a square from which
    /// it could not leave even alone. Whoever waits for all boxes to leave misses nothing: other
    /// boxes may be thought away, since the keeper can walk where it would have pushed them.
    fn space(&self, shape: &ChamberShape, parking: Parking, beyond: &[Beyond]) -> Known<Space> {
        let takers = vec![Beyond::Taker; shape.ports().len()];
        let lone = Space::new(shape, self.rules, parking, &takers).with_boxes_max(1);
        let (states, _) = before(&lone, &[lone.empty()], self.options.states_max)?;
        let used = states.iter().fold(0, |set, state| set | state.boxes);
        let barred = !used & ((1 << lone.shape().area()) - 1);
        Ok(Space::new(shape, self.rules, parking, beyond).with_barred(barred))
    }

    /// Whether goals are more than floor here.
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
    if demands || service::can_be_directed(subject) {
        kinds.push(Kind::Directed);
    }
    kinds
}

#[cfg(test)]
mod tests;
