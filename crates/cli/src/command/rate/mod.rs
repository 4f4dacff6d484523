//! `soko rate`: say how hard levels are, and why.

mod glossary;

use std::path::PathBuf;

use clap::ValueEnum;
use sokolab::insight::Assessed;
use sokolab::insight::rating::{
    KnownSolution, Missing, NotRated, Rating, RatingMeasures, find_known, rate_found,
};
use sokolab::text::Alphabet;
use sokolab::{Level, Solution, Stop, quantity};
use sokolab_wire::{Place, RateLine, Spent};

use self::glossary::rate_help;
use crate::arguments;
use crate::boundary::{self, FailureForm};
use crate::exit::{self, Exit};
use crate::gallery::Gallery;
use crate::input::claims::{claims_for, given, take_claim};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::search::limits::SearchLimits;
use crate::terminal::diagnostics;

/// The share of the time after which the search for fewer pushes ends if there is a solution: the
/// rest is for what is measured.
const SEARCH_SHARE: f64 = 0.5;

/// Say how hard levels are, and why.
///
/// Each level is solved for the fewest pushes and measured: how long and intricate the solution
/// is, how easily one goes wrong beside it, what no solution can avoid. A grade from 1 to 10 sums
/// it up. The search for fewer pushes gets half of the time; the best solution found is measured.
/// What needs every state of the level is left out, with the reason, if there are too many.
#[derive(Debug, clap::Args)]
#[command(after_long_help = rate_help())]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,

    /// Solutions to measure instead of searching: what `solve --format jsonl` or `--format lurd`
    /// wrote, or one solution a line. Levels without one are solved.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,

    #[command(flatten)]
    limits: SearchLimits,

    /// The most states, or pairs of squares, for measures that need them all; 0 leaves these out.
    /// The default takes about a second; try 1M for levels with a few more states.
    #[arg(long, value_name = "N", value_parser = arguments::count, default_value = "200K")]
    states: u64,

    /// How to print the results.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: RateFormat,

    /// Write a page with a picture of every level, its measures and its solution to step through.
    #[arg(long, value_name = "FILE.html")]
    gallery: Option<PathBuf>,

    /// Write the results to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RateFormat {
    /// For a person.
    Text,
    /// One JSON object a level.
    Jsonl,
}

impl Rate {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let (levels, path) = (&self.input.levels, self.solutions.as_deref());
        let mut claims = claims_for(levels, None, path, Alphabet::Lurd)?;
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.take().as_deref())?;
        let mut gallery = self.gallery.as_deref().map(Gallery::new).transpose()?;
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            let claim = claims.as_mut().and_then(|it| take_claim(it, &place, &level));
            let known = claim.and_then(|claim| given(&level, &place, &claim));
            diagnostics::warn_of_oddities(&place, &level, output);
            let form = match self.format {
                RateFormat::Text => FailureForm::Text,
                RateFormat::Jsonl => FailureForm::Json("sokolab/rate/1"),
            };
            let rated = boundary::around(&place, &level, form, output, |output| {
                self.rate_one(&level, &place, known, output)
            })?;
            let Some((rating, spent)) = rated else { continue };
            verdict = verdict.and(code(&rating));
            if let (Err(NotRated::Invalid(findings)), RateFormat::Text) = (&rating, self.format) {
                diagnostics::print_findings(&place.file, &level, findings);
            }
            if let (Some(gallery), Ok(rating)) = (&mut gallery, &rating) {
                let number = format!("{}#{}", place.file, place.level);
                gallery.add_rated(level.title.clone().unwrap_or(number), &level, rating);
            }
            match self.format {
                RateFormat::Text => output.line(&describe(&place, &level, &rating, spent))?,
                RateFormat::Jsonl => output.json(&RateLine::new(place, &level, &rating, spent))?,
            }
        }
        if let Some(gallery) = gallery {
            gallery.finish()?;
        }
        if self.format == RateFormat::Text {
            output.remark("`soko rate --help` explains the measures");
        }
        Ok(levels.exit().and(verdict))
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
                Ok((KnownSolution { solution: Assessed::unproved(solution), nodes: None }, None))
            }
            None => find_known(level, &limits, &mut |progress| {
                let is_enough = progress.best.is_some() && watch.has_spent(SEARCH_SHARE);
                watch.look(progress).or(is_enough.then_some(Stop::Time))
            }),
        };
        let rating = found.and_then(|found| {
            rate_found(level, found, &limits, &mut |progress| watch.look(progress))
        });
        (rating, watch.spent())
    }
}

