//! The catalogue: chambers found by enumeration, indexed by what they do.
//!
//! `cargo xtask catalogue` makes it ([`build`]). It is embedded in the program as bytes and decoded
//! on first use. The chambers of `official`, `nethack` and `nethack-game` are the same, because
//! they have no goals; those of `nethack-diagonal` are separate.

mod build;
mod code;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use sokolab_core::{Directions, quantity};

use crate::drawing::ChamberDrawing;
use crate::shape::ChamberShape;

pub use build::{Extent, build, manner};
pub use code::{CodeError, from_bytes, to_bytes};

/// The role of a chamber of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryRole {
    /// It stores boxes.
    Storage {
        /// The largest number of boxes that can be stored.
        capacity: u8,
        /// Whether boxes can be added and taken out at any time.
        is_regular: bool,
        /// The percentage of moves that lose a box, among all moves before which no box is lost.
        wrong_percent: u8,
    },
    /// It gives boxes away.
    Feed {
        /// The initial squares of its boxes.
        boxes: u64,
        /// The keeper's square if the keeper is enclosed.
        keeper: Option<u8>,
        /// The number of box moves it takes.
        moves: u8,
    },
    /// It hands boxes to a storage behind its first port before it lets any pass by its second.
    Directed {
        /// The initial squares of its boxes.
        boxes: u64,
        /// The storage that it demands, both with and without parking.
        requirement: u8,
        /// What it does with foreign boxes.
        manner: Manner,
        /// The number of box moves it takes.
        moves: u8,
    },
    /// Boxes pass through it as through a straight corridor.
    Bend,
}

impl EntryRole {
    /// The names of the roles.
    pub const NAMES: [&'static str; 4] = ["storage", "feed", "directed", "bend"];

    /// The name that reports use.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            EntryRole::Storage { .. } => "storage",
            EntryRole::Feed { .. } => "feed",
            EntryRole::Directed { .. } => "directed",
            EntryRole::Bend => "bend",
        }
    }
}

/// What a directed chamber does with foreign boxes, which come back from the storage behind it or
/// enter by its other port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// Unknown: it may hold some of them, or use them to get its own boxes out.
    Any,
    /// Foreign boxes do not help it: it demands its storage in addition to theirs.
    Firm,
    /// Nor can it hold any: foreign boxes must go on to the storage, and so must its own.
    Strict,
}

/// A chamber of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    packed: code::Packed,
    /// Whether it is for rules with diagonal pushes.
    pub eight: bool,
    /// Its role.
    pub role: EntryRole,
}

impl Entry {
    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> ChamberShape {
        self.packed.shape()
    }

    /// Its drawing, with the initial boxes.
    #[must_use]
    pub fn drawing(&self) -> ChamberDrawing {
        let (boxes, keeper) = match self.role {
            EntryRole::Feed { boxes, keeper, .. } => (boxes, keeper),
            EntryRole::Directed { boxes, .. } => (boxes, None),
            EntryRole::Storage { .. } | EntryRole::Bend => (0, None),
        };
        ChamberDrawing::of_shape(&self.shape(), boxes, keeper.map(usize::from))
    }

    /// How many squares it has.
    #[must_use]
    pub fn area(&self) -> usize {
        self.packed.area()
    }
}

/// A query of the catalogue by a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CatalogueQuery {
    /// A regular storage for exactly this many boxes.
    Storage(u8),
    /// A feed with this many boxes and the keeper outside.
    Feed(u8),
    /// A feed with this many boxes and the keeper enclosed.
    FeedInside(u8),
    /// A directed chamber with this many boxes that demands this much storage.
    Directed(u8, u8),
    /// The same, and foreign boxes do not help it.
    Firm(u8, u8),
    /// A strict directed chamber with this many boxes, which demands storage for all of them.
    Strict(u8),
    /// A bend for boxes, with its ports at a right angle.
    Elbow,
    /// A bend for boxes, with its ports on opposite sides.
    Jog,
}

impl fmt::Display for CatalogueQuery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boxes = |count: &u8| quantity(u32::from(*count), "box");
        match self {
            CatalogueQuery::Storage(capacity) => write!(formatter, "store {}", boxes(capacity)),
            CatalogueQuery::Feed(count) => write!(formatter, "feed {}", boxes(count)),
            CatalogueQuery::FeedInside(count) => {
                write!(formatter, "feed {} with the keeper enclosed", boxes(count))
            }
            CatalogueQuery::Directed(count, demand) => {
                write!(formatter, "hold {} and demand a storage for {demand}", boxes(count))
            }
            CatalogueQuery::Firm(count, demand) => {
                write!(
                    formatter,
                    "hold {} and demand a storage for {demand} of their own",
                    boxes(count)
                )
            }
            CatalogueQuery::Strict(count) => {
                write!(formatter, "hand on {} and hold no foreign box", boxes(count))
            }
            CatalogueQuery::Elbow => write!(formatter, "let boxes turn a corner"),
            CatalogueQuery::Jog => write!(formatter, "let boxes pass straight through"),
        }
    }
}

