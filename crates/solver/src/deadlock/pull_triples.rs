//! Unreachable triples: three boxes that no play from the start leads to, for backward search.
//!
//! As with [pairs](super::pull_pairs), a state with three boxes that no play of three boxes leads
//! to is unreachable. The table is exact and holds for every solution if every box is needed. An
//! entry counts only where the table of pairs does not exclude the state already.

use super::pull_groups::{BoxPlaces, GroupSearch, SHARE};
use super::pull_pairs::PullPairs;
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// Boards with more placements of three boxes get no table.
const PLACEMENTS_MAX: usize = 120_000;

/// The most states of three boxes; if there are more, there is no table.
const STATES_MAX: usize = 400_000;

/// The table of reachable triples.
#[derive(Debug)]
pub(crate) struct PullTriples<const N: usize> {
    places: BoxPlaces,
    /// By numbers of two places, where a third box may make the triple unreachable.
    thirds: Vec<Bits<N>>,
    /// By rank of three numbers, the keeper's squares that some play reaches.
    reached: Vec<Bits<N>>,
}

impl<const N: usize> PullTriples<N> {
    /// Builds the table of a level; `None` if it would be too large or `keep_going` stops it.
    pub(crate) fn new(
        problem: &Problem<'_, N>,
        pairs: &PullPairs<N>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<PullTriples<N>> {
        let (start, _, keeper) = problem.first();
        let stands = problem.lands | start;
        let numbers = stands.len();
        let placements = numbers * numbers.saturating_sub(1) * numbers.saturating_sub(2) / 6;
        let bytes = ((placements + numbers * numbers) * size_of::<Bits<N>>()) as u64;
        let is_large = placements > PLACEMENTS_MAX || bytes > problem.bytes_max / SHARE;
        if start.len() < 3 || is_large || problem.is_vast() {
            return None;
        }
        let mut table = PullTriples {
            places: BoxPlaces::new(&stands),
            thirds: vec![Bits::EMPTY; numbers * numbers],
            reached: vec![Bits::EMPTY; placements],
        };
        let places = &table.places;
        let search = GroupSearch {
            rank: |triple| rank(places, triple),
            reached: &mut table.reached,
            states_max: STATES_MAX,
        };
        search.run(problem, keep_going)?;
        table.find_thirds(problem, pairs, &stands, keeper);
        Some(table)
    }

    /// Fills `thirds`. Keeper squares that the keeper can never reach from the start, or for which
    /// two of the boxes are unreachable, are ignored.
    fn find_thirds(
        &mut self,
        problem: &Problem<'_, N>,
        pairs: &PullPairs<N>,
        stands: &Bits<N>,
        keeper: Place,
    ) {
        let walkable = problem.field.region(keeper, &Bits::EMPTY, &Bits::EMPTY);
        let places: Vec<Place> = stands.iter().collect();
        for (index, &one) in places.iter().enumerate() {
            for (next, &two) in places.iter().enumerate().skip(index + 1) {
                let of_two = walkable & *pairs.keepers(one, two);
                for &three in &places[next + 1..] {
                    let boxes = [one, two, three].into_iter().collect::<Bits<N>>();
                    let of_pairs = of_two & *pairs.keepers(one, three) & *pairs.keepers(two, three);
                    let free = of_pairs & !boxes;
                    if !free.is_subset(&self.reached[rank(&self.places, [one, two, three])]) {
                        for (a, b, c) in [(one, two, three), (one, three, two), (two, three, one)] {
                            let (row, column) = (self.index(a, b), self.index(b, a));
                            self.thirds[row].insert(c);
                            self.thirds[column].insert(c);
                        }
                    }
                }
            }
        }
    }

    #[inline]
    fn index(&self, one: Place, two: Place) -> usize {
        self.places.number(one) * self.places.count + self.places.number(two)
    }

    /// Whether the box at `place` and two others are an unreachable triple, with the keeper at
    /// `keeper`.
    #[inline]
    pub(crate) fn is_dead(&self, place: Place, boxes: &Bits<N>, keeper: Place) -> bool {
        let has_number = |place| self.places.number(place) < self.places.count;
        if !has_number(place) {
            return false;
        }
        boxes.iter().filter(|&two| two != place && has_number(two)).any(|two| {
            let near = self.thirds[self.index(place, two)] & *boxes;
            near.iter().filter(|&three| three > two).any(|three| {
                !self.reached[rank(&self.places, [place, two, three])].contains(keeper)
            })
        })
    }

    pub(crate) fn bytes(&self) -> u64 {
        ((self.thirds.len() + self.reached.len()) * size_of::<Bits<N>>()) as u64
    }
}

/// The number of a set of three places.
#[inline]
fn rank(places: &BoxPlaces, triple: [Place; 3]) -> usize {
    let mut numbers = triple.map(|place| places.number(place));
    numbers.sort_unstable();
    let [one, two, three] = numbers;
    three * three.saturating_sub(1) * three.saturating_sub(2) / 6
        + two * two.saturating_sub(1) / 2
        + one
}

#[cfg(test)]
mod tests {
    use super::{PullPairs, PullTriples};
    use crate::problem::Problem;
    use sokolab_core::reference::{fewest_pushes, layers};
    use sokolab_core::testing::{is_slow, random_levels};
    use sokolab_core::{Rules, check, region};

    #[test]
    fn no_state_between_start_and_solution_is_called_impossible() {
        let count = if is_slow() { 5_000 } else { 200 };
        let mut impossible = 0;
        for level in random_levels(Rules::OFFICIAL, count) {
            let (board, start) = check(&level).expect("random levels are playable");
            let problem = Problem::<4>::new(&board, &start, 1 << 30, &mut || true);
            let Some(problem) = problem.ok().filter(Problem::is_classical) else { continue };
            let pairs = PullPairs::new(&problem, &mut || true).expect("the board is small");
            let Some(table) = PullTriples::new(&problem, &pairs, &mut || true) else { continue };
            let field = &problem.field;
            impossible += table.thirds.iter().map(super::Bits::len).sum::<usize>();
            for state in layers(&board, &start).flatten() {
                let boxes = field.set(&state.boxes);
                for keeper in region(&board, &state).iter().map(|it| field.place(it)) {
                    let is_dead = boxes.iter().any(|it| table.is_dead(it, &boxes, keeper));
                    // A play may lead to such a state, but over squares where a box is lost.
                    let fewest = is_dead.then(|| fewest_pushes(&board, &state)).flatten();
                    assert_eq!(fewest, None, "{state:?} of {board:?}");
                }
            }
        }
        assert!(impossible > 100, "{impossible}");
    }
}
