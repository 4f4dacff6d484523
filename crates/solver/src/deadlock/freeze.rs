//! Freeze deadlocks: the boxes that can never move again, computed for all boxes at once.

use sokolab_core::Direction;
use sokolab_field::{Bits, Field, Place};

/// The largest set of boxes that are each blocked on every axis by walls, by other boxes of the
/// set, or because both neighbours on that axis are squares where no box may go (those not in
/// `lands`).
///
/// Starts with all boxes and repeatedly removes those that have a free axis, until none has.
pub(crate) fn frozen<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    lands: &Bits<N>,
) -> Bits<N> {
    let mut still = *boxes;
    loop {
        let open = field.floor & !still;
        let landing = open & *lands;
        let mut movable = along(&open, &landing, 1) | along(&open, &landing, field.stride);
        if field.push_ways().len() == 8 {
            movable |= along(&open, &landing, field.stride - 1);
            movable |= along(&open, &landing, field.stride + 1);
        }
        let next = still & !movable;
        if next == still || next.is_empty() {
            return next;
        }
        still = next;
    }
}

/// The places whose two neighbours on an axis are open and at least one of them may take a box.
#[inline]
fn along<const N: usize>(open: &Bits<N>, landing: &Bits<N>, by: usize) -> Bits<N> {
    open.up(by) & open.down(by) & (landing.up(by) | landing.down(by))
}

/// One direction of each axis, orthogonal axes first.
const AXES: [Direction; 4] =
    [Direction::Right, Direction::Down, Direction::UpRight, Direction::DownRight];

/// Whether a box at `place` can be pushed along some axis right now, if the keeper can get there.
#[inline]
pub(crate) fn is_free<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    lands: &Bits<N>,
    place: Place,
) -> bool {
    let open = |it: Place| field.floor.contains(it) && !boxes.contains(it);
    let axes = if field.push_ways().len() == 8 { &AXES[..] } else { &AXES[..2] };
    axes.iter().any(|&way| {
        let (one, two) = (field.go(place, way), field.back(place, way));
        open(one) && open(two) && (lands.contains(one) || lands.contains(two))
    })
}

#[cfg(test)]
mod tests {
    use super::{frozen, is_free};
    use sokolab_analysis::locks;
    use sokolab_core::testing::random_levels;
    use sokolab_core::{Rules, check};
    use sokolab_field::Field;

    #[test]
    fn frozen_boxes_are_those_of_the_plain_form() {
        for rules in Rules::ALL {
            for level in random_levels(rules, 300) {
                let (board, state) = check(&level).expect("random levels are playable");
                let field = Field::<4>::new(&board);
                let boxes = field.set(&state.boxes);
                let plain = locks::frozen(&board, &state.boxes, &board.no_squares());
                let wide = frozen(&field, &boxes, &field.takes_box);
                assert_eq!(wide, field.set(&plain), "{rules}: {level:?}");
                for place in boxes.iter() {
                    let free = is_free(&field, &boxes, &field.takes_box, place);
                    assert!(!free || !wide.contains(place));
                }
            }
        }
    }
}
