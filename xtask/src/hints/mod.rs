//! `cargo xtask hints`: compares hints and the alarm with exact searches and known solutions.
//!
//! There are three chapters. *Ladder* asks for hints from the start of each level and from random
//! states along the way. *Known* runs the alarm on every state of known solutions. *Fatal* lets a
//! random player play, and counts how many of the pushes that lose a game raise the alarm. The
//! truth comes from the oracle of `cargo xtask differential`, which shares no code with what is
//! judged. Times are processor times of the single thread that runs.
//!
//! The chapters call the libraries, so they are compiled only with the feature `hints`, and
//! optimised: without it, this command builds and starts itself in that form, together with the
//! program, so that both share their libraries.

#[cfg(feature = "hints")]
mod clock;
#[cfg(feature = "hints")]
mod fatal;
#[cfg(feature = "hints")]
mod figures;
#[cfg(feature = "hints")]
mod input;
#[cfg(feature = "hints")]
mod known;
#[cfg(feature = "hints")]
mod ladder;
#[cfg(feature = "hints")]
mod truth;

use std::path::PathBuf;

use anyhow::Result;

#[cfg(not(feature = "hints"))]
use crate::workspace::{build_program, execute};

/// Hold hints and the alarm against exact searches and known solutions.
///
/// It fails if a verdict is wrong, if following the hints does not solve a level, if the alarm
/// fires on a state of a known solution, or if it misses more than 5 % of the fatal pushes.
#[derive(Debug, clap::Args)]
pub(crate) struct Hints {
    /// Level files, or folders of them; tables of solutions lie beside the files.
    #[arg(required = true)]
    paths: Vec<PathBuf>,

    /// What to measure [default: everything].
    #[arg(long, value_name = "CHAPTER")]
    only: Option<Chapter>,

    /// The largest number of levels for which hints are requested: the first ones.
    #[arg(long, value_name = "N", default_value_t = 200)]
    levels: usize,

    /// Random states of each level beside its start.
    #[arg(long, value_name = "N", default_value_t = 10)]
    states: usize,

    /// Seconds of processor time for each hint.
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    time: f64,

    /// Look at one in this many states of the known solutions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,

    /// Search in one of this many states that the detectors looked at; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 100)]
    per_search: usize,

    /// Random games on each level.
    #[arg(long, value_name = "N", default_value_t = 40)]
    games: usize,

    /// The most states of an exact search.
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    truth: usize,

    /// Where chance begins.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// A part of the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Chapter {
    /// Hints from the start and from random states.
    Ladder,
    /// The alarm on the states of known solutions.
    Known,
    /// The alarm on the fatal pushes of a random player.
    Fatal,
}

/// This command with its chapters, optimised.
#[cfg(not(feature = "hints"))]
const OPTIMISED: &str = "--release --package xtask --package sokolab-cli --features xtask/hints";

#[cfg(not(feature = "hints"))]
impl Hints {
    pub(crate) fn run(&self) -> Result<()> {
        let mut again = std::process::Command::new(build_program("xtask", OPTIMISED)?);
        again.args(std::env::args_os().skip(1));
        execute(&mut again)
    }
}

#[cfg(feature = "hints")]
impl Hints {
    pub(crate) fn run(&self) -> Result<()> {
        let is_wanted = |chapter: Chapter| self.only.is_none_or(|it| it == chapter);
        let files = input::read(&self.paths)?;
        let mut faults = Vec::new();
        if is_wanted(Chapter::Ladder) {
            let plan = ladder::Plan {
                levels_max: self.levels,
                states: self.states,
                time: std::time::Duration::from_secs_f64(self.time),
                truth_max: self.truth,
                seed: self.seed,
            };
            faults.extend(ladder::measure(&files, &plan));
        }
        if is_wanted(Chapter::Known) {
            faults.extend({
                let plan = known::Plan { every: self.every.max(1), per_search: self.per_search };
                known::measure(&files, &plan)
            });
        }
        if is_wanted(Chapter::Fatal) {
            let plan = fatal::Plan { games: self.games, truth_max: self.truth, seed: self.seed };
            faults.extend(fatal::measure(&files, &plan));
        }
        for fault in &faults {
            println!("wrong: {fault}");
        }
        anyhow::ensure!(faults.is_empty(), "{} faults", faults.len());
        Ok(())
    }
}
