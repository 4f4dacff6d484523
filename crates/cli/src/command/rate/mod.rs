//! `soko rate`: how hard levels are, and why.

mod format;
mod glossary;
mod result;
mod run;
mod text;

use std::path::PathBuf;

use sokolab::insight::Assessed;
use sokolab::insight::rating::{NotRated, Rating, SolutionToRate, find_known, rate_found};
use sokolab::text::Alphabet;
use sokolab::{Level, Progress, Solution, Stop};
use sokolab_wire::{Place, Spent};

use self::format::RateFormat;
use self::glossary::rate_help;
use self::result::RatedLevel;
use self::run::{Done, Job, Run};
use crate::arguments;
use crate::batch::{self, BatchArgs, Judged, OptionsText, Stream};
use crate::boundary::contain_level;
use crate::exit::Exit;
use crate::export::json_lines::JsonResult;
use crate::gallery::Gallery;
use crate::input::claims::claims_for;
use crate::input::{Input, WithoutFile};
use crate::io::output::Output;
use crate::search::limits::SearchLimits;

/// The share of the time limit after which the search for fewer pushes ends if there is a solution;
/// the rest is for the measures.
const SEARCH_SHARE: f64 = 0.5;

/// Rate the difficulty of levels, and explain it.
///
/// Each level is solved for the fewest pushes and measured: how long and intricate the solution is,
/// how easy it is to go wrong, what no solution can avoid. A grade from 1 to 10 sums it up. The
/// search for fewer pushes may take half of the time; the best solution found is measured. Measures
/// that need every state of the level are omitted, with the reason, if there are too many.
#[derive(Debug, clap::Args)]
#[command(after_long_help = rate_help())]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,

    /// Solutions to measure instead of searching: the output of `solve --format jsonl` or `--format
    /// lurd`, or one solution per line. Levels without one are solved.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,

    #[command(flatten)]
    limits: SearchLimits,

    /// The largest number of states, or of pairs of squares, for measures that need all of them; 0
    /// skips these. The default takes about a second; try 1M for slightly larger levels.
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = arguments::count,
        default_value = "200K")]
    states: u64,

    #[command(flatten)]
    batch: BatchArgs,

    /// Output format [default: text].
    #[arg(long, value_name = "FORMAT")]
    format: Option<RateFormat>,

    /// Write a page with a picture of every level, its measures and a player for its solution.
    #[arg(long, value_name = "FILE.html", conflicts_with = "resume")]
    gallery: Option<PathBuf>,

    /// Write the results to a file.
    #[arg(long, short, value_name = "FILE", conflicts_with = "resume")]
    output: Option<PathBuf>,
}

impl Rate {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = self.batch.format(self.format, RateFormat::Text, RateFormat::Jsonl)?;
        self.batch.check_memory(self.limits.budget().memory_bytes_max)?;
        let (levels, path) = (&self.input.levels, self.solutions.as_deref());
        let claims = claims_for(levels, None, path, Alphabet::Lurd)?;
        let levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.take().as_deref())?;
        let gallery = self.gallery.as_deref().map(Gallery::new).transpose()?;
        let options = self.options_text();
        let judged = Judged { schema: RatedLevel::SCHEMA, exit: result::earlier_exit };
        let stream = Stream::begin(levels, &self.batch, &options, judged, output)?;
        let work_output = self.batch.work_output(output, 1);
        let mut run = Run { stream, claims, gallery, exporter: format.exporter(), output };
        batch::run(&mut run, self.batch.jobs(), &|Job { place, level, known }| {
            let rated =
                contain_level(&place, || self.rate_one(&level, &place, known, &work_output));
            Done { place, level, rated }
        })?;
        if let Some(gallery) = run.gallery {
            gallery.finish()?;
        }
        let verdict = run.exporter.end(run.output)?;
        Ok(run.stream.end(run.output)?.and(verdict))
    }

    /// Everything on the command line that affects the results, except the levels.
    fn options_text(&self) -> OptionsText {
        let limits = self.limits.budget();
        let solutions = self.solutions.as_ref().map(|path| path.display());
        OptionsText::new(&self.input)
            .with("time", self.limits.time().as_secs_f64())
            .with("nodes", limits.nodes_max)
            .with("memory", limits.memory_bytes_max)
            .with("states", self.states)
            .with_given("solutions", solutions)
    }

    fn rate_one(
        &self,
        level: &Level,
        place: &Place,
        known: Option<Solution>,
        output: &Output,
    ) -> (Result<Rating, NotRated>, Spent) {
        let mut watch = self.limits.watch(place, output);
        let limits = self.limits.with_states(self.states);
        let found = match known {
            Some(solution) => {
                Ok((SolutionToRate { solution: Assessed::unproved(solution), nodes: None }, None))
            }
            None => find_known(level, &limits, &mut |progress| {
                let is_enough = is_search_over(progress, |share| watch.has_spent(share));
                watch.look(progress).or(is_enough.then_some(Stop::Time))
            }),
        };
        let rating = found.and_then(|found| {
            rate_found(level, found, &limits, &mut |progress| watch.look(progress))
        });
        (rating, watch.spent())
    }
}

/// Whether the search should end early: it has a solution, and its share of the time is spent.
fn is_search_over(progress: &Progress, has_spent: impl Fn(f64) -> bool) -> bool {
    progress.best.is_some() && has_spent(SEARCH_SHARE)
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;
    use sokolab::Progress;

    use super::is_search_over;
    use crate::command::{Command, Program};

    #[test]
    fn issue_16_the_search_leaves_time_for_what_is_measured() {
        let solved = Progress { best: Some(12), ..Progress::default() };
        for (spent, is_over) in [(0.0, false), (0.4, false), (0.6, true), (1.0, true)] {
            let has_spent = |share: f64| spent >= share;
            assert_eq!(is_search_over(&solved, has_spent), is_over, "{spent}");
            assert!(!is_search_over(&Progress::default(), has_spent), "there is no solution yet");
        }
    }

    #[test]
    fn issue_16_states_are_counted_up_to_a_number_unless_more_is_asked_for() {
        let states = |arguments: &[&str]| {
            let matches = Program::definition().try_get_matches_from(arguments);
            let program = Program::from_arg_matches(&matches.expect("a call")).expect("a program");
            match program.command {
                Some(Command::Rate(rate)) => rate.states,
                other => panic!("{other:?}"),
            }
        };
        // About a second, whatever the limit on time.
        assert_eq!(states(&["soko", "rate", "--time", "20"]), 200_000);
        assert_eq!(states(&["soko", "rate", "--states", "1M"]), 1_000_000);
    }
}
