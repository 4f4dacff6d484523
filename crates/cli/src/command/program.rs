//! The command line: the commands and the global options.

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};

use super::Command;
use super::help::arranged;
use super::known_options;
use crate::exit;
use crate::terminal::color::ColorChoice;

/// The workbench for Sokoban puzzles: solve, generate, check, explain and draw levels.
#[derive(Debug, Parser)]
#[command(name = "soko", version, max_term_width = 100, after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n{}", exit::STATUS))]
pub(crate) struct Program {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Print no progress and no warnings.
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,

    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
}

const EXAMPLES: &str = "\
Examples:
  soko solve                            solve the embedded levels
  soko solve level.txt --objective pushes
  soko verify level.txt --moves rrUUlD  check a solution
  soko generate reverse --count 5       generate five levels
";

impl Program {
    /// The command to run.
    ///
    /// # Errors
    /// What to print instead: help, the version, or what is wrong with the command line.
    pub(crate) fn from_command_line() -> Result<Program, clap::Error> {
        let matches = Program::definition().try_get_matches().map_err(|mut error| {
            if error.kind() == ErrorKind::UnknownArgument {
                let words = std::env::args_os().skip(1);
                known_options::add_to(&mut error, Program::definition(), words);
            }
            error
        })?;
        Program::from_arg_matches(&matches)
    }

    /// Commands, options and help, as shown to the user.
    pub(crate) fn definition() -> clap::Command {
        arranged(Program::command())
    }
}
