//! Rules compiled for one grid: for every pair of neighbours, which tiles support which.
//!
//! A cell has only the tiles of its *palette*, as one bit each. Cells with the same palette share
//! their tables, so a set of thousands of tiles with a hundred per cell costs as much as a set of a
//! hundred tiles.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::shape::{Direction, GridShape};
use crate::tile_set::{Rules, Tile};

/// The tiles of a cell, in ascending order, with their weights.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Palette {
    pub(crate) tiles: Vec<Tile>,
    pub(crate) weights: Vec<f64>,
    /// Each weight times its logarithm.
    pub(crate) logs: Vec<f64>,
}

/// A neighbour, and the table of what this cell's tiles support there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) to: u32,
    pub(crate) table: u32,
}

/// Two palettes, and the direction from the first to the second.
type Pair = (u32, u32, usize);

/// Rules compiled for one grid.
#[derive(Clone, Debug)]
pub struct Network {
    shape: GridShape,
    words: usize,
    palettes: Arc<[Palette]>,
    palette_of: Vec<u32>,
    /// A row of bits for each tile of a palette, over the tiles of the neighbour's palette.
    tables: Arc<[Arc<[u64]>]>,
    known: BTreeMap<Pair, u32>,
    links: Vec<Option<Link>>,
}

impl Network {
    /// Compiles rules for a grid whose cells have the tiles of `palettes[palette_of[cell]]`.
    ///
    /// # Panics
    /// If `palette_of` does not name a palette for each cell.
    #[must_use]
    pub fn new<R: Rules + ?Sized>(
        rules: &R,
        shape: GridShape,
        palettes: &[Vec<Tile>],
        palette_of: Vec<u32>,
    ) -> Network {
        let palettes: Arc<[Palette]> = palettes.iter().map(|tiles| palette(rules, tiles)).collect();
        Network::build(rules, shape, palettes, palette_of, (BTreeMap::new(), Vec::new()))
    }

    fn build<R: Rules + ?Sized>(
        rules: &R,
        shape: GridShape,
        palettes: Arc<[Palette]>,
        palette_of: Vec<u32>,
        (mut known, mut tables): (BTreeMap<Pair, u32>, Vec<Arc<[u64]>>),
    ) -> Network {
        assert_eq!(palette_of.len(), shape.cells(), "a palette for each cell");
        let longest = palettes.iter().map(|palette| palette.tiles.len()).max().unwrap_or(0);
        let words = longest.div_ceil(64).max(1);
        let mut links = Vec::with_capacity(shape.cells() * shape.dimensions() * 2);
        for cell in 0..shape.cells() {
            for direction in Direction::all(shape.dimensions()) {
                let link = shape.neighbour(cell, direction).map(|to| {
                    let key = (palette_of[cell], palette_of[to], direction.index());
                    let table = *known.entry(key).or_insert_with(|| {
                        let pair = (&palettes[key.0 as usize], &palettes[key.1 as usize]);
                        tables.push(table(rules, pair, direction, words).into());
                        tables.len() as u32 - 1
                    });
                    Link { to: to as u32, table }
                });
                links.push(link);
            }
        }
        Network { shape, words, palettes, palette_of, tables: tables.into(), known, links }
    }

    /// The same palettes and rules on a grid of another shape. Existing tables are reused, so
    /// extending a grid is cheap.
    ///
    /// # Panics
    /// If `palette_of` does not name a palette for each cell.
    #[must_use]
    pub fn reshape<R: Rules + ?Sized>(
        &self,
        rules: &R,
        shape: GridShape,
        palette_of: Vec<u32>,
    ) -> Network {
        let known = (self.known.clone(), self.tables.to_vec());
        Network::build(rules, shape, self.palettes.clone(), palette_of, known)
    }

