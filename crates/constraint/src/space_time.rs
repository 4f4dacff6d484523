//! A level as a tiling problem: a plane of super tiles for each point in time, from the initial
//! state to a solved one.
//!
//! Walls and goals never change, so the palette of a cell has only the tiles that match the ground
//! around it: at most 112. The first plane is fixed; the last one has no box off the goals.

use std::collections::BTreeMap;

use sokolab_core::{Board, Direction as Way, Move, MoveKind, Moves, Square, SquareSet, State};
use sokolab_tiling::{GridShape, Network, Problem, Rules, Tile};

use crate::tiles::{CENTRE, Cross, Piece, SuperTiles, TileClass, TileRules};

/// A level, prepared for any number of moves.
#[derive(Clone, Debug)]
pub struct SpaceTime<'a> {
    board: &'a Board,
    start: &'a State,
    tiles: &'static SuperTiles,
    corner: (usize, usize),
    size: (usize, usize),
    palettes: Vec<Vec<Tile>>,
    palette_of: Vec<u32>,
    network: Network,
}

/// The occupant of the centre of a cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Centre {
    /// Nothing, or a wall.
    Free,
    /// A box.
    Box,
    /// The keeper.
    Keeper,
}

impl Centre {
    /// The centre that a piece makes.
    pub(crate) const fn of(piece: Piece) -> Centre {
        match piece {
            _ if piece.has_box() => Centre::Box,
            _ if piece.has_keeper() => Centre::Keeper,
            _ => Centre::Free,
        }
    }
}

