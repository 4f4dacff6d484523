//! The native part of the Python package `sokolab`.
//!
//! Functions take levels and options as JSON and return the JSON lines of `soko`, so that names and
//! meanings are those of the command line; the Python part turns them into objects. Long
//! computations run on a separate thread while the calling thread checks for Ctrl-C.

mod analysing;
mod errors;
mod game;
mod generating;
mod judging;
mod level;
mod options;
mod reading;
mod recipes;
mod searching;
mod watch;

/// The module `sokolab._native`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::analysing::{analyze, explain, rate};
    #[pymodule_export]
    use super::game::Games;
    #[pymodule_export]
    use super::generating::generate;
    #[pymodule_export]
    use super::judging::verify;
    #[pymodule_export]
    use super::level::Level;
    #[pymodule_export]
    use super::reading::{Reader, embedded};
    #[pymodule_export]
    use super::searching::{optimize, solve};
}
