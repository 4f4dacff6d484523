//! `soko bench`: how many levels are solved, and what they cost.

mod compare;
mod known;
mod plot;
mod record;
mod row;
mod run;
mod suite;
mod summary;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use sokolab::{Budget, SolveChoices};
use sokolab_wire::{BenchLine, KnownLine};

use self::compare::compare;
use self::known::Known;
use self::plot::PlotFile;
use self::record::{Record, Rows};
use self::run::{Done, Run, Shown};
use self::suite::expand;
use self::summary::{summarize, table};
use crate::arguments;
use crate::batch::{self, BatchArgs, Judged, OptionsText, Stream};
use crate::command::help::OUTPUT;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, InputFormat, WithoutFile};
use crate::io::cpu_time::CpuClock;
use crate::io::output::{LevelProgress, Output};
use crate::search::arguments::{SolveArgs, list_methods};
use crate::search::constraints;
use crate::search::limits::TIME_DEFAULT;
use crate::search::settings::{Settings, SolvedStart};
use crate::search::solve::solve_one;
use crate::search::watch::TimeLimit;

/// The lines of a resumed run. The exit code depends on the summary only.
const JUDGED: Judged = Judged { schema: "sokolab/solve/1", exit: |_| exit::DONE };

/// The name of the run in a plot.
const OURS: &str = "this run";

/// Solve many levels and measure the cost, or compare two such runs.
///
/// A file whose name ends in .suite lists level files, one per line as on the command line,
/// relative to its own folder; lines that begin with # are comments. Without a file, the built-in
/// levels are solved. Options stored with levels are ignored, so that all levels are treated alike.
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

    /// Write a row for each level to a file when the run ends.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// The number of levels to solve at the same time; results stay in input order.
    ///
    /// Limits hold for each level.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Write results to a file, and continue the earlier run that is in it.
    ///
    /// A file whose name ends in .csv has the rows of --csv, any other file JSON lines as from
    /// solve. Levels in the file are not solved again. The summary of all levels goes to standard
    /// output.
    #[arg(long, value_name = "FILE", conflicts_with = "csv")]
    resume: Option<PathBuf>,

    /// Known solutions to compare the results with; a contradiction is shown as WRONG and makes the
    /// exit code 1. Can be given several times.
    ///
    /// The columns, separated by tabs and named in the first line, are collection, n (the number in
    /// the level's title), `best_pushes`, moves and `proven_opt_pushes`, which may be empty.
    #[arg(long, help_heading = "Comparison", value_name = "FILE")]
    known: Vec<PathBuf>,

    /// Print the summary only.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    summary: bool,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: BenchFormat,

    /// Plot solved levels over time as SVG; with --compare, also level by level.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Compare two files written with --csv. The exit code is 1 if the new run lost levels.
    #[arg(
        long, help_heading = "Comparison",
        num_args = 2,
        value_names = ["OLD", "NEW"],
        conflicts_with_all = [
            "levels", "from", "legend", "rules", "objective", "method", "time", "nodes", "memory",
            "threads", "csv", "jobs", "resume", "known", "summary", "format", "horizon", "without",
            "with", "tile_rules", "judge", "step_cost", "seed"
        ]
    )]
    compare: Option<Vec<PathBuf>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BenchFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per level, as from solve, and a summary.
    Jsonl,
}

