//! `soko solve`: find solutions, or prove that there are none.

mod dump;
mod format;
mod petersohn;
mod result;
mod text;

use std::path::PathBuf;
use std::time::Duration;

use sokolab::{Board, ConstraintOptions, Level, Objective, Report, SearchEvent, solve_recorded};
use sokolab_wire::{Place, Spent};

use self::dump::{DumpStyle, SearchDump};
use self::format::SolveFormat;
use self::petersohn::PushStyle;
use self::result::SolvedLevel;
use crate::arguments::{self, AlphabetName};
use crate::command::help::OUTPUT;
use crate::exit::{self, Exit};
use crate::export::WithSolution;
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::search::arguments::{SolveArgs, list_methods};
use crate::search::limits::{TIME_DEFAULT, budget, cores};
use crate::search::settings::Settings;
use crate::search::solve::{print_invalid, request, solve_one};
use crate::search::watch::{TimeLimit, Watch};
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

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: SolveFormat,

    /// Write pushes as pairs of places, ( 7,  3) --> ( 6,  3), with --format petersohn.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    old_style_output: bool,

    /// Write the dumps of petersohn's solver to a folder: solution.dump, partitions.dump and, if
    /// placements are preprocessed, blocklist.dump. For one level; plusHeur.dump, which held
    /// nothing, is left out.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true, value_name = "FOLDER")]
    dump: Option<PathBuf>,

    /// Write the whole search to the folder of --dump, up to 64 MB, for astar and petersohn.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true, value_name = "STYLE",
        requires = "dump")]
    dump_style: Option<DumpStyle>,

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
        let parts = self.search.parts.check(self.search.method()?)?;
        if self.dump_style.is_some() && parts.is_none() {
            anyhow::bail!("--dump-style is for --method petersohn, and astar with parts of it");
        }
        self.check()?;
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.take().as_deref())?;
        let style = if self.old_style_output { PushStyle::Squares } else { PushStyle::Direction };
        let mut exporter = self.format.exporter(self.moves_alphabet.into(), style);
        let mut dumped = 0;
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            diagnostics::warn_of_oddities(&place, &level, output);
            let settings = self.settings(&place, &level, constraints, output);
            let mut search = self.dump_style.map(SearchDump::new);
            let (report, spent) = match &mut search {
                None => solve_one(&level, &place, &settings, output),
                Some(dump) => solve_dumped(&level, &place, &settings, dump, output),
            };
            self.search.constraints.warn(&place, settings.method, &report, output);
            if self.format != SolveFormat::Jsonl {
                print_invalid(&place, &level, &report);
            }
            let result = SolvedLevel { place, level, settings, report, spent };
            if let Some(folder) = &self.dump {
                dumped += 1;
                if dumped > 1 {
                    anyhow::bail!("--dump is for one level: select it, as in FILE#1");
                }
                let parts = result.settings.parts;
                dump::write(folder, &result.level, result.solution(), parts, search)?;
            }
            verdict = verdict.and(result.exit());
            exporter.level(result, output)?;
        }
        let verdict = verdict.and(exporter.end(output)?);
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
        if self.old_style_output && self.format != SolveFormat::Petersohn {
            anyhow::bail!("--old-style-output is for --format petersohn");
        }
        Ok(())
    }

    /// What holds for a level: the command line, else the level's own options, else the defaults.
    fn settings(
        &self,
        place: &Place,
        level: &Level,
        constraint: ConstraintOptions,
        output: &Output,
    ) -> Settings {
        let option = |key: &str| {
            level.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
        };
        let method = self.search.method.as_deref().or(option("method"));
        let method = method.and_then(|name| arguments::method(name).ok().flatten());
        let (parts, warnings) = self.search.parts.for_level(level, method.unwrap_or_default());
        for warning in warnings.iter().filter(|_| !output.is_quiet()) {
            anstream::eprintln!("warning: {}#{}: {warning}", place.file, place.level);
        }
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
            constraint,
            parts,
        }
    }
}

/// Solves a level and writes down what the search does.
fn solve_dumped(
    level: &Level,
    place: &Place,
    settings: &Settings,
    dump: &mut SearchDump,
    output: &Output,
) -> (Report, Spent) {
    let mut watch = Watch::new(place, settings.time, output);
    let request = request(level, settings);
    let mut record = |board: &Board, event: &SearchEvent<'_>| dump.record(board, event);
    let report = solve_recorded(&request, &mut |progress| watch.look(progress), &mut record);
    watch.hide();
    (report, watch.spent())
}
