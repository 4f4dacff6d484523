//! From a known plane, the keeper only walks on shortest paths to a box: the "knockout all but
//! valid moves to the next crate location" of the notes. Holds for shortest solutions only.
//!
//! In a shortest solution every walk is a shortest path to the square behind a box that is then
//! pushed, so the next step gets closer to some such square.

use std::collections::VecDeque;

use sokolab_core::{Board, Direction, Square};
use sokolab_tiling::{Contradiction, GlobalRule, Grid, Reason, Trace};

use super::{Plane, Reader, planes_of};
use crate::space_time::{Centre, SpaceTime};

/// The rule that restricts walks.
#[derive(Debug)]
pub(super) struct NextBox<'a> {
    space: &'a SpaceTime<'a>,
    reader: Reader,
    keepers: Vec<Vec<u64>>,
    boxes: usize,
}

impl<'a> NextBox<'a> {
    pub(super) fn new(space: &'a SpaceTime<'a>) -> NextBox<'a> {
        let keepers = space.domains_with(Centre::Keeper);
        NextBox { space, reader: Reader::new(space), keepers, boxes: space.box_count() }
    }

    /// The squares that the keeper may be on one move later; `None` if the plane is not fully
    /// known.
    fn next_squares(&self, plane: &Plane) -> Option<Vec<Square>> {
        if plane.boxes.len() != self.boxes {
            return None;
        }
        let keeper = self.space.square(plane.keeper?)?;
        let board = self.space.board();
        let boxes: Option<Vec<Square>> =
            plane.boxes.iter().map(|&cell| self.space.square(cell)).collect();
        let boxes = boxes?;
        let is_free = |square: Square| !boxes.contains(&square);
        let far = distances(board, keeper, &is_free);
        let mut wanted = Vec::new();
        for &from in &boxes {
            for direction in Direction::ORTHOGONAL {
                let behind = board.neighbour(from, direction.opposite());
                let to = board.neighbour(from, direction);
                let (Some(behind), Some(to)) = (behind, to) else { continue };
                if far[behind.index()].is_none() || !is_free(to) {
                    continue;
                }
                if behind == keeper {
                    wanted.push(from);
                    continue;
                }
                let near = distances(board, behind, &is_free);
                let all = near[keeper.index()];
                for way in Direction::ORTHOGONAL {
                    let Some(step) = board.neighbour(keeper, way) else { continue };
                    let left = near[step.index()];
                    if is_free(step) && left.zip(all).is_some_and(|(left, all)| left < all) {
                        wanted.push(step);
                    }
                }
            }
        }
        Some(wanted)
    }
}

/// Steps of the keeper to every square.
fn distances(board: &Board, from: Square, is_free: &impl Fn(Square) -> bool) -> Vec<Option<u32>> {
    let mut steps = vec![None; board.square_count()];
    steps[from.index()] = Some(0);
    let mut pending = VecDeque::from([from]);
    while let Some(square) = pending.pop_front() {
        let next = steps[square.index()].map(|it: u32| it + 1);
        for direction in Direction::ORTHOGONAL {
            let Some(to) = board.neighbour(square, direction) else { continue };
            if is_free(to) && steps[to.index()].is_none() {
                steps[to.index()] = next;
                pending.push_back(to);
            }
        }
    }
    steps
}

impl GlobalRule for NextBox<'_> {
    fn name(&self) -> &'static str {
        "next-box"
    }

    fn apply(
        &mut self,
        grid: &mut Grid<'_>,
        changed: &[usize],
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        let area = self.space.area();
        let last = grid.network().shape().sizes()[2] - 1;
        for plane in planes_of(changed, area).into_iter().filter(|&it| it < last) {
            let known = self.reader.plane(grid, plane);
            let Some(wanted) = self.next_squares(&known) else { continue };
            let reason = Reason::Global("next-box");
            for cell in 0..area {
                let is_wanted =
                    self.space.square(cell).is_some_and(|square| wanted.contains(&square));
                if !is_wanted {
                    let at = (plane + 1) * area + cell;
                    grid.drop_tiles(at, &self.keepers[cell], reason, trace)?;
                }
            }
        }
        Ok(())
    }
}
