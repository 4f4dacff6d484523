//! Counts who solved what, in which time.

use std::collections::BTreeMap;

use super::record::{Row, Status};

/// Limits in processor seconds for counting solved levels; the limit of the run comes last.
const WITHIN: [u64; 7] = [1, 2, 5, 10, 20, 30, 60];

/// The rows of the levels that every solver has tried.
#[derive(Debug)]
pub(super) struct Score {
    /// Maximum processor seconds for a level to count as solved.
    pub(super) limit: u64,
    /// The names of the solvers.
    pub(super) solvers: Vec<String>,
    /// For each level, a row for each solver in the order of `solvers`.
    levels: Vec<Vec<Row>>,
}

/// A comparison of two solvers on the levels that both solve.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pair {
    pub(super) levels: usize,
    pub(super) cpu_seconds: [f64; 2],
    pub(super) pushes: [usize; 2],
    pub(super) moves: [usize; 2],
    /// Number of levels that one solves and the other does not.
    pub(super) alone: [usize; 2],
}

impl Score {
    /// Skips a level that some solver has not tried yet, so that all have equal conditions.
    pub(super) fn new(solvers: Vec<String>, limit: u64, rows: &[Row]) -> Score {
        let mut by_level: BTreeMap<(&str, usize), Vec<&Row>> = BTreeMap::new();
        for row in rows {
            by_level.entry((&row.file, row.level)).or_default().push(row);
        }
        let in_order = |rows: &Vec<&Row>| {
            let of = |name: &String| rows.iter().find(|row| row.solver == *name);
            solvers.iter().map(|name| of(name).map(|row| (*row).clone())).collect()
        };
        let levels = by_level.values().filter_map(in_order).collect();
        Score { limit, solvers, levels }
    }

    /// Number of levels that all solvers have tried.
    pub(super) fn level_count(&self) -> usize {
        self.levels.len()
    }

    /// The limits in seconds for counting levels: those below the limit of the run, and that limit.
    pub(super) fn limits(&self) -> Vec<u64> {
        WITHIN.into_iter().filter(|it| *it < self.limit).chain([self.limit]).collect()
    }

    /// The rows of a solver.
    fn rows_of(&self, solver: usize) -> impl Iterator<Item = &Row> {
        self.levels.iter().map(move |rows| &rows[solver])
    }

    fn is_solved(&self, row: &Row) -> bool {
        row.is_solved_within(self.limit as f64)
    }

    /// Number of levels solved within this many seconds.
    pub(super) fn solved_within(&self, solver: usize, seconds: u64) -> usize {
        self.rows_of(solver).filter(|row| row.is_solved_within(seconds as f64)).count()
    }

    /// The processor seconds of the levels solved within the limit, ascending.
    pub(super) fn times(&self, solver: usize) -> Vec<f64> {
        let solved = self.rows_of(solver).filter(|row| self.is_solved(row));
        let mut times: Vec<f64> = solved.map(|row| row.cpu_seconds).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// Total processor seconds, counting the limit for unsolved levels.
    pub(super) fn penalized_seconds(&self, solver: usize) -> f64 {
        let limit = self.limit as f64;
        let seconds = |row: &Row| if self.is_solved(row) { row.cpu_seconds } else { limit };
        self.rows_of(solver).map(seconds).sum()
    }

    /// The maximum memory on a level, in bytes.
    pub(super) fn memory(&self, solver: usize) -> u64 {
        self.rows_of(solver).map(|row| row.memory_bytes).max().unwrap_or(0)
    }

    /// The rows with solutions that the referee refused.
    pub(super) fn refused(&self, solver: usize) -> Vec<&Row> {
        self.rows_of(solver).filter(|row| row.status == Status::Refused).collect()
    }

    /// The locations of the levels that only this solver solves.
    pub(super) fn unique(&self, solver: usize) -> Vec<String> {
        let is_alone = |rows: &&Vec<Row>| {
            rows.iter().enumerate().all(|(other, row)| self.is_solved(row) == (other == solver))
        };
        self.levels.iter().filter(is_alone).map(|rows| rows[solver].place()).collect()
    }

    /// Compares two solvers.
    pub(super) fn pair(&self, first: usize, second: usize) -> Pair {
        let mut pair = Pair::default();
        for rows in &self.levels {
            let both = [&rows[first], &rows[second]];
            match both.map(|row| self.is_solved(row)) {
                [true, true] => {
                    pair.levels += 1;
                    for (index, row) in both.into_iter().enumerate() {
                        pair.cpu_seconds[index] += row.cpu_seconds;
                        pair.pushes[index] += row.pushes.unwrap_or(0);
                        pair.moves[index] += row.moves.unwrap_or(0);
                    }
                }
                [true, false] => pair.alone[0] += 1,
                [false, true] => pair.alone[1] += 1,
                [false, false] => {}
            }
        }
        pair
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::samples::row;
    use super::super::record::{Row, Status};
    use super::{Pair, Score};

    fn score(limit: u64) -> Score {
        let refused = Row { status: Status::Refused, ..row(4, "soko", None) };
        let rows = [
            row(1, "soko", Some(0.5)),
            row(1, "other", Some(1.0)),
            row(2, "other", Some(1.5)),
            row(2, "soko", Some(7.0)),
            row(3, "soko", Some(4.0)),
            row(3, "other", Some(11.0)),
            refused,
            row(4, "other", None),
            row(5, "soko", Some(0.1)),
        ];
        Score::new(vec!["soko".to_owned(), "other".to_owned()], limit, &rows)
    }

    #[test]
    fn a_level_counts_when_its_time_is_within_the_limit() {
        let score = score(10);
        assert_eq!(score.level_count(), 4, "the fifth level was not tried by all");
        assert_eq!(score.limits(), [1, 2, 5, 10]);
        let counts = |solver| score.limits().into_iter().map(move |it| (solver, it));
        let solved = |solver| {
            counts(solver).map(|(solver, it)| score.solved_within(solver, it)).collect::<Vec<_>>()
        };
        assert_eq!(solved(0), [1, 1, 2, 3]);
        assert_eq!(solved(1), [1, 2, 2, 2], "11 s are over the limit, exactly 1 s is within");
        assert_eq!(score.times(0), [0.5, 4.0, 7.0]);
    }

    #[test]
    fn an_unsolved_level_costs_the_limit() {
        assert!((score(10).penalized_seconds(0) - 21.5).abs() < 1e-9);
        assert!((score(10).penalized_seconds(1) - 22.5).abs() < 1e-9);
        assert_eq!(score(10).refused(0).len(), 1);
        assert_eq!(score(10).refused(1).len(), 0);
    }

    #[test]
    fn pairs_are_compared_on_what_both_solve() {
        let expected = Pair {
            levels: 2,
            cpu_seconds: [7.5, 2.5],
            pushes: [20, 20],
            moves: [80, 80],
            alone: [1, 0],
        };
        assert_eq!(score(10).pair(0, 1), expected);
        assert_eq!(score(10).unique(0), ["a.sok#3"]);
        assert_eq!(score(60).unique(0), Vec::<String>::new());
    }
}