/// All chambers, indexed by what they do.
#[derive(Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
    index: BTreeMap<(bool, CatalogueQuery), Vec<u32>>,
    /// For each capacity, the number of squares of the smallest storage.
    least_areas: BTreeMap<(bool, u8), usize>,
}

impl Catalogue {
    /// A catalogue of these entries.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Catalogue {
        let mut index: BTreeMap<(bool, CatalogueQuery), Vec<u32>> = BTreeMap::new();
        let mut least_areas = BTreeMap::new();
        for (number, entry) in entries.iter().enumerate() {
            if let EntryRole::Storage { capacity, is_regular: true, .. } = entry.role {
                let least = least_areas.entry((entry.eight, capacity)).or_insert(usize::MAX);
                *least = (*least).min(entry.packed.area());
            }
            for wanted in wanted(entry).into_iter().chain(in_rows(entry)) {
                index.entry((entry.eight, wanted)).or_default().push(number as u32);
            }
        }
        Catalogue { entries, index, least_areas }
    }

    /// The embedded catalogue.
    #[must_use]
    pub fn embedded() -> &'static Catalogue {
        static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
        CATALOGUE.get_or_init(|| {
            let bytes = include_bytes!("chambers.bin");
            Catalogue::new(from_bytes(bytes).expect("the embedded catalogue is valid"))
        })
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The number of squares of the smallest regular storage for this many boxes.
    #[must_use]
    pub fn least_area(&self, directions: Directions, capacity: u8) -> Option<usize> {
        self.least_areas.get(&(directions == Directions::Eight, capacity)).copied()
    }

    /// The number of chambers that match a query.
    #[must_use]
    pub fn count(&self, directions: Directions, wanted: CatalogueQuery) -> usize {
        self.list(directions, wanted).len()
    }

    /// One of the chambers that match a query, by its number among them.
    #[must_use]
    pub fn pick(
        &self,
        directions: Directions,
        wanted: CatalogueQuery,
        number: usize,
    ) -> Option<&Entry> {
        let list = self.list(directions, wanted);
        list.get(number).map(|&it| &self.entries[it as usize])
    }

    /// All queries that have matches, with the number of matches.
    pub fn offers(
        &self,
        directions: Directions,
    ) -> impl Iterator<Item = (CatalogueQuery, usize)> + '_ {
        let eight = directions == Directions::Eight;
        let all = self.index.iter().filter(move |it| it.0.0 == eight);
        all.map(|(&(_, wanted), list)| (wanted, list.len()))
    }

    fn list(&self, directions: Directions, wanted: CatalogueQuery) -> &[u32] {
        let key = (directions == Directions::Eight, wanted);
        self.index.get(&key).map_or(&[], Vec::as_slice)
    }
}

/// The query that finds an entry. Storages that are not regular are not found.
fn wanted(entry: &Entry) -> Option<CatalogueQuery> {
    let count = |boxes: u64| boxes.count_ones() as u8;
    match entry.role {
        EntryRole::Storage { is_regular: false, .. } => None,
        EntryRole::Storage { capacity, .. } => Some(CatalogueQuery::Storage(capacity)),
        EntryRole::Feed { boxes, keeper: None, .. } => Some(CatalogueQuery::Feed(count(boxes))),
        EntryRole::Feed { boxes, .. } => Some(CatalogueQuery::FeedInside(count(boxes))),
        EntryRole::Directed { boxes, requirement, .. } => {
            Some(CatalogueQuery::Directed(count(boxes), requirement))
        }
        EntryRole::Bend => {
            let shape = entry.shape();
            let [first, second] = shape.ports() else { return None };
            let is_straight = first.outward == second.outward.opposite();
            let is_elbow = !is_straight && first.outward != second.outward;
            is_elbow.then_some(CatalogueQuery::Elbow).or(is_straight.then_some(CatalogueQuery::Jog))
        }
    }
}

/// A further query that finds an entry which may stand in a row with others.
fn in_rows(entry: &Entry) -> Vec<CatalogueQuery> {
    let EntryRole::Directed { boxes, requirement, manner, .. } = entry.role else {
        return Vec::new();
    };
    let count = boxes.count_ones() as u8;
    let firm = (manner >= Manner::Firm).then_some(CatalogueQuery::Firm(count, requirement));
    let strict = manner == Manner::Strict && count == requirement;
    firm.into_iter().chain(strict.then_some(CatalogueQuery::Strict(count))).collect()
}

#[cfg(test)]
mod tests;
