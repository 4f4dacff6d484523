//! Pushes that a lone box needs from one place to another, from each side of the keeper.
//!
//! Holes count as floor, so the numbers are never too large.

use crate::problem::Problem;
use sokolab_core::Direction;
use sokolab_field::{Bits, Place};

/// No way.
pub(crate) const FAR: u16 = u16::MAX;

/// The number of a side of a box that the keeper cannot be on.
const NO_SIDE: u8 = 8;

/// The table: columns are found when they are first asked for.
#[derive(Debug)]
pub(crate) struct LoneDistances<const N: usize> {
    squares: usize,
    /// By box and keeper: on which side of the box the keeper is.
    sides: Vec<u8>,
    /// By end: the pushes for each box and side.
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

    /// Bytes taken when all columns are there.
    pub(crate) fn bytes(squares: usize) -> u64 {
        let column = size_of::<[u16; 8]>();
        (squares * squares * (1 + column)) as u64
    }

    /// Makes the column of an end.
    pub(crate) fn prepare(&mut self, problem: &Problem<'_, N>, end: Place) {
        let index = problem.field.square_index(end);
        if self.columns[index].is_none() {
            self.columns[index] = Some(self.column(problem, end));
        }
    }

    /// The pushes of a box at one square to an end whose column is there, with the keeper at
    /// another; `FAR` if there is no way. Squares are named by their indices.
    #[inline]
    pub(crate) fn get(&self, from: usize, keeper: usize, end: usize) -> u16 {
        let side = self.sides[from * self.squares + keeper];
        match &self.columns[end] {
            Some(column) if side != NO_SIDE => column[from * 8 + usize::from(side)],
            _ => FAR,
        }
    }

    /// Goes backwards from the end, ring by ring.
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
                // After the push the keeper stands where the box was.
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
