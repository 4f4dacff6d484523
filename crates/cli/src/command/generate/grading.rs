//! Ratings of generated levels, interruptible.

use sokolab::Stop;
use sokolab::generator::GeneratedLevel;
use sokolab::insight::rating::Rating;

use crate::io::interrupt;

pub(super) fn interrupted() -> Option<Stop> {
    interrupt::is_interrupted().then_some(Stop::Interrupted)
}

/// The rating of a generated level by its own solution, exploring at most this many states.
pub(super) fn rating_of(made: &GeneratedLevel, states_max: usize) -> Option<Rating> {
    made.rate(states_max, &mut |_| interrupted()).ok()
}

/// Whether the grade counts a level as good.
pub(super) fn is_good(made: &GeneratedLevel) -> bool {
    rating_of(made, 0).is_some_and(|rating| rating.grade.is_good())
}
