//! The components from which the configurable A* search is assembled.

use std::fmt;
use std::str::FromStr;

use sokolab_core::named;

named! {
    /// The heuristic that estimates the pushes left.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PartHeuristic: "heuristic" {
        /// Manhattan distance to the nearest goal, walls ignored: petersohn's basic calculator.
        Manhattan = "manhattan",
        /// The pushes that a lone box needs from the side that the keeper is on: petersohn's
        /// advanced calculator.
        Partition = "partition",
        /// As `Partition`, raised by what the block list knows about groups of boxes.
        BlockList = "blocklist",
        /// The pushes that a lone box needs when the keeper may start on any side.
        Nearest = "nearest",
        /// The minimum-cost assignment of boxes to goals.
        Matching = "matching",
    }
}

named! {
    /// A deadlock test that runs after each push.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Checker: "checker" {
        /// The pushed box can move again.
        Movable = "movable",
        /// Corridors beside the pushed box can be opened, as published. Unsound.
        Corridor = "corridor",
        /// No group of boxes is a deadlock of the block list.
        BlockList = "blocklist",
        /// Corridors beside the pushed box can be opened; a corrected, sound version of `Corridor`.
        SoundCorridor = "sound-corridor",
    }
}

impl Checker {
    /// Whether every state it rejects is really unsolvable.
    #[must_use]
    pub const fn is_sound(self) -> bool {
        !matches!(self, Checker::Corridor)
    }
}

/// A set of checkers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checkers(u8);

impl Checkers {
    /// The empty set.
    pub const NONE: Checkers = Checkers(0);

    /// This set with one more checker.
    #[must_use]
    pub const fn with(self, checker: Checker) -> Checkers {
        Checkers(self.0 | 1 << checker as u8)
    }

    /// Whether the set contains a checker.
    #[must_use]
    pub const fn has(self, checker: Checker) -> bool {
        self.0 >> checker as u8 & 1 == 1
    }
}

impl FromIterator<Checker> for Checkers {
    fn from_iter<T: IntoIterator<Item = Checker>>(checkers: T) -> Checkers {
        checkers.into_iter().fold(Checkers::NONE, Checkers::with)
    }
}

impl FromStr for Checkers {
    type Err = PartListError;

    /// Reads names separated by commas; `none` names no checker.
    fn from_str(text: &str) -> Result<Checkers, PartListError> {
        let names = text.split(',').filter(|it| *it != "none");
        let found: Option<Checkers> =
            names.map(|name| name.trim().parse::<Checker>().ok()).collect();
        found.ok_or(PartListError::Checkers)
    }
}

/// Why a text does not name a list of components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartListError {
    /// A name is not one of a checker.
    Checkers,
    /// A name is not one of a comparison, or there are too many or none.
    Ties,
}

impl fmt::Display for PartListError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartListError::Checkers => {
                let names = Checker::ALL.map(Checker::name).join(", ");
                write!(formatter, "there are {names} and none")
            }
            PartListError::Ties => {
                let names = Tie::ALL.map(Tie::name).join(", ");
                write!(formatter, "up to {} of {names}", Ties::MAX)
            }
        }
    }
}

impl std::error::Error for PartListError {}

named! {
    /// Whether a box that can be pushed straight to a sink is pushed there before anything else.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum StonePusher: "setting of the stone pusher" {
        /// It is. Has an effect only where boxes vanish in sinks, and costs no extra push there.
        On = "on",
        /// It is not.
        Off = "off",
    }
}

named! {
    /// The data structure that looks up the placements of the block list.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum BlockStore: "block store" {
        /// A plain list, scanned from start to end.
        List = "list": "A list that is searched linearly",
        /// A decision tree that tests one square after another.
        Tree = "tree": "A decision tree over squares",
    }
}

/// Options of the block list: small groups of boxes that are solved in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockOptions {
    /// The most boxes in a group. With 1, a block list is computed only if a component needs it,
    /// and its groups then have at most 2 boxes.
    pub number: u8,
    /// How far apart the columns and the rows of the boxes in a group may be.
    pub distance: u8,
    /// How groups are looked up.
    pub store: BlockStore,
}

named! {
    /// What decides between two nodes of equal cost plus estimate: petersohn's `compare`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Tie: "comparison" {
        /// The older node first.
        Oldest = "+time",
        /// The newer node first.
        Newest = "-time",
        /// The lower estimate first.
        LeastEstimate = "+heur",
        /// The higher estimate first.
        GreatestEstimate = "-heur",
        /// The node after fewer pushes first.
        Shallowest = "+depth",
        /// The node after more pushes first.
        Deepest = "-depth",
    }
}

