//! `soko man`: the manual pages.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_mangen::Man as Page;

use crate::Arguments;
use crate::exit::{self, Exit};
use crate::files::write_files;
use crate::help::arranged;
use crate::output::Output;

/// Print a manual page, or write one page a command into a folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Man {
    /// The command whose page is wanted, as in `generate murase`; none for the program's own.
    command: Vec<String>,

    /// Write every page into this folder instead.
    #[arg(long, short, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut program = arranged(Arguments::command());
        program.build();
        if let Some(folder) = self.output {
            let pages = pages(&program)?;
            let paths = pages.into_iter().map(|(name, page)| (folder.join(name), page));
            write_files(&paths.collect::<Vec<_>>())?;
            return Ok(exit::DONE);
        }
        let mut wanted = &program;
        for name in &self.command {
            wanted = wanted.find_subcommand(name).with_context(|| {
                format!("there is no command {}; see soko --help", self.command.join(" "))
            })?;
        }
        output.write(&page(wanted)?)?;
        Ok(exit::DONE)
    }
}

/// The pages of a command and of all below it, by file name. What `help` prints is in the others.
fn pages(command: &Command) -> anyhow::Result<Vec<(String, String)>> {
    let mut all = vec![(Page::new(command.clone()).get_filename(), page(command)?)];
    for below in command.get_subcommands().filter(|it| it.get_name() != "help") {
        all.extend(pages(below)?);
    }
    Ok(all)
}

fn page(command: &Command) -> anyhow::Result<String> {
    // The page lists the commands below, too, and there is none for help.
    let listed = command.clone().mut_subcommands(|below| {
        let is_help = below.get_name() == "help";
        below.hide(is_help)
    });
    let mut text = Vec::new();
    Page::new(listed).render(&mut text).context("cannot write the page")?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::pages;
    use crate::Arguments;
    use crate::help::arranged;

    #[test]
    fn there_is_a_page_for_every_command_and_none_for_help() {
        let mut program = arranged(Arguments::command());
        program.build();
        let pages = pages(&program).expect("pages");
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names.contains(&"soko.1") && names.contains(&"soko-generate-murase.1"));
        assert!(names.iter().all(|name| !name.contains("help")), "{names:?}");
        assert_eq!(names.len(), 1 + 17 + 4);
        for (name, text) in &pages {
            assert!(!text.contains("help(1)"), "{name} refers to a page that is not there");
        }
    }
}
