//! Improving one solution within its limits: what `optimize` and `solve --improve` share.

use sokolab::{
    Budget, ImprovementReport, ImprovementRequest, Level, Objective, Solution, optimise,
};
use sokolab_wire::Place;

use crate::boundary;
use crate::io::output::Output;
use crate::search::watch::Watch;

/// How to improve a solution, and what may be spent beside time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Improving {
    pub(crate) objective: Objective,
    pub(crate) budget: Budget,
    pub(crate) threads: usize,
}

/// Improves a solution until nothing is left to try or a limit is hit.
pub(crate) fn improve(
    level: &Level,
    solution: &Solution,
    place: &Place,
    improving: &Improving,
    watch: &mut Watch,
    output: &Output,
) -> ImprovementReport {
    let request = ImprovementRequest {
        level,
        solution,
        objective: improving.objective,
        budget: improving.budget,
        threads: improving.threads,
    };
    let improved = optimise(&request, &mut |progress| watch.look_at_improvement(progress));
    watch.hide();
    if let Some(error) = &improved.error {
        boundary::print_left_out(place, &error.to_string(), output);
    }
    improved
}
