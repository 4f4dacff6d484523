//! `soko trace`: what a constraint or sampling method deduces.

mod figures;
mod forced;
mod show;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::builder::TypedValueParser;
use sokolab::analysis::normalize;
use sokolab::constraint::watch::{WatchOptions, WatchRecord, watch};
use sokolab::constraint::{Task, TechniqueAnswer, suits};
use sokolab::render::{TraceScene, trace_page, trace_svg};
use sokolab::{
    Board, Budget, ConstraintChoices, ConstraintOptions, Level, Meter, Method, Progress, State,
    Stop, Technique,
};
use sokolab_wire::{InvalidLine, Place, Status, TraceLine};

use self::show::Pace;
use crate::arguments;
use crate::boundary::FailureForm;
use crate::command::help::OUTPUT;
use crate::exit::{self, Exit};
use crate::export::report_invalid;
use crate::input::embedded;
use crate::input::{Entry, Input, WithoutFile};
use crate::io::interrupt;
use crate::io::message;
use crate::io::output::Output;
use crate::search::constraints::{self, JudgeArgument};
use crate::search::tiling::{self, NoLength};

/// Show what a constraint method deduces: where keeper and boxes may be at each moment, why other
/// places are excluded, and what exact search finds.
///
/// On a terminal the planes are shown one after another; --format html writes one page with a
/// slider. Tiling methods consider move sequences of one length: the fewest moves, unless --horizon
/// is given.
#[derive(Debug, clap::Args)]
pub(crate) struct Trace {
    #[command(flatten)]
    input: Input,

    /// The method.
    #[arg(long, value_name = "NAME", default_value = "tiling", value_parser = technique())]
    method: Technique,

    #[command(flatten)]
    constraints: ConstraintChoices,

    #[command(flatten)]
    judge: JudgeArgument,

    /// Choices of a run, or nodes of a search.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = arguments::count)]
    nodes: u64,

    /// Time limit per level, in seconds or with ms, s, m, h.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = arguments::duration)]
    time: Duration,

    /// The stage to show as text or SVG, counted from 1 [default: 2, or the last].
    #[arg(long, help_heading = OUTPUT, value_name = "N")]
    stage: Option<usize>,

    /// Show only the plane after N moves or pushes (text).
    #[arg(long, help_heading = OUTPUT, value_name = "N")]
    plane: Option<usize>,

    /// Print a table of small levels with forced moves, and where each method stalls on them.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["levels", "plane", "stage"])]
    forced: bool,

    /// Print figures of the tile set: tiles by class, rules by kind and by direction, as published
    /// and corrected.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["levels", "plane", "stage", "forced"])]
    figures: bool,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TraceFormat,

    /// Write to a file.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TraceFormat {
    /// Planes as characters; played on a terminal.
    Text,
    /// A strip of planes.
    Svg,
    /// One page with a slider.
    Html,
    /// One JSON object per level.
    Jsonl,
}

/// A method that leaves a trace, by name.
fn technique() -> impl TypedValueParser<Value = Technique> {
    let techniques = Method::ALL.into_iter().filter_map(|method| match method {
        Method::Constrained(technique) => Some(technique),
        _ => None,
    });
    arguments::named(arguments::names(&techniques.collect::<Vec<_>>()))
}

/// Maximum number of states of the exact search for missed deductions.
const STATES_MAX: usize = 200_000;

/// The largest number of bytes for tables.
const BYTES_MAX: u64 = 2 << 30;

/// The share of the time limit for finding the fewest moves.
const SHARE_FOR_LENGTH: u32 = 3;

