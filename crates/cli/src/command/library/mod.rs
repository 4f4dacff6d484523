//! `soko library`: levels, their best known solutions and games, in one file.

mod check;
mod export;
mod format;
mod import;
mod list;
mod path;
mod show;
mod stats;

use clap::Subcommand;

use crate::exit::Exit;
use crate::io::output::Output;

/// Keep levels, best known solutions and your games in a library.
///
/// Rotated and reflected copies of a level count as one. For each level, the library keeps the
/// solutions that no other beats in both pushes and moves. It is one file, by default in your data
/// folder; --library names another. Several programs can use it at the same time.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct LibraryCommand {
    #[command(subcommand)]
    action: Action,
}

const EXAMPLES: &str = "\
Examples:
  soko library import microban.sok           add a file with the solutions stored in it
  soko library import a.sok --solutions a.jsonl
  soko library list --collection microban --unsolved
  soko library show a.sok#7                  what is known about a level, however it is drawn
  soko library export --collection microban -o microban.sok
  soko solve a.sok --remember                look up solutions, and store new ones
";

#[derive(Debug, Subcommand)]
enum Action {
    Import(import::Import),
    List(list::List),
    Show(show::Show),
    Stats(stats::Stats),
    Export(export::Export),
    Path(path::PathOf),
    Check(check::Check),
}

impl LibraryCommand {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        match self.action {
            Action::Import(it) => it.run(output),
            Action::List(it) => it.run(output),
            Action::Show(it) => it.run(output),
            Action::Stats(it) => it.run(output),
            Action::Export(it) => it.run(output),
            Action::Path(it) => it.run(output),
            Action::Check(it) => it.run(output),
        }
    }
}
