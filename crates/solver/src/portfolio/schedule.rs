//! The order in which the strategies of the portfolio take turns, and how long the first turns are.

use crate::method::Method;

/// A strategy in the schedule, with the units of its first turn.
pub(crate) type Entry = (Method, u64);

/// The units of a first turn.
pub(crate) const FIRST_UNITS: u64 = 100_000;

/// The strategies that take turns, in their order.
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

/// The strategies on vast boards: what follows single pushes has come far before one that lists
/// hauls has listed those of its first states.
pub(crate) const VAST: [Entry; 7] = [
    (Method::Greedy, FIRST_UNITS / 5),
    (Method::GoalPushing, FIRST_UNITS / 5),
    (Method::Pulls, FIRST_UNITS),
    (Method::Fess, FIRST_UNITS),
    (Method::Beam, FIRST_UNITS),
    (Method::Bidirectional, FIRST_UNITS),
    (Method::Imagined, FIRST_UNITS),
];

/// The strategies where there are holes.
pub(crate) const HOLES: [Entry; 3] = [
    (Method::Fess, 4 * FIRST_UNITS),
    (Method::Filling, 2 * FIRST_UNITS),
    (Method::Greedy, FIRST_UNITS),
];

/// The strategies where boxes vanish in sinks or are spare.
pub(crate) const DEMAND: [Entry; 2] =
    [(Method::Fess, FIRST_UNITS), (Method::Greedy, 2 * FIRST_UNITS)];
