//! Where a lone box can be pushed from each square, computed on demand and cached.

use crate::problem::Problem;
use sokolab_core::Direction;
use sokolab_field::{Around, Bits, Field, Haul, Macros, Place};

/// Caches, by place, the places that a lone box can be pushed to, and walking distances.
#[derive(Debug)]
pub(crate) struct Reach<const N: usize> {
    from: Vec<Option<Box<Bits<N>>>>,
    walks: Vec<Option<Box<[u16]>>>,
    /// The memory of the cached answers and its limit, in bytes.
    bytes: usize,
    bytes_max: usize,
}

/// Distance to a place that cannot be reached.
pub(crate) const FAR: u16 = u16::MAX;

impl<const N: usize> Reach<N> {
    /// An empty cache that may take up to `bytes_max` bytes.
    pub(crate) fn new(bytes_max: u64) -> Reach<N> {
        let bytes_max = usize::try_from(bytes_max).unwrap_or(usize::MAX);
        Reach { from: vec![None; N * 64], walks: vec![None; N * 64], bytes: 0, bytes_max }
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.bytes + self.from.len() * 24) as u64
    }

    /// Makes room for an answer; clears the cache if it would exceed its limit.
    fn make_room(&mut self, bytes: usize) {
        if self.bytes + bytes > self.bytes_max {
            self.from.fill(None);
            self.walks.fill(None);
            self.bytes = 0;
        }
        self.bytes += bytes;
    }

    /// Where a lone box at `place` can be pushed if the keeper may start on any side.
    pub(crate) fn of(
        &mut self,
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        place: Place,
    ) -> &Bits<N> {
        if self.from[usize::from(place)].is_none() {
            self.make_room(size_of::<Bits<N>>());
        }
        let find = || Box::new(hauled(problem, macros, Haul::Push, place, &Bits::EMPTY));
        self.from[usize::from(place)].get_or_insert_with(find)
    }

    /// Walking distances from `place` to every place on the board without boxes.
    pub(crate) fn walks_from(&mut self, problem: &Problem<'_, N>, place: Place) -> &[u16] {
        if self.walks[usize::from(place)].is_none() {
            self.make_room(N * 128);
        }
        self.walks[usize::from(place)]
            .get_or_insert_with(|| steps_from(&problem.field, Bits::of(place)).into_boxed_slice())
    }
}

/// Walking distances, in orthogonal steps, from the nearest of `places` to every place on the board
/// without boxes.
pub(crate) fn steps_from<const N: usize>(field: &Field<N>, places: Bits<N>) -> Vec<u16> {
    let mut steps = vec![FAR; N * 64];
    let mut reached: Vec<Place> = (places & field.floor).iter().collect();
    for &place in &reached {
        steps[usize::from(place)] = 0;
    }
    let mut next = 0;
    while let Some(&place) = reached.get(next) {
        next += 1;
        for way in Direction::ORTHOGONAL {
            let beside = field.go(place, way);
            if field.floor.contains(beside) && steps[usize::from(beside)] == FAR {
                steps[usize::from(beside)] = steps[usize::from(place)] + 1;
                reached.push(beside);
            }
        }
    }
    steps
}

/// Where a box at `place` can be pushed, or pulled, among `walls` if the keeper may start on any
/// side.
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
