//! `soko solve`: find solutions, or prove that there are none.

mod format;
mod proof;
mod result;
mod text;

use std::path::PathBuf;
use std::time::Duration;

use sokolab::{ConstraintOptions, Level, Objective};

use self::format::SolveFormat;
use self::proof::ProofFile;
use self::result::SolvedLevel;
use crate::arguments::{self, AlphabetName};
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::search::arguments::{SolveArgs, list_methods};
use crate::search::limits::{TIME_DEFAULT, budget, cores};
use crate::search::settings::{Settings, SolvedStart};
use crate::search::solve::{print_invalid, solve_one};
use crate::search::watch::TimeLimit;
use crate::terminal::diagnostics;

/// Find solutions, or prove that there are none.
///
/// Without a file, the levels that come with the program are solved. A level may carry options of
/// its own (as petersohn's games do); they override the defaults and yield to the command line.
#[derive(Debug, clap::Args)]
#[command(after_long_help = REPRODUCIBLE)]
pub(crate) struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    search: SolveArgs,

    /// Time limit per level, in seconds or with ms, s, m, h [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// Time for improving the pushes of a solution, within the limits; with --objective any only.
    #[arg(long, hide_short_help = true, value_name = "SECONDS", value_parser = arguments::duration)]
    improve: Option<Duration>,

    /// Threads to use [default: all cores]; with one, equal requests expand equal nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Solve levels that start solved again, with at least one push.
    #[arg(long, conflicts_with = "proof")]
    cyclic: bool,

    /// Write certificates of what is proved to a file, for soko check-proof.
    ///
    /// An unsolvable level gets a certificate that it is; with --objective pushes or moves, a solved
    /// one that no solution has fewer. The search for a certificate uses only what can be certified
    /// and may take as long again; if it fails, the verdict stands and standard error says why there
    /// is no certificate.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// The most bytes of a certificate, or with K, M, G [default: 1G].
    #[arg(long, hide_short_help = true, value_name = "SIZE", requires = "proof",
        value_parser = arguments::size)]
    proof_limit: Option<u64>,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: SolveFormat,

    /// The letters of the moves, for text and lurd: hjkl and yubn are NetHack's keys.
    #[arg(long, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: AlphabetName,

    /// Write the results to a file, which appears when the run ends; an interrupted run writes
    /// what is done.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

const REPRODUCIBLE: &str = "\
What is reproducible:
  Proofs: whether a level is unsolvable, and the fewest pushes or moves, never depend on threads,
  time or chance. Which of several best solutions is printed may.

  With --threads 1, and limits on nodes and memory only, equal requests expand equal nodes in the
  same order and print the same solution, on every machine. No search looks at the clock except to
  end: a longer --time only goes on from where a shorter one would have stopped. But where --time or
  --improve ends a search, the result depends on the speed of the machine; so use --nodes for
  results to compare.

  With several threads, which is the default, searches race. Node counts differ from run to run, and
  so may the solution of --objective any, its length and the method that found it, and whether a
  limit is hit.

  Randomised methods (tiling, random, tree-search) follow --seed: equal seeds give equal draws.
";

impl Solve {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.search.asks_for_list() {
            return list_methods(output);
        }
        let constraints = self.search.constraints.check(self.search.method()?)?;
        self.check()?;
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.take().as_deref())?;
        let mut proofs = ProofFile::create(self.proof.as_deref(), self.proof_limit)?;
        let mut exporter = self.format.exporter(self.moves_alphabet.into());
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            diagnostics::warn_of_oddities(&place, &level, output);
            let settings = self.settings(&level, constraints);
            let (report, spent) = solve_one(&level, &place, &settings, output);
            self.search.constraints.warn(&place, settings.method, &report, output);
            if self.format != SolveFormat::Jsonl {
                print_invalid(&place, &level, &report);
            }
            if let Some(proofs) = &mut proofs {
                proofs.prove(&place, &level, &settings, &report, output)?;
            }
            let result = SolvedLevel { place, level, settings, report, spent };
            verdict = verdict.and(result.exit());
            exporter.level(result, output)?;
        }
        let verdict = verdict.and(exporter.end(output)?);
        if let Some(proofs) = proofs {
            proofs.end(output);
        }
        Ok(levels.exit().and(verdict))
    }

    /// Refuses options that contradict each other.
    fn check(&self) -> anyhow::Result<()> {
        let objective = self.search.objective.unwrap_or_default();
        if self.improve.is_some() && objective != Objective::Any {
            anyhow::bail!("--improve is for --objective any; the others prove what is best");
        }
        if self.moves_alphabet == AlphabetName::Vi
            && matches!(self.format, SolveFormat::Jsonl | SolveFormat::Sok)
        {
            anyhow::bail!("JSON lines and .sok always hold lurd: use --format text or lurd");
        }
        Ok(())
    }

    /// What holds for a level: the command line, else the level's own options, else the defaults.
    fn settings(&self, level: &Level, constraint: ConstraintOptions) -> Settings {
        let option = |key: &str| {
            level.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
        };
        let method = self.search.method.as_deref().or(option("method"));
        let method = method.and_then(|name| arguments::method(name).ok().flatten());
        let own = |key: &str, parse: fn(&str) -> Result<u64, String>| {
            option(key).and_then(|value| parse(value).ok())
        };
        let objective = option("objective").and_then(Objective::from_name);
        let time = option("time").and_then(|value| arguments::duration(value).ok());
        Settings {
            objective: self.search.objective.or(objective).unwrap_or_default(),
            method: method.unwrap_or_default(),
            time: TimeLimit::Wall(self.time.or(time).unwrap_or(TIME_DEFAULT)),
            budget: budget(
                self.search.nodes.or_else(|| own("nodes", arguments::count)),
                self.search.memory.or_else(|| own("memory", arguments::size)),
            ),
            threads: self.threads.map_or_else(cores, usize::from),
            improve: self.improve,
            start: if self.cyclic { SolvedStart::Cyclic } else { SolvedStart::Done },
            constraint,
        }
    }
}
