//! Minimum-cost assignment of rows to columns, updated as single rows change.
//!
//! The Hungarian method with potentials (Jonker and Volgenant's shortest augmenting paths). A table
//! is solved once. The total with one row replaced is then a single shortest path over reduced
//! costs, which leaves the table unchanged. Tables are square: a caller with fewer rows or columns
//! pads with zeros, because repairing a single row of a rectangular table gives wrong totals.

/// The cost of an impossible pair, small enough that sums of it do not overflow.
pub(crate) const NEVER: i32 = 1 << 20;

/// Potentials are reset beyond this, long before sums of them could overflow.
const POTENTIAL_MAX: i32 = 64 * NEVER;

/// A square cost table and its optimal assignment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assignment {
    size: usize,
    costs: Vec<i32>,
    of_row: Vec<i32>,
    of_column: Vec<i32>,
    column_of: Vec<usize>,
    row_of: Vec<usize>,
    total: i32,
    lengths: Vec<i32>,
    before: Vec<usize>,
    is_done: Vec<bool>,
}

/// No row or column.
const NONE: usize = usize::MAX;

impl Assignment {
    /// Resizes the table and fills it with zeros. A table that already has this size is kept with
    /// its assignment, so that only rows that change have to be assigned again.
    pub(crate) fn reset(&mut self, size: usize) {
        if self.size != size {
            self.size = size;
            self.costs = vec![0; size * size];
            self.of_column = vec![0; size];
            self.of_row = vec![0; size];
            self.column_of = vec![NONE; size];
            self.row_of = vec![NONE; size];
            self.lengths = vec![0; size];
            self.before = vec![NONE; size];
            self.is_done = vec![false; size];
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Replaces the costs of a row. The row loses its column if they differ from the old ones.
    pub(crate) fn set_row(&mut self, row: usize, costs: &[i32]) {
        let own = &mut self.costs[row * self.size..][..self.size];
        if *own == *costs {
            return;
        }
        own.copy_from_slice(costs);
        let column = std::mem::replace(&mut self.column_of[row], NONE);
        if column != NONE {
            self.row_of[column] = NONE;
        }
    }

    /// The least total cost; `None` if every assignment uses an impossible pair.
    pub(crate) fn solve(&mut self) -> Option<u32> {
        let size = self.size;
        // Impossible pairs drive the potentials down a little more with every table.
        if self.of_column.iter().any(|of| of.abs() > POTENTIAL_MAX) {
            self.of_column.fill(0);
            self.column_of.fill(NONE);
            self.row_of.fill(NONE);
        }
        for row in 0..size {
            if self.column_of[row] != NONE {
                continue;
            }
            let costs = &self.costs[row * size..][..size];
            let mut least = (0, i32::MAX);
            for (column, (cost, of)) in costs.iter().zip(&self.of_column).enumerate() {
                if cost - of < least.1 {
                    least = (column, cost - of);
                }
            }
            self.of_row[row] = least.1;
            if self.row_of[least.0] == NONE {
                self.row_of[least.0] = row;
                self.column_of[row] = least.0;
            }
        }
        for row in 0..size {
            if self.column_of[row] == NONE {
                self.augment(row);
            }
        }
        let pairs = self.column_of.iter().enumerate();
        self.total = pairs.map(|(row, &column)| self.costs[row * size + column]).sum();
        as_total(self.total)
    }

    /// The least total cost if `row` had `costs` instead of its own. Leaves the assignment
    /// unchanged.
    #[inline]
    pub(crate) fn total_with(&mut self, row: usize, costs: &[i32]) -> Option<u32> {
        let size = self.size;
        let own = self.column_of[row];
        for ((length, cost), of) in self.lengths.iter_mut().zip(costs).zip(&self.of_column) {
            *length = cost - of;
        }
        self.is_done.fill(false);
        let length = loop {
            let (column, length) = self.nearest();
            if column == own {
                break length;
            }
            self.is_done[column] = true;
            let owner = self.row_of[column];
            let start = length - self.of_row[owner];
            let costs = &self.costs[owner * size..][..size];
            for ((known, cost), of) in self.lengths.iter_mut().zip(costs).zip(&self.of_column) {
                *known = (*known).min(start + cost - of);
            }
        };
        let rest = self.total - self.costs[row * size + own];
        as_total(rest + length + self.of_column[own])
    }

    /// The nearest column that is not done, with its length.
    #[inline]
    fn nearest(&self) -> (usize, i32) {
        let mut best = (NONE, i32::MAX);
        for (column, (&length, &done)) in self.lengths.iter().zip(&self.is_done).enumerate() {
            if length < best.1 && !done {
                best = (column, length);
            }
        }
        best
    }

    /// Assigns a column to row `first` along a shortest path over reduced costs.
    fn augment(&mut self, first: usize) {
        let size = self.size;
        self.lengths.fill(i32::MAX);
        self.before.fill(NONE);
        self.is_done.fill(false);
        let (mut row, mut from, mut so_far) = (first, NONE, 0);
        let last = loop {
            let start = so_far - self.of_row[row];
            let costs = self.costs[row * size..][..size].iter().zip(&self.of_column);
            let known = self.lengths.iter_mut().zip(&mut self.before).zip(&self.is_done);
            for ((cost, of), ((known, before), done)) in costs.zip(known) {
                let length = start + cost - of;
                if length < *known && !done {
                    *known = length;
                    *before = from;
                }
            }
            let (column, length) = self.nearest();
            so_far = length;
            self.is_done[column] = true;
            if self.row_of[column] == NONE {
                break column;
            }
            (row, from) = (self.row_of[column], column);
        };
        self.of_row[first] += so_far;
        for column in 0..size {
            if self.is_done[column] {
                let slack = so_far - self.lengths[column];
                self.of_column[column] -= slack;
                if self.row_of[column] != NONE {
                    self.of_row[self.row_of[column]] += slack;
                }
            }
        }
        let mut column = last;
        while self.before[column] != NONE {
            let previous = self.before[column];
            self.row_of[column] = self.row_of[previous];
            self.column_of[self.row_of[column]] = column;
            column = previous;
        }
        self.row_of[column] = first;
        self.column_of[first] = column;
    }
}

fn as_total(total: i32) -> Option<u32> {
    (total < NEVER).then_some(total as u32)
}

#[cfg(test)]
mod tests {
    use super::{Assignment, NEVER};
    use sokolab_analysis::cheapest_assignment;
    use sokolab_core::testing::Chance;

    fn slow(costs: &[Vec<i32>]) -> Option<u32> {
        let cost = |row: usize, column: usize| {
            let cost = costs[row][column];
            (cost < NEVER).then_some(cost as u32)
        };
        cheapest_assignment(costs.len(), costs.len(), cost).map(|it| it.total as u32)
    }

    #[test]
    fn totals_equal_those_of_the_slow_method_whatever_row_changes() {
        let mut chance = Chance::new(11);
        let mut fast = Assignment::default();
        for _ in 0..3_000 {
            let size = 1 + chance.below(7);
            let row = |chance: &mut Chance| -> Vec<i32> {
                let cost = |chance: &mut Chance| {
                    if chance.below(4) == 0 { NEVER } else { chance.below(15) as i32 }
                };
                (0..size).map(|_| cost(chance)).collect()
            };
            let mut costs: Vec<Vec<i32>> = (0..size).map(|_| row(&mut chance)).collect();
            fast.reset(size);
            for (index, costs) in costs.iter().enumerate() {
                fast.set_row(index, costs);
            }
            assert_eq!(fast.solve(), slow(&costs));
            for index in 0..size {
                let other = row(&mut chance);
                let own = std::mem::replace(&mut costs[index], other.clone());
                assert_eq!(fast.total_with(index, &other), slow(&costs), "{costs:?}");
                costs[index] = own;
            }
        }
    }

    #[test]
    fn impossible_pairs_by_the_thousand_do_not_add_up() {
        let mut chance = Chance::new(12);
        let mut fast = Assignment::default();
        fast.reset(4);
        let mut costs = vec![vec![0; 4]; 4];
        for _ in 0..50_000 {
            let row = chance.below(4);
            let mut cost = || if chance.below(2) == 0 { NEVER } else { 3 };
            costs[row] = (0..4).map(|_| cost()).collect();
            fast.set_row(row, &costs[row]);
            assert_eq!(fast.solve(), slow(&costs));
        }
    }
}