impl<'a> SpaceTime<'a> {
    /// Compiles a level. No box may ever stand on `shut` squares.
    ///
    /// The rules must have four directions and boxes that stay on goals.
    #[must_use]
    pub fn new(
        board: &'a Board,
        start: &'a State,
        rules: TileRules,
        shut: &SquareSet,
    ) -> SpaceTime<'a> {
        let tiles = SuperTiles::with(rules);
        let (corner, size) = frame(board);
        let mut known: BTreeMap<Vec<Tile>, u32> = BTreeMap::new();
        let mut palettes: Vec<Vec<Tile>> = Vec::new();
        let mut palette_of = Vec::new();
        for y in 0..size.1 {
            for x in 0..size.0 {
                let list = palette(board, tiles, shut, cross_places(corner, (x, y)));
                palette_of.push(*known.entry(list.clone()).or_insert_with(|| {
                    palettes.push(list);
                    palettes.len() as u32 - 1
                }));
            }
        }
        let shape = GridShape::new(&[size.0, size.1, 1]).expect("a level has a size");
        let network = Network::new(tiles, shape, &palettes, palette_of.clone());
        SpaceTime { board, start, tiles, corner, size, palettes, palette_of, network }
    }

    /// The problem of a solution with exactly this many moves.
    ///
    /// # Panics
    /// If the grid has too many cells.
    #[must_use]
    pub fn problem(&mut self, moves: usize) -> Problem {
        let planes = moves + 1;
        let shape =
            GridShape::new(&[self.size.0, self.size.1, planes]).expect("a grid of some size");
        let palette_of = self.palette_of.repeat(planes);
        // Keep it, so that the tables for the time axis are built only once.
        if planes >= 2 {
            let two = GridShape::new(&[self.size.0, self.size.1, 2]).expect("two planes");
            if self.network.shape().sizes()[2] < 2 {
                self.network = self.network.reshape(self.tiles, two, self.palette_of.repeat(2));
            }
        }
        let network = self.network.reshape(self.tiles, shape, palette_of);
        let mut problem = Problem::of(network);
        let first = self.plane_of(self.start);
        for (cell, tile) in first.into_iter().enumerate() {
            problem.retain(cell, |it| Some(it) == tile);
        }
        for cell in moves * self.area()..planes * self.area() {
            problem.retain(cell, |tile| {
                let class = self.tiles.class(tile);
                class == Some(TileClass::Neutral) || class == Some(TileClass::Goal)
            });
        }
        problem
    }

    /// The tile of each cell of a plane that shows a state.
    fn plane_of(&self, state: &State) -> Vec<Option<Tile>> {
        let tile = |cell: usize| {
            let places = cross_places(self.corner, (cell % self.size.0, cell / self.size.0));
            self.tiles.number(&places.map(|place| piece_at(self.board, Some(state), place)))
        };
        (0..self.area()).map(tile).collect()
    }

    /// For each cell, the index in its palette of the tile that a state shows there.
    pub(crate) fn bits_of(&self, state: &State) -> Vec<Option<usize>> {
        let bit = |(cell, tile): (usize, Option<Tile>)| {
            self.network.palette(cell).binary_search(&tile?).ok()
        };
        self.plane_of(state).into_iter().enumerate().map(bit).collect()
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// The first state.
    #[must_use]
    pub fn start(&self) -> &'a State {
        self.start
    }

    /// Number of boxes in a plane; boxes on isolated squares count as walls.
    #[must_use]
    pub fn box_count(&self) -> usize {
        let is_shown = |&it: &Square| self.square(self.cell(it)).is_some();
        self.start.boxes.iter().filter(is_shown).count()
    }

    /// Number of cells in a plane.
    #[must_use]
    pub fn area(&self) -> usize {
        self.size.0 * self.size.1
    }

    /// Columns and rows of a plane.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// The sizes of the palettes of the cells in a plane.
    pub fn palette_sizes(&self) -> impl Iterator<Item = usize> + '_ {
        self.palette_of.iter().map(|&palette| self.palettes[palette as usize].len())
    }

    /// The tile set.
    #[must_use]
    pub fn tiles(&self) -> &'static SuperTiles {
        self.tiles
    }

    /// The square of a cell of a plane, if it is floor.
    #[must_use]
    pub fn square(&self, cell: usize) -> Option<Square> {
        let (x, y) = (cell % self.size.0, cell / self.size.0);
        square_at(self.board, (x + self.corner.0, y + self.corner.1))
    }

    /// The cell of a square in the first plane.
    #[must_use]
    pub fn cell(&self, square: Square) -> usize {
        let (x, y) = self.board.position(square);
        (y + 1 - self.corner.1) * self.size.0 + (x + 1 - self.corner.0)
    }

    /// The occupant of the centre of a tile.
    #[must_use]
    pub fn centre(&self, tile: Tile) -> Centre {
        self.tiles.cross(tile).map_or(Centre::Free, |cross| Centre::of(cross[CENTRE]))
    }

    /// For each cell of a plane, the domain of its tiles with this centre.
    #[must_use]
    pub fn domains_with(&self, centre: Centre) -> Vec<Vec<u64>> {
        let network = &self.network;
        let domain = |cell| network.domain_of(cell, |tile| self.centre(tile) == centre);
        (0..self.area()).map(domain).collect()
    }

    /// The moves that a tiling shows; `None` if its keeper does not move from square to square,
    /// which happens in no tiling that satisfies the rules.
    #[must_use]
    pub fn moves_of(&self, tiling: &[Tile]) -> Option<Moves> {
        let keepers: Option<Vec<Square>> = tiling
            .chunks(self.area())
            .map(|plane| {
                let at = plane.iter().position(|&tile| self.centre(tile) == Centre::Keeper)?;
                self.square(at)
            })
            .collect();
        let keepers = keepers?;
        let mut moves = Vec::new();
        for (pair, plane) in keepers.windows(2).zip(tiling.chunks(self.area())) {
            let mut ways = Way::ORTHOGONAL.into_iter();
            let direction = ways.find(|&it| self.board.neighbour(pair[0], it) == Some(pair[1]))?;
            let is_push = self.centre(plane[self.cell(pair[1])]) == Centre::Box;
            let kind = if is_push { MoveKind::Push } else { MoveKind::Step };
            moves.push(Move { direction, kind });
        }
        Some(moves.into_iter().collect())
    }
}

