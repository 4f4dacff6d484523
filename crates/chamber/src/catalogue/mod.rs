//! The catalogue: chambers found by enumeration, by what they do.
//!
//! It is made by `cargo xtask catalogue` ([`build`]), kept as bytes in the program, and read once,
//! when it is first asked for. The chambers of `official`, `nethack` and `nethack-game` are the
//! same, since they have no goals; those of `nethack-diagonal` are apart.

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

/// What a chamber of the catalogue is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryRole {
    /// It stores boxes.
    Storage {
        /// How many.
        capacity: u8,
        /// Whether boxes can be added and taken out at any time.
        is_regular: bool,
        /// Of a hundred moves that a keeper who has lost nothing could make, how many lose a box.
        wrong_percent: u8,
    },
    /// It gives boxes away.
    Feed {
        /// The squares they begin on.
        boxes: u64,
        /// The keeper's square, if it is shut in.
        keeper: Option<u8>,
        /// The moves of boxes it takes.
        moves: u8,
    },
    /// It hands boxes to a storage behind its first port before it lets any pass by its second.
    Directed {
        /// The squares its boxes begin on.
        boxes: u64,
        /// The storage it demands, parking or not.
        requirement: u8,
        /// What it does with boxes of others.
        manner: Manner,
        /// The moves of boxes it takes.
        moves: u8,
    },
    /// Boxes pass it as if it were a straight corridor.
    Bend,
}

impl EntryRole {
    /// The names of the roles.
    pub const NAMES: [&'static str; 4] = ["storage", "feed", "directed", "bend"];

    /// The name used in reports.
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

/// What a directed chamber does with boxes that are not its own, which come back from the storage
/// behind it or by its other port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// Nothing is known of it: it may hold some of them, or take them to get its own away.
    Any,
    /// They do not help it: it demands its storage in addition to theirs.
    Firm,
    /// Nor does it hold any: what is pushed in must go on, and so must its own boxes.
    Strict,
}

/// A chamber of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    packed: code::Packed,
    /// Whether it is for rules with diagonal pushes.
    pub eight: bool,
    /// What it is for.
    pub role: EntryRole,
}

impl Entry {
    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> ChamberShape {
        self.packed.shape()
    }

    /// Its drawing, with the boxes it begins with.
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

/// What a plan asks the catalogue for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wanted {
    /// A regular storage for exactly so many boxes.
    Storage(u8),
    /// A feed of so many boxes with the keeper outside.
    Feed(u8),
    /// A feed of so many boxes with the keeper shut in.
    FeedInside(u8),
    /// A directed chamber of so many boxes that demands so much storage.
    Directed(u8, u8),
    /// The same, and boxes of others do not help it.
    Firm(u8, u8),
    /// A strict directed chamber of so many boxes that demands storage for all of them.
    Strict(u8),
    /// A bend that boxes pass, its ports at a right angle.
    Elbow,
    /// A bend that boxes pass, its ports on opposite sides.
    Jog,
}

impl fmt::Display for Wanted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boxes = |count: &u8| quantity(u32::from(*count), "box");
        match self {
            Wanted::Storage(capacity) => write!(formatter, "store {}", boxes(capacity)),
            Wanted::Feed(count) => write!(formatter, "feed {}", boxes(count)),
            Wanted::FeedInside(count) => {
                write!(formatter, "feed {} with the keeper shut in", boxes(count))
            }
            Wanted::Directed(count, demand) => {
                write!(formatter, "hold {} and demand a storage for {demand}", boxes(count))
            }
            Wanted::Firm(count, demand) => {
                write!(formatter, "hold {} and firmly demand a storage for {demand}", boxes(count))
            }
            Wanted::Strict(count) => write!(formatter, "hand on {} and keep none", boxes(count)),
            Wanted::Elbow => write!(formatter, "lead boxes round a corner"),
            Wanted::Jog => write!(formatter, "lead boxes straight on"),
        }
    }
}

/// All chambers, by what they do.
#[derive(Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
    index: BTreeMap<(bool, Wanted), Vec<u32>>,
    /// The squares of the smallest storage of each capacity.
    least_areas: BTreeMap<(bool, u8), usize>,
}

impl Catalogue {
    /// The catalogue of these entries.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Catalogue {
        let mut index: BTreeMap<(bool, Wanted), Vec<u32>> = BTreeMap::new();
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

    /// The catalogue that comes with the program.
    #[must_use]
    pub fn embedded() -> &'static Catalogue {
        static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
        CATALOGUE.get_or_init(|| {
            let bytes = include_bytes!("chambers.bin");
            Catalogue::new(from_bytes(bytes).expect("the program's own catalogue"))
        })
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The squares of the smallest regular storage for so many boxes.
    #[must_use]
    pub fn least_area(&self, directions: Directions, capacity: u8) -> Option<usize> {
        self.least_areas.get(&(directions == Directions::Eight, capacity)).copied()
    }

    /// How many chambers do what is wanted.
    #[must_use]
    pub fn count(&self, directions: Directions, wanted: Wanted) -> usize {
        self.list(directions, wanted).len()
    }

    /// One of the chambers that do what is wanted, by its number among them.
    #[must_use]
    pub fn pick(&self, directions: Directions, wanted: Wanted, number: usize) -> Option<&Entry> {
        let list = self.list(directions, wanted);
        list.get(number).map(|&it| &self.entries[it as usize])
    }

    /// What there is, with the number of chambers for each.
    pub fn offers(&self, directions: Directions) -> impl Iterator<Item = (Wanted, usize)> + '_ {
        let eight = directions == Directions::Eight;
        let all = self.index.iter().filter(move |it| it.0.0 == eight);
        all.map(|(&(_, wanted), list)| (wanted, list.len()))
    }

    fn list(&self, directions: Directions, wanted: Wanted) -> &[u32] {
        let key = (directions == Directions::Eight, wanted);
        self.index.get(&key).map_or(&[], Vec::as_slice)
    }
}

/// What an entry is found by. Storages that are not regular are not found.
fn wanted(entry: &Entry) -> Option<Wanted> {
    let count = |boxes: u64| boxes.count_ones() as u8;
    match entry.role {
        EntryRole::Storage { is_regular: false, .. } => None,
        EntryRole::Storage { capacity, .. } => Some(Wanted::Storage(capacity)),
        EntryRole::Feed { boxes, keeper: None, .. } => Some(Wanted::Feed(count(boxes))),
        EntryRole::Feed { boxes, .. } => Some(Wanted::FeedInside(count(boxes))),
        EntryRole::Directed { boxes, requirement, .. } => {
            Some(Wanted::Directed(count(boxes), requirement))
        }
        EntryRole::Bend => {
            let shape = entry.shape();
            let [first, second] = shape.ports() else { return None };
            let is_straight = first.outward == second.outward.opposite();
            let is_elbow = !is_straight && first.outward != second.outward;
            is_elbow.then_some(Wanted::Elbow).or(is_straight.then_some(Wanted::Jog))
        }
    }
}

/// What a chamber that may stand in a row of others is found by besides.
fn in_rows(entry: &Entry) -> Vec<Wanted> {
    let EntryRole::Directed { boxes, requirement, manner, .. } = entry.role else {
        return Vec::new();
    };
    let count = boxes.count_ones() as u8;
    let firm = (manner >= Manner::Firm).then_some(Wanted::Firm(count, requirement));
    let strict = manner == Manner::Strict && count == requirement;
    firm.into_iter().chain(strict.then_some(Wanted::Strict(count))).collect()
}

#[cfg(test)]
mod tests;
