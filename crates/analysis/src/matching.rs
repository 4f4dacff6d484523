//! Bipartite matching: the largest matching, and the cheapest assignment.

use std::collections::VecDeque;

/// A largest matching between rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matching {
    /// The column of each row; `None` for an unmatched row.
    pub column_of: Vec<Option<usize>>,
}

/// A proof that some rows must stay unmatched (Hall's condition): they accept too few columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The rows, ascending.
    pub rows: Vec<usize>,
    /// All columns that any of them accepts, ascending.
    pub columns: Vec<usize>,
}

impl Matching {
    /// A largest matching by augmenting paths. `choices` lists the columns that each row accepts,
    /// all below `column_count`.
    ///
    /// # Panics
    /// If a column is out of range.
    #[must_use]
    pub fn largest(choices: &[Vec<usize>], column_count: usize) -> Matching {
        let mut row_of = vec![None; column_count];
        let mut column_of = vec![None; choices.len()];
        for row in 0..choices.len() {
            augment(choices, row, &mut row_of, &mut column_of);
        }
        Matching { column_of }
    }

    /// Why not every row has a column; `None` if every row has one.
    #[must_use]
    pub fn shortage(&self, choices: &[Vec<usize>], column_count: usize) -> Option<Shortage> {
        let left_over = self.column_of.iter().position(Option::is_none)?;
        let mut row_of = vec![None; column_count];
        for (row, column) in self.column_of.iter().enumerate() {
            if let Some(column) = column {
                row_of[*column] = Some(row);
            }
        }
        // Collect everything that alternating paths from the unmatched row reach. No column there
        // is free, otherwise the matching would not be the largest.
        let mut is_reached = vec![false; column_count];
        let mut rows = vec![left_over];
        let mut next = 0;
        while next < rows.len() {
            for &column in &choices[rows[next]] {
                if !std::mem::replace(&mut is_reached[column], true) {
                    rows.push(row_of[column].expect("no free column is within reach"));
                }
            }
            next += 1;
        }
        rows.sort_unstable();
        let columns = (0..column_count).filter(|&column| is_reached[column]).collect();
        Some(Shortage { rows, columns })
    }
}

/// Finds a column for `row`, moving other rows to other columns if necessary. Breadth first, so
/// that long augmenting paths do not recurse deeply.
fn augment(
    choices: &[Vec<usize>],
    row: usize,
    row_of: &mut [Option<usize>],
    column_of: &mut [Option<usize>],
) {
    // For each column, the row from which it was reached.
    let mut came_from: Vec<Option<usize>> = vec![None; row_of.len()];
    let mut pending = VecDeque::from([row]);
    while let Some(from) = pending.pop_front() {
        for &column in &choices[from] {
            if came_from[column].is_some() {
                continue;
            }
            came_from[column] = Some(from);
            let Some(owner) = row_of[column] else {
                hand_over(column, row, &came_from, row_of, column_of);
                return;
            };
            pending.push_back(owner);
        }
    }
}

/// Augments along the path: gives the free `column` to the row it was reached from, that row's old
/// column to the previous row, and so on back to `first`.
fn hand_over(
    mut column: usize,
    first: usize,
    came_from: &[Option<usize>],
    row_of: &mut [Option<usize>],
    column_of: &mut [Option<usize>],
) {
    loop {
        let row = came_from[column].expect("every column of the path was reached");
        row_of[column] = Some(row);
        let old = column_of[row].replace(column);
        if row == first {
            return;
        }
        column = old.expect("only the first row of the path had no column");
    }
}

/// A cheapest assignment of a distinct column to every row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The column of each row.
    pub column_of: Vec<usize>,
    /// The sum of the costs.
    pub total: u64,
}

/// A cheapest assignment of a distinct column to every row; `None` if there is none.
/// `cost(row, column)` is `None` where a row cannot have a column.
///
/// The Hungarian method with potentials, row by row, in O(rows² × columns).
#[must_use]
pub fn cheapest_assignment(
    row_count: usize,
    column_count: usize,
    cost: impl Fn(usize, usize) -> Option<u32>,
) -> Option<Assignment> {
    if row_count > column_count {
        return None;
    }
    let mut table = Potentials::new(row_count, column_count);
    for row in 0..row_count {
        table.add_row(row, &cost)?;
    }
    let mut column_of = vec![0; row_count];
    for (column, row) in table.row_of.iter().enumerate() {
        if let Some(row) = row {
            column_of[*row] = column;
        }
    }
    let costs = column_of.iter().enumerate().map(|(row, &column)| cost(row, column));
    let total = costs.map(|it| it.map(u64::from)).sum::<Option<u64>>()?;
    Some(Assignment { column_of, total })
}

