//! An assignment table that is kept from state to state: boxes that have not moved keep their rows
//! and their part of the solution.

use std::sync::Arc;

use super::costs::Costs;
use crate::assignment::Assignment;
use sokolab_field::{Bits, Place};

/// The assignment table of the current state.
#[derive(Debug)]
pub(crate) struct Rows<const N: usize> {
    table: Assignment,
    /// The box of each row, and the row of each box of the current state.
    boxes: Vec<(Place, Option<usize>)>,
    row_of: Vec<usize>,
    /// The boxes of the current state whose rows have to be filled.
    changed: Vec<usize>,
    /// The distance table and frozen boxes from which the rows were made.
    costs: Option<Arc<Costs>>,
    still: Bits<N>,
    row: Vec<i32>,
}

/// With more boxes, every row is filled anew.
const BOXES_KEPT: usize = 64;

/// No row yet.
const NO_ROW: usize = usize::MAX;

impl<const N: usize> Default for Rows<N> {
    fn default() -> Rows<N> {
        Rows {
            table: Assignment::default(),
            boxes: Vec::new(),
            row_of: Vec::new(),
            changed: Vec::new(),
            costs: None,
            still: Bits::EMPTY,
            row: Vec::new(),
        }
    }
}

impl<const N: usize> Rows<N> {
    /// Enters a state, in a table of `size` rows and columns. Rows are kept only if they were made
    /// from the same `costs` and frozen boxes; without `costs`, none is kept.
    pub(crate) fn take_boxes(
        &mut self,
        size: usize,
        (list, nodes): (&[Place], &[Option<usize>]),
        costs: Option<&Arc<Costs>>,
        still: &Bits<N>,
    ) {
        let same_costs =
            matches!((costs, &self.costs), (Some(now), Some(then)) if Arc::ptr_eq(now, then));
        let same_count = self.boxes.len() == list.len() && list.len() <= BOXES_KEPT;
        if same_costs && same_count && self.still == *still {
            self.place_boxes(list, nodes);
            return;
        }
        self.table.reset(size);
        self.changed.clear();
        self.changed.extend(0..list.len());
        self.row_of.clone_from(&self.changed);
        self.boxes.clear();
        self.boxes.extend(list.iter().copied().zip(nodes.iter().copied()));
        self.costs = costs.cloned();
        self.still = *still;
    }

    /// Finds the rows of the boxes that have one, and gives free rows to the others.
    fn place_boxes(&mut self, list: &[Place], nodes: &[Option<usize>]) {
        self.changed.clear();
        self.row_of.clear();
        let mut is_used = [false; BOXES_KEPT];
        for (&place, &node) in list.iter().zip(nodes) {
            let row = self.boxes.iter().position(|&it| it == (place, node));
            self.row_of.push(row.unwrap_or(NO_ROW));
            if let Some(row) = row {
                is_used[row] = true;
            }
        }
        let mut free = (0..list.len()).filter(|&row| !is_used[row]);
        for (index, row) in self.row_of.iter_mut().enumerate() {
            if *row == NO_ROW {
                *row = free.next().expect("as many rows as boxes");
                self.boxes[*row] = (list[index], nodes[index]);
                self.changed.push(index);
            }
        }
    }

    /// The least total, with the rows of changed boxes filled by `fill`; `None` if there is no
    /// assignment.
    pub(crate) fn solve(&mut self, fill: impl Fn(usize, &mut [i32])) -> Option<u32> {
        for &index in &self.changed {
            self.row.clear();
            self.row.resize(self.table.size(), 0);
            fill(index, &mut self.row);
            self.table.set_row(self.row_of[index], &self.row);
        }
        self.changed.clear();
        self.table.solve()
    }

    /// The least total if the box with this index had `row` instead of its own.
    #[inline]
    pub(crate) fn total_with(&mut self, index: usize, row: &[i32]) -> Option<u32> {
        self.table.total_with(self.row_of[index], row)
    }
}