/// The first column and row, counted from 1 so that there is always one before it, and the size of
/// the bounding rectangle of the floor with a wall around it.
fn frame(board: &Board) -> ((usize, usize), (usize, usize)) {
    let places: Vec<(usize, usize)> = board.squares().map(|it| board.position(it)).collect();
    let span = |values: Vec<usize>| {
        let (low, high) = (values.iter().min(), values.iter().max());
        let low = low.copied().unwrap_or(0);
        (low, high.copied().unwrap_or(0) - low + 3)
    };
    let (x, width) = span(places.iter().map(|place| place.0).collect());
    let (y, height) = span(places.iter().map(|place| place.1).collect());
    ((x, y), (width, height))
}

/// The places of a cross in the picture, counted from 1.
fn cross_places(corner: (usize, usize), (x, y): (usize, usize)) -> [Option<(usize, usize)>; 5] {
    let at = |dx: isize, dy: isize| {
        let x = (x + corner.0).checked_add_signed(dx)?;
        Some((x, (y + corner.1).checked_add_signed(dy)?))
    };
    [at(0, -1), at(-1, 0), at(0, 0), at(1, 0), at(0, 1)]
}

/// The square at a place counted from 1. An isolated square never changes, and no tile shows it, so
/// it counts as wall.
fn square_at(board: &Board, (x, y): (usize, usize)) -> Option<Square> {
    let square = board.square_at(x.checked_sub(1)?, y.checked_sub(1)?)?;
    let mut ways = Way::ORTHOGONAL.into_iter();
    ways.any(|way| board.neighbour(square, way).is_some()).then_some(square)
}

/// The piece at a place; without a state, the ground.
fn piece_at(board: &Board, state: Option<&State>, place: Option<(usize, usize)>) -> Piece {
    let Some(square) = place.and_then(|place| square_at(board, place)) else {
        return Piece::Wall;
    };
    let ground = if board.goals().contains(square) { Piece::Goal } else { Piece::Floor };
    match state {
        Some(state) if state.boxes.contains(square) => ground.with_box(),
        Some(state) if state.keeper == square => ground.with_keeper(),
        _ => ground,
    }
}

/// The tiles that match the ground of a cross, except traps and boxes on shut squares.
fn palette(
    board: &Board,
    tiles: &SuperTiles,
    shut: &SquareSet,
    places: [Option<(usize, usize)>; 5],
) -> Vec<Tile> {
    let ground = places.map(|place| piece_at(board, None, place));
    let is_shut = places.map(|place| {
        place.and_then(|place| square_at(board, place)).is_some_and(|it| shut.contains(it))
    });
    let mut palette = tiles_over(tiles, ground, is_shut);
    palette.retain(|&tile| tiles.class(tile) != Some(TileClass::Trap));
    debug_assert!(
        palette.len() <= 112 && palette.iter().all(|&it| (it as usize) < tiles.tile_count())
    );
    palette
}

/// The tiles that match the ground of a cross and have no box where it is shut, ascending.
pub(crate) fn tiles_over(tiles: &SuperTiles, ground: Cross, is_shut: [bool; 5]) -> Vec<Tile> {
    let mut list: Vec<Cross> = vec![ground];
    for place in 0..5 {
        if ground[place] == Piece::Wall {
            continue;
        }
        let mut more = Vec::new();
        for cross in &list {
            let mut add = |piece| {
                let mut changed = *cross;
                changed[place] = piece;
                more.push(changed);
            };
            add(ground[place].with_keeper());
            if !is_shut[place] {
                add(ground[place].with_box());
            }
        }
        list.extend(more);
    }
    let mut found: Vec<Tile> = list.iter().filter_map(|cross| tiles.number(cross)).collect();
    found.sort_unstable();
    found
}
