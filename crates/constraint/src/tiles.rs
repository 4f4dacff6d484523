//! Super tiles: a square with its four neighbours as one tile, and the adjacency rules in the plane
//! and in time.
//!
//! A tile is a cross of five pieces. Two tiles may be adjacent in the plane if the two pieces they
//! share agree, and in time if one becomes the other by a move, or stays as it is. Walls and goals
//! never change, so a complete tiling between the initial state and a solved one is a legal game.
//! From the Sokoita notes, with one move added that was missing there.

use std::sync::OnceLock;

use sokolab_tiling::{Axis, Direction, Rules, Tile};

pub use crate::piece::{BORDERS, CENTRE, Cross, Piece, TileRules};
use crate::transitions::successors;

/// The axis of columns, to the right.
pub const COLUMNS: Axis = Axis::new(0);
/// The axis of rows, downwards.
pub const ROWS: Axis = Axis::new(1);
/// The axis of time, one plane per move.
pub const TIME: Axis = Axis::new(2);

/// What a tile says about being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TileClass {
    /// Nothing: neither box nor goal.
    Neutral,
    /// Every box is on a goal, and every goal has a box.
    Goal,
    /// A box off the goals or a goal without a box: impossible in the last plane.
    Transitional,
    /// Transitional, with a box in a corner of walls at the centre: impossible in any plane.
    Trap,
}

/// The tile of cells outside the level. No level compiled here uses it.
pub const EMPTY: Tile = 0;

/// The tiles and their rules.
#[derive(Debug)]
pub struct SuperTiles {
    rules: TileRules,
    crosses: Vec<Cross>,
    /// Tile numbers by the cross read as a number in base 7.
    numbers: Vec<Option<Tile>>,
    /// The possible successors of each tile in time, in ascending order.
    successors: Vec<Vec<Tile>>,
}

/// Number of rules of each kind, counting both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleCounts {
    /// Two adjacent crosses in a plane.
    pub plane: usize,
    /// A cross beside the empty tile.
    pub plane_empty: usize,
    /// Two successive crosses.
    pub time: usize,
    /// A cross before or after the empty tile.
    pub time_empty: usize,
    /// The empty tile with itself.
    pub empty: usize,
}

impl RuleCounts {
    /// The sum.
    #[must_use]
    pub fn total(&self) -> usize {
        self.plane + self.plane_empty + self.time + self.time_empty + self.empty
    }
}

