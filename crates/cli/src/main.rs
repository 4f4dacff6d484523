//! The command `soko`.

mod arguments;
mod batch;
mod boundary;
mod command;
mod exit;
mod export;
mod gallery;
mod input;
mod io;
mod library_file;
mod screen;
mod search;
mod terminal;

use std::process::ExitCode;

use sokolab::contain;

use crate::command::Program;
use crate::exit::Exit;
use crate::io::interrupt::Results;
use crate::io::output::Output;
use crate::io::output_file::{OutputClosed, Publish, RemoveAtEnd};
use crate::io::{in_use, interrupt, output_file};
use crate::terminal::diagnostics;

fn main() -> ExitCode {
    let Program { command, quiet, color } = match Program::from_command_line() {
        Ok(program) => program,
        Err(answer) if answer.use_stderr() => answer.exit(),
        Err(answer) => return print_help(&answer.render().ansi().to_string()),
    };
    color.apply();
    boundary::install();
    interrupt::listen(end_at_once);
    let Some(command) = command else {
        // Without arguments, print help: an error would be less useful.
        return print_help(&Program::definition().render_help().ansi().to_string());
    };
    let _remove_at_end = RemoveAtEnd;
    in_use::note_redirection();
    let mut output = Output::new(quiet);
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

/// Prints help or the version.
fn print_help(text: &str) -> ExitCode {
    match Output::new(false).write(text) {
        Err(error) if !error.is::<OutputClosed>() => {
            diagnostics::print_error(&error);
            exit::USAGE.into()
        }
        _ => exit::DONE.into(),
    }
}

/// Puts the output files in place. Even after an interrupt, finished results are complete; without
/// results, older files stay.
fn publish(code: Exit) -> anyhow::Result<Exit> {
    let is_whole = code == exit::DONE && !interrupt::is_interrupted();
    let which = if is_whole { Publish::All } else { Publish::Written };
    output_file::publish(which).map(|()| code)
}

/// Whether an error only means that waiting for input was interrupted.
fn is_interruption(error: &anyhow::Error) -> bool {
    let mut errors = error.chain().filter_map(|it| it.downcast_ref::<std::io::Error>());
    errors.any(interrupt::is_interruption)
}

/// Ends the program after an interrupt, with output files put in place or removed.
fn end_at_once(results: Results) -> ! {
    screen::close_at_once();
    let which = match results {
        Results::Kept => Some(Publish::Written),
        Results::Dropped => None,
    };
    output_file::exit(which, exit::INTERRUPTED.code(), diagnostics::print_error)
}
