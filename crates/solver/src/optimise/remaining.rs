//! Lower bound on the pushes from one state to another: a matching of boxes with the squares they
//! must end on, or vanish at, over the pushes that each box needs alone.

use sokolab_core::GoalKind;

use super::distances::LoneDistances;
use super::trace::SolutionState;
use crate::assignment::{Assignment, NEVER};
use crate::problem::Problem;
use sokolab_field::{Bits, FieldPush, Place};

/// The matching bound for one target state.
#[derive(Debug)]
pub(crate) struct Remaining<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    distances: &'a LoneDistances<N>,
    /// The squares of the boxes at the end, by index, and the holes open at the end.
    wanted: Vec<usize>,
    holes: Bits<N>,
    sinks: Vec<usize>,
    /// Where boxes vanish on the way from the current state; `None` stands for any sink.
    vanishing: Vec<Option<usize>>,
    table: Assignment,
    row: Vec<i32>,
}

impl<'a, const N: usize> Remaining<'a, N> {
    /// Prepares the bound for a target state. The columns of its boxes and of all goals must have
    /// been computed.
    pub(crate) fn new(
        problem: &'a Problem<'a, N>,
        distances: &'a LoneDistances<N>,
        end: &SolutionState<N>,
    ) -> Remaining<'a, N> {
        let indices = |set: Bits<N>| set.iter().map(|it| problem.field.square_index(it)).collect();
        let sinks = match problem.field.goal_kind() {
            GoalKind::Sink => indices(problem.field.goals),
            GoalKind::Keep | GoalKind::Fill => Vec::new(),
        };
        Remaining {
            problem,
            distances,
            wanted: indices(end.boxes),
            holes: end.holes,
            sinks,
            vanishing: Vec::new(),
            table: Assignment::default(),
            row: Vec::new(),
        }
    }

    /// Enters a state and returns its bound; `None` if the target cannot be reached.
    pub(crate) fn enter(&mut self, list: &[Place], holes: &Bits<N>, keeper: Place) -> Option<u32> {
        self.vanishing.clear();
        match self.problem.field.goal_kind() {
            GoalKind::Keep => {}
            GoalKind::Sink => {
                self.vanishing.resize(list.len().checked_sub(self.wanted.len())?, None);
            }
            GoalKind::Fill => {
                let filled = (*holes & !self.holes).iter();
                let field = &self.problem.field;
                self.vanishing.extend(filled.map(|it| Some(field.square_index(it))));
            }
        }
        if self.wanted.len() + self.vanishing.len() != list.len() {
            return None;
        }
        self.table.reset(list.len());
        for (index, &place) in list.iter().enumerate() {
            self.fill_row(place, keeper);
            self.table.set_row(index, &self.row);
        }
        self.table.solve()
    }

    /// The bound after a push of the box with this index in the current state.
    pub(crate) fn after(&mut self, index: usize, push: FieldPush, holes: &Bits<N>) -> Option<u32> {
        let FieldPush { from, way } = push;
        let to = self.problem.field.go(from, way);
        if holes.contains(to) || self.problem.swallows(to) {
            let square = self.problem.field.square_index(to);
            let known = self.wanted.iter().map(|_| NEVER);
            let ends = self.vanishing.iter().map(|end| match end {
                Some(hole) if *hole != square => NEVER,
                _ => 0,
            });
            self.row.clear();
            self.row.extend(known.chain(ends));
        } else {
            self.fill_row(to, from);
        }
        self.table.total_with(index, &self.row)
    }

    fn fill_row(&mut self, place: Place, keeper: Place) {
        let field = &self.problem.field;
        let (from, keeper) = (field.square_index(place), field.square_index(keeper));
        let cost = |end: usize| self.distances.get(from, keeper, end).map_or(NEVER, i32::from);
        let sink = || self.sinks.iter().map(|&it| cost(it)).min().unwrap_or(NEVER);
        self.row.clear();
        self.row.extend(self.wanted.iter().map(|&it| cost(it)));
        if !self.vanishing.is_empty() {
            let any = if self.sinks.is_empty() { NEVER } else { sink() };
            self.row.extend(self.vanishing.iter().map(|end| end.map_or(any, cost)));
        }
    }
}
