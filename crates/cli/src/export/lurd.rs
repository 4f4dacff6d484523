//! One line of moves per level, empty if there is no solution.

use sokolab::text::{Alphabet, write_moves_in};

use super::{Exporter, WithSolution};
use crate::boundary::FailureForm;
use crate::io::output::Output;

/// Writes a line of moves for each level.
#[derive(Debug)]
pub(crate) struct Lurd {
    pub(crate) alphabet: Alphabet,
}

impl<T: WithSolution> Exporter<T> for Lurd {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Nothing
    }

    fn level(&mut self, result: T, output: &mut Output) -> anyhow::Result<()> {
        let moves = result.solution().map(|moves| write_moves_in(moves, self.alphabet));
        output.line(&moves.unwrap_or_default())
    }
}
