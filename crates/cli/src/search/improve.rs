//! Improving one solution within its limits: what `optimize` and `solve --improve` share.

use sokolab::{Budget, Improved, Improvement, Level, Objective, Solution, Stop, optimise};
use sokolab_wire::Place;

use crate::boundary;
use crate::io::interrupt;
use crate::io::output::Output;
use crate::terminal::progress::ProgressLine;

/// What is wanted and what may be spent, time apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Improving {
    pub(crate) objective: Objective,
    pub(crate) budget: Budget,
    pub(crate) threads: usize,
}

/// Improves a solution until nothing is left to try, a limit is hit, or the time is over.
pub(crate) fn improve(
    level: &Level,
    solution: &Solution,
    place: &Place,
    wishes: &Improving,
    output: &Output,
    is_over: &dyn Fn() -> bool,
) -> Improved {
    let request = Improvement {
        level,
        solution,
        objective: wishes.objective,
        budget: wishes.budget,
        threads: wishes.threads,
    };
    let mut line = ProgressLine::new(format!("{}#{}", place.file, place.level), output);
    let improved = optimise(&request, &mut |progress| {
        line.show_improvement(progress);
        if interrupt::is_interrupted() {
            Some(Stop::Interrupted)
        } else {
            is_over().then_some(Stop::Time)
        }
    });
    drop(line);
    if let Some(error) = &improved.error {
        boundary::print_left_out(place, &error.to_string(), output);
    }
    improved
}
