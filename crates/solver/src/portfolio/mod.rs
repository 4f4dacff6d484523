//! Searches that work together: in turns on one thread, in parallel on several.
//!
//! On one thread (`turns`) each strategy gets a slice of work units, one for every child scored or
//! edge followed, and the slices double after each round. Strategies that seldom win early join in
//! a later round, with slices as long as if they had taken part from the beginning. The strategy
//! whose exhaustion is a proof begins with a short slice, because a level that can be refuted
//! quickly would keep the others busy for long. The schedule reads no clock, so a longer limit only
//! continues what a shorter one did. On several threads (`side_by_side`) the strategies are dealt
//! out to the threads, which share learned patterns and a table of the states that their trees have
//! reached. A strategy that has used up its memory is dropped. When none is left, the search whose
//! exhaustion is a proof continues alone.
//!
//! These are the strategies where boxes stay on goals and there are as many goals as boxes:
//!
//! - `fess` plays by a packing plan, `layers` by layers of goals without a plan, and `imagined`,
//!   `imagined-far` and `imagined-back` by way of an open board that one direction of play finds
//!   and the other aims for.
//! - `beam` keeps the best states for each number of macro pushes and restarts four times wider.
//! - `pulls` is a backward best-first search by the matching bound; `pulls-in-turn` undoes only
//!   pushes that PI-corrals allow. `bidirectional` is the exact search, content with the first
//!   meeting.
//! - `goal-pushing` applies if all goals lie behind one door and all boxes in front of it: the
//!   storeroom is emptied backwards on its own, and the rest is a level whose door swallows boxes.

pub(crate) mod schedule;
pub(crate) mod side_by_side;
pub(crate) mod turns;
