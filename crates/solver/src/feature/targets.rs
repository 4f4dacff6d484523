//! Target squares for boxes, and the least pushes or pulls that bring every box to one of its own.

use crate::assignment::{Assignment, NEVER};
use crate::problem::Problem;
use sokolab_field::{Around, Bits, Haul, Macros, Place};

/// Target squares, with the pushes, or pulls, that a lone box needs to each from everywhere.
#[derive(Debug)]
pub(crate) struct Targets<const N: usize> {
    pub(crate) places: Bits<N>,
    count: usize,
    /// By place, a row with a column for each target.
    rows: Vec<i32>,
    table: Assignment,
    row_of: Vec<usize>,
}

impl<const N: usize> Targets<N> {
    /// The targets of boxes that are pushed, or pulled, to `places`.
    pub(crate) fn new(
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        haul: Haul,
        places: Bits<N>,
    ) -> Targets<N> {
        let count = places.len();
        let mut rows = vec![NEVER; N * 64 * count];
        let back = match haul {
            Haul::Push => Haul::Pull,
            Haul::Pull => Haul::Push,
        };
        for (column, target) in places.iter().enumerate() {
            let around = Around {
                field: &problem.field,
                others: &Bits::EMPTY,
                holes: &Bits::EMPTY,
                lands: &problem.lands,
                ends: &Bits::EMPTY,
            };
            for stop in macros.find_from_all_sides(back, &around, target) {
                let cost = &mut rows[usize::from(stop.place) * count + column];
                *cost = (*cost).min(i32::from(stop.pushes));
            }
        }
        let (table, row_of) = (Assignment::default(), vec![0; N * 64]);
        Targets { places, count, rows, table, row_of }
    }

    pub(crate) fn bytes(&self) -> u64 {
        (4 * (self.rows.len() + self.count * self.count) + 8 * self.row_of.len()) as u64
    }

    /// Enters a state and returns the least cost of bringing every box to a target of its own.
    pub(crate) fn enter(&mut self, boxes: &Bits<N>) -> Option<u32> {
        debug_assert_eq!(boxes.len(), self.count);
        self.table.reset(self.count);
        for (index, place) in boxes.iter().enumerate() {
            self.row_of[usize::from(place)] = index;
            let row = &self.rows[usize::from(place) * self.count..][..self.count];
            self.table.set_row(index, row);
        }
        self.table.solve()
    }

    /// The least cost after a box of the current state moved from `from` to `to`.
    pub(crate) fn after(&mut self, from: Place, to: Place) -> Option<u32> {
        let index = self.row_of[usize::from(from)];
        let row = &self.rows[usize::from(to) * self.count..][..self.count];
        self.table.total_with(index, row)
    }
}
