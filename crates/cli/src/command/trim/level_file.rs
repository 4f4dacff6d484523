//! The trimmed levels with their solutions, in a level format.

use sokolab::text::{Format, WriteOptions, write_level};
use sokolab::{Notes, Snapshot};
use sokolab_wire::id_of;

use super::result::{TrimmedLevel, why_not};
use crate::boundary::FailureForm;
use crate::export::Exporter;
use crate::export::left_out::warn_of_left_out;
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// Writes each level; one that could not be trimmed is unchanged.
#[derive(Debug)]
pub(super) struct LevelFile {
    pub(super) format: Format,
}

impl Exporter<TrimmedLevel> for LevelFile {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Nothing
    }

    fn level(&mut self, result: TrimmedLevel, output: &mut Output) -> anyhow::Result<()> {
        result.print_findings();
        let TrimmedLevel { place, level, trimmed } = result;
        let now = match trimmed {
            Ok(found) => {
                let (title, moves) = ("Solution".to_owned(), found.solution.moves().to_string());
                let mut now = found.level;
                now.snapshots = vec![Snapshot { title, moves, notes: Notes::default() }];
                now
            }
            Err(why) => {
                let why = why_not(&why);
                diagnostics::print_error(&anyhow::anyhow!("{}#{}: {why}", place.file, place.level));
                level
            }
        };
        let mut text = String::new();
        let options = WriteOptions { id_of: Some(id_of), ..WriteOptions::new(self.format) };
        write_level(&now, place.level, &options, &mut text).map_err(|error| {
            let others = "use --format nethack-map, nethack-des or nethack-lua";
            anyhow::anyhow!("{}#{}: {error}: {others}", place.file, place.level)
        })?;
        warn_of_left_out(&place, &now, &options, output);
        output.write(&text)
    }
}
