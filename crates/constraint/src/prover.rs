//! Proves deadlock patterns by propagation, as proposed in the Sokoita notes: fix the pattern in
//! the first plane, clear the window in the last, and look for a contradiction.
//!
//! A contradiction for one number of moves says nothing about larger numbers, so there are two
//! proofs without a horizon. *Forwards*: add to each cell whatever can follow until nothing new
//! appears; if the window then cannot be clear, it never will be. *Backwards*: the same from the
//! clear window; if the pattern is not among the predecessors, it is dead. Propagation is local, so
//! it proves only some of the patterns that exact search does.

use sokolab_analysis::patterns::{Pattern, judge};
use sokolab_core::{Budget, Meter};
use sokolab_tiling::{GlobalRule, Grid, GridShape, Network, Problem, Tile};

use crate::rules::{CentreCount, Counts};
use crate::space_time::{Centre, tiles_over};
use crate::tiles::{CENTRE, Piece, SuperTiles, TileRules};

/// Whether propagation uses the rule that there is only one keeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeeperRule {
    /// Tiles only.
    Off,
    /// No plane has two keepers.
    On,
}

/// Maximum number of states to search for the closed parts of a pattern.
const STATES_MAX: usize = 1 << 20;

/// A pattern prepared for propagation.
#[derive(Debug)]
pub struct PatternProver {
    pattern: Pattern,
    keeper_rule: KeeperRule,
    pockets: u64,
    tiles: &'static SuperTiles,
    network: Network,
    size: (usize, usize),
}

/// A plane of cells with their domains.
type Plane = Vec<Vec<u64>>;

impl PatternProver {
    /// Prepares a pattern; `None` if it is too large to judge.
    #[must_use]
    pub fn new(pattern: &Pattern, keeper_rule: KeeperRule) -> Option<PatternProver> {
        let judged = judge(pattern, STATES_MAX)?;
        let pockets = judged.rooms.iter().filter_map(|room| room.pocket);
        let pockets = pockets.fold(0, |sum, pocket| sum | pocket);
        let tiles = SuperTiles::with(TileRules::Corrected);
        let (width, height) = pattern.size();
        let size = (usize::from(width) + 2, usize::from(height) + 2);
        let mut palettes: Vec<Vec<Tile>> = Vec::new();
        let mut palette_of = Vec::new();
        for cell in 0..size.0 * size.1 {
            let ground = cross(size, cell).map(|place| match holds(pattern, place) {
                PatternPiece::Wall => Piece::Wall,
                _ => Piece::Floor,
            });
            let list = tiles_over(tiles, ground, [false; 5]);
            let known = palettes.iter().position(|it| *it == list).unwrap_or_else(|| {
                palettes.push(list);
                palettes.len() - 1
            });
            palette_of.push(known as u32);
        }
        let shape = GridShape::new(&[size.0, size.1, 2]).ok()?;
        let network = Network::new(tiles, shape, &palettes, palette_of.repeat(2));
        Some(PatternProver { pattern: *pattern, keeper_rule, pockets, tiles, network, size })
    }

    /// Whether propagation refutes that the window is clear after `moves` moves.
    #[must_use]
    pub fn refutes(&self, moves: usize) -> bool {
        let planes = moves.max(1) + 1;
        let area = self.area();
        let palette_of = |cell: usize| self.network.palette_number(cell % area) as u32;
        let palette_of: Vec<u32> = (0..planes * area).map(palette_of).collect();
        let Ok(shape) = GridShape::new(&[self.size.0, self.size.1, planes]) else { return false };
        let mut problem = Problem::of(self.network.reshape(self.tiles, shape, palette_of));
        for cell in 0..area {
            problem.retain(cell, |tile| self.is_first(cell, tile));
            problem.retain((planes - 1) * area + cell, |tile| self.is_clear(cell, tile));
        }
        self.rest(&problem).is_none()
    }

