//! `soko library check`: checks everything in the library.

use std::ops::ControlFlow;

use serde::Serialize;
use sokolab::quantity;
use sokolab_library::{CheckProgress, StorageFault};
use sokolab_wire::Line;

use super::format::LibraryFormat;
use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::library_file::LibraryFile;
use crate::terminal::progress::ProgressLine;

/// Check everything in the library, and replay every solution.
///
/// The exit code is 1 if anything is wrong. Nothing is changed.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    library: LibraryFile,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: LibraryFormat,
}

impl Check {
    pub(super) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let library = self.library.open()?;
        let file = library.path().display().to_string();
        let mut faults = Vec::new();
        let mut report = |fault: StorageFault| faults.push(fault);
        let mut shown = ProgressLine::new(file.clone(), output);
        let progress = library.check(&mut report, &mut |progress| {
            shown.show_count(progress.levels as u64, None);
            if interrupt::is_interrupted() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        drop(shown);
        let checked = Checked { library: file, ok: faults.is_empty(), progress, faults };
        match self.format {
            LibraryFormat::Text => output.write(&text(&checked))?,
            LibraryFormat::Jsonl => {
                output.json(&Line { schema: "sokolab/library-check/1", body: &checked })?;
            }
        }
        Ok(if checked.ok { exit::DONE } else { exit::NEGATIVE })
    }
}

/// The result of a check.
#[derive(Debug, Serialize)]
struct Checked {
    /// The file of the library.
    library: String,
    /// Whether nothing is wrong.
    ok: bool,
    #[serde(flatten)]
    progress: CheckProgress,
    faults: Vec<StorageFault>,
}

fn text(checked: &Checked) -> String {
    let mut text = String::new();
    for fault in &checked.faults {
        text.push_str(&format!("{fault}\n"));
    }
    let CheckProgress { levels, solutions } = checked.progress;
    let (levels, solutions) = (quantity(levels, "level"), quantity(solutions, "solution"));
    let verdict = match checked.faults.len() {
        0 => "no errors found".to_owned(),
        count => quantity(count, "fault"),
    };
    text.push_str(&format!("{levels}, {solutions} replayed: {verdict}\n"));
    text
}
