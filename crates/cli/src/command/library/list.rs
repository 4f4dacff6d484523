//! `soko library list`: the levels of the library.

use anyhow::Context;
use sokolab::quantity;
use sokolab_library::LevelSummary;
use sokolab_wire::Line;

use super::format::LibraryFormat;
use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::library_file::LibraryFile;

/// List the levels of the library, with the best known solution of each.
#[derive(Debug, clap::Args)]
pub(crate) struct List {
    #[command(flatten)]
    library: LibraryFile,

    /// Only the levels of this collection, in its order.
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,

    /// Only levels for which no solution is known.
    #[arg(long)]
    unsolved: bool,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: LibraryFormat,
}

/// The name and version of a line.
const SCHEMA: &str = "sokolab/library-list/1";

impl List {
    pub(super) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let library = self.library.open()?;
        if let Some(name) = &self.collection {
            library.collection(name)?.with_context(|| no_such_collection(name))?;
        }
        let levels = library.levels(self.collection.as_deref())?;
        for level in levels.iter().filter(|it| !self.unsolved || it.pushes.is_none()) {
            if interrupt::is_interrupted() {
                break;
            }
            match self.format {
                LibraryFormat::Text => output.line(&text(level))?,
                LibraryFormat::Jsonl => output.json(&Line { schema: SCHEMA, body: level })?,
            }
        }
        Ok(exit::DONE)
    }
}

/// The error for an unknown collection, with advice.
pub(super) fn no_such_collection(name: &str) -> String {
    format!("the library has no collection {name:?}: soko library stats lists them")
}

fn text(level: &LevelSummary) -> String {
    let best = match (level.pushes, level.moves) {
        (Some(pushes), Some(moves)) => {
            let proved = if level.is_proved { " (fewest)" } else { "" };
            format!("{}{proved}, {}", quantity(pushes, "push"), quantity(moves, "move"))
        }
        _ => "unsolved".to_owned(),
    };
    let wins = if level.wins > 0 { ", won" } else { "" };
    let title = level.title.as_ref().map_or(String::new(), |title| format!("  {title}"));
    let boxes = quantity(level.boxes, "box");
    format!("{}  {}, {boxes}: {best}{wins}{title}", level.id, level.rules)
}
