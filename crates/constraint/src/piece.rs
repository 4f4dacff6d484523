//! The pieces of super tiles, and the variants of tile rules.

/// One of the five pieces of a cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Piece {
    /// `#`
    Wall,
    /// A space.
    Floor,
    /// `.`
    Goal,
    /// `$`
    Box,
    /// `*`
    BoxOnGoal,
    /// `@`
    Keeper,
    /// `+`
    KeeperOnGoal,
}

impl Piece {
    /// All pieces.
    pub const ALL: [Piece; 7] = [
        Piece::Wall,
        Piece::Floor,
        Piece::Goal,
        Piece::Box,
        Piece::BoxOnGoal,
        Piece::Keeper,
        Piece::KeeperOnGoal,
    ];

    /// Its character in XSB.
    #[must_use]
    pub const fn character(self) -> char {
        match self {
            Piece::Wall => '#',
            Piece::Floor => ' ',
            Piece::Goal => '.',
            Piece::Box => '$',
            Piece::BoxOnGoal => '*',
            Piece::Keeper => '@',
            Piece::KeeperOnGoal => '+',
        }
    }

    /// Whether the keeper stands there.
    #[must_use]
    pub const fn has_keeper(self) -> bool {
        matches!(self, Piece::Keeper | Piece::KeeperOnGoal)
    }

    /// Whether a box stands there.
    #[must_use]
    pub const fn has_box(self) -> bool {
        matches!(self, Piece::Box | Piece::BoxOnGoal)
    }

    /// Whether it is unoccupied and not a wall.
    #[must_use]
    pub const fn is_free(self) -> bool {
        matches!(self, Piece::Floor | Piece::Goal)
    }

    /// The piece without an occupant.
    #[must_use]
    pub const fn ground(self) -> Piece {
        match self {
            Piece::Wall => Piece::Wall,
            Piece::Floor | Piece::Box | Piece::Keeper => Piece::Floor,
            Piece::Goal | Piece::BoxOnGoal | Piece::KeeperOnGoal => Piece::Goal,
        }
    }

    /// The piece with the keeper instead of its occupant.
    pub(crate) const fn with_keeper(self) -> Piece {
        match self.ground() {
            Piece::Goal => Piece::KeeperOnGoal,
            _ => Piece::Keeper,
        }
    }

    /// The piece with a box on it.
    pub(crate) const fn with_box(self) -> Piece {
        match self.ground() {
            Piece::Goal => Piece::BoxOnGoal,
            _ => Piece::Box,
        }
    }
}

/// A cross: up, left, centre, right, down.
pub type Cross = [Piece; 5];

/// The index of the centre in a cross.
pub const CENTRE: usize = 2;

/// The indices of the borders in a cross; the one opposite `BORDERS[i]` is `BORDERS[3 - i]`.
pub const BORDERS: [usize; 4] = [0, 1, 3, 4];

sokolab_core::named! {
    /// Which moves the tiles allow.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum TileRules: "set of tile rules" {
        /// With the step of the keeper onto an open goal.
        #[default]
        Corrected = "corrected",
        /// As the notes have them: without it. Most levels have no solution then.
        Published = "published",
    }
}