/// What decides between nodes of equal cost plus estimate, in order. Nodes that are still equal
/// are taken oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ties([Option<Tie>; Ties::MAX]);

impl Ties {
    /// The most comparisons. A fourth would repeat one of time, estimate and depth.
    pub const MAX: usize = 3;

    /// The lowest estimate first, then the newest node: a deep node is followed up before others
    /// that promise no more.
    pub const DEEP: Ties = Ties([Some(Tie::LeastEstimate), Some(Tie::Newest), None]);

    /// One comparison.
    #[must_use]
    pub const fn by(tie: Tie) -> Ties {
        Ties([Some(tie), None, None])
    }

    /// The comparisons in `list`; `None` if there are too many.
    #[must_use]
    pub fn new(list: &[Tie]) -> Option<Ties> {
        let mut ties = [None; Ties::MAX];
        { list.len() <= Ties::MAX }.then(|| {
            for (to, from) in ties.iter_mut().zip(list) {
                *to = Some(*from);
            }
            Ties(ties)
        })
    }

    /// The comparisons, the first to decide first; `None` decides nothing.
    #[must_use]
    pub fn list(&self) -> [Option<Tie>; Ties::MAX] {
        self.0
    }
}

impl FromStr for Ties {
    type Err = PartListError;

    /// Reads comparisons separated by commas or blanks. Each may be abbreviated to its sign and at
    /// least one letter, as in petersohn's program.
    fn from_str(text: &str) -> Result<Ties, PartListError> {
        let names = text.split([',', ' ']).filter(|it| !it.is_empty());
        let find = |text: &str| {
            Tie::ALL.into_iter().find(|it| text.len() > 1 && it.name().starts_with(text))
        };
        let found: Option<Vec<Tie>> = names.map(find).collect();
        let ties = found.filter(|it| !it.is_empty()).and_then(|it| Ties::new(&it));
        ties.ok_or(PartListError::Ties)
    }
}

/// The components of the configurable A* search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartOptions {
    /// The estimate of the pushes left.
    pub heuristic: PartHeuristic,
    /// The checkers that reject states after a push.
    pub checkers: Checkers,
    /// Whether boxes are pushed straight to a sink when they can be.
    pub stone_pusher: StonePusher,
    /// What the block list contains.
    pub blocks: BlockOptions,
    /// What decides between nodes of equal cost plus estimate.
    pub ties: Ties,
    /// How many nodes of equal cost plus estimate are expanded in parallel. Results and node counts
    /// do not depend on it.
    pub side_by_side: u16,
}

impl PartOptions {
    /// The defaults of petersohn's program. It leaves the order of equal nodes to its heap; here it
    /// is `Ties::DEEP`.
    pub const PETERSOHN: PartOptions = PartOptions {
        heuristic: PartHeuristic::Partition,
        checkers: Checkers::NONE.with(Checker::Movable).with(Checker::Corridor),
        stone_pusher: StonePusher::On,
        blocks: BlockOptions { number: 1, distance: 4, store: BlockStore::Tree },
        ties: Ties::DEEP,
        side_by_side: 1,
    };

    /// As `PETERSOHN`, with sound checkers only: the defaults of `astar` when a component is
    /// chosen.
    pub const SOUND: PartOptions =
        PartOptions { checkers: Checkers::NONE.with(Checker::Movable), ..PartOptions::PETERSOHN };

    /// Whether `blocks` requests a block list, which also turns on its checker. Otherwise one is
    /// computed only for a heuristic or checker that needs it.
    #[must_use]
    pub fn preprocesses(&self) -> bool {
        self.blocks.number > 1
    }
}

#[cfg(test)]
mod tests {
    use super::{Checker, Checkers, PartListError, Tie, Ties};

    #[test]
    fn lists_are_read() {
        let both = Checkers::NONE.with(Checker::Movable).with(Checker::Corridor);
        assert_eq!("movable, corridor".parse(), Ok(both));
        assert_eq!("none".parse(), Ok(Checkers::NONE));
        assert_eq!("movable,walls".parse::<Checkers>(), Err(PartListError::Checkers));
        assert_eq!("+t".parse(), Ok(Ties::by(Tie::Oldest)));
        let ties = Ties::new(&[Tie::LeastEstimate, Tie::Newest]);
        assert_eq!("+heur, -time".parse().ok(), ties);
        for text in ["", "+", "time", "+t,+h,+d,-t"] {
            assert_eq!(text.parse::<Ties>(), Err(PartListError::Ties), "{text}");
        }
    }
}
