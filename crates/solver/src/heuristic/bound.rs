//! Lower bound on the pushes that a state still needs, by minimum-cost matching.
//!
//! Where goals keep their boxes, every goal gets a box of its own (or every box a goal, if there
//! are fewer boxes). Where boxes fill holes, every hole that the win needs gets one. Where boxes
//! sink, each box goes to its nearest sink. Distances are those of a lone box from the keeper's
//! side of it.
//!
//! The keeper stays on its side of every box that is not pushed, so a push changes the distances of
//! one box only: the bound of a successor is its parent's table with one row replaced.
//!
//! Frozen boxes are walls, with distance tables of their own that are cached by the set of frozen
//! boxes. Each group of boxes that block each other's every useful push costs two more pushes
//! (`conflicts`; the linear conflict is the smallest such group). With spare boxes, the table has
//! columns that stand for no goal, so that a lost box uses up a spare one and is not a deadlock.

use std::collections::BTreeMap;
use std::sync::Arc;

use sokolab_core::{Direction, GoalKind, Square};

use super::LowerBound;
use super::conflicts::conflicts;
use super::costs::Costs;
use super::rows::Rows;
use crate::assignment::NEVER;
use crate::contract::{Contract, Keeps, Needs};
use crate::deadlock::freeze::{frozen, is_free};
use crate::memory::hash::FixedMap;
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// Tables with frozen boxes as walls may take at most one part in this many of the memory.
const WALLED_SHARE: u64 = 8;

/// A push whose effect on the bound is requested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pushed<'a, const N: usize> {
    /// The index of the box in the state before the push.
    pub(crate) index: usize,
    pub(crate) way: Direction,
    pub(crate) to: Place,
    /// The keeper's place after the push.
    pub(crate) keeper: Place,
    /// Boxes and open holes after the push.
    pub(crate) boxes: &'a Bits<N>,
    pub(crate) holes: &'a Bits<N>,
}

/// The matching bound of one state at a time.
#[derive(Debug)]
pub(crate) struct Bound<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    /// The table without frozen boxes; `None` where boxes fill holes.
    plain: Option<Arc<Costs>>,
    walled: BTreeMap<Bits<N>, Arc<Costs>>,
    walled_bytes: u64,
    /// The current state and its table.
    costs: Option<Arc<Costs>>,
    list: Vec<Place>,
    nodes: Vec<Option<usize>>,
    still: Bits<N>,
    keeper: Place,
    /// The holes that the win needs, cached by open holes and the keeper's part of the floor.
    required: Arc<Vec<Square>>,
    demands: FixedMap<(Bits<N>, Place), Arc<Vec<Square>>>,
    table: Rows<N>,
    total: Option<u32>,
    scratch: Scratch<N>,
}

/// Buffers that are reused.
#[derive(Debug)]
struct Scratch<const N: usize> {
    row: Vec<i32>,
    list: Vec<Place>,
    nodes: Vec<Option<usize>>,
    table: Rows<N>,
}

