//! Table 1 of the paper next to the results of our own trials.

use super::{FAILED, REMOVED, UNSOLVABLE};
use crate::funnel::Funnel;
use crate::stream::{FINISHED, TRIALS};

/// The rows of the paper's Table 1: the funnel row, the paper's term, its count.
pub const TABLE_1: [(&str, &str, u64); 5] = [
    (FAILED, "generation failures", 7),
    (UNSOLVABLE, "problems that have no solutions", 245),
    (REMOVED, "solvable problems, removed", 204),
    (FINISHED, "solvable problems, outputted", 44),
    (TRIALS, "trials", 500),
];

/// How many of the generated problems human experts called good, according to the paper.
pub(super) const GOOD_IN_PAPER: u64 = 14;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TableRow {
    /// What is counted, in the paper's terms.
    pub name: &'static str,
    /// The paper's count.
    pub paper: u64,
    /// Our count; `None` if levels were not judged.
    pub ours: Option<u64>,
}

/// The table for a funnel; `good` is the number of levels that our own grade calls good.
#[must_use]
pub fn table_1(funnel: &Funnel, good: Option<u64>) -> Vec<TableRow> {
    let row = |(row, name, paper): (&str, &'static str, u64)| TableRow {
        name,
        paper,
        ours: Some(funnel.get(row)),
    };
    let mut rows: Vec<TableRow> = TABLE_1.map(row).into();
    rows.push(TableRow { name: "real good problems", paper: GOOD_IN_PAPER, ours: good });
    rows
}
