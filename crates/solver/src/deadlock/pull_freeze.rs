//! Boxes that can never be pulled again: freezing for backward search.
//!
//! Remove every box that can be pulled one step, and repeat with the room this makes, until no box
//! can be pulled. The rest can never be pulled, whatever else happens. If such a box is not on a
//! square where the start has a box, no play leads from the start to this state. Holds for every
//! solution if every box is needed.

use sokolab_field::{Bits, Field, Place};

/// Whether a box that is not on a square of `start` can never be pulled. Not valid for the first
/// state itself, in which perhaps no box can be pulled.
pub(crate) fn is_stuck<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    keeper: Place,
    start: &Bits<N>,
) -> bool {
    let mut rest = *boxes;
    let mut region = field.region(keeper, &rest, &Bits::EMPTY);
    loop {
        let open = field.floor & !rest;
        let mut gone = Bits::EMPTY;
        for by in [1, field.stride] {
            gone |= rest & region.up(by) & open.up(2 * by);
            gone |= rest & region.down(by) & open.down(2 * by);
        }
        if gone.is_empty() {
            return true;
        }
        rest &= !gone;
        if rest.is_subset(start) {
            return false;
        }
        let open = field.floor & !rest;
        region = field.spread_straight(region | gone, &open);
    }
}

#[cfg(test)]
mod tests {
    use super::is_stuck;
    use crate::problem::Problem;
    use sokolab_core::reference::layers;
    use sokolab_core::testing::{is_slow, random_levels};
    use sokolab_core::{Rules, check};

    #[test]
    fn no_state_that_the_start_leads_to_is_called_stuck() {
        let count = if is_slow() { 10_000 } else { 1_000 };
        for level in random_levels(Rules::OFFICIAL, count) {
            let (board, start) = check(&level).expect("random levels are playable");
            let problem = Problem::<4>::new(&board, &start, 1 << 30, &mut || true);
            let Ok(problem) = problem else { continue };
            let (field, first) = (&problem.field, problem.first().0);
            for state in layers(&board, &start).flatten() {
                let (boxes, keeper) = (field.set(&state.boxes), field.place(state.keeper));
                assert!(boxes == first || !is_stuck(field, &boxes, keeper, &first), "{state:?}");
            }
        }
    }
}
