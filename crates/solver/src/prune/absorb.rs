//! Petersohn's stone pusher as the absorbing macro: a box that can go straight into a sink goes.
//!
//! If a box can be pushed into a sink along a shortest way of a lone box while no other box moves,
//! nothing else needs to be tried. Delete its pushes from any solution: the rest stays legal, for a
//! box that is gone hinders nobody, and at least as many pushes are saved as the way costs. The
//! keeper can walk back where it came from. Keeps `ShortestPushes` under `Sink`, not
//! `ShortestMoves`.
//!
//! Under `Fill` a filled hole is floor, which helps everybody, but the box may have been meant for
//! another hole: there it is a guess, for searches that want any solution and prove nothing by it.
//! Under `Keep` a box on a goal may lock another out, so it is not used there.

use sokolab_field::{Around, Bits, BoxStop, Macros, Place};

/// The first stop of the box at `from` in one of `wanted`, with all stops in `macros`.
pub(crate) fn absorb<const N: usize>(
    macros: &mut Macros<N>,
    around: &Around<'_, N>,
    wanted: &Bits<N>,
    from: Place,
    keeper: Place,
) -> Option<BoxStop> {
    let stops = macros.find(around, from, keeper);
    stops.iter().find(|stop| wanted.contains(stop.place)).copied()
}
