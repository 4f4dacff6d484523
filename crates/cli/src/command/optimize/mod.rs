//! `soko optimize`: make solutions shorter.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use sokolab::text::{Alphabet, Format, WriteOptions, write_header, write_level};
use sokolab::{
    Budget, ConstraintOptions, LetterCase, Level, Measures, Method, Notes, Objective, Outcome,
    Snapshot, Solution, Stop, check, parse_moves, quantity, verify,
};
use sokolab_wire::{Claim, OptimizeLine, Place, Spent, Status};

use crate::arguments;
use crate::exit::{self, Exit};
use crate::input::claims::{claims_for, take_claim};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::search::cpu_time::cpu_seconds;
use crate::search::improve::{Improving, improve};
use crate::search::solve::{Settings, TIME_DEFAULT, TimeLimit, budget, cores, solve_one};
use crate::terminal::diagnostics;

/// Make solutions shorter.
///
/// A solution is searched again piece by piece and never gets worse. Without --moves and
/// --solutions, the best solution stored with a level is taken, or else the level is solved first.
#[derive(Debug, clap::Args)]
pub(crate) struct Optimize {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    claimed: Claimed,

    /// What makes a solution better: fewer pushes, then moves; or fewer moves, then pushes.
    #[arg(long, value_name = "pushes|moves", default_value = "pushes")]
    objective: ObjectiveName,

    /// The most time a level may take, in seconds or with ms, s, m, h [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// The most states that may be expanded to improve a solution.
    #[arg(long, value_name = "N", value_parser = arguments::count)]
    nodes: Option<u64>,

    /// The most memory that tables may take, in bytes or with K, M, G [default: 2G].
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    memory: Option<u64>,

    /// Threads to use [default: all cores]; with one, equal requests expand equal nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// How to print the results.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: OptimizeFormat,

    /// Write the results to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Claimed {
    /// The solution, for every level named; `-` reads it from standard input.
    #[arg(long, value_name = "LURD", allow_hyphen_values = true)]
    moves: Option<String>,

