//! `soko explain`: tell levels and solutions in a person's words.

pub(crate) mod report;

use std::path::PathBuf;

use clap::ValueEnum;
use sokolab::insight::explain::{Explanation, Knowledge, explain, plainer};
use sokolab::text::Alphabet;
use sokolab::{Level, Objective, Observer, Outcome, Request, Solution, check, solve};
use sokolab_wire::{Claim, ExplainLine, InvalidLine, Place, Spoil, Why};

use self::report::{Told, page, report};
use crate::arguments;
use crate::boundary::{self, FailureForm};
use crate::exit::{self, Exit};
use crate::input::claims::{claims_for, given, take_claim};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::search::limits::SearchLimits;
use crate::terminal::diagnostics;

/// Tell levels and their solutions in a person's words.
///
/// A level is told by its chambers: what each of them stores, gives and lets pass. The solution,
/// given or found, is told as a plan: which boxes go from chamber to chamber, in what order; what
/// no solution can avoid, and where most can go wrong. Levels that do not split into chambers are
/// told by rooms, tunnels, the order of goals and the boxes that lock each other. Squares are named
/// by column letter and row number; a1 is the top left place.
#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    claimed: Claimed,

    #[command(flatten)]
    limits: SearchLimits,

    /// The most states of a level of which all are looked at, to tell what is forced and what is
    /// needed; 0 leaves that out.
    #[arg(long, value_name = "N", value_parser = arguments::count, default_value = "300K")]
    states: u64,

    /// Draw storage chambers full. That gives away how they work.
    #[arg(long)]
    spoil: bool,

    /// How to tell it.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ExplainFormat,

    /// Write to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Claimed {
    /// The solution to explain, for every level named; `-` reads it from standard input.
    #[arg(long, value_name = "LURD", allow_hyphen_values = true)]
    solution: Option<String>,

    /// Solutions to explain: what `solve --format jsonl` or `--format lurd` wrote, or one solution
    /// a line. Levels without one are solved.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// For a terminal.
    Text,
    /// Markdown, with a picture after every step.
    Markdown,
    /// A page that needs nothing else, with the solution to step through.
    Html,
    /// One JSON object a level.
    Json,
}

/// What is known of a level's solution.
struct Known {
    solution: Option<Solution>,
    /// What is to be said about it.
    remark: String,
    status: &'static str,
    reason: Option<&'static str>,
    /// Why there is no solution, if that is proved.
    why: Option<Why>,
    verdict: Exit,
}

