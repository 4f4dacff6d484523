//! The remaining tiles of each cell as bits, with an undo trail.

use std::error::Error;
use std::fmt;

use crate::network::Network;
use crate::queue::Queue;
use crate::tile_set::Tile;
use crate::trace::{Event, Reason, Trace};

/// A proof that no tiling has these domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The cell without a tile; `None` if a global rule found it.
    pub cell: Option<usize>,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell {
            Some(cell) => write!(formatter, "no tile is left for cell {cell}"),
            None => formatter.write_str("a rule about the whole grid allows no tiling"),
        }
    }
}

impl Error for Contradiction {}

/// The domains of all cells.
#[derive(Clone, Debug)]
pub struct Grid<'n> {
    network: &'n Network,
    words: usize,
    bits: Vec<u64>,
    counts: Vec<u32>,
    /// Cells that changed, the latest last, with their previous domains.
    trail: Vec<u32>,
    before: Vec<u64>,
    pub(crate) queue: Queue,
}

/// A point on the trail to return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

impl<'n> Grid<'n> {
    /// The grid with the full palette of every cell, all of it pending for propagation.
    #[must_use]
    pub fn new(network: &'n Network) -> Grid<'n> {
        let cells = network.shape().cells();
        let (mut bits, mut counts) = (Vec::new(), Vec::new());
        for cell in 0..cells {
            bits.extend(network.full(cell));
            counts.push(network.palette(cell).len() as u32);
        }
        let words = network.words();
        let queue = Queue::full(cells);
        Grid { network, words, bits, counts, trail: Vec::new(), before: Vec::new(), queue }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &'n Network {
        self.network
    }

    /// The domain of a cell, with one bit for each tile of its palette.
    #[must_use]
    #[inline]
    pub fn domain(&self, cell: usize) -> &[u64] {
        &self.bits[cell * self.words..(cell + 1) * self.words]
    }

    /// Number of tiles left in a cell.
    #[must_use]
    #[inline]
    pub fn count(&self, cell: usize) -> u32 {
        self.counts[cell]
    }

    /// The tiles left in a cell, in ascending order.
    pub fn tiles(&self, cell: usize) -> impl Iterator<Item = Tile> + '_ {
        let palette = self.network.palette(cell);
        self.bits_of(cell).map(move |bit| palette[bit])
    }

    /// The only tile left in a cell.
    #[must_use]
    pub fn tile(&self, cell: usize) -> Option<Tile> {
        if self.counts[cell] == 1 { self.tiles(cell).next() } else { None }
    }

    /// The tile of each cell, if each has exactly one left.
    #[must_use]
    pub fn tiling(&self) -> Option<Vec<Tile>> {
        (0..self.counts.len()).map(|cell| self.tile(cell)).collect()
    }

    /// The indices, in the palette of a cell, of the remaining tiles.
    pub(crate) fn bits_of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.domain(cell).iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                (bit < 64).then_some(index * 64 + bit)
            })
        })
    }

    /// Keeps only the tiles of a cell that are in `domain`; returns whether some were removed.
    ///
    /// # Errors
    /// If none is left.
    pub fn keep(
        &mut self,
        cell: usize,
        domain: &[u64],
        reason: Reason,
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<bool, Contradiction> {
        let own = cell * self.words;
        let removed = (0..self.words).any(|it| self.bits[own + it] & !domain[it] != 0);
        if !removed {
            return Ok(false);
        }
        if let Some(trace) = trace {
            let palette = self.network.palette(cell);
            for bit in self.bits_of(cell).filter(|bit| domain[bit / 64] >> (bit % 64) & 1 == 0) {
                trace.record(Event::Removed { cell, tile: palette[bit], reason });
            }
        }
        self.trail.push(cell as u32);
        let mut count = 0;
        for (it, wanted) in domain.iter().enumerate().take(self.words) {
            self.before.push(self.bits[own + it]);
            self.bits[own + it] &= wanted;
            count += self.bits[own + it].count_ones();
        }
        self.counts[cell] = count;
        self.queue.push(cell);
        if count == 0 { Err(Contradiction { cell: Some(cell) }) } else { Ok(true) }
    }

    /// Removes the tiles in `domain` from a cell; returns whether some were removed.
    ///
    /// # Errors
    /// If none is left.
    pub fn drop_tiles(
        &mut self,
        cell: usize,
        domain: &[u64],
        reason: Reason,
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<bool, Contradiction> {
        if self.domain(cell).iter().zip(domain).all(|(own, it)| own & it == 0) {
            return Ok(false);
        }
        let kept: Vec<u64> = domain.iter().map(|word| !word).collect();
        self.keep(cell, &kept, reason, trace)
    }

    /// Replaces the domain of a cell. This cannot be undone.
    pub(crate) fn set(&mut self, cell: usize, domain: &[u64]) {
        let own = cell * self.words;
        self.bits[own..own + self.words].copy_from_slice(domain);
        self.counts[cell] = domain.iter().map(|word| word.count_ones()).sum();
        self.forget();
        self.queue.push(cell);
    }

    /// Marks all cells as pending for propagation.
    pub fn queue_all(&mut self) {
        for cell in 0..self.counts.len() {
            self.queue.push(cell);
        }
    }

    /// A mark of the current state.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Restores the state at a mark. Pending propagation is not restored, so marks must be made
    /// after propagation.
    pub fn undo(&mut self, mark: Mark) {
        self.queue.clear();
        while self.trail.len() > mark.0 {
            let Some(cell) = self.trail.pop() else { break };
            let own = cell as usize * self.words;
            let from = self.before.len() - self.words;
            self.bits[own..own + self.words].copy_from_slice(&self.before[from..]);
            self.before.truncate(from);
            let bits = &self.bits[own..own + self.words];
            self.counts[cell as usize] = bits.iter().map(|word| word.count_ones()).sum();
        }
    }

    /// Clears the trail and frees its memory.
    pub(crate) fn forget(&mut self) {
        self.trail.clear();
        self.before.clear();
    }

    /// Memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.bits.len() * 8
            + self.counts.len() * 10
            + self.trail.len() * 4
            + self.before.len() * 8) as u64
    }
}
