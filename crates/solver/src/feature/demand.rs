//! What a win demands where boxes vanish: the holes worth filling, and the fewest that must be.

use sokolab_field::{Bits, Field, Place};

/// What a win still needs where boxes vanish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HoleDemand<const N: usize> {
    /// Squares where a box is useful.
    pub(crate) wanted: Bits<N>,
    /// The fewest holes that must be filled.
    pub(crate) count: usize,
}

/// The fewest holes that must be filled before the keeper can walk to an exit, boxes treated as
/// passable, and all holes that lie on such a shortest route.
pub(crate) fn fewest_holes<const N: usize>(
    field: &Field<N>,
    holes: &Bits<N>,
    keeper: Place,
) -> HoleDemand<N> {
    let there = holes_by_depth(field, holes, Bits::of(keeper));
    let back = holes_by_depth(field, holes, field.exits);
    let count = there.iter().take_while(|(_, reached)| !reached.intersects(&field.exits)).count();
    let mut wanted = Bits::EMPTY;
    for (depth, (layer, _)) in there.iter().enumerate().skip(1) {
        // The hole itself is counted from both ends.
        if let Some((other, _)) = (count + 1).checked_sub(depth).and_then(|it| back.get(it)) {
            wanted |= *layer & *other;
        }
    }
    HoleDemand { wanted, count }
}

/// Layers of a breadth-first search that counts holes. Entry `d` has the holes that are first
/// reached as the `d`th hole on a walk, and everything that can be walked to once these are filled
/// too.
fn holes_by_depth<const N: usize>(
    field: &Field<N>,
    holes: &Bits<N>,
    seed: Bits<N>,
) -> Vec<(Bits<N>, Bits<N>)> {
    let mut rest = *holes & !seed;
    let mut reached = field.spread(seed, &(field.floor & !rest), &field.floor);
    let mut layers = vec![(Bits::EMPTY, reached)];
    loop {
        let layer = field.beside(&reached) & rest;
        if layer.is_empty() {
            return layers;
        }
        rest &= !layer;
        reached = field.spread(reached | layer, &(field.floor & !rest), &field.floor);
        layers.push((layer, reached));
    }
}

#[cfg(test)]
mod tests {
    use super::fewest_holes;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;
    use sokolab_field::Field;

    #[test]
    fn holes_on_a_detour_are_not_wanted() {
        let picture = "
            ---------
            |@.0^..<|
            |.-----.|
            |.0^.^..|
            ---------";
        let (board, state) = position_in(picture, Rules::NETHACK);
        let field = Field::<2>::new(&board);
        let demand = fewest_holes(&field, &field.goals, field.place(state.keeper));
        assert_eq!(demand.count, 1);
        let wanted: Vec<_> = board
            .goals()
            .iter()
            .filter(|&hole| demand.wanted.contains(field.place(hole)))
            .map(|hole| board.position(hole))
            .collect();
        assert_eq!(wanted, [(4, 1)]);
    }
}
