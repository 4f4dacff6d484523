//! `soko library path`: where the library is.

use crate::exit::{self, Exit};
use crate::io::output::Output;
use crate::library_file::LibraryFile;

/// Print the path of the library, whether the file exists or not.
#[derive(Debug, clap::Args)]
pub(crate) struct PathOf {
    #[command(flatten)]
    library: LibraryFile,
}

impl PathOf {
    pub(super) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        output.line(&self.library.path()?.display().to_string())?;
        Ok(exit::DONE)
    }
}
