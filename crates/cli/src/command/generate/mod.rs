//! `soko generate`: make levels, each with a solution.

mod arguments;
mod avoided;
mod branch;
mod chambers;
mod columns;
mod data_set;
mod destination;
mod digest;
mod evolve;
mod grading;
mod leftovers;
mod murase;
mod report;
mod reverse;
mod run;
mod seed;
mod writer;

use clap::Subcommand;

use crate::exit::Exit;
use crate::io::output::Output;

/// Generate levels, each with a verified solution.
///
/// Equal seeds give equal levels, on every machine and for every number of threads. Levels are
/// numbered by trial (some trials fail); --index N makes one of them again.
#[derive(Debug, clap::Args)]
pub(crate) struct Generate {
    #[command(subcommand)]
    generator: Generator,
}

#[derive(Debug, Subcommand)]
enum Generator {
    Chambers(Box<chambers::ChambersCommand>),
    Murase(Box<murase::MuraseCommand>),
    Reverse(Box<reverse::ReverseCommand>),
    Evolve(Box<evolve::EvolveCommand>),
}

impl Generate {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        match self.generator {
            Generator::Chambers(it) => it.run(output),
            Generator::Murase(it) => it.run(output),
            Generator::Reverse(it) => it.run(output),
            Generator::Evolve(it) => it.run(output),
        }
    }
}
