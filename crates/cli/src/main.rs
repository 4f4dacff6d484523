//! The command `soko`.

mod arguments;
mod boundary;
mod command;
mod exit;
mod gallery;
mod input;
mod io;
mod layers;
mod search;
mod terminal;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use sokolab::contain;

use crate::command::Command;
use crate::command::help::arranged;
use crate::exit::Exit;
use crate::io::output::{Output, OutputClosed};
use crate::io::output_file::{Publish, RemoveAtEnd};
use crate::io::{in_use, interrupt, output_file};
use crate::terminal::color::ColorChoice;
use crate::terminal::diagnostics;

/// The workbench for Sokoban puzzles: read, solve, make, check, convert and show levels.
#[derive(Debug, Parser)]
#[command(name = "soko", version, max_term_width = 100, after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n{}", exit::STATUS))]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// Print no progress and no warnings.
    #[arg(long, short, global = true)]
    quiet: bool,

    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

const EXAMPLES: &str = "\
Examples:
  soko solve                            solve the levels that come with the program
  soko solve level.txt --objective pushes
  soko verify level.txt --moves rrUUlD  is this a solution?
  soko generate reverse --count 5       make five levels
";

fn main() -> ExitCode {
    let arguments = command_line();
    arguments.color.apply();
    boundary::install();
    interrupt::listen();
    let Some(command) = arguments.command else {
        // Asked for nothing: say what there is, as an error would be no help.
        anstream::print!("{}", arranged(Arguments::command()).render_help().ansi());
        return exit::DONE.into();
    };
    let _remove_at_end = RemoveAtEnd;
    in_use::note_redirection();
    let mut output = Output::new(arguments.quiet);
    let code = match contain(|| command.run(&mut output).and_then(publish)) {
        Ok(Ok(code)) => code,
        Ok(Err(error)) if error.is::<OutputClosed>() => return exit::DONE.into(),
        Ok(Err(error)) if interrupt::is_interrupted() && is_interruption(&error) => {
            exit::INTERRUPTED
        }
        Ok(Err(error)) => {
            diagnostics::print_error(&error);
            exit::USAGE
        }
        Err(message) => {
            diagnostics::print_error(&anyhow::anyhow!(boundary::reason(&message)));
            exit::FAILED
        }
    };
    let code = boundary::exit_code(code);
    if interrupt::is_interrupted() { code.or_interrupted().into() } else { code.into() }
}

/// Puts the output files in their places. Interrupted or not, what was done is complete; without
/// any results, older files stay as they are.
fn publish(code: Exit) -> anyhow::Result<Exit> {
    let which = if code == exit::DONE { Publish::All } else { Publish::Written };
    output_file::publish(which).map(|()| code)
}

/// Whether an error says only that somebody ended the wait for an input.
fn is_interruption(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|it| it.downcast_ref::<std::io::Error>());
    kinds.map(std::io::Error::kind).any(|kind| kind == std::io::ErrorKind::Interrupted)
}

fn command_line() -> Arguments {
    let matches = arranged(Arguments::command()).get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}
