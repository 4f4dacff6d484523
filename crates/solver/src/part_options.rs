//! The parts that a search by parts can be put together from.

use sokolab_core::named;

named! {
    /// What estimates the pushes left.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PartHeuristic: "heuristic" {
        /// Columns plus rows to the nearest goal, walls ignored: his basic calculator.
        Manhattan = "manhattan",
        /// The pushes of a lone box from the side of it that the keeper is on: his advanced one.
        Partition = "partition",
        /// The same, and what the block list knows about groups of boxes.
        BlockList = "blocklist",
        /// The pushes of a lone box with the keeper wherever it suits.
        Nearest = "nearest",
        /// The cheapest assignment of boxes to goals.
        Matching = "matching",
    }
}

named! {
    /// What rejects states after a push.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Checker: "checker" {
        /// The pushed box can move again.
        Movable = "movable",
        /// Corridors beside it can be opened, as published. Unsound.
        Corridor = "corridor",
        /// No group of boxes is one that the block list knows to be lost.
        BlockList = "blocklist",
        /// Corridors beside it can be opened, put right.
        SoundCorridor = "sound-corridor",
    }
}

impl Checker {
    /// Whether what it rejects has no solution.
    #[must_use]
    pub const fn is_sound(self) -> bool {
        !matches!(self, Checker::Corridor)
    }
}

/// A set of checkers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checkers(u8);

impl Checkers {
    /// None.
    pub const NONE: Checkers = Checkers(0);

    /// The same with one more.
    #[must_use]
    pub const fn with(self, checker: Checker) -> Checkers {
        Checkers(self.0 | 1 << checker as u8)
    }

    /// Whether it is one of them.
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

named! {
    /// Whether boxes that can be taken straight to a sink are taken there before anything else.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum StonePusher: "setting of the stone pusher" {
        /// They are. It acts where boxes vanish in sinks only, where it costs no push.
        On = "on",
        /// They are not.
        Off = "off",
    }
}

named! {
    /// How the block list is searched.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum BlockStore: "block store" {
        /// One placement after the other.
        List = "list": "One placement after the other",
        /// By a tree that decides on one square after the other.
        Tree = "tree": "By a tree that decides on one square after the other",
    }
}

/// What is preprocessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockOptions {
    /// The most boxes of a placement; nothing is preprocessed unless it is more than 1.
    pub number: u8,
    /// How much their columns and rows may differ.
    pub distance: u8,
    /// How they are found again.
    pub store: BlockStore,
}

/// The parts of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartOptions {
    /// What estimates the pushes left.
    pub heuristic: PartHeuristic,
    /// What rejects states.
    pub checkers: Checkers,
    /// Whether boxes go straight to a sink.
    pub stone_pusher: StonePusher,
    /// What is preprocessed.
    pub blocks: BlockOptions,
    /// How many nodes of equal cost plus estimate are expanded side by side. Results and node
    /// counts do not depend on it.
    pub side_by_side: u16,
}

impl PartOptions {
    /// The default set of his program.
    pub const PETERSOHN: PartOptions = PartOptions {
        heuristic: PartHeuristic::Partition,
        checkers: Checkers::NONE.with(Checker::Movable).with(Checker::Corridor),
        stone_pusher: StonePusher::On,
        blocks: BlockOptions { number: 1, distance: 4, store: BlockStore::Tree },
        side_by_side: 1,
    };

    /// The same with sound parts only: what A* begins with when parts of it are chosen.
    pub const SOUND: PartOptions =
        PartOptions { checkers: Checkers::NONE.with(Checker::Movable), ..PartOptions::PETERSOHN };

    /// Whether a block list is wanted: by its number, or because a part needs one.
    #[must_use]
    pub fn preprocesses(&self) -> bool {
        self.blocks.number > 1
    }
}
