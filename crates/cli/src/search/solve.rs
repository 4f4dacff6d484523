//! Solving one level within its limits.

use sokolab::{
    ImprovementRequest, Level, Objective, Outcome, Progress, Report, Request, solve, solve_cyclic,
};
use sokolab_wire::{Place, Spent};

use crate::boundary::{self, contain_level};
use crate::io::output::Output;
use crate::search::improve::improve;
use crate::search::settings::{Settings, SolvedStart};
use crate::search::watch::Watch;
use crate::terminal::diagnostics;

/// Solves a level within its limits, and improves the solution if requested. Internal errors are
/// reported on standard error.
pub(crate) fn solve_one(
    level: &Level,
    place: &Place,
    settings: &Settings,
    output: &Output,
) -> (Report, Spent) {
    let mut watch = Watch::new(place, settings.time, output);
    let report = solve_watched(level, place, settings, &mut watch, output);
    (report, watch.spent())
}

/// Like [`solve_one`], but as part of a larger piece of work on the level, which `watch` limits.
pub(crate) fn solve_watched(
    level: &Level,
    place: &Place,
    settings: &Settings,
    watch: &mut Watch,
    output: &Output,
) -> Report {
    let request = settings.request(level);
    let solved = contain_level(place, || {
        let mut report = search(&request, settings.start, watch);
        if let (Some(time), Objective::Any) = (settings.improve, request.objective) {
            watch.begin_part(Some(time), output);
            improve_solution(&mut report, &request, place, watch, output);
        }
        report
    });
    watch.hide();
    let mut report = solved.unwrap_or_else(|message| Report::failed(request.method, message));
    for error in report.errors.iter().filter(|_| !matches!(report.outcome, Outcome::Failed(_))) {
        boundary::print_left_out(place, &error.to_string(), output);
    }
    if let Outcome::Failed(error) = &mut report.outcome {
        error.message = boundary::reason(&error.to_string());
        boundary::print(place, &error.message);
    }
    report
}

fn search(request: &Request<'_>, start: SolvedStart, watch: &mut Watch) -> Report {
    let observer = &mut |progress: &Progress| watch.look(progress);
    match start {
        SolvedStart::Done => solve(request, observer),
        SolvedStart::Cyclic => solve_cyclic(request, observer),
    }
}

/// Improves the pushes of a solution that was found.
fn improve_solution(
    report: &mut Report,
    request: &Request<'_>,
    place: &Place,
    watch: &mut Watch,
    output: &Output,
) {
    let Outcome::Solved { solution, .. } = &mut report.outcome else { return };
    let improvement = ImprovementRequest {
        objective: Objective::Pushes,
        budget: request.budget.less_nodes(report.nodes),
        threads: request.threads,
        ..ImprovementRequest::new(request.level, solution)
    };
    let improved = improve(&improvement, place, watch, output);
    *solution = improved.solution;
    report.nodes += improved.nodes;
    report.memory_bytes = report.memory_bytes.max(improved.memory_bytes);
}

/// Prints the errors of a level that cannot be played.
pub(crate) fn print_invalid(place: &Place, level: &Level, report: &Report) {
    if let Outcome::Invalid(findings) = &report.outcome {
        diagnostics::print_findings(&place.file, level, findings);
    }
}
