//! Trace events of a run.

use crate::shape::Direction;
use crate::tile_set::Tile;

/// Why a tile was removed from a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Another tile was chosen there.
    Choice,
    /// No remaining tile of the neighbour in the opposite direction allows it.
    Rule(Direction),
    /// A rule about the whole grid, by name.
    Global(&'static str),
}

/// An event of a run.
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
    /// A contradiction was found; what the last choice removed is restored.
    Contradicted {
        /// The cell without a tile; `None` if a global rule found it.
        cell: Option<usize>,
    },
    /// The cells around one got their initial domains back.
    Softened {
        /// The cell at the centre.
        cell: usize,
        /// Number of cells.
        cells: usize,
    },
    /// The run was restarted.
    Restarted,
    /// A patch of a grid was tiled.
    Patched {
        /// Its cells with their tiles.
        tiles: Vec<(usize, Tile)>,
    },
    /// A patch could not be tiled, and some cells were reopened.
    Opened {
        /// The cells of the patch, and those around it that were eroded.
        cells: Vec<usize>,
    },
}

/// Receives events as they happen.
pub trait Trace {
    /// Receives one event.
    fn record(&mut self, event: Event);
}

impl Trace for Vec<Event> {
    fn record(&mut self, event: Event) {
        self.push(event);
    }
}
