//! The parts that a search by parts can be put together from.

/// What estimates the pushes left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartHeuristic {
    /// Columns plus rows to the nearest goal, walls ignored: his basic calculator.
    Manhattan,
    /// The pushes of a lone box from the side of it that the keeper is on: his advanced one.
    Partition,
    /// The same, and what the block list knows about groups of boxes.
    BlockList,
    /// The pushes of a lone box with the keeper wherever it suits.
    Nearest,
    /// The cheapest assignment of boxes to goals.
    Matching,
}

impl PartHeuristic {
    /// All of them.
    pub const ALL: [PartHeuristic; 5] = [
        PartHeuristic::Manhattan,
        PartHeuristic::Partition,
        PartHeuristic::BlockList,
        PartHeuristic::Nearest,
        PartHeuristic::Matching,
    ];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PartHeuristic::Manhattan => "manhattan",
            PartHeuristic::Partition => "partition",
            PartHeuristic::BlockList => "blocklist",
            PartHeuristic::Nearest => "nearest",
            PartHeuristic::Matching => "matching",
        }
    }
}

/// What rejects states after a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Checker {
    /// The pushed box can move again.
    Movable,
    /// Corridors beside it can be opened, as published. Unsound.
    Corridor,
    /// No group of boxes is one that the block list knows to be lost.
    BlockList,
    /// Corridors beside it can be opened, put right.
    SoundCorridor,
}

impl Checker {
    /// All of them.
    pub const ALL: [Checker; 4] =
        [Checker::Movable, Checker::Corridor, Checker::BlockList, Checker::SoundCorridor];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Checker::Movable => "movable",
            Checker::Corridor => "corridor",
            Checker::BlockList => "blocklist",
            Checker::SoundCorridor => "sound-corridor",
        }
    }

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

/// Whether boxes that can be taken straight to a sink are taken there before anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StonePusher {
    /// They are. It acts where boxes vanish in sinks only, where it costs no push.
    On,
    /// They are not.
    Off,
}

/// How the block list is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockStore {
    /// One placement after the other.
    List,
    /// By a tree that decides on one square after the other.
    Tree,
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
