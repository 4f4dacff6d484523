//! `soko generate evolve`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use sokolab::generator::evolve::{Aim, Evolution, Evolve, Evolved, Template};
use sokolab::{Budget, Rules};
use sokolab::{Objective, Outcome, Progress, Request, Stop, quantity, solve};
use sokolab_wire::EvolveReport;

use super::avoided::Avoided;
use super::destination::Destination;
use super::report::ReportFormat;
use super::seed::{Seed, seed};
use super::writer::LevelWriter;
use crate::arguments;
use crate::exit::{self, Exit};
use crate::io::files::read_text;
use crate::io::in_use;
use crate::io::interrupt;
use crate::io::message;
use crate::io::output::Output;
use crate::io::output_file;
use crate::search::limits::{TIME_DEFAULT, cores};
use crate::terminal::diagnostics;
use crate::terminal::progress::ProgressLine;

/// The share of the time that is reserved for the proofs at the end.
const PROOF_SHARE: f64 = 0.1;

/// How often the state is saved during the evolution.
const STATE_INTERVAL: Duration = Duration::from_secs(30);

/// Evolve levels: floor and goals mutate, boxes and keeper start where the solution is longest, and
/// better levels survive.
///
/// Without --generations, the evolution takes a minute, or the time of --time; then the best levels
/// are written. After the same number of generations, equal seeds give equal levels, whatever the
/// number of threads.
#[derive(Debug, clap::Args)]
pub(crate) struct EvolveCommand {
    /// The rule set.
    #[arg(long, value_name = "NAME", default_value = "official")]
    rules: Rules,

    /// The number of columns of the area, walls included; under rules with holes, a corridor of
    /// holes to the exit is added beside it.
    #[arg(long, value_name = "N", default_value_t = 9)]
    width: usize,

    /// The number of rows of the area, walls included.
    #[arg(long, value_name = "N", default_value_t = 9)]
    height: usize,

    /// The number of boxes.
    #[arg(long, value_name = "N", default_value_t = 3)]
    boxes: usize,

    /// A drawing of the area, instead of --width and --height: ? is free, # wall, _ floor, . goal,
    /// ^ hole, < exit.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["width", "height"])]
    template: Option<PathBuf>,

    /// The measures to maximise, separated by commas.
    ///
    /// small (the floor) and waste (the room in storages that no solution needs) are minimised
    /// instead. With several measures, levels that no other level beats in all of them come first.
    #[arg(long, value_name = "MEASURES", value_delimiter = ',', default_value = "pushes")]
    aim: Vec<Aim>,

    /// The largest number of states to explore for one level.
    #[arg(long, value_name = "N", value_parser = arguments::count, default_value = "100000")]
    nodes: u64,

    /// The number of islands on which levels evolve separately.
    #[arg(long, value_name = "N")]
    islands: Option<usize>,

    /// The number of levels on an island.
    #[arg(long, value_name = "N")]
    population: Option<usize>,

    /// The number of generations without progress after which an island starts over.
    #[arg(long, value_name = "N")]
    patience: Option<u64>,

    /// Store the evolution in this file, and continue it from there if the file exists.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// The number of levels to write, the best first.
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "How many")]
    count: usize,

    /// The seed; random picks one and prints it.
    #[arg(long, value_name = "N|random", default_value = "1", value_parser = seed,
        help_heading = "How many")]
    seed: Seed,

    /// The total number of generations, including those of earlier runs with --state.
    #[arg(long, value_name = "N", value_parser = arguments::count, help_heading = "How many")]
    generations: Option<u64>,

    /// Time limit, in seconds or with ms, s, m, h [default: 60 without --generations].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration,
        help_heading = "How many")]
    time: Option<Duration>,

    /// Threads to use [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..),
        help_heading = "How many")]
    threads: Option<u16>,

    #[command(flatten)]
    avoided: Avoided,

    #[command(flatten)]
    destination: Destination,

    /// Print statistics on standard error, as text or json.
    #[arg(long, value_name = "text|json", num_args = 0..=1, default_missing_value = "text",
        help_heading = "Output")]
    report: Option<ReportFormat>,
}

