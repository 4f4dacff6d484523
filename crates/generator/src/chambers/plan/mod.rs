//! Plans: what has to be done to solve a level, before the level exists.
//!
//! A plan is a tree of parts. Where boxes disappear in holes it is a chain: from the goals inwards
//! come directed chambers, each of which must hand boxes on before it lets any pass, and behind the
//! last of them are the storages; or several such chains that meet in junctions, each with a
//! storage of its own. Under the official rules it may also be a feed, a goal lock and a storage
//! behind it (the `NetHack` 4 document). Parts are chosen from the catalogue by their behaviour
//! ([`choose`]).

mod choose;
mod drawings;
mod drawn;
mod links;

use sokolab_chamber::ChamberShape;
use sokolab_core::quantity;

pub(crate) use choose::{DEEP, MANY_BOXES, choose, plans_for};
pub(crate) use drawn::LOCK_PROVED;

/// The function of a part of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A row of goals, with the exit behind it where there is one.
    Goals(usize),
    /// Goals between two shafts: filling one closes off the feed.
    GoalLock(usize),
    /// A goal lock with two storages: the boxes that the first and the second must take.
    ForkedLock(usize, usize),
    /// Goals behind one connection, with boxes that must wait.
    GoalChamber {
        /// Number of goals.
        goals: usize,
        /// Number of boxes that must be inside before the first stays on a goal.
        inside: usize,
    },
    /// A chamber with boxes that demands storage.
    Directed {
        /// Number of boxes it starts with.
        boxes: usize,
        /// The storage it demands.
        requirement: usize,
    },
    /// A chamber that supplies this many boxes.
    Feed(usize),
    /// A storage for this many boxes that is claimed to be needed.
    Storage(usize),
    /// A storage for this many boxes that is claimed not to be needed.
    Decoy(usize),
    /// A room where paths fork.
    Junction,
    /// A bend that boxes pass.
    Bend,
}

/// One part of a plan, with the chamber chosen for it.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    /// Its function.
    pub(crate) part: Part,
    /// Its shape.
    pub(crate) shape: ChamberShape,
    /// The squares of its initial boxes, as bits.
    pub(crate) boxes: u64,
    /// The keeper's square, if the keeper starts here.
    pub(crate) keeper: Option<usize>,
    /// The port of the parent that it is attached to; `None` for the root.
    pub(crate) parent: Option<PlanPort>,
    /// Its own port towards the parent.
    pub(crate) port: usize,
    /// Whether the keeper starts in the corridor to the parent.
    pub(crate) keeper_in_corridor: bool,
    /// Whether the descriptions of the chambers before it prove that all its capacity is needed.
    pub(crate) is_whole: bool,
}

/// A port of a part, by numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanPort {
    /// The part.
    pub(crate) part: usize,
    /// Its port.
    pub(crate) port: usize,
}

/// A tree of parts; each comes after its parent.
#[derive(Clone, Debug)]
pub(crate) struct ChamberPlan {
    /// The parts.
    pub(crate) parts: Vec<Planned>,
}

impl ChamberPlan {
    /// A short description of the plan, from the storages to the goals.
    #[must_use]
    pub(crate) fn words(&self) -> String {
        let rank = |it: &&Planned| match it.part {
            Part::Feed(_) | Part::Storage(_) => 0,
            Part::Directed { .. }
            | Part::GoalLock(_)
            | Part::ForkedLock(..)
            | Part::GoalChamber { .. } => 1,
            Part::Decoy(_) => 2,
            Part::Goals(_) | Part::Junction | Part::Bend => 3,
        };
        let mut parts: Vec<&Planned> = self.parts.iter().rev().collect();
        parts.sort_by_key(rank);
        parts.into_iter().filter_map(words).collect::<Vec<_>>().join("; ")
    }

    fn add(&mut self, planned: Planned) -> usize {
        self.parts.push(planned);
        self.parts.len() - 1
    }
}

fn words(planned: &Planned) -> Option<String> {
    Some(match planned.part {
        Part::Goals(1) => "one goal".to_owned(),
        Part::Goals(count) if planned.boxes != 0 => {
            format!("{count} goals in a row, with a box on guard before the last")
        }
        Part::Goals(count) => format!("{count} goals in a row"),
        Part::GoalLock(count) => format!("goal lock of {count}"),
        Part::ForkedLock(first, second) => {
            format!("goal lock of {} with two storages", first + second)
        }
        Part::GoalChamber { goals, inside } if goals == inside => {
            format!("goal lock of {goals} that is its own storage")
        }
        Part::GoalChamber { goals, inside } => {
            format!("goal chamber of {goals} where {inside} boxes must be inside first")
        }
        Part::Directed { boxes: 1, requirement } => {
            format!("1 box that demands storage for {requirement}")
        }
        Part::Directed { boxes, requirement } => {
            format!("{boxes} boxes that demand storage for {requirement}")
        }
        Part::Feed(count) => format!("feed of {}", quantity(count, "box")),
        Part::Storage(capacity) => format!("storage for {}", quantity(capacity, "box")),
        Part::Decoy(capacity) => format!("decoy for {}", quantity(capacity, "box")),
        Part::Junction | Part::Bend => return None,
    })
}

fn planned(part: Part, shape: ChamberShape) -> Planned {
    Planned {
        part,
        shape,
        boxes: 0,
        keeper: None,
        parent: None,
        port: 0,
        keeper_in_corridor: false,
        is_whole: false,
    }
}