    /// Whether it is proved that the window is never clear, after any number of moves, and by which
    /// proof.
    #[must_use]
    pub fn proves(&self) -> Option<&'static str> {
        let first = self.plane(|cell, tile| self.is_first(cell, tile));
        let clear = self.plane(|cell, tile| self.is_clear(cell, tile));
        let later = self.closure(&first, 0);
        if self.is_contradiction(&later, &clear) {
            return Some("forwards");
        }
        let earlier = self.closure(&clear, 1);
        self.is_contradiction(&earlier, &first).then_some("backwards")
    }

    fn area(&self) -> usize {
        self.size.0 * self.size.1
    }

    fn plane(&self, mut is_wanted: impl FnMut(usize, Tile) -> bool) -> Plane {
        let domain = |cell| self.network.domain_of(cell, |tile| is_wanted(cell, tile));
        (0..self.area()).map(domain).collect()
    }

    /// All possible successors (`at` 0) or predecessors (`at` 1) of a plane, including itself.
    fn closure(&self, plane: &Plane, at: usize) -> Plane {
        let area = self.area();
        let mut known = plane.clone();
        loop {
            let mut problem = Problem::of(self.network.clone());
            for (cell, domain) in known.iter().enumerate() {
                self.restrict(&mut problem, at * area + cell, domain);
            }
            let Some(grid) = self.rest(&problem) else { return known };
            let mut is_new = false;
            for (cell, domain) in known.iter_mut().enumerate() {
                let near = grid.domain((1 - at) * area + cell);
                for (word, near) in domain.iter_mut().zip(near) {
                    is_new |= near & !*word != 0;
                    *word |= near;
                }
            }
            if !is_new {
                return known;
            }
        }
    }

    fn is_contradiction(&self, one: &Plane, two: &Plane) -> bool {
        let area = self.area();
        let mut problem =
            Problem::of(self.network.patch(&[0, 0, 0], &[self.size.0, self.size.1, 1]));
        for cell in 0..area {
            self.restrict(&mut problem, cell, &one[cell]);
            self.restrict(&mut problem, cell, &two[cell]);
        }
        self.rest(&problem).is_none()
    }

    fn restrict(&self, problem: &mut Problem, cell: usize, domain: &[u64]) {
        let palette = self.network.palette(cell % self.area());
        problem.retain(cell, |tile| {
            let bit = palette.binary_search(&tile).unwrap_or(0);
            domain[bit / 64] >> (bit % 64) & 1 == 1
        });
    }

    /// The grid after propagation; `None` if there is a contradiction.
    fn rest<'p>(&self, problem: &'p Problem) -> Option<Grid<'p>> {
        let mut rules: Vec<Box<dyn GlobalRule>> = Vec::new();
        if self.keeper_rule == KeeperRule::On {
            let keepers = self.plane(|_, tile| self.centre(tile) == Centre::Keeper);
            // The keeper may be outside the window.
            let counts = Counts { least: 0, most: 1 };
            rules.push(Box::new(CentreCount::new("keeper-count", keepers, counts)));
        }
        let mut grid = problem.grid();
        grid.propagate(&mut rules, &mut Meter::new(Budget::UNLIMITED, &mut |_: &_| None), &mut None)
            .ok()
            .map(|()| grid)
    }

    fn centre(&self, tile: Tile) -> Centre {
        self.tiles.cross(tile).map_or(Centre::Free, |cross| Centre::of(cross[CENTRE]))
    }

    /// Whether a tile matches the pattern, with the keeper in none of its closed parts.
    fn is_first(&self, cell: usize, tile: Tile) -> bool {
        self.agrees(cell, tile, |drawn, piece| match drawn {
            PatternPiece::Wall => true,
            PatternPiece::Box => piece.has_box(),
            PatternPiece::Floor(place) => {
                let is_closed = self.pockets >> place & 1 == 1;
                !(piece.has_box() || is_closed && piece.has_keeper())
            }
            PatternPiece::Outside => !piece.has_box(),
        })
    }

    /// Whether a tile has no box in the window.
    fn is_clear(&self, cell: usize, tile: Tile) -> bool {
        self.agrees(cell, tile, |drawn, piece| drawn == PatternPiece::Outside || !piece.has_box())
    }

    fn agrees(&self, cell: usize, tile: Tile, fits: impl Fn(PatternPiece, Piece) -> bool) -> bool {
        let places = cross(self.size, cell);
        let Some(pieces) = self.tiles.cross(tile) else { return false };
        places.iter().zip(pieces).all(|(&place, &piece)| fits(holds(&self.pattern, place), piece))
    }
}