impl EvolveCommand {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let settings = self.settings()?;
        self.seed.announce(output);
        let rules = settings.rules;
        let mut evolution = self.begin(settings)?;
        let avoid = self.avoided.ids(rules, output)?;
        let writing = self.destination.writing(rules)?;
        let mut writer = LevelWriter::open(writing, Some(self.count as u64), output)?;
        let start = Instant::now();
        self.evolve(&mut evolution, output)?;
        let is_over = || self.time().is_some_and(|time| start.elapsed() >= time);
        let mut written = 0;
        for level in evolution.best() {
            if written < self.count && !avoid.contains(&level.id) && is_proved(level, &is_over) {
                writer.write(&evolution.generated(level), output)?;
                written += 1;
            }
        }
        writer.finish(output)?;
        if let Some(format) = self.report {
            report(&evolution, format)?;
        }
        if written < self.count && !interrupt::is_interrupted() {
            let error = anyhow::anyhow!(
                "{written} of {} after {} (allow more time or generations)",
                quantity(self.count, "level"),
                quantity(evolution.generation(), "generation")
            );
            diagnostics::print_error(&error);
            return Ok(exit::UNDECIDED);
        }
        Ok(exit::DONE)
    }

    fn settings(&self) -> anyhow::Result<Evolve> {
        let template = match &self.template {
            Some(path) => {
                let text = read_text(path)?;
                Template::parse(&text).with_context(|| path.display().to_string())?
            }
            None => Template::area(self.width, self.height, self.boxes, self.rules)?,
        };
        let usual = Evolve::new(self.rules, template, self.boxes);
        Ok(Evolve {
            aims: self.aim.clone(),
            seed: self.seed.value(),
            nodes_max: usize::try_from(self.nodes).unwrap_or(usize::MAX),
            islands: self.islands.unwrap_or(usual.islands),
            population: self.population.unwrap_or(usual.population),
            patience: self.patience.unwrap_or(usual.patience),
            ..usual
        })
    }

    /// A new evolution, or the stored one.
    fn begin(&self, settings: Evolve) -> anyhow::Result<Evolution> {
        if let Some(path) = &self.state {
            // The file is also read, but by this run only.
            in_use::write(path)?;
        }
        let Some(path) = self.state.as_deref().filter(|path| path.exists()) else {
            return Ok(Evolution::new(settings)?);
        };
        // A pipe would wait for its other end.
        anyhow::ensure!(path.is_file(), "cannot read {}: it is not a file", path.display());
        let bytes = std::fs::read(path);
        let bytes = bytes.with_context(|| format!("cannot read {}", path.display()))?;
        Evolution::from_bytes(settings, &bytes).with_context(|| path.display().to_string())
    }

    /// The total time limit; `None` if only the number of generations counts.
    fn time(&self) -> Option<Duration> {
        match (self.time, self.generations) {
            (None, None) => Some(TIME_DEFAULT),
            (time, _) => time,
        }
    }

    fn evolve(&self, evolution: &mut Evolution, output: &Output) -> anyhow::Result<()> {
        let threads = self.threads.map_or_else(cores, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let start = Instant::now();
        let time = self.time().map(|time| time.mul_f64(1.0 - PROOF_SHARE));
        let keep_going =
            || !interrupt::is_interrupted() && time.is_none_or(|time| start.elapsed() < time);
        let mut line = ProgressLine::new("evolve".to_owned(), output);
        let mut kept = Instant::now();
        while self.generations.is_none_or(|most| evolution.generation() < most)
            && pool.install(|| evolution.step(&keep_going))
        {
            let best = evolution.best().first().map_or(0, |it| it.measures.pushes);
            line.show_text(&format!(
                "generation {}, {} judged, best {}",
                evolution.generation(),
                quantity(evolution.judged(), "level"),
                quantity(best, "push")
            ));
            if let Some(path) = self.state.as_deref().filter(|_| kept.elapsed() > STATE_INTERVAL) {
                output_file::replace(path, &evolution.to_bytes())?;
                kept = Instant::now();
            }
        }
        drop(line);
        self.state
            .as_deref()
            .map_or(Ok(()), |path| output_file::replace(path, &evolution.to_bytes()))
    }
}

/// Whether the exact solver proves, within its limits, that no solution has fewer pushes. If a hole
/// may be left open, there may be one.
fn is_proved(level: &Evolved, is_over: &dyn Fn() -> bool) -> bool {
    let request = Request {
        objective: Objective::Pushes,
        budget: Budget::of_nodes(200_000),
        ..Request::new(&level.level)
    };
    let mut observer = |_: &Progress| {
        if interrupt::is_interrupted() {
            Some(Stop::Interrupted)
        } else {
            is_over().then_some(Stop::Time)
        }
    };
    match solve(&request, &mut observer).outcome {
        Outcome::Solved { solution, .. } => solution.measures().pushes >= level.measures.pushes,
        _ => true,
    }
}

fn report(evolution: &Evolution, format: ReportFormat) -> anyhow::Result<()> {
    let report = EvolveReport::new(evolution);
    if format == ReportFormat::Json {
        message::line!("{}", serde_json::to_string(&report)?);
        return Ok(());
    }
    message::line!(
        "evolve: {}, {} judged, {} of them without a level, {} islands restarted",
        quantity(report.generations, "generation"),
        quantity(report.judged, "level"),
        report.barren,
        quantity(report.resettled, "island"),
    );
    message::line!("{} in the hall of fame, {} on the Pareto front", report.hall, report.front);
    Ok(())
}
