//! Plans: what has to be done to solve a level, before there is a level.
//!
//! A plan is a tree of parts. Where boxes vanish in holes it is a chain: from the goals inwards
//! come directed chambers, each of which must hand boxes on before it lets any pass, and behind the
//! last of them are the storages; or several such chains that meet in junctions, each with a
//! storage of its own. Under the official rules it may also be a feed, a goal lock and a storage
//! behind it (the `NetHack` 4 document). Parts are chosen from the catalogue by what they do
//! ([`choose`]).

mod choose;
mod drawn;
mod links;

use sokolab_chamber::ChamberShape;
use sokolab_core::quantity;

pub(crate) use choose::{DEEP, MANY_BOXES, choose};
pub(crate) use drawn::LOCK_PROVED;

/// What a part of a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A row of goals, with the exit behind it where there is one.
    Goals(usize),
    /// Goals between two shafts: whoever fills one shuts the feed off.
    GoalLock(usize),
    /// A chamber with boxes that asks for so much storage.
    Directed {
        /// How many boxes it begins with.
        boxes: usize,
        /// The storage it demands.
        requirement: usize,
    },
    /// A chamber that gives boxes away.
    Feed(usize),
    /// A storage for so many boxes, which is claimed to be needed.
    Storage(usize),
    /// A storage for so many boxes, which is claimed not to be needed.
    Decoy(usize),
    /// A room where ways part.
    Junction,
    /// A bend that boxes pass.
    Bend,
}

/// One part of a plan, with the chamber chosen for it.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    /// What it is for.
    pub(crate) part: Part,
    /// Its shape.
    pub(crate) shape: ChamberShape,
    /// The squares its boxes begin on.
    pub(crate) boxes: u64,
    /// The keeper's square, if it begins here.
    pub(crate) keeper: Option<usize>,
    /// The part it hangs on, with the port there; `None` for the first.
    pub(crate) parent: Option<(usize, usize)>,
    /// Its own port towards that part.
    pub(crate) port: usize,
    /// Whether the keeper begins in the corridor to that part.
    pub(crate) keeper_in_corridor: bool,
    /// Whether the descriptions of the chambers before it prove that every place of it is needed.
    pub(crate) is_whole: bool,
}

/// A tree of parts; each comes after the one it hangs on.
#[derive(Clone, Debug)]
pub(crate) struct ChamberPlan {
    /// The parts.
    pub(crate) parts: Vec<Planned>,
}

impl ChamberPlan {
    /// The plan in a few words, from the storages to the goals.
    #[must_use]
    pub(crate) fn words(&self) -> String {
        let rank = |it: &&Planned| match it.part {
            Part::Feed(_) | Part::Storage(_) => 0,
            Part::Directed { .. } | Part::GoalLock(_) => 1,
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