/// What a rating means for the exit code. Too many states are an answer; a limit in the way of a
/// proof or a measure leaves one open.
fn code(rating: &Result<Rating, NotRated>) -> Exit {
    match rating {
        Ok(rating) => {
            let is_cut = matches!(rating.measures.whole, Err(why) if why.is_stopped());
            if rating.stopped.is_none() && !is_cut { exit::DONE } else { exit::UNDECIDED }
        }
        Err(NotRated::Invalid(_) | NotRated::Unsolvable) => exit::NEGATIVE,
        Err(NotRated::Stopped(_)) => exit::UNDECIDED,
    }
}

/// What came of a level, for a person.
fn describe(
    place: &Place,
    level: &Level,
    rating: &Result<Rating, NotRated>,
    spent: Spent,
) -> String {
    let mut text = format!("{}#{}", place.file, place.level);
    if let Some(title) = &level.title {
        text.push_str(&format!(" {title}"));
    }
    match rating {
        Ok(rating) => {
            let grade = rating.grade;
            text.push_str(&format!(": grade {} of 10, score {:+.2}", grade.step, grade.score));
            text.push_str(&format!(" ({:.2} s)\n", spent.seconds));
            text.push_str(&level.rules.told(&describe_solution(rating)));
            text.push_str(&describe_whole(&rating.measures));
        }
        Err(NotRated::Unsolvable) => text.push_str(": proved unsolvable"),
        Err(NotRated::Stopped(reason)) => {
            text.push_str(&format!(": no solution found, {reason}"));
        }
        Err(NotRated::Invalid(findings)) => {
            let reasons: Vec<String> = findings.iter().map(ToString::to_string).collect();
            text.push_str(&format!(": invalid: {}", reasons.join("; ")));
        }
    }
    text
}

fn describe_solution(rating: &Rating) -> String {
    let it = &rating.measures;
    let least = match (rating.solution.is_fewest(), rating.stopped) {
        (true, _) => "proved fewest".to_owned(),
        (false, Some(reason)) => format!("the fewest found, {reason}"),
        (false, None) => "not proved fewest".to_owned(),
    };
    let effort = shown(it.effort, |effort| format!("searched {}", quantity(effort, "node")));
    format!(
        "  solution: {} ({least}), {}, {}, {}, {}\n  \
         thought: {}, decomposition {}, {} above the simple bound, {} above the pair bound, {}, \
         {effort}\n",
        quantity(it.pushes, "push"),
        quantity(it.moves, "move"),
        quantity(it.box_lines, "box line"),
        quantity(it.box_changes, "box change"),
        quantity(it.direction_changes, "direction change"),
        shown(it.counter_intuitive, |it| quantity(it, "counter-intuitive push")),
        it.decomposition,
        shown(it.bound_gap, |it| it.to_string()),
        shown(it.pair_gap, |it| it.to_string()),
        stored(it),
    )
}

/// How boxes go through the chambers.
fn stored(it: &RatingMeasures) -> String {
    let crossings = quantity(it.crossings, "chamber crossing");
    match it.storage_visits {
        0 => crossings,
        visits => format!("{crossings} ({visits} to storage, {} there at once)", it.stored_most),
    }
}

fn describe_whole(measures: &RatingMeasures) -> String {
    match measures.whole {
        Err(Missing::TooManyStates(max)) => {
            format!("  states: more than {max}, not counted further")
        }
        Err(Missing::StoppedAt(states, reason)) => {
            format!("  states: more than {states}, {reason}")
        }
        Err(why) => format!("  states: not counted, {why}"),
        Ok(it) => format!(
            "  states: {}, {:.1} % lost, {}, 10^{:.1} ways to go wrong\n  \
             choice: {:.2} live pushes, {} forced, prelude of {}, slack {}",
            it.states,
            it.dead_share * 100.0,
            quantity(it.wrong_turns, "wrong turn"),
            it.wrong_ways_log10,
            it.live_branching,
            shown(it.forced_share, |it| format!("{:.0} %", it * 100.0)),
            shown(it.prelude, |it| quantity(it, "push")),
            shown(it.slack, |it| it.to_string()),
        ),
    }
}

fn shown<T>(value: Result<T, Missing>, show: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|why| format!("? ({why})"), show)
}
