//! `soko completions`: scripts for the shells.

use clap_complete::Shell;

use crate::command::Program;
use crate::exit::{self, Exit};
use crate::io::output::Output;

/// Print the completion script of a shell.
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Program::definition(), "soko", &mut script);
        output.write(&String::from_utf8_lossy(&script))?;
        Ok(exit::DONE)
    }
}
