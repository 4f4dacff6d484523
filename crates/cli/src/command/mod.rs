//! The commands: one folder each, with its arguments and a method `run`.
//!
//! A new command needs a folder, a `mod` line and a line in the list below. Its help, its manual
//! page and its completions follow from its arguments.

mod analyze;
mod bench;
mod chamber;
mod check_proof;
mod completions;
mod convert;
mod explain;
mod generate;
mod help;
mod hint;
mod known_options;
mod library;
mod lint;
mod man;
mod optimize;
mod patterns;
mod perft;
mod play;
mod program;
mod rate;
mod render;
mod replay;
mod serve;
mod solve;
mod trace;
mod trim;
mod verify;

use clap::Subcommand;

pub(crate) use program::Program;

use crate::exit::Exit;
use crate::io::output::Output;

/// Declares the commands, in the order of the help.
macro_rules! commands {
    ($($name:ident($arguments:ty),)*) => {
        /// The commands of the program.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($name($arguments),)*
        }

        impl Command {
            pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
                match self {
                    $(Command::$name(command) => command.run(output),)*
                }
            }
        }
    };
}

commands! {
    Solve(solve::Solve),
    Optimize(optimize::Optimize),
    Verify(verify::Verify),
    CheckProof(check_proof::CheckProof),
    Analyze(analyze::Analyze),
    Chamber(chamber::Chamber),
    Explain(explain::Explain),
    Hint(hint::Hint),
    Rate(rate::Rate),
    Trim(trim::Trim),
    Generate(generate::Generate),
    Convert(convert::Convert),
    Lint(lint::Lint),
    Render(render::Render),
    Replay(replay::Replay),
    Play(play::Play),
    Library(library::LibraryCommand),
    Serve(serve::Serve),
    Patterns(patterns::Patterns),
    Trace(trace::Trace),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Completions(completions::Completions),
    Man(man::Man),
}
