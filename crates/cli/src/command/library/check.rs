//! `soko library check`: everything in the library looked at again.

use std::ops::ControlFlow;

use sokolab::quantity;
use sokolab_wire::{LibraryCheckLine, LibraryFault};

use super::format::LibraryFormat;
use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::library_file::LibraryFile;
use crate::terminal::progress::ProgressLine;

/// Look at everything in the library again, and replay every solution.
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
        let mut report = |fault: sokolab_library::Fault| {
            faults.push(LibraryFault { id: fault.level, message: fault.what });
        };
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
        let line = LibraryCheckLine {
            schema: "sokolab/library-check/1".to_owned(),
            library: file,
            ok: faults.is_empty(),
            levels: progress.levels,
            solutions: progress.solutions,
            faults,
        };
        match self.format {
            LibraryFormat::Jsonl => output.json(&line)?,
            LibraryFormat::Text => output.write(&text(&line))?,
        }
        Ok(if line.ok { exit::DONE } else { exit::NEGATIVE })
    }
}

fn text(line: &LibraryCheckLine) -> String {
    let mut text = String::new();
    for LibraryFault { id, message } in &line.faults {
        let id = id.as_ref().map_or(String::new(), |id| format!("{id}: "));
        text.push_str(&format!("{id}{message}\n"));
    }
    let (levels, solutions) =
        (quantity(line.levels, "level"), quantity(line.solutions, "solution"));
    let verdict = match line.faults.len() {
        0 => "all is well".to_owned(),
        count => quantity(count, "fault"),
    };
    text.push_str(&format!("{levels}, {solutions} replayed: {verdict}\n"));
    text
}
