//! Levels as Boolean formulas: a plane of variables for each point in time, and a solver that is
//! asked about one more step at a time. Learned clauses remain valid for longer solutions.

mod cuts;
mod engine;
pub(crate) mod pushes;
pub(crate) mod steps;
mod waste;