/// The content of a pattern at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PatternPiece {
    Wall,
    Box,
    Floor(u8),
    Outside,
}

fn holds(pattern: &Pattern, (x, y): (isize, isize)) -> PatternPiece {
    let (width, height) = pattern.size();
    let is_inside = x >= 0 && y >= 0 && x < isize::from(width) && y < isize::from(height);
    if !is_inside {
        return PatternPiece::Outside;
    }
    let place = y as u8 * width + x as u8;
    match () {
        () if pattern.walls() >> place & 1 == 1 => PatternPiece::Wall,
        () if pattern.boxes() >> place & 1 == 1 => PatternPiece::Box,
        () => PatternPiece::Floor(place),
    }
}

/// The places of the cross of a cell, relative to the corner of the window; the first cell is one
/// column and one row before it.
fn cross((width, _): (usize, usize), cell: usize) -> [(isize, isize); 5] {
    let (x, y) = ((cell % width) as isize - 1, (cell / width) as isize - 1);
    [(x, y - 1), (x - 1, y), (x, y), (x + 1, y), (x, y + 1)]
}

#[cfg(test)]
mod tests {
    use super::{KeeperRule, PatternProver};
    use sokolab_analysis::patterns::{Pattern, minimal_patterns};

    fn prover(drawing: &str, rule: KeeperRule) -> PatternProver {
        let pattern = Pattern::read(drawing).expect("a pattern");
        PatternProver::new(&pattern, rule).expect("it is small")
    }

    #[test]
    fn the_patterns_of_the_notes_and_the_block_are_refuted_at_every_horizon() {
        for drawing in ["###\n# $\n#$-", "#####\n# $ #", "####\n#  $\n#$$-", "$$\n$$"] {
            let prover = prover(drawing, KeeperRule::Off);
            assert!([1, 2, 5, 10].into_iter().all(|moves| prover.refutes(moves)), "{drawing}");
        }
    }

    #[test]
    fn what_is_alive_is_refuted_only_where_time_is_too_short() {
        for drawing in ["#\n$", "$$"] {
            for rule in [KeeperRule::Off, KeeperRule::On] {
                let prover = prover(drawing, rule);
                assert!(!prover.refutes(8), "{drawing}");
                assert_eq!(prover.proves(), None, "{drawing}");
            }
        }
    }

    #[test]
    fn a_and_the_block_are_proved_forwards_for_all_times_and_b_backwards() {
        let how = |drawing| prover(drawing, KeeperRule::Off).proves();
        assert_eq!(how("###\n# $\n#$-"), Some("forwards"));
        assert_eq!(how("$$\n$$"), Some("forwards"));
        assert_eq!(how("#####\n# $ #"), Some("backwards"));
    }

    /// Checks how many of the minimal patterns of a window propagation proves at horizon 10, with
    /// and without the keeper rule, and for all horizons with it.
    #[track_caller]
    fn check(size: (u8, u8), boxes_max: u32, expected: [usize; 3]) {
        let mut counts = [0; 3];
        for pattern in minimal_patterns(size, boxes_max) {
            let off = PatternProver::new(&pattern, KeeperRule::Off).expect("it is small");
            let on = PatternProver::new(&pattern, KeeperRule::On).expect("it is small");
            counts[0] += usize::from(off.refutes(10));
            counts[1] += usize::from(on.refutes(10));
            counts[2] += usize::from(on.proves().is_some());
        }
        assert_eq!(counts, expected);
    }

    #[test]
    fn propagation_proves_some_of_the_patterns_of_three_by_three() {
        check((2, 2), 4, [4, 4, 4]);
        check((3, 3), 9, [13, 13, 9]);
    }
}
