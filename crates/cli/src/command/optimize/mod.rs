//! `soko optimize`: make solutions shorter.

mod begin;
mod format;
mod result;
mod run;
mod text;

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use sokolab::text::Alphabet;
use sokolab::{BudgetChoices, ImprovementRequest, Level, Objective, SolveChoices};
use sokolab_wire::{Claim, OptimizeLine, Place};

use self::begin::{Begin, given, solved, stored};
use self::format::OptimizeFormat;
use self::result::OptimizedLevel;
use self::run::{Job, Run};
use crate::arguments;
use crate::batch::{self, BatchArgs, Judged, OptionsText, Stream};
use crate::exit::Exit;
use crate::export::json_lines::JsonResult;
use crate::input::claims::claims_for;
use crate::input::{Input, WithoutFile};
use crate::io::output::Output;
use crate::search::improve::improve;
use crate::search::limits::TIME_DEFAULT;
use crate::search::settings::{Settings, SolvedStart};
use crate::search::watch::{TimeLimit, Watch};

/// Shorten solutions.
///
/// Parts of a solution are searched for shorter alternatives; the solution never gets worse.
/// Without --moves and --solutions, the best solution stored with a level is used; if there is
/// none, the level is solved first.
#[derive(Debug, clap::Args)]
#[command(mut_arg("nodes", |it| it.help("Limit on states expanded to improve a solution")))]
pub(crate) struct Optimize {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    claimed: Claimed,

    /// What to minimise first: pushes, then moves; or moves, then pushes.
    #[arg(long, value_name = "pushes|moves", default_value = "pushes",
        value_parser = objective())]
    objective: Objective,

    /// Time limit per level, in seconds or with ms, s, m, h [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    #[command(flatten)]
    budget: BudgetChoices,

    /// Threads to use [default: all cores]; with one, equal requests expand equal nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    #[command(flatten)]
    batch: BatchArgs,

    /// Output format [default: text].
    #[arg(long, value_name = "FORMAT")]
    format: Option<OptimizeFormat>,

    /// Write the results to a file.
    #[arg(long, short, value_name = "FILE", conflicts_with = "resume")]
    output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Claimed {
    /// The solution, used for every level; `-` reads it from standard input.
    #[arg(long, value_name = "LURD", allow_hyphen_values = true)]
    moves: Option<String>,

    /// A file of solutions: what `solve --format jsonl` or `--format lurd` wrote, one solution per
    /// line, or the output of a planner.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
}

/// An objective that makes one solution better than another.
fn objective() -> impl TypedValueParser<Value = Objective> {
    let value = |objective: Objective, help: &'static str| {
        (PossibleValue::new(objective.name()).help(help), objective)
    };
    arguments::named(vec![
        value(Objective::Pushes, "Fewer pushes, then moves"),
        value(Objective::Moves, "Fewer moves, then pushes"),
    ])
}

impl Optimize {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let (text, json) = (OptimizeFormat::Text, OptimizeFormat::Jsonl);
        let format = self.batch.format(self.format, text, json)?;
        self.batch.check_memory(self.budget.budget().memory_bytes_max)?;
        let (moves, path) = (&self.claimed.moves, &self.claimed.solutions);
        let levels = &self.input.levels;
        let claims = claims_for(levels, moves.as_deref(), path.as_deref(), Alphabet::Lurd)?;
        let levels = self.input.open(WithoutFile::Mistake)?;
        output.redirect(self.output.take().as_deref())?;
        let options = self.options_text();
        let judged = Judged { schema: OptimizedLevel::SCHEMA, exit: result::earlier_exit };
        let stream = Stream::begin(levels, &self.batch, &options, judged, output)?;
        let work_output = self.batch.work_output(output, self.batch.threads(self.threads));
        let mut run = Run { stream, claims, exporter: format.exporter(), output };
        batch::run(&mut run, self.batch.jobs(), &|Job { place, level, claim }| {
            self.optimize_one(place, level, claim.as_ref(), &work_output)
        })?;
        let verdict = run.exporter.end(run.output)?;
        Ok(run.stream.end(run.output)?.and(verdict))
    }

    /// Everything on the command line that affects the results, except the levels.
    fn options_text(&self) -> OptionsText {
        let budget = self.budget.budget();
        let nodes = Some(budget.nodes_max).filter(|it| *it != u64::MAX);
        OptionsText::new(&self.input)
            .with("objective", self.objective.name())
            .with("time", self.time.unwrap_or(TIME_DEFAULT).as_secs_f64())
            .with("nodes", nodes.map_or("all".to_owned(), |it| it.to_string()))
            .with("memory", budget.memory_bytes_max)
            .with("threads", self.batch.threads(self.threads))
            .with_given("moves", self.claimed.moves.as_deref())
            .with_given("solutions", self.claimed.solutions.as_ref().map(|it| it.display()))
    }

    /// The search for an initial solution: it has the same limits, except for nodes, which limit
    /// the improvement only.
    fn first_search(&self) -> Settings {
        let budget = BudgetChoices { nodes: None, ..self.budget };
        let threads = Some(self.batch.threads(self.threads));
        Settings {
            choices: SolveChoices { budget, threads, ..SolveChoices::default() },
            judge: None,
            time: TimeLimit::Wall(self.time.unwrap_or(TIME_DEFAULT)),
            improve: None,
            start: SolvedStart::Done,
        }
    }

    /// Improves the given solution of a level, or the stored one, or one that is found, within the
    /// limits.
    fn optimize_one(
        &self,
        place: Place,
        level: Level,
        claim: Option<&Claim>,
        output: &Output,
    ) -> OptimizedLevel {
        let (objective, first_search) = (self.objective, self.first_search());
        let mut watch = Watch::new(&place, first_search.time, output);
        let begin = match claim {
            Some(claim) => given(&level, claim),
            None => match stored(&level, objective) {
                Some(solution) => Ok(Begin { solution, origin: "stored" }),
                None => solved(&level, &place, &first_search, &mut watch, output),
            },
        };
        match begin {
            Err(none) => {
                let (why, spent) = ((none.status, none.reason), watch.spent());
                let line = OptimizeLine::without_solution(place, &level, objective, why, spent);
                OptimizedLevel { level, line, solution: None }
            }
            Ok(Begin { solution, origin }) => {
                watch.begin_part(None, output);
                let request = ImprovementRequest {
                    objective,
                    budget: self.budget.budget(),
                    threads: self.batch.threads(self.threads),
                    ..ImprovementRequest::new(&level, &solution)
                };
                let improved = improve(&request, &place, &mut watch, output);
                let (from, spent) = ((origin, solution.measures()), watch.spent());
                let line = OptimizeLine::new(place, &level, objective, from, &improved, spent);
                OptimizedLevel { level, line, solution: Some(improved.solution) }
            }
        }
    }
}
