//! `soko library stats`: the contents of the library, and your progress.

use serde::Serialize;
use sokolab_library::{Collection, Statistics};
use sokolab_wire::Line;

use super::format::LibraryFormat;
use crate::exit::{self, Exit};
use crate::io::output::Output;
use crate::library_file::LibraryFile;

/// Count what the library holds, and show your progress in each collection.
#[derive(Debug, clap::Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    library: LibraryFile,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: LibraryFormat,
}

/// What a library holds, as JSON.
#[derive(Debug, Serialize)]
struct Holdings<'a> {
    /// The file of the library.
    library: String,
    #[serde(flatten)]
    statistics: &'a Statistics,
    collections: &'a [Collection],
}

impl Stats {
    pub(super) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let library = self.library.open()?;
        let (statistics, collections) = (library.statistics()?, library.collections()?);
        match self.format {
            LibraryFormat::Jsonl => {
                let body = Holdings {
                    library: library.path().display().to_string(),
                    statistics: &statistics,
                    collections: &collections,
                };
                output.json(&Line { schema: "sokolab/library-stats/1", body })?;
            }
            LibraryFormat::Text => output.write(&text(&statistics, &collections))?,
        }
        Ok(exit::DONE)
    }
}

fn text(it: &Statistics, collections: &[Collection]) -> String {
    let mut text = String::new();
    for (name, count) in [
        ("levels", it.levels),
        ("solved", it.solved),
        ("fewest pushes", it.fewest_pushes),
        ("fewest moves", it.fewest_moves),
        ("won by you", it.won),
        ("solutions", it.solutions),
        ("games", it.games),
    ] {
        text.push_str(&format!("{name:<16}{count}\n"));
    }
    for (rules, count) in &it.rules {
        text.push_str(&format!("{:<16}{count}\n", format!("  {rules}")));
    }
    if collections.is_empty() {
        return text;
    }
    let name_width = collections.iter().map(|it| it.name.chars().count()).max().unwrap_or(0);
    let name_width = name_width.max("collection".len());
    text.push_str(&format!("\n{:name_width$}  levels  solved     won\n", "collection"));
    for Collection { name, progress } in collections {
        let (levels, solved, won) = (progress.levels, progress.solved, progress.won);
        text.push_str(&format!("{name:name_width$}  {levels:>6}  {solved:>6}  {won:>6}\n"));
    }
    text
}
