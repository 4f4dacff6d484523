//! `soko man`: the manual pages.

use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;

use crate::Arguments;
use crate::exit::{self, Exit};
use crate::output::Output;

/// Print the manual page, or write one page a command into a folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Man {
    /// The command whose page is wanted; none for the program's own.
    command: Option<String>,

    /// Write every page into this folder instead.
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut program = Arguments::command();
        program.build();
        if let Some(folder) = self.output {
            std::fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(program, &folder))
                .with_context(|| format!("cannot write to {}", folder.display()))?;
            return Ok(exit::DONE);
        }
        let wanted = match &self.command {
            None => program,
            Some(name) => program
                .find_subcommand(name)
                .with_context(|| format!("there is no command {name}; see soko --help"))?
                .clone(),
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(wanted).render(&mut page).context("cannot write the page")?;
        output.write(&String::from_utf8_lossy(&page))?;
        Ok(exit::DONE)
    }
}
