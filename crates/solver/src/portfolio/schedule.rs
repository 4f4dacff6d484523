//! The order in which the strategies of the portfolio take turns, and the length of their first
//! turns.

use crate::method::Method;

/// A strategy in the schedule, with the work units of its first turn.
pub(crate) type Entry = (Method, u64);

/// The work units of a usual first turn.
pub(crate) const FIRST_UNITS: u64 = 100_000;

/// The schedule where boxes stay on goals and there are as many goals as boxes.
pub(crate) const CLASSIC: [Entry; 10] = [
    (Method::GoalPushing, FIRST_UNITS / 5),
    (Method::Fess, FIRST_UNITS),
    (Method::Pulls, 2 * FIRST_UNITS),
    (Method::Imagined, FIRST_UNITS),
    (Method::ImaginedBack, FIRST_UNITS),
    (Method::Bidirectional, 2 * FIRST_UNITS),
    (Method::ImaginedFar, FIRST_UNITS),
    (Method::Beam, FIRST_UNITS),
    (Method::Layers, FIRST_UNITS / 2),
    (Method::PullsInTurn, FIRST_UNITS / 2),
];

/// The schedule on vast boards: a search by single pushes comes far there before a search by macro
/// pushes has listed those of its first states.
pub(crate) const VAST: [Entry; 7] = [
    (Method::Greedy, FIRST_UNITS / 5),
    (Method::GoalPushing, FIRST_UNITS / 5),
    (Method::Pulls, FIRST_UNITS),
    (Method::Fess, FIRST_UNITS),
    (Method::Beam, FIRST_UNITS),
    (Method::Bidirectional, FIRST_UNITS),
    (Method::Imagined, FIRST_UNITS),
];

/// The schedule on levels with holes.
pub(crate) const HOLES: [Entry; 3] = [
    (Method::Fess, 4 * FIRST_UNITS),
    (Method::Filling, 2 * FIRST_UNITS),
    (Method::Greedy, FIRST_UNITS),
];

/// The schedule where boxes vanish in sinks or there are spare boxes.
pub(crate) const DEMAND: [Entry; 2] =
    [(Method::Fess, FIRST_UNITS), (Method::Greedy, 2 * FIRST_UNITS)];
