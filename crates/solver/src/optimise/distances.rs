//! Pushes that a lone box needs from one square to another, by the side the keeper is on.
//!
//! Holes count as floor, so the distances are lower bounds.

use crate::problem::Problem;
use sokolab_core::Direction;
use sokolab_field::{Bits, Place};

/// Distance to a square that cannot be reached.
const FAR: u16 = u16::MAX;

/// Stands for a square on which the keeper is on no side of the box.
const NO_SIDE: u8 = 8;

/// The distance table. Columns are computed on demand.
#[derive(Debug)]
pub(crate) struct LoneDistances<const N: usize> {
    squares: usize,
    /// By squares of box and keeper: the side of the box on which the keeper is.
    sides: Vec<u8>,
    /// By target square: the pushes for each square of the box and side.
    columns: Vec<Option<Box<[u16]>>>,
}

impl<const N: usize> LoneDistances<N> {
    /// A table without columns.
    pub(crate) fn new(problem: &Problem<'_, N>) -> LoneDistances<N> {
        let field = &problem.field;
        let squares = problem.squares.len();
        let mut sides = vec![NO_SIDE; squares * squares];
        for place in field.floor.iter() {
            let row = field.square_index(place) * squares;
            let boxes = Bits::of(place);
            let mut count = 0;
            for way in Direction::ALL {
                let beside = field.go(place, way);
                if !field.floor.contains(beside)
                    || sides[row + field.square_index(beside)] != NO_SIDE
                {
                    continue;
                }
                for keeper in field.region(beside, &boxes, &Bits::EMPTY).iter() {
                    sides[row + field.square_index(keeper)] = count;
                }
                count += 1;
            }
        }
        LoneDistances { squares, sides, columns: vec![None; squares] }
    }

    /// The memory when all columns have been computed, in bytes.
    pub(crate) fn bytes(squares: usize) -> u64 {
        let column = size_of::<[u16; 8]>();
        (squares * squares * (1 + column)) as u64
    }

    /// Computes the column of a target.
    pub(crate) fn prepare(&mut self, problem: &Problem<'_, N>, end: Place) {
        let index = problem.field.square_index(end);
        if self.columns[index].is_none() {
            self.columns[index] = Some(self.column(problem, end));
        }
    }

    /// The pushes of a box on `from`, with the keeper on `keeper`, to a target whose column has
    /// been computed; `None` if it cannot be reached. Squares are given by index.
    #[inline]
    pub(crate) fn get(&self, from: usize, keeper: usize, end: usize) -> Option<u16> {
        let side = self.sides[from * self.squares + keeper];
        let column = self.columns[end].as_ref().filter(|_| side != NO_SIDE)?;
        Some(column[from * 8 + usize::from(side)]).filter(|&pushes| pushes != FAR)
    }

    /// Breadth-first search backwards from the target.
    fn column(&self, problem: &Problem<'_, N>, end: Place) -> Box<[u16]> {
        let field = &problem.field;
        let mut pushes = vec![FAR; self.squares * 8];
        let start = field.square_index(end) * 8;
        pushes[start..start + 8].fill(0);
        let mut pending: Vec<(Place, u8)> = (0..8).map(|side| (end, side)).collect();
        let mut next = 0;
        while let Some(&(to, side)) = pending.get(next) {
            next += 1;
            let index = field.square_index(to);
            let cost = pushes[index * 8 + usize::from(side)] + 1;
            for &way in field.push_ways() {
                let from = field.back(to, way);
                if !field.floor.contains(from) || problem.swallows(from) {
                    continue;
                }
                let behind = field.back(from, way);
                let from_index = field.square_index(from);
                // After the push, the keeper stands where the box was.
                let is_side = self.sides[index * self.squares + from_index] == side;
                if !is_side || !field.floor.contains(behind) || !problem.lands.contains(to) {
                    continue;
                }
                let before = self.sides[from_index * self.squares + field.square_index(behind)];
                let known = &mut pushes[from_index * 8 + usize::from(before)];
                if *known == FAR {
                    *known = cost;
                    pending.push((from, before));
                }
            }
        }
        pushes.into_boxed_slice()
    }
}
