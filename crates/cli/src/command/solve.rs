//! `soko solve`: find solutions, or prove that there are none.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use sokolab::text::{Format, WriteOptions, write_header, write_level};
use sokolab::{Level, Notes, Objective, Outcome, Report, Snapshot};
use sokolab_wire::{Place, SolveLine, Spent};

use crate::arguments;
use crate::constraints::Constraints;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::output::Output;
use crate::solving::{
    MEMORY_DEFAULT, Settings, TIME_DEFAULT, TimeLimit, Wishes, cores, describe, list_methods,
    print_invalid, solve_one,
};

/// Find solutions, or prove that there are none.
///
/// Without a file, the levels that come with the program are solved. A level may carry options of
/// its own (as petersohn's games do); they override the defaults and yield to the command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    wishes: Wishes,

    /// The most time a level may take, in seconds or with ms, s, m, h [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// Improve the pushes of a solution for so long, within the limits; for any solution only.
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    improve: Option<Duration>,

    /// Threads to use [default: all cores]; with one, equal requests expand equal nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

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

#[derive(Default)]
struct Tally {
    solved: usize,
    unsolvable: usize,
    stopped: usize,
    invalid: usize,
}

impl Solve {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.wishes.asks_for_list() {
            return list_methods(output);
        }
        let constraints = self.wishes.constraints.check(self.wishes.method()?)?;
        let objective = self.wishes.objective.unwrap_or_default();
        if self.improve.is_some() && objective != Objective::Any {
            anyhow::bail!("--improve is for --objective any; the others prove what is best");
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
            let settings = self.settings(&level, constraints);
            let (report, spent) = solve_one(&level, &place, &settings, output);
            self.wishes.constraints.warn(&place, &settings, &report, output);
            verdict = verdict.and(tally.count(&report, settings.objective));
            self.print(place, &level, &settings, &report, spent, output)?;
        }
        if self.format == SolveFormat::Text {
            output.line(&tally.summary(start.elapsed()))?;
        }
        Ok(levels.exit().and(verdict))
    }

    /// What holds for a level: the command line, else the level's own options, else the defaults.
    fn settings(&self, level: &Level, constraints: Constraints) -> Settings {
        let option = |key: &str| {
            level.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
        };
        let method = self.wishes.method.as_deref().or(option("method"));
        let method = method.and_then(|name| arguments::method(name).ok().flatten());
        let own = |key: &str, parse: fn(&str) -> Result<u64, String>| {
            option(key).and_then(|value| parse(value).ok())
        };
        let objective = option("objective").and_then(Objective::from_name);
        let time = option("time").and_then(|value| arguments::duration(value).ok());
        Settings {
            objective: self.wishes.objective.or(objective).unwrap_or_default(),
            method: method.unwrap_or_default(),
            time: TimeLimit::Wall(self.time.or(time).unwrap_or(TIME_DEFAULT)),
            nodes: self.wishes.nodes.or_else(|| own("nodes", arguments::count)),
            memory: self
                .wishes
                .memory
                .or_else(|| own("memory", arguments::size))
                .unwrap_or(MEMORY_DEFAULT),
            threads: self.threads.map_or_else(cores, usize::from),
            improve: self.improve,
            seed: self.wishes.seed,
            constraints,
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
                let mut text = describe(&place, level, settings, report, spent);
                if let Outcome::Solved { solution, .. } = &report.outcome {
                    text.push_str(&format!("\n  {}", solution.moves()));
                }
                output.line(&text)
            }
        }
    }
}

fn moves_of(report: &Report) -> String {
    match &report.outcome {
        Outcome::Solved { solution, .. } => solution.moves().to_string(),
        _ => String::new(),
    }
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
