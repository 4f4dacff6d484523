//! The subcommands: one folder each, with its arguments and `run`.

mod analyze;
mod bench;
mod completions;
mod convert;
mod explain;
pub(crate) mod generate;
pub(crate) mod help;
mod lint;
mod man;
mod optimize;
mod patterns;
mod perft;
mod rate;
mod render;
mod solve;
mod trace;
mod trim;
mod verify;

use clap::Subcommand;

use crate::exit::Exit;
use crate::io::output::Output;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Solve),
    Optimize(optimize::Optimize),
    Verify(verify::Verify),
    Analyze(analyze::Analyze),
    Explain(explain::Explain),
    Rate(rate::Rate),
    Trim(trim::Trim),
    Generate(generate::Generate),
    Convert(convert::Convert),
    Lint(lint::Lint),
    Render(render::Render),
    Patterns(patterns::Patterns),
    Trace(trace::Trace),
    Perft(perft::Perft),
    Bench(bench::Bench),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        match self {
            Command::Solve(it) => it.run(output),
            Command::Optimize(it) => it.run(output),
            Command::Verify(it) => it.run(output),
            Command::Analyze(it) => it.run(output),
            Command::Explain(it) => it.run(output),
            Command::Rate(it) => it.run(output),
            Command::Trim(it) => it.run(output),
            Command::Generate(it) => it.run(output),
            Command::Convert(it) => it.run(output),
            Command::Lint(it) => it.run(output),
            Command::Render(it) => it.run(output),
            Command::Patterns(it) => it.run(output),
            Command::Trace(it) => it.run(output),
            Command::Perft(it) => it.run(output),
            Command::Bench(it) => it.run(output),
            Command::Completions(it) => it.run(output),
            Command::Man(it) => it.run(output),
        }
    }
}
