//! The levels with their solutions, as a `.sok` collection.

use sokolab::text::{Format, WriteOptions, write_header, write_level};
use sokolab::{Notes, Snapshot};

use super::{Exporter, WithSolution};
use crate::boundary::FailureForm;
use crate::io::output::Output;

/// Writes the header of the first level's collection, and the levels.
#[derive(Debug, Default)]
pub(crate) struct Sok {
    has_header: bool,
}

impl<T: WithSolution> Exporter<T> for Sok {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Nothing
    }

    fn level(&mut self, result: T, output: &mut Output) -> anyhow::Result<()> {
        let (level, number) = result.level();
        let options = WriteOptions::new(Format::Sok);
        let mut text = String::new();
        if !std::mem::replace(&mut self.has_header, true) {
            write_header(&level.collection, &options, &mut text);
        }
        let mut level = level.clone();
        if let Some(moves) = result.solution() {
            let (title, moves) = ("Solution".to_owned(), moves.to_string());
            level.snapshots.push(Snapshot { title, moves, notes: Notes::default() });
        }
        write_level(&level, number, &options, &mut text)?;
        output.write(&text)
    }
}