    /// A file of solutions: what `solve --format jsonl` or `--format lurd` wrote, one solution a
    /// line, or a plan of a planner.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ObjectiveName {
    /// Fewer pushes, then moves.
    Pushes,
    /// Fewer moves, then pushes.
    Moves,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OptimizeFormat {
    /// For a person.
    Text,
    /// One JSON object a level.
    Jsonl,
    /// One line of moves a level, empty if there is no solution.
    Lurd,
    /// The levels with their solutions.
    Sok,
}

/// A solution to begin with, and where it came from; or why there is none.
type Begin = Result<(Solution, &'static str), (Status, Option<String>)>;

/// When the work on a level began.
#[derive(Clone, Copy, Debug)]
struct Clock {
    start: Instant,
    cpu_start: f64,
}

impl Clock {
    fn spent(self) -> Spent {
        Spent {
            seconds: self.start.elapsed().as_secs_f64(),
            cpu_seconds: cpu_seconds() - self.cpu_start,
        }
    }
}

#[derive(Debug, Default)]
struct Tally {
    levels: usize,
    improved: usize,
    without: usize,
}

impl Optimize {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let (moves, path) = (&self.claimed.moves, &self.claimed.solutions);
        let levels = &self.input.levels;
        let mut claims = claims_for(levels, moves.as_deref(), path.as_deref(), Alphabet::Lurd)?;
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        output.redirect(self.output.take().as_deref())?;
        let (mut verdict, mut tally, start) = (exit::DONE, Tally::default(), Instant::now());
        while let Some(Entry { place, level }) = levels.next(output) {
            if tally.levels == 0 && self.format == OptimizeFormat::Sok {
                let mut text = String::new();
                write_header(&level.collection, &WriteOptions::new(Format::Sok), &mut text);
                output.write(&text)?;
            }
            diagnostics::warn_of_oddities(&place, &level, output);
            let clock = Clock { start: Instant::now(), cpu_start: cpu_seconds() };
            let claim =
                claims.as_mut().map(|it| take_claim(it, &place, &level).unwrap_or(Claim::Nothing));
            let begin = match claim {
                Some(claim) => given(&level, &claim),
                None => stored(&level, self.objective()).map_or_else(
                    || self.solved(&level, &place, output),
                    |solution| Ok((solution, "stored")),
                ),
            };
            let line = self.improve(place, &level, begin, clock, output);
            verdict = verdict.and(tally.count(&line));
            self.print(&line, &level, output)?;
        }
        if self.format == OptimizeFormat::Text && tally.levels > 0 {
            output.line(&tally.summary(start.elapsed()))?;
        }
        Ok(levels.exit().and(verdict))
    }

    fn objective(&self) -> Objective {
        match self.objective {
            ObjectiveName::Pushes => Objective::Pushes,
            ObjectiveName::Moves => Objective::Moves,
        }
    }

    fn time(&self) -> TimeLimit {
        TimeLimit::Wall(self.time.unwrap_or(TIME_DEFAULT))
    }

    fn wishes(&self) -> Improving {
        Improving {
            objective: self.objective(),
            budget: budget(self.nodes, self.memory),
            threads: self.threads.map_or_else(cores, usize::from),
        }
    }

    /// Solves a level for which there is no solution yet.
    fn solved(&self, level: &Level, place: &Place, output: &Output) -> Begin {
        let wishes = self.wishes();
        let settings = Settings {
            objective: Objective::Any,
            method: Method::Auto,
            time: self.time(),
            budget: Budget { nodes_max: u64::MAX, ..wishes.budget },
            threads: wishes.threads,
            improve: None,
            constraint: ConstraintOptions::default(),
        };
        match solve_one(level, place, &settings, output).0.outcome {
            Outcome::Solved { solution, .. } => Ok((solution, "solved")),
            Outcome::Unsolvable => Err((Status::Unsolvable, None)),
            Outcome::Stopped(reason) => Err((Status::Stopped, Some(reason.name().to_owned()))),
            Outcome::Invalid(findings) => {
                diagnostics::print_findings(&place.file, level, &findings);
                let reasons: Vec<String> = findings.iter().map(ToString::to_string).collect();
                Err((Status::Invalid, Some(reasons.join("; "))))
            }
            Outcome::Failed(error) => Err((Status::Failed, Some(error.message))),
        }
    }

    fn improve(
        &self,
        place: Place,
        level: &Level,
        begin: Begin,
        clock: Clock,
        output: &Output,
    ) -> OptimizeLine {
        let objective = self.objective();
        match begin {
            Err(why) => OptimizeLine::without_solution(place, level, objective, why, clock.spent()),
            Ok((solution, origin)) => {
                let is_over = || self.time().is_spent(clock.start, clock.cpu_start);
                let improved = improve(level, &solution, &place, &self.wishes(), output, &is_over);
                let from = (origin, solution.measures());
                OptimizeLine::new(place, level, objective, from, &improved, clock.spent())
            }
        }
    }

    fn print(&self, line: &OptimizeLine, level: &Level, output: &mut Output) -> anyhow::Result<()> {
        let moves = line.solution.clone();
        match self.format {
            OptimizeFormat::Jsonl => output.json(line),
            OptimizeFormat::Lurd => output.line(&moves.unwrap_or_default()),
            OptimizeFormat::Sok => {
                let mut level = level.clone();
                if let Some(moves) = moves {
                    let (title, notes) = ("Solution".to_owned(), Notes::default());
                    level.snapshots.push(Snapshot { title, moves, notes });
                }
                let mut text = String::new();
                let options = WriteOptions::new(Format::Sok);
                write_level(&level, line.subject.place.level, &options, &mut text)?;
                output.write(&text)
            }
            OptimizeFormat::Text => output.line(&describe(line)),
        }
    }
}

/// The solution that is claimed for a level, if it is one.
fn given(level: &Level, claim: &Claim) -> Begin {
    let refused = |reason: String| Err((Status::Invalid, Some(reason)));
    let nothing = || Err((Status::Stopped, Some("no solution is given".to_owned())));
    if let Claim::Unreadable { reason } = claim {
        return refused(format!("unreadable: {reason}"));
    }
    let moves = match claim.moves() {
        None => return nothing(),
        Some(Ok(moves)) => moves,
        Some(Err(letter)) => return refused(format!("bad_letter: {letter}")),
    };
    if moves.is_empty() && check(level).is_ok_and(|_| !is_solution(level, "")) {
        return nothing();
    }
    match verify(level, &moves, LetterCase::Corrected) {
        Ok(verdict) => Ok((verdict.solution, "given")),
        Err(refusal) => refused(format!("{}: {refusal}", refusal.code())),
    }
}

fn is_solution(level: &Level, text: &str) -> bool {
    parse_moves(text).is_ok_and(|moves| verify(level, &moves, LetterCase::Corrected).is_ok())
}

/// The best solution stored with a level; saved games that solve nothing do not count.
fn stored(level: &Level, objective: Objective) -> Option<Solution> {
    let solutions = level.snapshots.iter().filter_map(|snapshot| {
        let moves = parse_moves(&snapshot.moves).ok()?;
        Some(verify(level, &moves, LetterCase::Corrected).ok()?.solution)
    });
    solutions.min_by_key(|solution| {
        let Measures { pushes, moves, .. } = solution.measures();
        if objective == Objective::Moves { (moves, pushes) } else { (pushes, moves) }
    })
}

/// What came of a level, for a person.
fn describe(line: &OptimizeLine) -> String {
    let mut text = format!("{}#{}", line.subject.place.file, line.subject.place.level);
    if let Some(title) = &line.subject.title {
        text.push_str(&format!(" {title}"));
    }
    text.push_str(": ");
    let stopped = line.reason.as_deref().and_then(Stop::from_name);
    let before = line.pushes_before.zip(line.moves_before);
    if let Some((before, after)) = before.zip(line.pushes.zip(line.moves)) {
        let change = |name: &str, from: usize, to: usize| {
            let instead = format!(" instead of {from}");
            format!("{}{}", quantity(to, name), if from == to { "" } else { &instead })
        };
        let pushes = change("push", before.0, after.0);
        let moves = change("move", before.1, after.1);
        text.push_str(&format!("{pushes}, {moves}"));
        if let Some(reason) = stopped {
            text.push_str(&format!(", {reason}"));
        }
        text.push_str(&format!(" ({}, {:.2} s)", quantity(line.nodes, "node"), line.seconds));
    } else {
        let why = match (stopped, &line.reason) {
            (Some(reason), _) => reason.to_string(),
            (None, Some(reason)) => reason.clone(),
            (None, None) => "proved unsolvable".to_owned(),
        };
        text.push_str(&format!("no solution to improve: {why}"));
    }
    if let Some(moves) = &line.solution {
        text.push_str(&format!("\n  {moves}"));
    }
    text
}

impl Tally {
    /// Counts a result and says what it means for the exit code.
    fn count(&mut self, line: &OptimizeLine) -> Exit {
        self.levels += 1;
        self.without += usize::from(line.solution.is_none());
        let is_shorter = line.pushes < line.pushes_before || line.moves < line.moves_before;
        self.improved += usize::from(line.solution.is_some() && is_shorter);
        match line.status {
            Status::Solved => exit::DONE,
            Status::Unsolvable | Status::Invalid => exit::NEGATIVE,
            Status::Stopped => exit::UNDECIDED,
            Status::Failed => exit::FAILED,
        }
    }

    fn summary(&self, elapsed: Duration) -> String {
        let levels = quantity(self.levels, "level");
        let mut text = format!("{levels}: {} improved", self.improved);
        if self.without > 0 {
            text.push_str(&format!(", {} without a solution", self.without));
        }
        text.push_str(&format!(" ({:.2} s)", elapsed.as_secs_f64()));
        text
    }
}
