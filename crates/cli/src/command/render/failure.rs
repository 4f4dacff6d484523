//! Why there is no picture of a level.

use crate::exit::{self, Exit};

/// Why there is no picture.
pub(super) enum Failure {
    /// Something about the level; the others go on.
    Level {
        error: anyhow::Error,
        /// The state that shows it.
        rows: Vec<String>,
        exit: Exit,
    },
    /// Something that ends the program.
    Program(anyhow::Error),
}

impl Failure {
    pub(super) fn of_level(error: anyhow::Error) -> Failure {
        Failure::Level { error, rows: Vec::new(), exit: exit::NEGATIVE }
    }

    /// The request cannot be fulfilled.
    pub(super) fn of_request(error: anyhow::Error) -> Failure {
        Failure::Level { error, rows: Vec::new(), exit: exit::USAGE }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Program(error)
    }
}
