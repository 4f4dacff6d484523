//! `soko rate`: how hard levels are, and why.

mod format;
mod glossary;
mod result;
mod text;

use std::path::PathBuf;

use sokolab::insight::Assessed;
use sokolab::insight::rating::{KnownSolution, NotRated, Rating, find_known, rate_found};
use sokolab::text::Alphabet;
use sokolab::{Level, Solution, Stop};
use sokolab_wire::{Place, Spent};

use self::format::RateFormat;
use self::glossary::rate_help;
use self::result::RatedLevel;
use crate::arguments;
use crate::boundary;
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

/// Rate how hard levels are, and say why.
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
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = arguments::count,
        default_value = "200K")]
    states: u64,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: RateFormat,

    /// Write a page with a picture of every level, its measures and its solution to step through.
    #[arg(long, value_name = "FILE.html")]
    gallery: Option<PathBuf>,

    /// Write the results to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Rate {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let (levels, path) = (&self.input.levels, self.solutions.as_deref());
        let mut claims = claims_for(levels, None, path, Alphabet::Lurd)?;
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.take().as_deref())?;
        let mut gallery = self.gallery.as_deref().map(Gallery::new).transpose()?;
        let mut exporter = self.format.exporter();
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            let claim = claims.as_mut().and_then(|it| take_claim(it, &place, &level));
            let known = claim.and_then(|claim| given(&level, &place, &claim));
            diagnostics::warn_of_oddities(&place, &level, output);
            let form = exporter.failure_form();
            let rated = boundary::around(&place, &level, form, output, |output| {
                self.rate_one(&level, &place, known, output)
            })?;
            let Some((rating, spent)) = rated else { continue };
            if let (Some(gallery), Ok(rating)) = (&mut gallery, &rating) {
                let number = format!("{}#{}", place.file, place.level);
                gallery.add(level.title.clone().unwrap_or(number), &level, rating);
            }
            let result = RatedLevel { place, level, rating, spent };
            verdict = verdict.and(result.exit());
            exporter.level(result, output)?;
        }
        if let Some(gallery) = gallery {
            gallery.finish()?;
        }
        let verdict = verdict.and(exporter.end(output)?);
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
