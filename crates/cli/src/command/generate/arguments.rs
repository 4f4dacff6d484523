//! The options that all generators share: how many levels, which ones, and the output format.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::time::Duration;

use sokolab::Rules;
use sokolab::analysis::LevelId;
use sokolab::generator::{AtHome, NearDuplicates, Score, Selection};

use super::avoided::Avoided;
use super::destination::Destination;
use super::report::ReportFormat;
use super::seed::{Seed, seed};
use crate::arguments;
use crate::io::output::Output;

/// The default number of levels.
const COUNT_DEFAULT: u64 = 10;

#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    /// How many levels to make [default: 10].
    ///
    /// With --trials or --time, as many as are found. With --branch, how many branches [default:
    /// 1].
    #[arg(long, value_name = "N", value_parser = arguments::count, help_heading = "How many")]
    count: Option<u64>,

    /// The seed: equal seeds give equal levels; random picks one.
    ///
    /// The seed that random picks is printed on standard error and written with the levels.
    #[arg(long, value_name = "N|random", default_value = "1", value_parser = seed,
        help_heading = "How many")]
    pub(super) seed: Seed,

    /// Make only the level with this number.
    #[arg(long, value_name = "K", value_parser = index, help_heading = "How many",
        conflicts_with_all = ["count", "trials"])]
    pub(super) index: Option<u64>,

    /// The largest number of trials [default: practically unlimited].
    #[arg(long, value_name = "N", value_parser = arguments::count, help_heading = "How many")]
    trials: Option<u64>,

    /// Time limit, in seconds or with ms, s, m, h.
    ///
    /// The levels are the first of those that a run without a limit would make.
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration,
        help_heading = "How many")]
    pub(super) time: Option<Duration>,

    /// Threads to use [default: all cores]; the levels do not depend on the number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..),
        help_heading = "How many")]
    pub(super) threads: Option<u16>,

    /// Pushes of the solution: 30, 20-40, 20- or -40.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, help_heading = "Which",
        allow_hyphen_values = true)]
    pushes: Option<RangeInclusive<usize>>,

    /// Moves of the solution.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, help_heading = "Which",
        allow_hyphen_values = true)]
    moves: Option<RangeInclusive<usize>>,

    /// Runs of pushes of one box in one direction.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, help_heading = "Which",
        allow_hyphen_values = true)]
    lines: Option<RangeInclusive<usize>>,

    /// How often a push moves another box than the push before.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, help_heading = "Which",
        allow_hyphen_values = true)]
    changes: Option<RangeInclusive<usize>>,

    /// The grade from soko rate, from 1 (easy) to 10.
    ///
    /// The level is written with the solution that was graded.
    #[arg(long, value_name = "RANGE", value_parser = arguments::grades, help_heading = "Which",
        allow_hyphen_values = true)]
    pub(super) grade: Option<RangeInclusive<usize>>,

    /// Waste of storages, as soko rate measures it: -3 for little.
    ///
    /// Ten for each box that a storage can hold beyond the need, and one for each square beyond the
    /// smallest sufficient storage.
    #[arg(long, value_name = "RANGE", value_parser = arguments::range, help_heading = "Which",
        allow_hyphen_values = true)]
    pub(super) waste: Option<RangeInclusive<usize>>,

    /// Only levels whose solution is proved to have the fewest pushes.
    ///
    /// If the generator proves nothing, the level is solved again; levels that are too hard are
    /// dropped.
    #[arg(long, help_heading = "Which")]
    pub(super) optimal: bool,

    #[command(flatten)]
    avoided: Avoided,

    /// What to do with levels that differ from an earlier one only in where boxes and keeper start.
    #[arg(long, value_name = "keep|refuse", default_value = "keep", help_heading = "Which")]
    near_duplicates: NearDuplicates,

    /// Whether boxes may start on goals.
    #[arg(long, value_name = "allow|forbid", default_value = "allow", help_heading = "Which")]
    boxes_on_goals: AtHome,

    /// Write a level only if it exceeds all earlier ones in this measure.
    #[arg(long, value_name = "MEASURE", help_heading = "Which")]
    best: Option<Score>,

    #[command(flatten)]
    pub(super) destination: Destination,

    /// Print statistics of the trials, with reasons for rejections, on standard error, as text or
    /// json.
    #[arg(long, value_name = "text|json", num_args = 0..=1, default_missing_value = "text",
        help_heading = "Output")]
    pub(super) report: Option<ReportFormat>,
}

fn index(text: &str) -> Result<u64, String> {
    let index = arguments::count(text)?;
    match index {
        0 => Err("levels are counted from 1".to_owned()),
        u64::MAX => Err("number out of range".to_owned()),
        _ => Ok(index),
    }
}

impl GenerateArgs {
    /// The number of requested levels; `None` for as many as the limits permit.
    pub(super) fn count(&self) -> Option<u64> {
        let is_limited = self.trials.is_some() || self.time.is_some();
        match (self.index, self.count) {
            (Some(_), _) => Some(1),
            (None, None) if is_limited => None,
            (None, count) => Some(count.unwrap_or(COUNT_DEFAULT)),
        }
    }

    /// The number of requested branches.
    pub(super) fn branches(&self) -> u64 {
        self.count.unwrap_or(1)
    }

    /// The largest number of trials.
    pub(super) fn trials_max(&self, count: Option<u64>, per_level: u64) -> u64 {
        match (self.index, self.trials, count) {
            (Some(_), ..) => 1,
            (None, Some(trials), _) => trials,
            (None, None, Some(count)) => count.saturating_add(10).saturating_mul(per_level),
            (None, None, None) => u64::MAX,
        }
    }

    /// Adds these options to the selection of a generator.
    pub(super) fn fill(&self, selection: &mut Selection<'_>) {
        selection.pushes.clone_from(&self.pushes);
        selection.moves.clone_from(&self.moves);
        selection.lines.clone_from(&self.lines);
        selection.changes.clone_from(&self.changes);
        selection.best = self.best;
        selection.near_duplicates = self.near_duplicates;
        selection.at_home = self.boxes_on_goals;
    }

    /// The levels to avoid. They are read before any output begins.
    pub(super) fn avoided(
        &self,
        rules: Rules,
        output: &Output,
    ) -> anyhow::Result<BTreeSet<LevelId>> {
        self.avoided.ids(rules, output)
    }
}
