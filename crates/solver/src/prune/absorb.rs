//! The delivery macro, after petersohn's stone pusher: a box that can go straight into a sink goes.
//!
//! If a box can be pushed into a sink along a shortest path of a lone box while no other box moves,
//! nothing else needs to be tried. Delete its pushes from any solution: the rest stays legal,
//! because a box that is gone obstructs nothing, and at least as many pushes are saved as the macro
//! costs. The keeper can walk back the way it came. Keeps the fewest pushes where boxes sink, but
//! not the fewest moves.
//!
//! Where boxes fill holes, the filled hole becomes floor, which never hurts, but the box may have
//! been needed for another hole. There the macro is a guess, for searches that want any solution
//! and prove nothing by it. Where goals keep their boxes, a box on a goal may block another, so the
//! macro is not used.

use sokolab_field::{Around, Bits, BoxStop, Macros, Place};

/// The first stop of the box at `from` on one of `wanted`. Leaves all stops in `macros`.
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