impl SuperTiles {
    /// The tiles with these rules, built once.
    #[must_use]
    pub fn with(rules: TileRules) -> &'static SuperTiles {
        static PUBLISHED: OnceLock<SuperTiles> = OnceLock::new();
        static CORRECTED: OnceLock<SuperTiles> = OnceLock::new();
        match rules {
            TileRules::Published => PUBLISHED.get_or_init(|| SuperTiles::new(rules)),
            TileRules::Corrected => CORRECTED.get_or_init(|| SuperTiles::new(rules)),
        }
    }

    fn new(rules: TileRules) -> SuperTiles {
        // The entry of the empty tile is never used.
        let mut crosses = vec![[Piece::Wall; 5]];
        let mut numbers = vec![None; 7_usize.pow(5)];
        for (code, number) in numbers.iter_mut().enumerate() {
            let cross = [2401, 343, 49, 7, 1].map(|power| Piece::ALL[code / power % 7]);
            if is_valid(cross) {
                *number = Some(crosses.len() as Tile);
                crosses.push(cross);
            }
        }
        let mut tiles = SuperTiles { rules, crosses, numbers, successors: Vec::new() };
        let list = |tile: Tile| {
            let after = successors(*tiles.cross(tile)?, rules);
            let mut after: Vec<Tile> = after.iter().filter_map(|it| tiles.number(it)).collect();
            after.sort_unstable();
            after.dedup();
            Some(after)
        };
        let lists = (0..tiles.crosses.len() as Tile).map(|tile| list(tile).unwrap_or_default());
        tiles.successors = lists.collect();
        tiles
    }

    /// The variant of the rules.
    #[must_use]
    pub fn rules(&self) -> TileRules {
        self.rules
    }

    /// The five pieces of a tile; `None` for the empty tile.
    #[must_use]
    pub fn cross(&self, tile: Tile) -> Option<&Cross> {
        if tile == EMPTY { None } else { self.crosses.get(tile as usize) }
    }

    /// The tile with these pieces, if there is one.
    #[must_use]
    pub fn number(&self, cross: &Cross) -> Option<Tile> {
        self.numbers[cross.iter().fold(0, |code, &piece| code * 7 + piece as usize)]
    }

    /// What a tile says about being solved; `None` for the empty tile.
    #[must_use]
    pub fn class(&self, tile: Tile) -> Option<TileClass> {
        self.cross(tile).copied().map(class)
    }

    /// The possible successors of a tile in time, except the empty one.
    #[must_use]
    pub fn successors(&self, tile: Tile) -> &[Tile] {
        &self.successors[tile as usize]
    }

    /// How many tiles of a class there are. Traps are counted as traps only.
    #[must_use]
    pub fn count_class(&self, class: TileClass) -> usize {
        (0..self.crosses.len() as Tile).filter(|&it| self.class(it) == Some(class)).count()
    }

    /// How many rules there are in one of the six directions, those with the empty tile included.
    #[must_use]
    pub fn count_towards(&self, direction: Direction) -> usize {
        let real = self.crosses.len() - 1;
        if direction.axis() == TIME {
            return self.successors.iter().map(Vec::len).sum::<usize>() + 2 * real + 1;
        }
        let ends = |side: Direction| {
            let is_end = |cross: &&Cross| {
                cross[CENTRE] == Piece::Wall && cross[border_at(side)] == Piece::Wall
            };
            self.crosses[1..].iter().filter(is_end).count()
        };
        self.pairs_towards(direction) + ends(direction) + ends(direction.opposite()) + 1
    }

    /// How many pairs of crosses may lie side by side in a direction of the plane.
    fn pairs_towards(&self, side: Direction) -> usize {
        // How often each pair of pieces is centre and border, and border and centre.
        let mut pairs = [[(0, 0); 7]; 7];
        for cross in &self.crosses[1..] {
            let (border, other) = (cross[border_at(side)], cross[border_at(side.opposite())]);
            pairs[cross[CENTRE] as usize][border as usize].0 += 1;
            pairs[other as usize][cross[CENTRE] as usize].1 += 1;
        }
        pairs.iter().flatten().map(|(one, other)| one * other).sum()
    }

    /// How many rules there are of each kind.
    #[must_use]
    pub fn count_rules(&self) -> RuleCounts {
        let real = self.crosses.len() - 1;
        let sides = [COLUMNS.forward(), COLUMNS.backward(), ROWS.forward(), ROWS.backward()];
        let (mut plane, mut to_empty) = (0, 0);
        for side in sides {
            let may_end = |cross: &&Cross| {
                cross[CENTRE] == Piece::Wall && cross[border_at(side)] == Piece::Wall
            };
            to_empty += self.crosses[1..].iter().filter(may_end).count();
            plane += self.pairs_towards(side);
        }
        RuleCounts {
            plane,
            plane_empty: 2 * to_empty,
            time: 2 * self.successors.iter().map(Vec::len).sum::<usize>(),
            time_empty: 4 * real,
            empty: 6,
        }
    }
}

impl Rules for SuperTiles {
    fn tile_count(&self) -> usize {
        self.crosses.len()
    }

    fn allows(&self, tile: Tile, neighbour: Tile, direction: Direction) -> bool {
        if direction.axis() == TIME {
            let (before, after) =
                if direction.is_forward() { (tile, neighbour) } else { (neighbour, tile) };
            let is_empty = before == EMPTY || after == EMPTY;
            return is_empty || self.successors[before as usize].binary_search(&after).is_ok();
        }
        let may_end = |cross: &Cross, side: Direction| {
            cross[CENTRE] == Piece::Wall && cross[border_at(side)] == Piece::Wall
        };
        match (self.cross(tile), self.cross(neighbour)) {
            (None, None) => true,
            (Some(cross), None) => may_end(cross, direction),
            (None, Some(cross)) => may_end(cross, direction.opposite()),
            (Some(one), Some(two)) => {
                one[CENTRE] == two[border_at(direction.opposite())]
                    && one[border_at(direction)] == two[CENTRE]
            }
        }
    }
}

/// The index in a cross of the border in a direction of the plane.
pub(crate) fn border_at(direction: Direction) -> usize {
    match (direction.axis() == COLUMNS, direction.is_forward()) {
        (true, true) => 3,
        (true, false) => 1,
        (false, true) => 4,
        (false, false) => 0,
    }
}

/// At most one keeper, and the centre is not floor enclosed by four walls.
fn is_valid(cross: Cross) -> bool {
    let keepers = cross.iter().filter(|piece| piece.has_keeper()).count();
    let is_shut = BORDERS.iter().all(|&border| cross[border] == Piece::Wall);
    keepers <= 1 && (cross[CENTRE] == Piece::Wall || !is_shut)
}