impl Explain {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let (moves, path) = (&self.claimed.solution, &self.claimed.solutions);
        let levels = &self.input.levels;
        let mut claims = claims_for(levels, moves.as_deref(), path.as_deref(), Alphabet::Lurd)?;
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.take().as_deref())?;
        let mut told: Vec<Told> = Vec::new();
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            let claim = claims.as_mut().and_then(|it| take_claim(it, &place, &level));
            diagnostics::warn_of_oddities(&place, &level, output);
            let form = match self.format {
                ExplainFormat::Json => FailureForm::Json("sokolab/explain/1"),
                _ => FailureForm::Text,
            };
            let done = boundary::around(&place, &level, form, output, |output| {
                self.explain_one(&place, &level, claim.as_ref(), &mut told, output)
            })?;
            verdict = verdict.and(done.transpose()?.unwrap_or(exit::FAILED));
        }
        if self.format == ExplainFormat::Html && !told.is_empty() {
            output.write(&page(&told, self.spoil()))?;
        }
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
        told: &mut Vec<Told>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (board, _) = match check(level) {
            Ok(checked) => checked,
            Err(findings) => {
                if self.format == ExplainFormat::Json {
                    let schema = "sokolab/explain/1";
                    output.json(&InvalidLine::new(schema, place.clone(), level, &findings))?;
                }
                diagnostics::print_findings(&place.file, level, &findings);
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
        // The level has been checked, so there is nothing wrong with it.
        let Some((known, explained)) = self.tell(level, place, given, output) else {
            return Ok(exit::NEGATIVE);
        };
        if self.format == ExplainFormat::Json {
            let solution = known.solution.as_ref();
            let subject = (level, &board);
            let mut line =
                ExplainLine::new(place.clone(), subject, &explained, solution, self.spoil());
            known.status.clone_into(&mut line.status);
            line.reason = known.reason.map(str::to_owned);
            line.why.clone_from(&known.why);
            output.json(&line)?;
            return Ok(known.verdict);
        }
        let one = Told {
            name: format!("{}#{}", place.file, place.level),
            level: level.clone(),
            board,
            solution: known.solution,
            remark: known.remark,
            explained,
        };
        match self.format {
            ExplainFormat::Text | ExplainFormat::Markdown => {
                output.write(&report(&one, self.format, self.spoil()))?;
            }
            ExplainFormat::Html | ExplainFormat::Json => told.push(one),
        }
        Ok(known.verdict)
    }

    /// Explains a level by the solution given, or by one that is looked for.
    fn tell(
        &self,
        level: &Level,
        place: &Place,
        given: Option<Solution>,
        output: &Output,
    ) -> Option<(Known, Explanation)> {
        let mut watch = self.limits.watch(place, output);
        let observer: &mut Observer<'_> = &mut |progress| watch.look(progress);
        let limits = self.limits.with_states(self.states);
        if let Some(solution) = given {
            let explained =
                explain(level, Knowledge::Solution(&solution), &limits, observer).ok()?;
            return Some((Known::given(solution), explained));
        }
        let mut known = self.solve(level, observer);
        let mut explained = explain(level, known.knowledge(), &limits, observer).ok()?;
        if let Some(solution) = &known.solution
            && let Some((plain, found)) = plainer(level, solution, &explained, &limits, observer)
        {
            known.replace_solution(plain);
            explained = found;
        }
        Some((known, explained))
    }

    /// Looks for a solution with the fewest pushes, or the best within the limits.
    fn solve(&self, level: &Level, observer: &mut Observer<'_>) -> Known {
        let limits = self.limits.with_states(self.states);
        let request =
            Request { objective: Objective::Pushes, budget: limits.budget, ..Request::new(level) };
        let nothing = |remark: String, status, reason, verdict| Known {
            solution: None,
            remark,
            status,
            reason,
            why: None,
            verdict,
        };
        let report = solve(&request, observer);
        match report.outcome {
            Outcome::Solved { solution, optimal, .. } => {
                let remark = if optimal { "no solution has fewer" } else { "the fewest found" };
                Known { remark: remark.to_owned(), ..Known::given(solution) }
            }
            Outcome::Unsolvable => {
                let why = Why::new(level, &report);
                let word = if report.refutation.is_some() { "Why" } else { "How" };
                let proof = "The level has no solution: that is proved.";
                let remark = format!("{proof} {word}: {}.", why.sentence);
                let known = nothing(remark, "unsolvable", None, exit::NEGATIVE);
                Known { why: Some(why), ..known }
            }
            Outcome::Stopped(reason) => {
                let remark = format!(
                    "No solution is known: the search was {reason}. Give one with --solution."
                );
                nothing(remark, "stopped", Some(reason.name()), exit::UNDECIDED)
            }
            Outcome::Invalid(_) => nothing(String::new(), "invalid", None, exit::NEGATIVE),
            Outcome::Failed(error) => error.raise(),
        }
    }
}

impl Known {
    fn knowledge(&self) -> Knowledge<'_> {
        match &self.solution {
            Some(solution) => Knowledge::Solution(solution),
            None if self.status == "unsolvable" => Knowledge::Unsolvable,
            None => Knowledge::Nothing,
        }
    }

    /// Takes a solution with a plainer plan instead.
    fn replace_solution(&mut self, plain: Solution) {
        let fewest = self.solution.as_ref().map_or(0, |it| it.measures().pushes);
        if plain.measures().pushes > fewest {
            self.remark = format!("{fewest} are possible, but this plan is plainer");
        }
        self.solution = Some(plain);
    }

    fn given(solution: Solution) -> Known {
        let remark = "as given".to_owned();
        let solution = Some(solution);
        let (status, verdict) = ("explained", exit::DONE);
        Known { solution, remark, status, reason: None, why: None, verdict }
    }
}
