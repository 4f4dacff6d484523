//! Lower bound on the pushes that led to a state, for backward searches.
//!
//! Assigns every box to a different square of the start at the least total cost. Distances are
//! those of a lone box that ends with the keeper on its actual side.

use std::sync::Arc;

use super::LowerBound;
use super::costs::Costs;
use super::rows::Rows;
use crate::assignment::NEVER;
use crate::contract::{Contract, Keeps, Needs};
use crate::problem::Problem;
use sokolab_core::Direction;
use sokolab_field::{Bits, Place};

/// The matching bound of one state at a time, for backward searches.
#[derive(Debug)]
pub(crate) struct PullBound<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    costs: Arc<Costs>,
    list: Vec<Place>,
    nodes: Vec<Option<usize>>,
    rows: Rows<N>,
    total: Option<u32>,
    row: Vec<i32>,
}

impl<'a, const N: usize> PullBound<'a, N> {
    pub(crate) fn new(problem: &'a Problem<'a, N>) -> PullBound<'a, N> {
        assert!(Self::CONTRACT.needs.are_met_by(problem), "the solved states must be known");
        PullBound {
            problem,
            costs: Arc::new(Costs::from_start(problem.board, problem.start)),
            list: Vec::new(),
            nodes: Vec::new(),
            rows: Rows::default(),
            total: None,
            row: Vec::new(),
        }
    }

    /// Enters a state.
    pub(crate) fn enter(&mut self, list: &[Place], keeper: Place) {
        self.list.clear();
        self.list.extend_from_slice(list);
        let keeper = self.problem.square(keeper);
        let node = |&place: &Place| self.costs.node(self.problem.square(place), keeper);
        self.nodes.clear();
        self.nodes.extend(self.list.iter().map(node));
        self.total = None;
    }

    /// The bound after the box with this index was pulled to `to`; `way` is the direction of the
    /// push that this undoes.
    pub(crate) fn after(&mut self, index: usize, to: Place, way: Direction) -> Option<u32> {
        self.estimate()?;
        let square = self.problem.field.square_index(to);
        let node = self.costs.node_beside(square, way.opposite());
        self.row.clear();
        self.row.resize(self.list.len(), NEVER);
        fill_row(self.problem, &self.costs, node, to, &mut self.row);
        self.rows.total_with(index, &self.row)
    }
}

impl<const N: usize> LowerBound for PullBound<'_, N> {
    const CONTRACT: Contract =
        Contract { needs: Needs::ONE_BOX_FOR_EACH_GOAL, keeps: Keeps::FewestMoves };

    /// The fewest pushes that led to the current state; `None` is a proof that none did.
    fn estimate(&mut self) -> Option<u32> {
        if self.total.is_none() {
            let (lists, size) = ((&self.list[..], &self.nodes[..]), self.list.len());
            self.rows.take_boxes(size, lists, Some(&self.costs), &Bits::EMPTY);
            let (costs, nodes, problem, list) =
                (&self.costs, &self.nodes, self.problem, &self.list);
            self.total = self.rows.solve(|index, row| {
                fill_row(problem, costs, nodes[index], list[index], row);
            });
        }
        self.total
    }

    fn bytes(&self) -> u64 {
        self.costs.bytes()
    }
}

/// Fills in the costs of a box at `place`. A box that the keeper can never get next to has never
/// moved.
fn fill_row<const N: usize>(
    problem: &Problem<'_, N>,
    costs: &Costs,
    node: Option<usize>,
    place: Place,
    row: &mut [i32],
) {
    if let Some(node) = node {
        row.copy_from_slice(costs.row(node));
    } else {
        let square = problem.square(place);
        for (cost, start) in row.iter_mut().zip(problem.start.boxes.iter()) {
            *cost = if start == square { 0 } else { NEVER };
        }
    }
}
