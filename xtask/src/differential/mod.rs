//! `cargo xtask differential`: compares claims about random levels with an exhaustive oracle.
//!
//! Every level is solved by the exact methods, and by one more method, one command and one other
//! framing drawn from its seed. The program's claims are compared with the truth; false ones are
//! shrunk and printed as tests.
//!
//! The checks call the libraries, so they are compiled only with the feature `differential`, and
//! optimised: without it, this command restarts itself in that form.

#[cfg(feature = "differential")]
mod case;
#[cfg(feature = "differential")]
mod checks;
#[cfg(feature = "differential")]
mod example;
#[cfg(any(feature = "differential", feature = "hints"))]
#[cfg_attr(not(feature = "differential"), allow(dead_code))]
pub(crate) mod oracle;
#[cfg(feature = "differential")]
mod program;
#[cfg(feature = "differential")]
mod progress;
#[cfg(feature = "differential")]
mod report;
#[cfg(feature = "differential")]
mod run;
#[cfg(feature = "differential")]
mod shrink;
#[cfg(any(feature = "differential", feature = "hints"))]
#[cfg_attr(not(feature = "differential"), allow(dead_code))]
pub(crate) mod whole;

use std::path::PathBuf;

use anyhow::Result;

#[cfg(not(feature = "differential"))]
use crate::workspace::{cargo, execute};

/// Compare what the program claims of random small levels with the truth.
///
/// Failures are grouped by kind, shrunk and printed as tests. Ctrl-C keeps what is done.
#[derive(Debug, clap::Args)]
pub(crate) struct Differential {
    /// Levels under the official rules.
    #[arg(long, value_name = "N", default_value_t = 12_000)]
    levels: u64,

    /// Levels under each of the other four rule sets.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    others: u64,

    /// The long run: a million official levels, and 100,000 under each other rule set.
    #[arg(long, conflicts_with_all = ["levels", "others"])]
    long: bool,

    /// Where chance begins.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Levels that are looked at side by side [default: all cores].
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Go on with the run whose state is in the file.
    #[arg(long)]
    resume: bool,

    /// Where the state of the run is kept [default: target/differential/SEED.json].
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Levels of each rule set that also go through the program itself.
    #[arg(long, value_name = "N", default_value_t = 40)]
    program: usize,

    /// The program that these go through [default: built without optimisation].
    #[arg(long, value_name = "PATH")]
    soko: Option<PathBuf>,

    /// Look at one level only, and say what each check comes to: RULES:NUMBER.
    #[arg(long, value_name = "RULES:NUMBER")]
    only: Option<String>,
}
/// This command with its checks, optimised.
#[cfg(not(feature = "differential"))]
const OPTIMISED: &str =
    "run --quiet --release --package xtask --features differential -- differential";

#[cfg(not(feature = "differential"))]
impl Differential {
    pub(crate) fn run(&self) -> Result<()> {
        let mut again = cargo(OPTIMISED);
        again.args(std::env::args_os().skip(2));
        execute(&mut again)
    }
}

#[cfg(feature = "differential")]
impl Differential {
    pub(crate) fn run(&self) -> Result<()> {
        use anyhow::bail;
        use progress::Progress;

        if let Some(only) = &self.only {
            return run::explain_one(self.seed, only);
        }
        let wanted = self.wanted();
        let path = self.state.clone().unwrap_or_else(|| {
            crate::workspace::root().join(format!("target/differential/{}.json", self.seed))
        });
        let mut progress = if self.resume {
            Progress::resumed(&path, self.seed, &wanted)?
        } else {
            Progress::new(self.seed, wanted)
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let ended = run::run(&mut progress, &path, self.threads.unwrap_or(cores))?;
        if self.program > 0 && ended == run::RunEnd::Done {
            let soko = match &self.soko {
                Some(path) => path.clone(),
                None => crate::workspace::build_soko_with("--package sokolab-cli")?,
            };
            let folder = path.with_extension("levels");
            program::sample(&mut progress, &soko, &folder, self.program)?;
        }
        report::print(&progress);
        if ended == run::RunEnd::Interrupted {
            bail!("interrupted; --resume goes on");
        }
        if !progress.groups.is_empty() {
            bail!("{} kinds of failure", progress.groups.len());
        }
        Ok(())
    }

    fn wanted(&self) -> Vec<(String, u64)> {
        use sokolab_core::Rules;

        let (official, others) =
            if self.long { (1_000_000, 100_000) } else { (self.levels, self.others) };
        let count = |rules: Rules| if rules == Rules::OFFICIAL { official } else { others };
        Rules::ALL.into_iter().map(|rules| (rules.name().to_owned(), count(rules))).collect()
    }
}
