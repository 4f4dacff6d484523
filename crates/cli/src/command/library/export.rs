//! `soko library export`: the levels of the library with their solutions, as a file.

use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use sokolab::text::{Format, WriteOptions, write_level};
use sokolab::{Notes, Snapshot, quantity};
use sokolab_library::{Library, StoredLevel};
use sokolab_wire::id_of;

use super::list::no_such_collection;
use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::library_file::LibraryFile;

/// Write the levels of the library with their best known solutions.
///
/// With --collection, levels are written as drawn in that collection, otherwise as they were first
/// imported.
#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    #[command(flatten)]
    library: LibraryFile,

    /// Only the levels of this collection, in its order.
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "sok")]
    format: ExportFormat,

    /// Write to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// A collection with all solutions.
    Sok,
    /// One JSON object per level, with the solution that has the fewest pushes.
    Jsonl,
}

impl Export {
    pub(super) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let library = self.library.open()?;
        output.redirect(self.output.as_deref())?;
        let format = match self.format {
            ExportFormat::Sok => Format::Sok,
            ExportFormat::Jsonl => Format::JsonLines,
        };
        let options = WriteOptions { id_of: Some(id_of), ..WriteOptions::new(format) };
        let mut number = 0;
        self.each_level(&library, &mut |stored| {
            number += 1;
            let level = with_solutions(stored);
            let mut text = String::new();
            write_level(&level, number, &options, &mut text)
                .with_context(|| format!("level {number}: try --format jsonl"))?;
            output.write(&text)
        })?;
        Ok(exit::DONE)
    }

    fn each_level(
        &self,
        library: &Library,
        write: &mut dyn FnMut(StoredLevel) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if let Some(name) = &self.collection {
            library.collection(name)?.with_context(|| no_such_collection(name))?;
            for entry in library.entries(name)? {
                if let Some(stored) = library.entry(name, entry.number)? {
                    write(stored)?;
                }
                if interrupt::is_interrupted() {
                    break;
                }
            }
            return Ok(());
        }
        for summary in library.levels(None)? {
            if let Some(stored) = library.level(summary.id)? {
                write(stored)?;
            }
            if interrupt::is_interrupted() {
                break;
            }
        }
        Ok(())
    }
}

/// The level with its known solutions, the one with the fewest pushes first.
fn with_solutions(stored: StoredLevel) -> sokolab::Level {
    let mut level = stored.level;
    for it in &stored.known.solutions {
        let measures = it.solution.measures();
        let (pushes, moves) = (quantity(measures.pushes, "push"), quantity(measures.moves, "move"));
        let title = format!("Solution, {pushes}, {moves}");
        let moves = it.solution.moves().to_string();
        level.snapshots.push(Snapshot { title, moves, notes: Notes::default() });
    }
    level
}
