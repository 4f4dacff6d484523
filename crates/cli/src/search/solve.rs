//! Solving one level within its limits, and saying what came of it: what `solve` and `bench` share.

use std::time::{Duration, Instant};

use sokolab::{
    Budget, ConstraintOptions, Level, Method, NoneUpTo, Objective, Outcome, Progress, Report,
    Request, Stop, Unit, quantity, solve,
};
use sokolab_wire::{Place, Spent};

use crate::arguments;
use crate::boundary;
use crate::boundary::contain_level;
use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::search::constraints::ConstraintArguments;
use crate::search::cpu_time::cpu_seconds;
use crate::search::improve::{self, Improving};
use crate::terminal::diagnostics;
use crate::terminal::progress::ProgressLine;

/// The time that a level may take if nothing is said.
pub(crate) const TIME_DEFAULT: Duration = Duration::from_secs(60);

/// What a search may spend, with defaults for what was not said.
pub(crate) fn budget(nodes: Option<u64>, memory: Option<u64>) -> Budget {
    Budget {
        nodes_max: nodes.unwrap_or(Budget::DEFAULT.nodes_max),
        memory_bytes_max: memory.unwrap_or(Budget::DEFAULT.memory_bytes_max),
    }
}

/// What may be asked of a search on the command line.
#[derive(Debug, clap::Args)]
pub(crate) struct Wishes {
    /// What is wanted: any solution, the fewest pushes or the fewest moves [default: any].
    #[arg(long, value_name = "GOAL", value_parser = arguments::objective())]
    pub(crate) objective: Option<Objective>,

    /// How to search; `list` prints every method with a line on each.
    #[arg(long, value_name = "NAME", value_parser = arguments::method_name(),
        hide_possible_values = true)]
    pub(crate) method: Option<String>,

    /// The most states a level may expand.
    #[arg(long, value_name = "N", value_parser = arguments::count)]
    pub(crate) nodes: Option<u64>,

    /// The most memory that tables may take, in bytes or with K, M, G [default: 2G].
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    pub(crate) memory: Option<u64>,

    #[command(flatten)]
    pub(crate) constraints: ConstraintArguments,
}

impl Wishes {
    /// Whether the methods are to be listed instead of used.
    pub(crate) fn asks_for_list(&self) -> bool {
        self.method.as_deref() == Some("list")
    }

    /// The method that was named; `None` if none was.
    pub(crate) fn method(&self) -> anyhow::Result<Option<Method>> {
        let Some(name) = &self.method else { return Ok(None) };
        arguments::method(name).map_err(|hint| anyhow::anyhow!("there is no method {name}: {hint}"))
    }
}

/// What holds for one level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) objective: Objective,
    pub(crate) method: Method,
    pub(crate) time: TimeLimit,
    pub(crate) budget: Budget,
    pub(crate) threads: usize,
    /// How long a solution is improved, within the limits.
    pub(crate) improve: Option<Duration>,
    /// Options of the constraint methods.
    pub(crate) constraint: ConstraintOptions,
}

/// The time that a level may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeLimit {
    /// Wall-clock time.
    Wall(Duration),
    /// Of the processor, and at most twice that on the clock: a busy machine changes no result,
    /// and a process that waits still ends.
    Cpu(Duration),
}

impl TimeLimit {
    /// How much there is of it.
    pub(crate) fn amount(self) -> Duration {
        match self {
            TimeLimit::Wall(limit) | TimeLimit::Cpu(limit) => limit,
        }
    }

    pub(crate) fn is_spent(self, start: Instant, cpu_start: f64) -> bool {
        match self {
            TimeLimit::Wall(limit) => start.elapsed() >= limit,
            TimeLimit::Cpu(limit) => {
                cpu_seconds() - cpu_start >= limit.as_secs_f64()
                    || start.elapsed() >= limit.saturating_mul(2)
            }
        }
    }
}

/// Watches over the work on a level: shows how it goes, and says when it must end.
pub(crate) struct Watch {
    line: Option<ProgressLine>,
    time: TimeLimit,
    start: Instant,
    cpu_start: f64,
}

impl Watch {
    /// The work begins.
    pub(crate) fn new(place: &Place, time: TimeLimit, output: &Output) -> Watch {
        let line = ProgressLine::new(format!("{}#{}", place.file, place.level), output);
        Watch { line: Some(line), time, start: Instant::now(), cpu_start: cpu_seconds() }
    }

    /// What an observer does.
    pub(crate) fn look(&mut self, progress: &Progress) -> Option<Stop> {
        if let Some(line) = &mut self.line {
            line.show(progress);
        }
        if interrupt::is_interrupted() {
            return Some(Stop::Interrupted);
        }
        self.is_over().then_some(Stop::Time)
    }

    /// Makes room for another line.
    fn hide(&mut self) {
        self.line = None;
    }

    /// Whether the time is spent.
    pub(crate) fn is_over(&self) -> bool {
        self.time.is_spent(self.start, self.cpu_start)
    }

    /// Whether this share of the time is spent.
    pub(crate) fn has_spent(&self, share: f64) -> bool {
        let part = |limit: Duration| limit.mul_f64(share);
        let time = match self.time {
            TimeLimit::Wall(limit) => TimeLimit::Wall(part(limit)),
            TimeLimit::Cpu(limit) => TimeLimit::Cpu(part(limit)),
        };
        time.is_spent(self.start, self.cpu_start)
    }

