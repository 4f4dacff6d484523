//! The command `soko`.

mod arguments;
mod bench;
mod block_list;
mod claims;
mod color;
mod command;
mod constraints;
mod coverage;
mod cpu_time;
mod diagnostics;
mod embedded;
mod exit;
mod explaining;
mod files;
mod generate;
mod improving;
mod input;
mod interrupt;
mod layers;
mod output;
mod patterns;
mod progress;
mod search_limits;
mod solving;
mod tracing;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use crate::color::ColorChoice;
use crate::command::Command;
use crate::output::{Output, OutputClosed};

/// The workbench for Sokoban puzzles: read, solve, make, check, convert and show levels.
#[derive(Debug, Parser)]
#[command(name = "soko", version, max_term_width = 100, after_help = EXAMPLES)]
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
    interrupt::listen();
    let Some(command) = arguments.command else {
        // Asked for nothing: say what there is, as an error would be no help.
        anstream::print!("{}", Arguments::command().render_help().ansi());
        return exit::DONE.into();
    };
    let mut output = Output::new(arguments.quiet);
    match command.run(&mut output) {
        Ok(code) if interrupt::is_interrupted() => code.or_interrupted().into(),
        Ok(code) => code.into(),
        Err(error) if error.is::<OutputClosed>() => exit::DONE.into(),
        Err(error) => {
            diagnostics::print_error(&error);
            exit::USAGE.into()
        }
    }
}

fn command_line() -> Arguments {
    let matches = Arguments::command().get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}
