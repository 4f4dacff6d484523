//! The notes' "Maximum Player Move": from each plane in which the keeper is known, a flood fill
//! forwards and backwards in time finds the cells that the keeper can reach, and tiles with the
//! keeper elsewhere are removed.
//!
//! Propagation with one keeper a plane implies this rule, so it is off by default and kept for
//! comparison. Proof: let a tile with the keeper at its centre be left in a cell of plane z + 1.
//! Some tile left in the same cell of plane z leads to it. A centre gains the keeper from a border
//! only, so that tile has the keeper on a border; and the neighbour on that side has a tile left
//! with the same piece at its centre, for the two overlap. So the keeper of plane z + 1 is beside a
//! possible keeper of plane z, and never on a cell that only boxes are left for. If the keeper of
//! plane z is known, keeper-count leaves no other there; by induction every possible keeper of a
//! later plane is in the flood. A keeper at a centre must go to a border, so the same holds
//! backwards.

use sokolab_core::Direction;
use sokolab_tiling::{Contradiction, GlobalRule, Grid, Reason, Trace};

use super::{Reader, is_subset};
use crate::space_time::{Centre, SpaceTime};

/// The rule.
#[derive(Debug)]
pub(super) struct MaximumPlayerMove<'a> {
    space: &'a SpaceTime<'a>,
    reader: Reader,
    keepers: Vec<Vec<u64>>,
    boxes: Vec<Vec<u64>>,
    /// The cells beside each cell.
    beside: Vec<Vec<usize>>,
}

impl<'a> MaximumPlayerMove<'a> {
    pub(super) fn new(space: &'a SpaceTime<'a>) -> MaximumPlayerMove<'a> {
        let board = space.board();
        let cell_of = |wanted| (0..space.area()).find(|&cell| space.square(cell) == Some(wanted));
        let beside = (0..space.area()).map(|cell| {
            let squares = space.square(cell).into_iter().flat_map(|square| {
                Direction::ORTHOGONAL.into_iter().filter_map(move |it| board.neighbour(square, it))
            });
            squares.filter_map(cell_of).collect()
        });
        MaximumPlayerMove {
            space,
            reader: Reader::new(space),
            keepers: space.domains_with(Centre::Keeper),
            boxes: space.domains_with(Centre::Box),
            beside: beside.collect(),
        }
    }

    /// The cells of `plane` beside those of a flood that may hold something other than a box.
    fn spread(&self, grid: &Grid<'_>, flood: &[bool], plane: usize) -> Vec<bool> {
        let area = self.space.area();
        let is_open = |cell: usize| !is_subset(grid.domain(plane * area + cell), &self.boxes[cell]);
        let mut next = vec![false; area];
        for cell in (0..area).filter(|&it| flood[it]) {
            for &to in &self.beside[cell] {
                next[to] |= is_open(to);
            }
        }
        next
    }
}

impl GlobalRule for MaximumPlayerMove<'_> {
    fn name(&self) -> &'static str {
        "maximum-player-move"
    }

    fn apply(
        &mut self,
        grid: &mut Grid<'_>,
        _: &[usize],
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        let area = self.space.area();
        let planes = grid.network().shape().sizes()[2];
        let known: Vec<(usize, usize)> = (0..planes)
            .filter_map(|plane| Some((plane, self.reader.plane(grid, plane).keeper?)))
            .collect();
        for (plane, keeper) in known {
            let later: Vec<usize> = (plane + 1..planes).collect();
            let earlier: Vec<usize> = (0..plane).rev().collect();
            for order in [later, earlier] {
                let mut flood = vec![false; area];
                flood[keeper] = true;
                for at in order {
                    flood = self.spread(grid, &flood, at);
                    for cell in (0..area).filter(|&it| !flood[it]) {
                        let reason = Reason::Global("maximum-player-move");
                        let keepers = &self.keepers[cell];
                        grid.drop_tiles(at * area + cell, keepers, reason, trace)?;
                    }
                    // Beyond that plane, its own flood is more precise.
                    if self.reader.plane(grid, at).keeper.is_some() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}