impl Bench {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        // The table goes to standard output, so nothing else does.
        output.redirect(None)?;
        if let Some([old, new]) = self.compare.as_deref() {
            return compare(old, new, self.plot.as_deref(), output);
        }
        if self.search.asks_for_list() {
            return list_methods(output);
        }
        self.input.levels = expand(std::mem::take(&mut self.input.levels))?;
        let settings = self.search_settings()?;
        let batch = self.batch_args();
        let threads = settings.choices.threads.unwrap_or(1);
        batch.check_memory(settings.choices.budget.budget().memory_bytes_max)?;
        let levels = self.input.open(WithoutFile::Embedded)?;
        let plot = self.plot.as_deref().map(PlotFile::create).transpose()?;
        let known = if self.known.is_empty() {
            None
        } else {
            Some((Known::read(&self.known)?, KnownLine::default()))
        };
        let text = self.settings_text(&settings);
        let mut summary = output.for_work(LevelProgress::Shown, CpuClock::Process);
        let (record, mut earlier) = self.record(&text)?;
        let options = OptionsText::default().with_words(&text);
        let keep = &mut |line: &[u8]| earlier.add_line(line);
        let stream = Stream::begin_with(levels, &batch, &options, JUDGED, keep, output)?;
        let work_output = batch.work_output(output, threads);
        let mut run = Run {
            settings: &settings,
            shown: self.shown(),
            stream,
            record,
            earlier,
            known,
            rows: Vec::new(),
            kept: 0,
            output,
        };
        batch::run(&mut run, batch.jobs(), &|Entry { place, level }| {
            let (report, spent) = solve_one(&level, &place, &settings, &work_output);
            Done { place, level, report, spent }
        })?;
        let reading = run.stream.end(run.output)?;
        let target = if batch.resume().is_some() { &mut summary } else { &mut *run.output };
        let (rows, kept, known) = (run.rows, run.kept, run.known.map(|it| it.1));
        match plot {
            // Without a level there is nothing to draw, and an older file stays as it is.
            Some(plot) if rows.is_empty() => plot.discard(),
            Some(plot) => {
                let runs = [(OURS, rows.as_slice())];
                plot.write(&[plot::solved(&runs, settings.time.amount())])?;
            }
            None => {}
        }
        self.finish(&summarize(&rows, kept, &settings, known), reading, target)
    }

    /// The file of rows, and those of an earlier run.
    fn record(&self, settings: &str) -> anyhow::Result<(Option<Record>, Rows)> {
        match (&self.csv, &self.resume) {
            (_, Some(path)) if is_csv(path) => {
                let (record, earlier) = Record::resume(path, settings)?;
                Ok((Some(record), earlier))
            }
            (Some(path), _) => Ok((Some(Record::create(path, settings)?), Rows::default())),
            (None, _) => Ok((None, Rows::default())),
        }
    }

    /// The number of parallel jobs, and the JSON lines to resume.
    fn batch_args(&self) -> BatchArgs {
        let lines = self.resume.clone().filter(|path| !is_csv(path));
        BatchArgs::new(self.jobs, lines)
    }

    fn search_settings(&self) -> anyhow::Result<Settings> {
        let threads = self.threads.map_or(1, usize::from);
        if self.jobs.is_some_and(|jobs| jobs > 1) && threads > 1 {
            anyhow::bail!(
                "the limit is on processor time, which nobody can tell apart for levels side by \
                 side with several threads each: use either --jobs or --threads"
            );
        }
        Ok(Settings {
            choices: SolveChoices { threads: Some(threads), ..self.search.choices()? },
            judge: self.search.judge.network()?.map(|it| it.judge),
            time: TimeLimit::Cpu(self.time.unwrap_or(TIME_DEFAULT)),
            improve: None,
            start: SolvedStart::Done,
        })
    }

    /// What to print for each level. A file of JSON lines contains everything.
    fn shown(&self) -> Shown {
        let is_resumed = self.resume.as_ref().is_some_and(|path| !is_csv(path));
        match self.format {
            _ if is_resumed => Shown::Json,
            _ if self.summary => Shown::Nothing,
            BenchFormat::Jsonl => Shown::Json,
            BenchFormat::Text => Shown::Text,
        }
    }

    /// Everything on the command line that affects the results, except the levels.
    fn settings_text(&self, settings: &Settings) -> String {
        let choices = &settings.choices;
        let Budget { nodes_max, memory_bytes_max } = choices.budget.budget();
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
            choices.objective.unwrap_or_default().name(),
            choices.method.unwrap_or_default().name(),
            settings.time.amount().as_secs_f64(),
            memory_bytes_max,
            choices.threads.unwrap_or(1),
            constraints::unusual(&choices.constraint.options()),
        )
    }

    fn finish(&self, line: &BenchLine, reading: Exit, output: &mut Output) -> anyhow::Result<Exit> {
        let is_wrong = line.known.as_ref().is_some_and(|known| !known.wrong.is_empty());
        match self.format {
            BenchFormat::Jsonl => output.json(line)?,
            BenchFormat::Text if line.levels == 0 => {}
            BenchFormat::Text => {
                let gap = if self.shown() == Shown::Text { "\n" } else { "" };
                output.write(&format!("{gap}{}", table(line)))?;
            }
        }
        let is_negative = is_wrong || line.invalid > 0;
        Ok(reading.and(if is_negative { exit::NEGATIVE } else { exit::DONE }))
    }
}

/// Whether a file that is resumed has rows of CSV.
fn is_csv(path: &Path) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case("csv"))
}
