//! `soko bench`: how many levels are solved, and what they cost.

mod compare;
mod known;
mod record;
mod row;
mod suite;
mod summary;

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use sokolab::Budget;
use sokolab_wire::{KnownLine, SolveLine};

use self::compare::compare;
use self::known::{Known, Verdict};
use self::record::{Record, Rows};
use self::row::Row;
use self::suite::expand;
use self::summary::{summarize, table};
use crate::arguments;
use crate::command::help::OUTPUT;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, InputFormat, WithoutFile};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::search::arguments::{SolveArgs, list_methods};
use crate::search::constraints;
use crate::search::limits::{TIME_DEFAULT, budget};
use crate::search::settings::Settings;
use crate::search::solve::{print_invalid, solve_one};
use crate::search::text::describe;
use crate::search::watch::TimeLimit;
use crate::terminal::diagnostics;

/// Solve many levels and measure what they cost, or compare two such runs.
///
/// A file whose name ends in .suite lists level files, one a line as on the command line, seen from
/// its own folder; lines that begin with # are comments. Without a file, the levels that come with
/// the program are solved. Options that levels carry are not looked at, so that all are treated
/// alike.
#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    search: SolveArgs,

    /// Limit on processor time per level, in seconds or with ms, s, m, h [default: 60];
    /// wall-clock time may be twice that.
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// Threads to use [default: 1]; with one, equal requests expand equal nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Write a row for each level to a file.
    ///
    /// The file appears when the run ends; with --resume, each row as soon as it is done.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Keep the rows that are in the file of --csv, and do not solve their levels again.
    #[arg(long, requires = "csv")]
    resume: bool,

    /// Known solutions to hold the results against; a contradiction is shown as WRONG and makes
    /// the exit code 1. May be given several times.
    ///
    /// The columns, named in the first line and with tabs between, are collection, n (the number in
    /// the level's title), `best_pushes`, moves and `proven_opt_pushes`, which may be empty.
    #[arg(long, help_heading = "Comparison", value_name = "FILE")]
    known: Vec<PathBuf>,

    /// Print the summary only.
    #[arg(long, help_heading = OUTPUT)]
    summary: bool,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: BenchFormat,

    /// Compare the files that two runs wrote with --csv. The exit code is 1 if levels were lost.
    #[arg(
        long, help_heading = "Comparison",
        num_args = 2,
        value_names = ["OLD", "NEW"],
        conflicts_with_all = [
            "levels", "from", "legend", "rules", "objective", "method", "time", "nodes", "memory",
            "threads", "csv", "resume", "known", "summary", "format", "horizon", "without",
            "with", "tile_rules", "priors", "seed"
        ]
    )]
    compare: Option<Vec<PathBuf>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BenchFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per level, as from solve, and one for all.
    Jsonl,
}

/// The levels done so far.
struct Run {
    settings: Settings,
    record: Option<Record>,
    /// Rows of an earlier run.
    earlier: Rows,
    known: Option<(Known, KnownLine)>,
    rows: Vec<Row>,
    kept: usize,
}

