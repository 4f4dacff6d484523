//! Searches that work together: by turns on one thread, side by side on several.
//!
//! On one thread (`turns`) each strategy gets a slice of units, one for every child scored or edge
//! followed, and the slices double after each round. The strategy whose exhaustion is a proof
//! begins with a short slice, because what can be refuted quickly would keep the others busy for
//! long. The schedule reads no clock, so a longer limit only continues what a shorter one did. On
//! several threads (`side_by_side`) the strategies are dealt out, and the threads share learned
//! patterns and a table of the states that their trees have reached. A strategy that has used all
//! the memory it may use is dropped. When none is left, the search whose exhaustion is a proof
//! continues alone.
//!
//! The strategies, where boxes stay on goals and there is a goal for each:
//!
//! - `fess` plays by a packing plan, `layers` by layers of goals without a plan, and `imagined`,
//!   `imagined-far` and `imagined-back` through an open board that one direction of play makes and
//!   the other aims for.
//! - `beam` keeps the best states of each number of hauls and restarts four times wider.
//! - `pulls` is best-first search backwards by the matching bound; `pulls-in-turn` undoes only
//!   pushes that PI-corrals allow. `bidirectional` is the exact search, content with the first
//!   meeting.
//! - `goal-pushing` applies if all goals lie behind one door and all boxes before it: the storeroom
//!   is emptied backwards by itself, and the rest is a level whose door swallows boxes.

pub(crate) mod both_ends;
pub(crate) mod schedule;
pub(crate) mod side_by_side;
pub(crate) mod turns;
