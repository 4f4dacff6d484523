//! What happens during a run, for those who want to see it.

use crate::shape::Direction;
use crate::tile_set::Tile;

/// Why a tile was removed from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Another tile was chosen there.
    Choice,
    /// No tile left in the neighbour that lies the other way allows it.
    Rule(Direction),
    /// A rule about the grid as a whole.
    Global(&'static str),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A tile was chosen for a cell.
    Chosen {
        /// The cell.
        cell: usize,
        /// The tile.
        tile: Tile,
    },
    /// A tile was removed from a cell.
    Removed {
        /// The cell.
        cell: usize,
        /// The tile.
        tile: Tile,
        /// Why.
        reason: Reason,
    },
    /// A cell has no tile left; what the last choice removed is put back.
    Contradicted {
        /// The cell; `None` if a rule about the whole grid found it.
        cell: Option<usize>,
    },
    /// The cells around one got back what they had before the first choice.
    Softened {
        /// The one.
        cell: usize,
        /// How many cells.
        cells: usize,
    },
    /// Everything began anew.
    Restarted,
    /// A patch of a grid was tiled.
    Patched {
        /// Its cells with their tiles.
        tiles: Vec<(usize, Tile)>,
    },
    /// A patch could not be tiled, and cells lost their tiles.
    Opened {
        /// The cells of the patch, and those around it that were eroded.
        cells: Vec<usize>,
    },
}

/// Takes events as they happen.
pub trait Trace {
    /// Takes one.
    fn record(&mut self, event: Event);
}

impl Trace for Vec<Event> {
    fn record(&mut self, event: Event) {
        self.push(event);
    }
}
