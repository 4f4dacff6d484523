//! `soko explain`: explain levels and solutions in plain words.

mod certified;
mod format;
mod html;
mod known;
mod report;
mod result;

use std::path::PathBuf;

use sokolab::insight::explain::{Explanation, SolutionKnowledge, explain, plainer};
use sokolab::text::Alphabet;
use sokolab::{Level, Observer, Solution, check};
use sokolab_wire::{Claim, Place, Spoil};

use self::format::ExplainFormat;
use self::known::KnownSolution;
use self::result::ExplainedLevel;
use crate::arguments;
use crate::boundary;
use crate::exit::{self, Exit};
use crate::export::{Exporter, report_invalid};
use crate::input::claims::{claims_for, given, take_claim};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::search::limits::SearchLimits;
use crate::terminal::diagnostics;

/// Explain levels and their solutions in plain words.
///
/// A level is described by its chambers: what each of them stores, supplies and lets through. The
/// solution, given or found, is described as a plan: which boxes go from chamber to chamber, in
/// what order, what no solution can avoid, and where most mistakes are possible. Levels that do not
/// divide into chambers are described by rooms, tunnels, the order of goals and the boxes that lock
/// each other. Squares are named by column letter and row number; a1 is at the top left.
#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    claimed: Claimed,

    #[command(flatten)]
    limits: SearchLimits,

    /// Explore all states of levels that have at most N, to find out what is forced and what is
    /// needed; 0 skips this.
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = arguments::count,
        default_value = "300K")]
    states: u64,

    /// Draw full storage chambers, which reveals how they work.
    #[arg(long)]
    spoil: bool,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ExplainFormat,

    /// Write to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Claimed {
    /// The solution to explain, used for every level; `-` reads it from standard input.
    #[arg(long, value_name = "LURD", allow_hyphen_values = true)]
    solution: Option<String>,

    /// Solutions to explain: the output of `solve --format jsonl` or `--format lurd`, or one
    /// solution per line. Levels without one are solved.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
}

impl Explain {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let (moves, path) = (&self.claimed.solution, &self.claimed.solutions);
        let levels = &self.input.levels;
        let mut claims = claims_for(levels, moves.as_deref(), path.as_deref(), Alphabet::Lurd)?;
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.take().as_deref())?;
        let mut exporter = self.format.exporter();
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            let claim = claims.as_mut().and_then(|it| take_claim(it, &place, &level));
            diagnostics::warn_of_oddities(&place, &level, output);
            let form = exporter.failure_form();
            let done = boundary::around(&place, &level, form, output, |output| {
                self.explain_one(&place, &level, claim.as_ref(), &mut *exporter, output)
            })?;
            verdict = verdict.and(done.transpose()?.unwrap_or(exit::FAILED));
        }
        let verdict = verdict.and(exporter.end(output)?);
        Ok(levels.exit().and(verdict))
    }

    const fn spoil(&self) -> Spoil {
        if self.spoil { Spoil::Yes } else { Spoil::No }
    }

    fn explain_one(
        &self,
        place: &Place,
        level: &Level,
        claim: Option<&Claim>,
        exporter: &mut dyn Exporter<ExplainedLevel>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (board, _) = match check(level) {
            Ok(checked) => checked,
            Err(findings) => {
                report_invalid(place, level, &findings, exporter.failure_form(), output)?;
                return Ok(exit::NEGATIVE);
            }
        };
        let given = match claim {
            Some(claim @ (Claim::Moves { .. } | Claim::Unreadable { .. })) => {
                match given(level, place, claim) {
                    Some(solution) => Some(solution),
                    None => return Ok(exit::NEGATIVE),
                }
            }
            _ => None,
        };
        // The level has been checked, so it has no errors.
        let Some((known, explained)) = self.explain(level, place, given, output) else {
            return Ok(exit::NEGATIVE);
        };
        let (verdict, spoil) = (known.verdict, self.spoil());
        let (place, level) = (place.clone(), level.clone());
        exporter.level(ExplainedLevel { place, level, board, known, explained, spoil }, output)?;
        Ok(verdict)
    }

    /// Explains a level by the given solution, or by one that it finds.
    fn explain(
        &self,
        level: &Level,
        place: &Place,
        given: Option<Solution>,
        output: &Output,
    ) -> Option<(KnownSolution, Explanation)> {
        let mut watch = self.limits.watch(place, output);
        let observer: &mut Observer<'_> = &mut |progress| watch.look(progress);
        let limits = self.limits.with_states(self.states);
        if let Some(solution) = given {
            let explained =
                explain(level, SolutionKnowledge::Solution(&solution), &limits, observer).ok()?;
            return Some((KnownSolution::given(solution), explained));
        }
        let mut known = KnownSolution::find(level, &limits, observer);
        let mut explained = explain(level, known.knowledge(), &limits, observer).ok()?;
        if let Some(solution) = &known.solution
            && let Some((plain, found)) = plainer(level, solution, &explained, &limits, observer)
        {
            known.replace_solution(plain);
            explained = found;
        }
        Some((known, explained))
    }
}