impl Trace {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.figures {
            output.redirect(self.output.as_deref())?;
            return figures::print(self.format, output);
        }
        let technique = self.method;
        let constraints = self.constraints(technique)?;
        if self.forced {
            output.redirect(self.output.as_deref())?;
            return forced::forced_table(embedded::FORCED, self.nodes, constraints.seed, output);
        }
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        output.redirect(self.output.as_deref())?;
        let mut verdict = exit::DONE;
        let mut written = 0;
        while let Some(Entry { place, level }) = levels.next(output) {
            if written == 1 && matches!(self.format, TraceFormat::Svg | TraceFormat::Html) {
                anyhow::bail!("this format shows one level: select it, as in {}#1", place.file);
            }
            written += 1;
            verdict = verdict.and(self.trace(place, &level, &constraints, output)?);
        }
        Ok(levels.exit().and(verdict))
    }

    /// Traces one level.
    fn trace(
        &self,
        place: Place,
        level: &Level,
        constraints: &ConstraintOptions,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let technique = self.method;
        let name = format!("{}#{}", place.file, place.level);
        let normalized = match normalize(level) {
            Ok(normalized) => normalized,
            Err(findings) => {
                report_invalid(&place, level, &findings, self.form(), output)?;
                return Ok(exit::NEGATIVE);
            }
        };
        let (board, start) = (&normalized.board, &normalized.state);
        if !suits(board, start) {
            message::line!("error: {name}: {}", tiling::NEEDS);
            let why = (Status::Invalid, Some(tiling::NEEDS.to_owned()));
            return self.without_trace(place, level, why, output);
        }
        let begin = Instant::now();
        let length = match self.length(level, technique, constraints) {
            Ok(length) => length,
            Err(why) => {
                message::line!("error: {name}: {why} with --horizon N");
                let why = match why {
                    NoLength::Unsolvable => (Status::Unsolvable, None),
                    NoLength::NotFoundWithin(_) => stopped(Stop::Time),
                    NoLength::Interrupted => stopped(Stop::Interrupted),
                };
                return self.without_trace(place, level, why, output);
            }
        };
        if technique.has_tiles() {
            tiling::check_cells(board, length)?;
        }
        let watched = self.watch((board, start), technique, constraints, (length, begin));
        let Some(watched) = watched else {
            message::line!("warning: {name}: stopped before there was anything to show");
            let stop = if interrupt::is_interrupted() { Stop::Interrupted } else { Stop::Time };
            return self.without_trace(place, level, stopped(stop), output);
        };
        let title = level.title.clone().unwrap_or(name);
        let scene =
            TraceScene { title: &title, method: technique.name(), board, watched: &watched };
        self.show(&scene, &TraceLine::new(place, level, technique, &watched), output)?;
        Ok(match watched.answer {
            TechniqueAnswer::Unsolvable => exit::NEGATIVE,
            TechniqueAnswer::Stopped { stop, .. } if stop.comes_from_observer() => exit::UNDECIDED,
            _ => exit::DONE,
        })
    }

    /// How a level without a trace is reported.
    fn form(&self) -> FailureForm {
        match self.format {
            TraceFormat::Jsonl => FailureForm::Json(TraceLine::SCHEMA),
            TraceFormat::Text | TraceFormat::Svg | TraceFormat::Html => FailureForm::Text,
        }
    }

    /// Ends the work on a level without a trace. The reason has been told already.
    fn without_trace(
        &self,
        place: Place,
        level: &Level,
        why: (Status, Option<String>),
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let exit = match why.0 {
            Status::Stopped => exit::UNDECIDED,
            _ => exit::NEGATIVE,
        };
        if let FailureForm::Json(schema) = self.form() {
            output.json(&InvalidLine::because(schema, place, level, why))?;
        }
        Ok(exit)
    }

    fn constraints(&self, technique: Technique) -> anyhow::Result<ConstraintOptions> {
        let method = Some(Method::Constrained(technique));
        constraints::check(&self.constraints, &self.judge, method)?;
        let priors = self.judge.priors()?;
        if self.judge.network()?.is_some() {
            anyhow::bail!("trace takes linear weights, not a network");
        }
        let choices = ConstraintChoices { priors, ..self.constraints.clone() };
        let constraints = choices.options();
        if technique.has_tiles() && constraints.horizon == Some(0) {
            anyhow::bail!("tiling needs at least one move: use --horizon 1 or more");
        }
        Ok(constraints)
    }

    /// The number of moves to consider: the one given, or the fewest.
    fn length(
        &self,
        level: &Level,
        technique: Technique,
        constraints: &ConstraintOptions,
    ) -> Result<u32, NoLength> {
        if let Some(horizon) = constraints.horizon {
            return Ok(horizon);
        }
        if !technique.has_tiles() {
            return Ok(0);
        }
        tiling::fewest_moves(level, self.time / SHARE_FOR_LENGTH)
    }

    /// `None` if it was stopped.
    fn watch(
        &self,
        (board, start): (&Board, &State),
        technique: Technique,
        constraints: &ConstraintOptions,
        (length, begin): (u32, Instant),
    ) -> Option<WatchRecord> {
        let task = Task { options: *constraints, ..Task::new(board, start, technique) };
        let mut observer = |_: &Progress| {
            let is_over = || (begin.elapsed() >= self.time).then_some(Stop::Time);
            interrupt::is_interrupted().then_some(Stop::Interrupted).or_else(is_over)
        };
        let mut meter = Meter::new(Budget::of_memory(BYTES_MAX), &mut observer);
        let options = WatchOptions { length, nodes_max: self.nodes, states_max: STATES_MAX };
        watch(&task, options, &mut meter).ok()
    }

    fn show(
        &self,
        scene: &TraceScene<'_>,
        line: &TraceLine,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let count = scene.watched.stages.len();
        let stage = self.stage.unwrap_or(2.min(count));
        if stage == 0 || stage > count {
            anyhow::bail!("there is no stage {stage}: they are numbered from 1 to {count}");
        }
        match self.format {
            TraceFormat::Text => {
                let is_live = self.output.is_none() && self.plane.is_none();
                let pace = if is_live { Pace::Played } else { Pace::Printed };
                show::show(scene, (stage - 1, self.plane), pace, output)
            }
            TraceFormat::Svg => output.write(&trace_svg(scene, stage - 1).unwrap_or_default()),
            TraceFormat::Html => output.write(&trace_page(scene)),
            TraceFormat::Jsonl => output.json(line),
        }
    }
}

/// The status and the reason of a level on which the work was stopped.
fn stopped(stop: Stop) -> (Status, Option<String>) {
    (Status::Stopped, Some(stop.name().to_owned()))
}
