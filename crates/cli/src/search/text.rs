//! The result of a search on one level as a line for a person.

use sokolab::{Level, Objective, Outcome, RefutedHorizon, Report, Stop, Unit, quantity};
use sokolab_wire::{Place, Spent};

use crate::search::settings::Settings;
use crate::search::watch::TimeLimit;

fn none_up_to(none: RefutedHorizon) -> String {
    let unit = match none.unit {
        Unit::Moves => "move",
        Unit::Pushes => "push",
    };
    format!("no solution up to {}", quantity(none.count, unit))
}

/// Why a search stopped without a solution, and the lower bound that it has proved.
fn describe_stop(reason: Stop, report: &Report, least: &str) -> String {
    let none = report.none_up_to.map(none_up_to);
    match (reason, none) {
        (Stop::Horizon, none) => none.unwrap_or_default(),
        (reason, Some(none)) => format!("{reason}, {none} so far"),
        (reason, None) => format!("{reason}{least}"),
    }
}

/// The result of a level, as a line for a person.
pub(crate) fn describe(
    place: &Place,
    level: &Level,
    settings: &Settings,
    report: &Report,
    spent: Spent,
) -> String {
    let request = settings.request(level);
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
    let least = match request.objective {
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
                text.push_str(&format!(", proved fewest {}", request.objective.name()));
            }
            if let Some(reason) = stopped {
                text.push_str(&format!(", {reason}{least}"));
            }
            text.push_str(&format!(" ({cost})"));
        }
        Outcome::Unsolvable => {
            let why = level.rules.translate(&report.why_unsolvable());
            text.push_str(&format!("proved unsolvable ({cost})\n  {why}"));
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
        let (wanted, used) = (request.method.name(), report.method.name());
        text.push_str(&format!("\n  not by {wanted}: {why}; left to {used}"));
    }
    text
}
