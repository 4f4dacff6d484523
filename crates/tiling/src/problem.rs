//! A tiling problem: a network and what its cells may hold.

use std::collections::BTreeMap;

use crate::grid::Grid;
use crate::network::Network;
use crate::shape::GridShape;
use crate::tile_set::{Rules, Tile};

/// A network with restrictions of its cells.
#[derive(Clone, Debug)]
pub struct Problem {
    network: Network,
    /// The domains of cells that are restricted.
    restricted: BTreeMap<usize, Vec<u64>>,
}

impl Problem {
    /// A grid whose cells may hold any tile.
    #[must_use]
    pub fn new<R: Rules + ?Sized>(rules: &R, shape: GridShape) -> Problem {
        let all: Vec<Tile> = (0..rules.tile_count() as Tile).collect();
        let palette_of = vec![0; shape.cells()];
        Problem::of(Network::new(rules, shape, &[all], palette_of))
    }

    /// A network without restrictions.
    #[must_use]
    pub fn of(network: Network) -> Problem {
        Problem { network, restricted: BTreeMap::new() }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Restricts a cell to one tile. If the tile is not in its palette, nothing is left.
    pub fn pin(&mut self, cell: usize, tile: Tile) {
        self.retain(cell, |it| it == tile);
    }

    /// Removes a tile from a cell.
    pub fn remove(&mut self, cell: usize, tile: Tile) {
        self.retain(cell, |it| it != tile);
    }

    /// Restricts a cell to those of its tiles that satisfy `is_wanted`.
    pub fn retain(&mut self, cell: usize, is_wanted: impl FnMut(Tile) -> bool) {
        let wanted = self.network.domain_of(cell, is_wanted);
        let domain = self.restricted.entry(cell).or_insert_with(|| self.network.full(cell));
        for (word, wanted) in domain.iter_mut().zip(wanted) {
            *word &= wanted;
        }
    }

    /// The restricted cells, with their tiles.
    pub(crate) fn restricted(&self) -> impl Iterator<Item = (usize, Vec<Tile>)> + '_ {
        self.restricted.iter().map(|(&cell, domain)| {
            let palette = self.network.palette(cell).iter().enumerate();
            let is_left = |bit: usize| domain[bit / 64] >> (bit % 64) & 1 == 1;
            (cell, palette.filter(|(bit, _)| is_left(*bit)).map(|(_, &tile)| tile).collect())
        })
    }

    /// The grid before anything is propagated.
    #[must_use]
    pub fn grid(&self) -> Grid<'_> {
        let mut grid = Grid::new(&self.network);
        for (&cell, domain) in &self.restricted {
            grid.set(cell, domain);
        }
        grid
    }

    /// The problem of a part of the grid, with the restrictions of its cells.
    #[must_use]
    pub fn patch(&self, first: &[usize], sizes: &[usize]) -> Problem {
        let network = self.network.patch(first, sizes);
        let cells = self.network.shape().patch(first, sizes);
        let own = cells.iter().enumerate();
        let restricted =
            own.filter_map(|(own, cell)| Some((own, self.restricted.get(cell)?.clone())));
        Problem { restricted: restricted.collect(), network }
    }
}
