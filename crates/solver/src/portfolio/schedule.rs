//! The order in which the strategies of the portfolio take turns, and the length of their first
//! turns.

use crate::method::Method;

/// The units of a first turn.
const FIRST_UNITS: u64 = 100_000;

/// A strategy in a schedule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) method: Method,
    /// The units of its first turn.
    pub(crate) first: u64,
    /// The units of its second turn. Every later turn has twice the units of the one before.
    pub(crate) second: u64,
    /// The round in which it joins, counted from zero. Its turns are by then as long as if it had
    /// taken part from the beginning.
    pub(crate) joins: u32,
}

impl Entry {
    /// The only strategy of a search.
    pub(crate) const fn alone(method: Method) -> Entry {
        Entry::new(method, FIRST_UNITS)
    }

    /// A strategy whose turns double from the beginning.
    const fn new(method: Method, first: u64) -> Entry {
        Entry { method, first, second: 2 * first, joins: 0 }
    }

    /// The same from a later round on.
    const fn joining(self, round: u32) -> Entry {
        Entry { joins: round, ..self }
    }
}

/// The round in which strategies join that hardly ever find a solution before the others do.
const LATE: u32 = 3;

/// The schedule where boxes stay on goals and there are as many goals as boxes. Small boards that
/// are not solved in the first round are mostly dense, and pulls have fewer deadlocks to avoid.
pub(crate) const CLASSIC: [Entry; 10] = [
    Entry::new(Method::GoalPushing, FIRST_UNITS / 5),
    Entry::new(Method::Fess, FIRST_UNITS),
    Entry { second: 10 * FIRST_UNITS, ..Entry::new(Method::Pulls, 2 * FIRST_UNITS) },
    Entry::new(Method::Imagined, FIRST_UNITS),
    Entry::new(Method::ImaginedBack, FIRST_UNITS),
    Entry::new(Method::Bidirectional, 2 * FIRST_UNITS),
    Entry::new(Method::ImaginedFar, FIRST_UNITS),
    Entry::new(Method::Beam, FIRST_UNITS).joining(LATE),
    Entry::new(Method::Layers, FIRST_UNITS / 2),
    Entry::new(Method::PullsInTurn, FIRST_UNITS / 2).joining(LATE),
];

/// Boards with at least this many squares are wide.
pub(crate) const WIDE_SQUARES: usize = 100;

/// The same on wide boards: those that are not solved in the first round are mostly solved by
/// FESS, which needs more than its share there instead of the pulls.
pub(crate) const WIDE: [Entry; 10] = {
    let mut schedule = CLASSIC;
    schedule[1] = Entry { second: 6 * FIRST_UNITS, ..Entry::new(Method::Fess, FIRST_UNITS) };
    schedule[2] = Entry::new(Method::Pulls, 2 * FIRST_UNITS);
    // Whether late joining pays here has not been measured.
    schedule[7].joins = 0;
    schedule[9].joins = 0;
    schedule
};

/// The strategies on vast boards, where a strategy by single pushes has come far before one by
/// macro pushes has listed those of its first states.
pub(crate) const VAST: [Entry; 7] = [
    Entry::new(Method::Greedy, FIRST_UNITS / 5),
    Entry::new(Method::GoalPushing, FIRST_UNITS / 5),
    Entry::new(Method::Pulls, FIRST_UNITS),
    Entry::new(Method::Fess, FIRST_UNITS),
    Entry::new(Method::Beam, FIRST_UNITS),
    Entry::new(Method::Bidirectional, FIRST_UNITS),
    Entry::new(Method::Imagined, FIRST_UNITS),
];

/// The schedule on levels with holes: those that are not solved in the first round are nearly
/// always solved by FESS.
pub(crate) const HOLES: [Entry; 3] = [
    Entry { second: 24 * FIRST_UNITS, ..Entry::new(Method::Fess, 4 * FIRST_UNITS) },
    Entry { second: 2 * FIRST_UNITS, ..Entry::new(Method::Filling, 2 * FIRST_UNITS) },
    Entry { second: FIRST_UNITS, ..Entry::new(Method::Greedy, FIRST_UNITS) },
];

/// The schedule where boxes vanish in sinks or there are spare boxes.
pub(crate) const DEMAND: [Entry; 2] =
    [Entry::new(Method::Fess, FIRST_UNITS), Entry::new(Method::Greedy, 2 * FIRST_UNITS)];

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::{CLASSIC, DEMAND, HOLES, Method, VAST, WIDE};

    #[test]
    fn second_turns_of_fess_and_pulls_differ_on_wide_boards_where_all_join_at_once() {
        for (one, other) in CLASSIC.iter().zip(&WIDE) {
            assert_eq!((one.method, one.first, 0), (other.method, other.first, other.joins));
            let order = match one.method {
                Method::Fess => Ordering::Less,
                Method::Pulls => Ordering::Greater,
                _ => Ordering::Equal,
            };
            assert_eq!(one.second.cmp(&other.second), order);
        }
    }

    #[test]
    fn every_schedule_begins_with_a_strategy_that_joins_at_once() {
        for schedule in [&CLASSIC[..], &WIDE, &VAST, &HOLES, &DEMAND] {
            assert_eq!(schedule.first().map(|entry| entry.joins), Some(0));
        }
    }
}
