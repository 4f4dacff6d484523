//! `soko solve`: find solutions, or prove that there are none.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use sokolab::text::{Format, WriteOptions, write_header, write_level};
use sokolab::{
    Level, Method, Notes, Objective, Outcome, Report, Request, Snapshot, StopReason, solve,
};
use sokolab_wire::{Place, SolveLine, Spent};

use crate::cpu_time::cpu_seconds;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::{arguments, diagnostics, interrupt};

/// Find solutions, or prove that there are none.
///
/// Without a file, the levels that come with the program are solved. A level may carry options of
/// its own (as petersohn's games do); they override the defaults and yield to the command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    input: Input,

    /// What is wanted: any solution, the fewest pushes or the fewest moves.
    #[arg(long, value_name = "any|pushes|moves", value_parser = arguments::objective)]
    objective: Option<Objective>,

    /// How to search; `list` prints every method with a line on each.
    #[arg(long, value_name = "NAME")]
    method: Option<String>,

    /// The most time a level may take, in seconds or with ms, s, m, h [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// The most states a level may expand.
    #[arg(long, value_name = "N", value_parser = arguments::count)]
    nodes: Option<u64>,

    /// The most memory that tables may take, in bytes or with K, M, G [default: 2G].
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    memory: Option<u64>,

    /// Threads to use [default: all cores]; with one, equal requests expand equal nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// The seed of methods that draw lots; breadth-first search draws none.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How to print the results.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: SolveFormat,

    /// Write the results to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolveFormat {
    /// For a person.
    Text,
    /// One JSON object a level.
    Jsonl,
    /// One line of moves a level, empty if it was not solved.
    Lurd,
    /// The levels with their solutions.
    Sok,
}

/// What holds for one level: the command line, else the level's own options, else the defaults.
struct Settings {
    objective: Objective,
    method: Method,
    time: Duration,
    nodes: Option<u64>,
    memory: u64,
    threads: usize,
}

#[derive(Default)]
struct Tally {
    solved: usize,
    unsolvable: usize,
    stopped: usize,
    invalid: usize,
}

impl Solve {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.method.as_deref() == Some("list") {
            for method in Method::ALL {
                output.line(&format!("{:<16}{}", method.name(), method.summary()))?;
            }
            return Ok(exit::DONE);
        }
        if let Some(name) = &self.method {
            arguments::method(name)
                .map_err(|hint| anyhow::anyhow!("there is no method {name}: {hint}"))?;
        }
        output.redirect(self.output.take().as_deref())?;
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        let mut tally = Tally::default();
        let mut verdict = exit::DONE;
        let start = Instant::now();
        let mut is_first = true;
        while let Some(Entry { place, level }) = levels.next(output) {
            if std::mem::take(&mut is_first) && self.format == SolveFormat::Sok {
                let mut text = String::new();
                write_header(&level.collection, &WriteOptions::new(Format::Sok), &mut text);
                output.write(&text)?;
            }
            let settings = self.settings(&level);
            let (report, spent) = solve_one(&level, &place, &settings, output);
            verdict = verdict.and(tally.count(&report, settings.objective));
            self.print(place, &level, &settings, &report, spent, output)?;
        }
        if self.format == SolveFormat::Text {
            output.line(&tally.summary(start.elapsed()))?;
        }
        Ok(levels.exit().and(verdict))
    }

    fn settings(&self, level: &Level) -> Settings {
        let option = |key: &str| {
            level.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
        };
        let method = self.method.as_deref().or(option("method"));
        let method = method.and_then(|name| arguments::method(name).ok().flatten());
        let own = |key: &str, parse: fn(&str) -> Result<u64, String>| {
            option(key).and_then(|value| parse(value).ok())
        };
        let objective = option("objective").and_then(Objective::from_name);
        let time = option("time").and_then(|value| arguments::duration(value).ok());
        Settings {
            objective: self.objective.or(objective).unwrap_or_default(),
            method: method.unwrap_or_default(),
            time: self.time.or(time).unwrap_or(Duration::from_secs(60)),
            nodes: self.nodes.or_else(|| own("nodes", arguments::count)),
            memory: self.memory.or_else(|| own("memory", arguments::size)).unwrap_or(2 << 30),
            threads: self.threads.map_or_else(cores, usize::from),
        }
    }

    fn print(
        &self,
        place: Place,
        level: &Level,
        settings: &Settings,
        report: &Report,
        spent: Spent,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        match self.format {
            SolveFormat::Jsonl => {
                let line = SolveLine::new(place, level, settings.objective, report, spent);
                output.json(&line)
            }
            SolveFormat::Lurd => {
                print_invalid(&place, level, report);
                output.line(&moves_of(report))
            }
            SolveFormat::Sok => {
                print_invalid(&place, level, report);
                let mut level = level.clone();
                if let Outcome::Solved { .. } = report.outcome {
                    let (title, moves) = ("Solution".to_owned(), moves_of(report));
                    level.snapshots.push(Snapshot { title, moves, notes: Notes::default() });
                }
                let mut text = String::new();
                write_level(&level, place.level, &WriteOptions::new(Format::Sok), &mut text)?;
                output.write(&text)
            }
            SolveFormat::Text => {
                print_invalid(&place, level, report);
                output.line(&text_of(&place, level, settings, report, spent))
            }
        }
    }
}