    /// The network of a part of the grid, with the same tables.
    #[must_use]
    pub fn patch(&self, first: &[usize], sizes: &[usize]) -> Network {
        let shape = GridShape::new(sizes).expect("a part of a grid is a grid");
        let cells = self.shape.patch(first, sizes);
        let mut links = Vec::with_capacity(cells.len() * shape.dimensions() * 2);
        for (own, &cell) in cells.iter().enumerate() {
            for direction in Direction::all(shape.dimensions()) {
                let table = self.link(cell, direction).map(|link| link.table);
                let to = shape.neighbour(own, direction);
                links.push(to.zip(table).map(|(to, table)| Link { to: to as u32, table }));
            }
        }
        let palette_of = cells.iter().map(|&cell| self.palette_of[cell]).collect();
        let (palettes, tables) = (self.palettes.clone(), self.tables.clone());
        let known = self.known.clone();
        Network { shape, words: self.words, palettes, palette_of, tables, known, links }
    }

    /// The shape of the grid.
    #[must_use]
    pub fn shape(&self) -> &GridShape {
        &self.shape
    }

    /// Number of 64-bit words in a domain.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// The tiles of a cell, in ascending order: bit `i` of its domain stands for entry `i`.
    #[must_use]
    pub fn palette(&self, cell: usize) -> &[Tile] {
        &self.palettes[self.palette_of[cell] as usize].tiles
    }

    /// All palettes.
    pub(crate) fn palettes(&self) -> Vec<&[Tile]> {
        self.palettes.iter().map(|palette| palette.tiles.as_slice()).collect()
    }

    /// The number of a cell's palette.
    #[must_use]
    pub fn palette_number(&self, cell: usize) -> usize {
        self.palette_of[cell] as usize
    }

    /// The weights of the tiles of a cell.
    pub(crate) fn weights(&self, cell: usize) -> &[f64] {
        &self.palettes[self.palette_of[cell] as usize].weights
    }

    /// Each weight of the tiles of a cell times its logarithm.
    pub(crate) fn logs(&self, cell: usize) -> &[f64] {
        &self.palettes[self.palette_of[cell] as usize].logs
    }

    /// The domain with all tiles of a cell.
    #[must_use]
    pub fn full(&self, cell: usize) -> Vec<u64> {
        let count = self.palette(cell).len();
        let word = |index: usize| match count.saturating_sub(index * 64) {
            0 => 0,
            rest @ 1..=63 => (1 << rest) - 1,
            _ => u64::MAX,
        };
        (0..self.words).map(word).collect()
    }

    /// The domain with those tiles of a cell that satisfy `is_wanted`.
    #[must_use]
    pub fn domain_of(&self, cell: usize, mut is_wanted: impl FnMut(Tile) -> bool) -> Vec<u64> {
        let mut domain = vec![0; self.words];
        for (bit, &tile) in self.palette(cell).iter().enumerate() {
            if is_wanted(tile) {
                domain[bit / 64] |= 1 << (bit % 64);
            }
        }
        domain
    }

    #[inline]
    pub(crate) fn link(&self, cell: usize, direction: Direction) -> Option<Link> {
        self.links[cell * self.shape.dimensions() * 2 + direction.index()]
    }

    /// What a tile of a cell, given by its bit, supports in the neighbour.
    #[inline]
    pub(crate) fn row(&self, table: u32, bit: usize) -> &[u64] {
        &self.tables[table as usize][bit * self.words..(bit + 1) * self.words]
    }
}

fn palette<R: Rules + ?Sized>(rules: &R, tiles: &[Tile]) -> Palette {
    let mut tiles = tiles.to_vec();
    tiles.sort_unstable();
    tiles.dedup();
    let weights: Vec<f64> = tiles.iter().map(|&tile| rules.weight(tile)).collect();
    let logs = weights.iter().map(|weight| weight * weight.ln()).collect();
    Palette { tiles, weights, logs }
}

fn table<R: Rules + ?Sized>(
    rules: &R,
    (from, to): (&Palette, &Palette),
    direction: Direction,
    words: usize,
) -> Vec<u64> {
    let mut rows = vec![0; from.tiles.len() * words];
    for (&tile, row) in from.tiles.iter().zip(rows.chunks_mut(words)) {
        for (bit, &neighbour) in to.tiles.iter().enumerate() {
            if rules.allows(tile, neighbour, direction) {
                row[bit / 64] |= 1 << (bit % 64);
            }
        }
    }
    rows
}