    /// What the work has cost so far.
    pub(crate) fn spent(&self) -> Spent {
        let seconds = self.start.elapsed().as_secs_f64();
        Spent { seconds, cpu_seconds: cpu_seconds() - self.cpu_start }
    }
}

/// As many threads as the machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Prints every method with a line on each.
pub(crate) fn list_methods(output: &mut Output) -> anyhow::Result<Exit> {
    for method in Method::ALL {
        output.line(&format!("{:<18}{}", method.name(), method.summary()))?;
    }
    Ok(exit::DONE)
}

/// Solves a level within its limits. An internal error is told on standard error.
pub(crate) fn solve_one(
    level: &Level,
    place: &Place,
    settings: &Settings,
    output: &Output,
) -> (Report, Spent) {
    let mut watch = Watch::new(place, settings.time, output);
    let solved = contain_level(place, || solve_watched(level, place, settings, &mut watch, output));
    watch.hide();
    let mut report = solved.unwrap_or_else(|message| Report::failed(settings.method, message));
    for error in report.errors.iter().filter(|_| !matches!(report.outcome, Outcome::Failed(_))) {
        boundary::print_left_out(place, &error.to_string(), output);
    }
    if let Outcome::Failed(error) = &mut report.outcome {
        error.message = boundary::reason(&error.to_string());
        boundary::print(place, &error.message);
    }
    (report, watch.spent())
}

fn solve_watched(
    level: &Level,
    place: &Place,
    settings: &Settings,
    watch: &mut Watch,
    output: &Output,
) -> Report {
    let Settings { objective, method, budget, threads, constraint, .. } = *settings;
    let request = Request { level, objective, method, budget, threads, constraint };
    let mut report = solve(&request, &mut |progress| watch.look(progress));
    watch.hide();
    let found = Instant::now();
    if let (Some(time), Objective::Any) = (settings.improve, settings.objective) {
        improve_solution(&mut report, level, place, settings, output, &|| {
            found.elapsed() >= time || watch.is_over()
        });
    }
    report
}

/// Improves the pushes of a solution that was found.
fn improve_solution(
    report: &mut Report,
    level: &Level,
    place: &Place,
    settings: &Settings,
    output: &Output,
    is_over: &dyn Fn() -> bool,
) {
    let Outcome::Solved { solution, .. } = &mut report.outcome else { return };
    let wishes = Improving {
        objective: Objective::Pushes,
        budget: settings.budget.less_nodes(report.nodes),
        threads: settings.threads,
    };
    let improved = improve::improve(level, solution, place, &wishes, output, is_over);
    *solution = improved.solution;
    report.nodes += improved.nodes;
    report.memory_bytes = report.memory_bytes.max(improved.memory_bytes);
}

/// Shows what is wrong with a level that cannot be played.
pub(crate) fn print_invalid(place: &Place, level: &Level, report: &Report) {
    if let Outcome::Invalid(findings) = &report.outcome {
        diagnostics::print_findings(&place.file, level, findings);
    }
}

fn none_up_to(none: NoneUpTo) -> String {
    let unit = match none.unit {
        Unit::Moves => "move",
        Unit::Pushes => "push",
    };
    format!("no solution up to {}", quantity(none.count, unit))
}

/// Why a search stopped without a solution, and what it knows about the least that one can cost.
fn describe_stop(reason: Stop, report: &Report, least: &str) -> String {
    let none = report.none_up_to.map(none_up_to);
    match (reason, none) {
        (Stop::Horizon, none) => none.unwrap_or_default(),
        (reason, Some(none)) => format!("{reason}, {none} so far"),
        (reason, None) => format!("{reason}{least}"),
    }
}

/// What came of a level, as a line for a person.
pub(crate) fn describe(
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
    let nodes = quantity(report.nodes, "node");
    let cost = match settings.time {
        TimeLimit::Wall(_) => format!("{nodes}, {:.2} s", spent.seconds),
        TimeLimit::Cpu(_) => format!("{nodes}, {:.2} CPU s", spent.cpu_seconds),
    };
    let least = match settings.objective {
        Objective::Moves => quantity(report.lower_bound, "move"),
        Objective::Any | Objective::Pushes => quantity(report.lower_bound, "push"),
    };
    let least = if report.lower_bound > 0 { format!(", at least {least}") } else { String::new() };
    match &report.outcome {
        Outcome::Solved { solution, optimal, stopped } => {
            let measures = solution.measures();
            let pushes = quantity(measures.pushes, "push");
            text.push_str(&format!("solved, {pushes}, {}", quantity(measures.moves, "move")));
            if *optimal {
                text.push_str(&format!(", proved fewest {}", settings.objective.name()));
            }
            if let Some(reason) = stopped {
                text.push_str(&format!(", {reason}{least}"));
            }
            text.push_str(&format!(" ({cost})"));
        }
        Outcome::Unsolvable => {
            text.push_str(&format!("proved unsolvable ({cost})\n  {}", report.why_unsolvable()));
        }
        Outcome::Stopped(reason) => {
            text.push_str(&format!("{} ({cost})", describe_stop(*reason, report, &least)));
        }
        Outcome::Invalid(findings) => {
            let reasons: Vec<String> = findings.iter().map(ToString::to_string).collect();
            text.push_str(&format!("invalid: {}", reasons.join("; ")));
        }
        Outcome::Failed(error) => text.push_str(&format!("failed: {}", error.message)),
    }
    if let Some(why) = report.fallback {
        let (wanted, used) = (settings.method.name(), report.method.name());
        text.push_str(&format!("\n  not by {wanted}: {why}; left to {used}"));
    }
    text
}