/// Solves a level within its limits.
fn solve_one(
    level: &Level,
    place: &Place,
    settings: &Settings,
    output: &Output,
) -> (Report, Spent) {
    let (start, cpu_start) = (Instant::now(), cpu_seconds());
    let request = Request {
        level,
        objective: settings.objective,
        method: settings.method,
        nodes_max: settings.nodes,
        memory_bytes_max: settings.memory,
        threads: settings.threads,
    };
    let mut line = ProgressLine::new(format!("{}#{}", place.file, place.level), output);
    let report = solve(&request, &mut |progress| {
        line.show(progress);
        if interrupt::is_interrupted() {
            Some(StopReason::Interrupted)
        } else {
            (start.elapsed() >= settings.time).then_some(StopReason::Time)
        }
    });
    let spent =
        Spent { seconds: start.elapsed().as_secs_f64(), cpu_seconds: cpu_seconds() - cpu_start };
    (report, spent)
}

/// As many threads as the machine runs at once.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn moves_of(report: &Report) -> String {
    match &report.outcome {
        Outcome::Solved { solution, .. } => solution.moves().to_string(),
        _ => String::new(),
    }
}

fn print_invalid(place: &Place, level: &Level, report: &Report) {
    if let Outcome::Invalid(findings) = &report.outcome {
        diagnostics::print_findings(&place.file, level, findings);
    }
}

fn text_of(
    place: &Place,
    level: &Level,
    settings: &Settings,
    report: &Report,
    spent: Spent,
) -> String {
    let mut text = format!("{}#{}", place.file, place.level);
    if let Some(title) = &level.title {
        text.push_str(&format!(" {title}"));
    }
    text.push_str(": ");
    let cost = format!("{} nodes, {:.2} s", report.nodes, spent.seconds);
    let least = match settings.objective {
        Objective::Moves => format!("at least {} moves", report.lower_bound),
        Objective::Any | Objective::Pushes => format!("at least {} pushes", report.lower_bound),
    };
    match &report.outcome {
        Outcome::Solved { solution, optimal, stopped } => {
            let measures = solution.measures();
            text.push_str(&format!("solved, {} pushes, {} moves", measures.pushes, measures.moves));
            if *optimal {
                text.push_str(&format!(", proved fewest {}", settings.objective.name()));
            }
            if let Some(reason) = stopped {
                text.push_str(&format!(", stopped by the limit on {}, {least}", reason.name()));
            }
            text.push_str(&format!(" ({cost})\n  {}", solution.moves()));
        }
        Outcome::Unsolvable => text.push_str(&format!("proved unsolvable ({cost})")),
        Outcome::Stopped(StopReason::Interrupted) => {
            text.push_str(&format!("interrupted, {least} ({cost})"));
        }
        Outcome::Stopped(reason) => {
            text.push_str(&format!("stopped by the limit on {}, {least} ({cost})", reason.name()));
        }
        Outcome::Invalid(findings) => {
            let reasons: Vec<String> = findings.iter().map(ToString::to_string).collect();
            text.push_str(&format!("invalid: {}", reasons.join("; ")));
        }
    }
    text
}

impl Tally {
    /// Counts a report and says what it means for the exit code.
    fn count(&mut self, report: &Report, objective: Objective) -> Exit {
        match &report.outcome {
            Outcome::Solved { optimal, .. } => {
                self.solved += 1;
                if *optimal || objective == Objective::Any { exit::DONE } else { exit::UNDECIDED }
            }
            Outcome::Unsolvable => {
                self.unsolvable += 1;
                exit::NEGATIVE
            }
            Outcome::Invalid(_) => {
                self.invalid += 1;
                exit::NEGATIVE
            }
            Outcome::Stopped(_) => {
                self.stopped += 1;
                exit::UNDECIDED
            }
        }
    }

    fn summary(&self, elapsed: Duration) -> String {
        let count = self.solved + self.unsolvable + self.stopped + self.invalid;
        let levels = if count == 1 { "level" } else { "levels" };
        let mut text = format!("{count} {levels}: {} solved", self.solved);
        for (number, what) in [
            (self.unsolvable, "proved unsolvable"),
            (self.stopped, "undecided"),
            (self.invalid, "invalid"),
        ] {
            if number > 0 {
                text.push_str(&format!(", {number} {what}"));
            }
        }
        text.push_str(&format!(" ({:.2} s)", elapsed.as_secs_f64()));
        text
    }
}