/// The dual values of the Hungarian method, and the assignment of the rows added so far.
struct Potentials {
    of_row: Vec<i64>,
    of_column: Vec<i64>,
    row_of: Vec<Option<usize>>,
}

impl Potentials {
    fn new(row_count: usize, column_count: usize) -> Potentials {
        Potentials {
            of_row: vec![0; row_count],
            of_column: vec![0; column_count],
            row_of: vec![None; column_count],
        }
    }

    /// Gives `first` a column by a shortest path over reduced costs; `None` if there is none.
    fn add_row(&mut self, first: usize, cost: &impl Fn(usize, usize) -> Option<u32>) -> Option<()> {
        let count = self.of_column.len();
        // For each column, the length of the path that reaches it and the previous column.
        let mut length: Vec<Option<i64>> = vec![None; count];
        let mut before: Vec<Option<usize>> = vec![None; count];
        let mut is_done = vec![false; count];
        let (mut row, mut from, mut so_far) = (first, None, 0);
        let last = loop {
            for column in (0..count).filter(|&it| !is_done[it]) {
                let Some(edge) = cost(row, column) else {
                    continue;
                };
                let reduced = i64::from(edge) - self.of_row[row] - self.of_column[column];
                if length[column].is_none_or(|known| so_far + reduced < known) {
                    length[column] = Some(so_far + reduced);
                    before[column] = from;
                }
            }
            let open = (0..count).filter(|&it| !is_done[it] && length[it].is_some());
            let next = open.min_by_key(|&it| length[it])?;
            is_done[next] = true;
            so_far = length[next].unwrap_or(so_far);
            match self.row_of[next] {
                None => break next,
                Some(owner) => (row, from) = (owner, Some(next)),
            }
        };
        self.shift(first, so_far, &length, &is_done);
        let mut column = last;
        while let Some(previous) = before[column] {
            self.row_of[column] = self.row_of[previous];
            column = previous;
        }
        self.row_of[column] = Some(first);
        Some(())
    }

    /// Updates the potentials: reduced costs stay non-negative, and zero along the shortest paths.
    fn shift(&mut self, first: usize, so_far: i64, length: &[Option<i64>], is_done: &[bool]) {
        self.of_row[first] += so_far;
        for column in (0..length.len()).filter(|&it| is_done[it]) {
            let slack = so_far - length[column].unwrap_or(so_far);
            self.of_column[column] -= slack;
            if let Some(owner) = self.row_of[column] {
                self.of_row[owner] += slack;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Matching, cheapest_assignment};
    use sokolab_core::testing::Chance;

    /// The most rows that can be matched, and the least cost of matching all, by brute force.
    fn brute_force(costs: &[Vec<Option<u32>>], used: &mut Vec<usize>) -> (usize, Option<u64>) {
        let Some(row) = costs.first() else {
            return (0, Some(0));
        };
        let (mut most, _) = brute_force(&costs[1..], used);
        let mut least = None;
        for (column, cost) in row.iter().enumerate() {
            if let Some(cost) = cost
                && !used.contains(&column)
            {
                used.push(column);
                let (rest, total) = brute_force(&costs[1..], used);
                used.pop();
                most = most.max(rest + 1);
                let total = total.map(|it| it + u64::from(*cost));
                least = [least, total].into_iter().flatten().min();
            }
        }
        (most, least)
    }

    #[test]
    fn random_tables_match_as_by_brute_force() {
        let mut chance = Chance::new(7);
        for _ in 0..3_000 {
            let (rows, columns) = (1 + chance.below(5), 1 + chance.below(6));
            let mut cell = || (chance.below(3) > 0).then(|| chance.below(12) as u32);
            let costs: Vec<Vec<Option<u32>>> =
                (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
            let choices: Vec<Vec<usize>> = costs
                .iter()
                .map(|row| (0..columns).filter(|&column| row[column].is_some()).collect())
                .collect();

            let (most, least) = brute_force(&costs, &mut Vec::new());
            let matching = Matching::largest(&choices, columns);
            assert_eq!(matching.column_of.iter().flatten().count(), most);
            let assignment = cheapest_assignment(rows, columns, |row, column| costs[row][column]);
            assert_eq!(assignment.map(|it| it.total), least);

            let shortage = matching.shortage(&choices, columns);
            assert_eq!(shortage.is_some(), most < rows);
            if let Some(shortage) = shortage {
                assert!(shortage.columns.len() < shortage.rows.len());
                for &row in &shortage.rows {
                    assert!(choices[row].iter().all(|column| shortage.columns.contains(column)));
                }
            }
        }
    }

    #[test]
    fn nobody_is_matched_at_no_cost() {
        let assignment = cheapest_assignment(0, 0, |_, _| None).expect("nothing to assign");
        assert_eq!(assignment.total, 0);
        assert_eq!(Matching::largest(&[], 0).shortage(&[], 0), None);
    }
}
