//! Levels as Boolean formulas: a plane of variables for each moment, and a solver that is asked
//! about one moment more at a time. What it has learned stays true for longer plays.

mod cuts;
mod engine;
pub(crate) mod pushes;
pub(crate) mod steps;
mod waste;
