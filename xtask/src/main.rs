//! All automation of the workspace; `cargo xtask` lists the subcommands.
//!
//! Each subcommand is one module. It installs what it needs, prints what it runs, and stops at the
//! first failure.

#[cfg(target_os = "linux")]
mod abuse;
mod bench;
mod calibrate;
mod catalogue;
mod check;
mod corpus;
mod date;
mod debian;
mod differential;
mod fuzz;
mod hints;
mod interop;
mod licences;
mod nethack;
mod node;
mod page;
mod patterns;
mod pictures;
mod proofs;
mod python;
mod signature;
mod soundness;
mod sources;
mod test;
mod tidy;
mod versus;
mod web;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "cargo xtask", about = "Automation of the Sokolab workspace")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run everything that must pass: format, clippy, tests, docs, tidy, licences.
    Test,
    /// Run the two-minute version of `test`: format, clippy, fast tests, tidy.
    Check,
    /// Check sizes, forbidden words, paths and links in every file, and modules for cycles.
    Tidy,
    /// Check the licence of every dependency against `deny.toml`.
    Licences,
    /// Run the fuzz targets and count executions and findings.
    Fuzz(fuzz::Fuzz),
    #[cfg(target_os = "linux")]
    Abuse(abuse::Abuse),
    /// Let Fast Downward solve exported levels and compare its plans with our solutions.
    Interop,
    /// Rebuild the catalogue of chambers (a few minutes).
    Catalogue,
    /// Rebuild the library of deadlock patterns (a minute).
    Patterns,
    Python(python::Python),
    /// Train a small network with `sokolab.train` and let tree search read it.
    Train,
    Scale(python::Scale),
    Pictures(pictures::Pictures),
    Proofs(proofs::Proofs),
    Bench(bench::Bench),
    Calibrate(calibrate::Calibrate),
    Hints(hints::Hints),
    Soundness(soundness::Soundness),
    Sources(sources::Sources),
    Signature(signature::Signature),
    Differential(differential::Differential),
    Corpus(corpus::Corpus),
    Versus(versus::Versus),
    Nethack(nethack::Nethack),
    /// Test the page in a real browser, and check its types.
    Page(page::Page),
    Site(web::Site),
    Npm(web::Npm),
    #[command(hide = true)]
    Measure(versus::Measure),
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<()> {
    match arguments.command {
        None => Ok(Arguments::command().print_help()?),
        Some(Command::Test) => test::run(),
        Some(Command::Check) => check::run(),
        Some(Command::Tidy) => tidy::run(),
        Some(Command::Licences) => licences::run(),
        Some(Command::Fuzz(fuzz)) => fuzz.run(),
        #[cfg(target_os = "linux")]
        Some(Command::Abuse(abuse)) => abuse.run(),
        Some(Command::Interop) => interop::run(),
        Some(Command::Catalogue) => catalogue::run(),
        Some(Command::Patterns) => patterns::run(),
        Some(Command::Python(python)) => python.run(),
        Some(Command::Train) => python::train(),
        Some(Command::Scale(scale)) => scale.run(),
        Some(Command::Pictures(pictures)) => pictures.run(),
        Some(Command::Proofs(proofs)) => proofs.run(),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Calibrate(calibrate)) => calibrate.run(),
        Some(Command::Hints(hints)) => hints.run(),
        Some(Command::Soundness(soundness)) => soundness.run(),
        Some(Command::Sources(sources)) => sources.run(),
        Some(Command::Signature(signature)) => signature.run(),
        Some(Command::Differential(differential)) => differential.run(),
        Some(Command::Corpus(corpus)) => corpus.run(),
        Some(Command::Versus(versus)) => versus.run(),
        Some(Command::Nethack(nethack)) => nethack.run(),
        Some(Command::Page(page)) => page.run(),
        Some(Command::Site(site)) => site.run(),
        Some(Command::Npm(npm)) => npm.run(),
        Some(Command::Measure(measure)) => measure.run(),
    }
}