impl<'a, const N: usize> Bound<'a, N> {
    pub(crate) fn new(problem: &'a Problem<'a, N>) -> Bound<'a, N> {
        debug_assert!(Self::CONTRACT.needs.are_met_by(problem));
        let has_holes = problem.field.goal_kind() == GoalKind::Fill;
        let no_walls = problem.board.no_squares();
        let plain =
            || Arc::new(Costs::from_distances(problem.board, &no_walls, &problem.distances));
        Bound {
            problem,
            plain: (!has_holes).then(plain),
            walled: BTreeMap::new(),
            walled_bytes: 0,
            costs: None,
            list: Vec::new(),
            nodes: Vec::new(),
            still: Bits::EMPTY,
            keeper: 0,
            required: Arc::default(),
            demands: FixedMap::default(),
            table: Rows::default(),
            total: None,
            scratch: Scratch {
                row: Vec::new(),
                list: Vec::new(),
                nodes: Vec::new(),
                table: Rows::default(),
            },
        }
    }

    /// The distance table of the current state; `None` where boxes fill holes.
    pub(crate) fn costs(&self) -> Option<&Arc<Costs>> {
        self.costs.as_ref()
    }

    /// The nodes of the current state's boxes in the distance table.
    pub(crate) fn nodes(&self) -> &[Option<usize>] {
        &self.nodes
    }

    /// Enters a state. The bound is computed on demand.
    pub(crate) fn enter(
        &mut self,
        list: &[Place],
        boxes: &Bits<N>,
        holes: &Bits<N>,
        keeper: Place,
    ) {
        self.list.clear();
        self.list.extend_from_slice(list);
        self.keeper = keeper;
        self.total = None;
        self.still = frozen(&self.problem.field, boxes, &self.problem.lands);
        self.find_nodes(holes);
    }

    fn find_nodes(&mut self, holes: &Bits<N>) {
        self.nodes.clear();
        if self.plain.is_none() {
            self.required = self.required_holes(holes);
            self.nodes.resize(self.list.len(), None);
            return;
        }
        let still = self.still;
        let costs = self.costs_behind(&still);
        let keeper = self.problem.square(self.keeper);
        let problem = self.problem;
        let node = |&place: &Place| costs.node(problem.square(place), keeper);
        self.nodes.extend(self.list.iter().map(node));
        self.costs = Some(costs);
    }

    /// The holes that the win needs, given where the keeper is.
    fn required_holes(&mut self, holes: &Bits<N>) -> Arc<Vec<Square>> {
        let field = &self.problem.field;
        let part = field.region(self.keeper, &Bits::EMPTY, holes);
        let key = (*holes, part.first().unwrap_or(self.keeper));
        let (problem, keeper) = (self.problem, self.keeper);
        let find = || Arc::new(problem.required_holes(holes, keeper));
        Arc::clone(self.demands.entry(key).or_insert_with(find))
    }

    /// The places of the holes that the win needs in the current state.
    pub(crate) fn required_places(&self) -> Bits<N> {
        self.required.iter().map(|&hole| self.problem.field.place(hole)).collect()
    }

    /// The bound after a push; `None` is a proof that there is no solution.
    pub(crate) fn after(&mut self, push: &Pushed<'_, N>) -> Option<u32> {
        let problem = self.problem;
        let vanishes = !push.boxes.contains(push.to);
        if vanishes && problem.field.goal_kind() == GoalKind::Fill {
            return self.count_anew(push, self.still);
        }
        let field = &problem.field;
        if !vanishes && !is_free(field, push.boxes, &problem.lands, push.to) {
            let still = frozen(field, push.boxes, &problem.lands);
            if still.contains(push.to) {
                let lost = still & !field.goals;
                let is_lost = field.goal_kind() != GoalKind::Keep || !lost.is_empty();
                if problem.spare == 0 && is_lost {
                    return None;
                }
                return self.count_anew(push, still);
            }
        }
        self.with_one_row(push, vanishes)
    }

    /// The bound after a push that freezes no box and does not change the demand.
    fn with_one_row(&mut self, push: &Pushed<'_, N>, vanishes: bool) -> Option<u32> {
        self.solve_table();
        let before = self.total?;
        let node = self.node_after(push);
        let total = if self.problem.field.goal_kind() == GoalKind::Sink {
            let nearest = |node| self.costs.as_ref().map_or(NEVER, |costs| costs.nearest(node));
            let now = self.nodes[push.index].map_or(NEVER, nearest);
            let then = if vanishes { 0 } else { node.map_or(NEVER, nearest) };
            if then >= NEVER {
                return None;
            }
            (before as i32 - now + then) as u32
        } else {
            let mut row = std::mem::take(&mut self.scratch.row);
            row.clear();
            row.resize(self.table_size(), 0);
            self.fill_row(node, push.to, self.problem.square(push.keeper), &mut row);
            let total = self.table.total_with(push.index, &row);
            self.scratch.row = row;
            total?
        };
        Some(total + self.conflicts_after(push, node, vanishes))
    }

    fn conflicts_after(&mut self, push: &Pushed<'_, N>, node: Option<usize>, gone: bool) -> u32 {
        if !self.may_have_conflicts() {
            return 0;
        }
        let Some(costs) = &self.costs else { return 0 };
        let scratch = &mut self.scratch;
        scratch.list.clone_from(&self.list);
        scratch.nodes.clone_from(&self.nodes);
        if gone {
            scratch.list.swap_remove(push.index);
            scratch.nodes.swap_remove(push.index);
        } else {
            scratch.list[push.index] = push.to;
            scratch.nodes[push.index] = node;
        }
        let count = conflicts(&self.problem.field, costs, &scratch.list, &scratch.nodes);
        count * self.conflict_cost()
    }

    /// The node of the pushed box, with the keeper behind it.
    fn node_after(&self, push: &Pushed<'_, N>) -> Option<usize> {
        let behind = push.way.opposite();
        let square = self.problem.field.square_index(push.to);
        self.costs.as_ref().and_then(|costs| costs.node_beside(square, behind))
    }

    /// The bound after a push that changes more than one row.
    fn count_anew(&mut self, push: &Pushed<'_, N>, still: Bits<N>) -> Option<u32> {
        let keeper = push.keeper;
        let list: Vec<Place> = push.boxes.iter().collect();
        let own_list = std::mem::replace(&mut self.list, list);
        let own_nodes = std::mem::take(&mut self.nodes);
        let own_required = Arc::clone(&self.required);
        let own_costs = self.costs.clone();
        let own = (self.still, self.keeper, self.total);
        std::mem::swap(&mut self.table, &mut self.scratch.table);

        (self.still, self.keeper, self.total) = (still, keeper, None);
        self.find_nodes(push.holes);
        let result = self.estimate();

        std::mem::swap(&mut self.table, &mut self.scratch.table);
        (self.still, self.keeper, self.total) = own;
        (self.list, self.nodes, self.required) = (own_list, own_nodes, own_required);
        self.costs = own_costs;
        result
    }

    fn may_have_conflicts(&self) -> bool {
        self.problem.is_classical()
    }

    /// The pushes that a conflict adds. With several sinks, a push can leave the distance to the
    /// nearest one unchanged, so that only one push is certain.
    fn conflict_cost(&self) -> u32 {
        let one_sink = self.problem.field.goals.len() == 1;
        if self.problem.field.goal_kind() == GoalKind::Sink && !one_sink { 1 } else { 2 }
    }

    fn table_size(&self) -> usize {
        match self.problem.field.goal_kind() {
            GoalKind::Keep => self.list.len().max(self.problem.distances.goals().len()),
            GoalKind::Fill => self.list.len(),
            GoalKind::Sink => 0,
        }
    }

    fn solve_table(&mut self) {
        if self.total.is_some() {
            return;
        }
        if self.problem.field.goal_kind() == GoalKind::Sink {
            let nearest = |node: Option<usize>| {
                node.map_or(NEVER, |it| {
                    self.costs.as_ref().map_or(NEVER, |costs| costs.nearest(it))
                })
            };
            let mut total = 0;
            for &node in &self.nodes {
                total = NEVER.min(total + nearest(node));
            }
            self.total = (total < NEVER).then_some(total as u32);
            return;
        }
        if self.required.len() > self.list.len() {
            return;
        }
        let size = self.table_size();
        let keeper = self.problem.square(self.keeper);
        let mut rows = std::mem::take(&mut self.table);
        let made_from = self.costs.as_ref();
        rows.take_boxes(size, (&self.list, &self.nodes), made_from, &self.still);
        self.total = if size == 0 {
            Some(0)
        } else {
            rows.solve(|index, row| {
                self.fill_row(self.nodes[index], self.list[index], keeper, row);
            })
        };
        self.table = rows;
    }

    /// Fills in the costs of a box at `place`; columns beyond the goals or holes stay zero.
    fn fill_row(&self, node: Option<usize>, place: Place, keeper: Square, row: &mut [i32]) {
        let square = self.problem.square(place);
        let stays = self.still.contains(place);
        if self.plain.is_none() {
            let distances = &self.problem.distances;
            for (cost, &hole) in row.iter_mut().zip(self.required.iter()) {
                let distance = distances.distance(square, keeper, hole).filter(|_| !stays);
                *cost = distance.map_or(NEVER, i32::from);
            }
            return;
        }
        let goals = self.problem.distances.goals();
        match node.filter(|_| !stays) {
            Some(node) => {
                let costs = self.costs.as_ref().expect("there are no holes");
                row[..goals.len()].copy_from_slice(costs.row(node));
            }
            None => {
                for (cost, &goal) in row.iter_mut().zip(goals) {
                    *cost = if goal == square { 0 } else { NEVER };
                }
            }
        }
    }

    /// The distance table with the boxes of `still` as walls, or the plain one if memory is short.
    fn costs_behind(&mut self, still: &Bits<N>) -> Arc<Costs> {
        let plain = self.plain.as_ref().expect("there are no holes");
        if still.is_empty() {
            return Arc::clone(plain);
        }
        if let Some(known) = self.walled.get(still) {
            return Arc::clone(known);
        }
        if !self.problem.is_small() || self.walled_bytes >= self.problem.bytes_max / WALLED_SHARE {
            return Arc::clone(plain);
        }
        let mut walls = self.problem.board.no_squares();
        walls.extend(still.iter().map(|it| self.problem.square(it)));
        let costs = Arc::new(Costs::new(self.problem.board, &walls));
        self.walled_bytes += costs.bytes();
        self.walled.insert(*still, Arc::clone(&costs));
        costs
    }
}

impl<const N: usize> LowerBound for Bound<'_, N> {
    const CONTRACT: Contract = Contract { needs: Needs::NOTHING, keeps: Keeps::FewestMoves };

    /// The pushes left in the current state; `None` is a proof that there is no solution.
    fn estimate(&mut self) -> Option<u32> {
        self.solve_table();
        let total = self.total?;
        if !self.may_have_conflicts() {
            return Some(total);
        }
        let costs = self.costs.as_ref()?;
        let more = conflicts(&self.problem.field, costs, &self.list, &self.nodes);
        Some(total + more * self.conflict_cost())
    }

    fn bytes(&self) -> u64 {
        self.walled_bytes + self.plain.as_ref().map_or(0, |it| it.bytes())
    }
}
