//! `soko solve`: find solutions, or prove that there are none.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use sokolab::text::{Format, WriteOptions, write_header, write_level, write_moves_in};
use sokolab::{ConstraintOptions, Level, Notes, Objective, Outcome, Report, Snapshot, quantity};
use sokolab_wire::{Place, SolveLine, Spent};

use crate::arguments::{self, AlphabetName};
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::search::solve::{
    Settings, TIME_DEFAULT, TimeLimit, Wishes, budget, cores, describe, list_methods,
    print_invalid, solve_one,
};
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

  Methods that draw lots (tiling, random, tree-search) follow --seed: equal seeds give equal draws.
";

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
    failed: usize,
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
        if self.moves_alphabet == AlphabetName::Vi
            && matches!(self.format, SolveFormat::Jsonl | SolveFormat::Sok)
        {
            anyhow::bail!("JSON lines and .sok always hold lurd: use --format text or lurd");
        }
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.take().as_deref())?;
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
            diagnostics::warn_of_oddities(&place, &level, output);
            let settings = self.settings(&level, constraints);
            let (report, spent) = solve_one(&level, &place, &settings, output);
            self.wishes.constraints.warn(&place, &settings, &report, output);
            verdict = verdict.and(tally.count(&report, settings.objective));
            self.print(place, &level, &settings, &report, spent, output)?;
        }
        if self.format == SolveFormat::Text && !is_first {
            output.line(&tally.summary(start.elapsed()))?;
        }
        Ok(levels.exit().and(verdict))
    }

    /// What holds for a level: the command line, else the level's own options, else the defaults.
    fn settings(&self, level: &Level, constraint: ConstraintOptions) -> Settings {
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
            budget: budget(
                self.wishes.nodes.or_else(|| own("nodes", arguments::count)),
                self.wishes.memory.or_else(|| own("memory", arguments::size)),
            ),
            threads: self.threads.map_or_else(cores, usize::from),
            improve: self.improve,
            constraint,
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
                output.line(&self.moves_of(report))
            }
            SolveFormat::Sok => {
                print_invalid(&place, level, report);
                let mut level = level.clone();
                if let Outcome::Solved { .. } = report.outcome {
                    let (title, moves) = ("Solution".to_owned(), self.moves_of(report));
                    level.snapshots.push(Snapshot { title, moves, notes: Notes::default() });
                }
                let mut text = String::new();
                write_level(&level, place.level, &WriteOptions::new(Format::Sok), &mut text)?;
                output.write(&text)
            }
            SolveFormat::Text => {
                print_invalid(&place, level, report);
                let mut text = describe(&place, level, settings, report, spent);
                if let Outcome::Solved { .. } = &report.outcome {
                    text.push_str(&format!("\n  {}", self.moves_of(report)));
                }
                output.line(&text)
            }
        }
    }

    fn moves_of(&self, report: &Report) -> String {
        match &report.outcome {
            Outcome::Solved { solution, .. } => {
                write_moves_in(solution.moves(), self.moves_alphabet.into())
            }
            _ => String::new(),
        }
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
            Outcome::Failed(_) => {
                self.failed += 1;
                exit::FAILED
            }
        }
    }

    fn summary(&self, elapsed: Duration) -> String {
        let count = self.solved + self.unsolvable + self.stopped + self.invalid + self.failed;
        let mut text = format!("{}: {} solved", quantity(count, "level"), self.solved);
        for (number, what) in [
            (self.unsolvable, "proved unsolvable"),
            (self.stopped, "stopped"),
            (self.invalid, "invalid"),
            (self.failed, "failed"),
        ] {
            if number > 0 {
                text.push_str(&format!(", {number} {what}"));
            }
        }
        text.push_str(&format!(" ({:.2} s)", elapsed.as_secs_f64()));
        text
    }
}
