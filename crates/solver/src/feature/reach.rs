//! Where a lone box can be pushed, from everywhere, found when it is first asked for.

use crate::problem::Problem;
use crate::space::bits::Bits;
use crate::space::field::{Field, Place};
use crate::space::macros::{Around, Haul, Macros};

/// The places that a lone box can be pushed to, by where it is.
#[derive(Debug)]
pub(crate) struct Reach<const N: usize> {
    from: Vec<Option<Box<Bits<N>>>>,
    walks: Vec<Option<Box<[u16]>>>,
}

/// No way.
pub(crate) const FAR: u16 = u16::MAX;

impl<const N: usize> Reach<N> {
    pub(crate) fn new() -> Reach<N> {
        Reach { from: vec![None; N * 64], walks: vec![None; N * 64] }
    }

    /// Where a lone box at `place` can be pushed, whatever side the keeper is on at first.
    pub(crate) fn of(
        &mut self,
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        place: Place,
    ) -> &Bits<N> {
        let find = || Box::new(hauled(problem, macros, Haul::Push, place, &Bits::EMPTY));
        self.from[usize::from(place)].get_or_insert_with(find)
    }

    /// The steps of a walk from `place` to every other on the floor without boxes.
    pub(crate) fn walks_from(&mut self, problem: &Problem<'_, N>, place: Place) -> &[u16] {
        self.walks[usize::from(place)]
            .get_or_insert_with(|| steps_from(&problem.field, Bits::of(place)).into_boxed_slice())
    }
}

/// The steps of a walk from the nearest of some places to every other on the floor without boxes.
pub(crate) fn steps_from<const N: usize>(field: &Field<N>, places: Bits<N>) -> Vec<u16> {
    let mut steps = vec![FAR; N * 64];
    let (mut layer, mut seen) = (places & field.floor, Bits::EMPTY);
    for count in 0.. {
        if layer.is_empty() {
            break;
        }
        for reached in layer.iter() {
            steps[usize::from(reached)] = count;
        }
        seen |= layer;
        layer = field.beside(&layer) & field.floor & !seen;
    }
    steps
}

/// Where a box at `place` can be pushed, or pulled, among `walls`, the keeper on any side at first.
pub(crate) fn hauled<const N: usize>(
    problem: &Problem<'_, N>,
    macros: &mut Macros<N>,
    haul: Haul,
    place: Place,
    walls: &Bits<N>,
) -> Bits<N> {
    let around = Around {
        field: &problem.field,
        others: walls,
        holes: &Bits::EMPTY,
        lands: &problem.live,
        ends: &Bits::EMPTY,
    };
    let stops = macros.find_from_all_sides(haul, &around, place);
    let mut reached: Bits<N> = stops.iter().map(|stop| stop.place).collect();
    reached.insert(place);
    reached
}