impl Bench {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if let Some([old, new]) = self.compare.as_deref() {
            return compare(old, new, output);
        }
        if self.search.asks_for_list() {
            return list_methods(output);
        }
        self.input.levels = expand(std::mem::take(&mut self.input.levels))?;
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        let mut run = self.start()?;
        while let Some(entry) = levels.next(output) {
            if let Some(row) = run.take_earlier(&entry)? {
                run.judge(&row, self.format, output)?;
                run.rows.push(row);
                run.kept += 1;
                continue;
            }
            let Some(row) = self.solve(&entry, &run.settings, output)? else { break };
            if let Some(record) = &mut run.record {
                record.write(&row)?;
            }
            run.judge(&row, self.format, output)?;
            run.rows.push(row);
        }
        self.finish(run, levels.exit(), output)
    }

    fn start(&self) -> anyhow::Result<Run> {
        let settings = Settings {
            objective: self.search.objective.unwrap_or_default(),
            method: self.search.method()?.unwrap_or_default(),
            time: TimeLimit::Cpu(self.time.unwrap_or(TIME_DEFAULT)),
            budget: budget(self.search.nodes, self.search.memory),
            threads: self.threads.map_or(1, usize::from),
            improve: None,
            constraint: self.search.constraints.check(self.search.method()?)?,
            parts: self.search.parts.check(self.search.method()?)?,
        };
        let known = if self.known.is_empty() {
            None
        } else {
            Some((Known::read(&self.known)?, KnownLine::default()))
        };
        let text = self.settings_text(&settings);
        let (record, earlier) = match &self.csv {
            None => (None, Rows::new()),
            Some(path) if self.resume => {
                let (record, earlier) = Record::resume(path, &text)?;
                (Some(record), earlier)
            }
            Some(path) => (Some(Record::create(path, &text)?), Rows::new()),
        };
        Ok(Run { settings, record, earlier, known, rows: Vec::new(), kept: 0 })
    }

    /// Everything on the command line that results depend on, apart from the levels.
    fn settings_text(&self, settings: &Settings) -> String {
        let Budget { nodes_max, memory_bytes_max } = settings.budget;
        let nodes = if nodes_max == u64::MAX { "all".to_owned() } else { nodes_max.to_string() };
        let rules = self.input.rules.map_or("own", |rules| rules.name());
        let from = match self.input.from {
            Some(InputFormat::Levels(format)) => format.name(),
            Some(InputFormat::PddlPlan) | None => "detected",
        };
        let legend = if self.input.legend.is_some() { "given" } else { "own" };
        format!(
            "objective={} method={} time={} nodes={nodes} memory={} threads={} rules={rules} \
             from={from} legend={legend}{}",
            settings.objective.name(),
            settings.method.name(),
            settings.time.amount().as_secs_f64(),
            memory_bytes_max,
            settings.threads,
            constraints::unusual(&settings.constraint),
        )
    }

    /// Solves a level and prints its line; `None` if it was interrupted, for then it is not done.
    fn solve(
        &self,
        entry: &Entry,
        settings: &Settings,
        output: &mut Output,
    ) -> anyhow::Result<Option<Row>> {
        let Entry { place, level } = entry;
        diagnostics::warn_of_oddities(place, level, output);
        let (report, spent) = solve_one(level, place, settings, output);
        self.search.constraints.warn(place, settings.method, &report, output);
        let line = SolveLine::new(place.clone(), level, settings.objective, &report, spent);
        if interrupt::is_interrupted() && line.reason.as_deref() == Some("interrupted") {
            return Ok(None);
        }
        match self.format {
            _ if self.summary => {}
            BenchFormat::Jsonl => output.json(&line)?,
            BenchFormat::Text => {
                print_invalid(place, level, &report);
                output.line(&describe(place, level, settings, &report, spent))?;
            }
        }
        Ok(Some(Row::from(&line)))
    }

    fn finish(&self, run: Run, reading: Exit, output: &mut Output) -> anyhow::Result<Exit> {
        let known = run.known.map(|(_, line)| line);
        let is_wrong = known.as_ref().is_some_and(|line| !line.wrong.is_empty());
        let line = summarize(&run.rows, run.kept, &run.settings, known);
        match self.format {
            BenchFormat::Jsonl => output.json(&line)?,
            BenchFormat::Text if run.rows.is_empty() => {}
            BenchFormat::Text => {
                let gap = if self.summary { "" } else { "\n" };
                output.write(&format!("{gap}{}", table(&line)))?;
            }
        }
        let is_negative = is_wrong || line.invalid > 0;
        Ok(reading.and(if is_negative { exit::NEGATIVE } else { exit::DONE }))
    }
}

impl Run {
    /// The row of an earlier run for a level; `None` if there is none.
    fn take_earlier(&mut self, entry: &Entry) -> anyhow::Result<Option<Row>> {
        let Entry { place, level } = entry;
        let Some(row) = self.earlier.remove(&(place.file.clone(), place.level)) else {
            return Ok(None);
        };
        if row.title != level.title || row.rules != level.rules.name() {
            anyhow::bail!(
                "the file of --csv has another level {}#{}: its levels have changed; name another \
                 file, or start over without --resume",
                place.file,
                place.level
            );
        }
        Ok(Some(row))
    }

    /// Holds a result against the known solutions, if there are some.
    fn judge(&mut self, row: &Row, format: BenchFormat, output: &mut Output) -> anyhow::Result<()> {
        let Some((known, line)) = &mut self.known else { return Ok(()) };
        let verdict = known.judge(row);
        line.levels += usize::from(verdict != Verdict::Unknown);
        line.confirmed += usize::from(verdict == Verdict::Confirmed);
        if let Verdict::Wrong(sentence) = verdict {
            let sentence = format!("{}: {sentence}", row.name());
            if format == BenchFormat::Text {
                output.line(&format!("WRONG {sentence}"))?;
            }
            line.wrong.push(sentence);
        }
        Ok(())
    }
}