fn class(cross: Cross) -> TileClass {
    let has = |pieces: &[Piece]| cross.iter().any(|piece| pieces.contains(piece));
    let is_wall = |border: usize| cross[border] == Piece::Wall;
    let in_corner = (is_wall(0) || is_wall(4)) && (is_wall(1) || is_wall(3));
    if cross[CENTRE] == Piece::Box && in_corner {
        TileClass::Trap
    } else if has(&[Piece::Box, Piece::Goal, Piece::KeeperOnGoal]) {
        TileClass::Transitional
    } else if has(&[Piece::BoxOnGoal]) {
        TileClass::Goal
    } else {
        TileClass::Neutral
    }
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, EMPTY, ROWS, RuleCounts, SuperTiles, TIME, TileClass, TileRules};
    use sokolab_tiling::{Direction, Rules, Tile};

    const PUBLISHED: RuleCounts = RuleCounts {
        plane: 8_801_700,
        plane_empty: 2_200,
        time: 61_842,
        time_empty: 37_476,
        empty: 6,
    };

    #[test]
    fn there_are_as_many_tiles_as_the_notes_say() {
        let tiles = SuperTiles::with(TileRules::Published);
        assert_eq!(tiles.tile_count(), 9_370);
        let count = |class| (1..9_370).filter(|&tile| tiles.class(tile) == Some(class)).count();
        assert_eq!(count(TileClass::Trap), 152);
        // Traps are transitional too.
        assert_eq!(count(TileClass::Transitional) + count(TileClass::Trap), 8_724);
        assert_eq!(count(TileClass::Goal), 535);
        assert_eq!(count(TileClass::Neutral), 110);
        assert_eq!(tiles.class(EMPTY), None);
    }

    #[test]
    fn there_are_as_many_rules_as_the_notes_say_and_2000_more_when_corrected() {
        let published = SuperTiles::with(TileRules::Published).count_rules();
        assert_eq!(published, PUBLISHED);
        assert_eq!(published.total(), 8_903_224);
        let corrected = SuperTiles::with(TileRules::Corrected).count_rules();
        assert_eq!(corrected, RuleCounts { time: 63_842, ..PUBLISHED });
        assert_eq!(corrected.total(), 8_905_224);
    }

    #[test]
    fn the_directions_add_up_to_all_rules() {
        for rules in [TileRules::Published, TileRules::Corrected] {
            let tiles = SuperTiles::with(rules);
            let counts: Vec<usize> = Direction::all(3).map(|it| tiles.count_towards(it)).collect();
            assert_eq!(counts.iter().sum::<usize>(), tiles.count_rules().total());
        }
    }

    #[test]
    fn what_the_corrected_rules_add_is_the_step_onto_an_open_goal() {
        let published = SuperTiles::with(TileRules::Published);
        let corrected = SuperTiles::with(TileRules::Corrected);
        let mut added = 0;
        for tile in 0..9_370 {
            let known = published.successors(tile);
            for after in corrected.successors(tile).iter().filter(|it| !known.contains(it)) {
                let (before, after) = (tiles_of(corrected, tile), tiles_of(corrected, *after));
                assert_eq!((before.as_bytes()[2], after.as_bytes()[2]), (b'.', b'+'));
                added += 1;
            }
        }
        assert_eq!(added, 1_000);
    }

    fn tiles_of(tiles: &SuperTiles, tile: Tile) -> String {
        let pieces = tiles.cross(tile).into_iter().flatten();
        pieces.map(|piece| piece.character()).collect()
    }

    #[test]
    fn the_rules_say_the_same_both_ways_round_and_as_often_as_counted() {
        let tiles = SuperTiles::with(TileRules::Corrected);
        // Compare every 97th tile with all: the proportions of the counts, and symmetry.
        let (mut plane, mut time) = (0, 0);
        for tile in (0..9_370).step_by(97) {
            for other in 0..9_370 {
                for way in Direction::all(3) {
                    let allowed = tiles.allows(tile, other, way);
                    assert_eq!(allowed, tiles.allows(other, tile, way.opposite()));
                    let counts = if way.axis() == TIME { &mut time } else { &mut plane };
                    *counts += usize::from(allowed);
                }
            }
        }
        let listed = (0..9_370).step_by(97).map(|tile| tiles.successors(tile).len());
        // Each of the 97 tiles may follow and precede the empty one, and the first is that one.
        let before: usize = (0..9_370)
            .map(|it| tiles.successors(it).iter().filter(|after| *after % 97 == 0).count())
            .sum();
        assert_eq!(time, listed.sum::<usize>() + before + 2 * 96 + 2 * 9_370);
        assert!(plane > 0 && COLUMNS != ROWS);
    }
}
