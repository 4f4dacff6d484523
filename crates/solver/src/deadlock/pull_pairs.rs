//! Unreachable pairs: pairs of boxes that no play from the start leads to, for backward search.
//!
//! A state with two boxes that no play of two boxes leads to, with the keeper on the same side, is
//! unreachable ([`pull_groups`](super::pull_groups)). Holds for every solution if every box is
//! needed.

use super::pull_groups::{BoxPlaces, GroupSearch, SHARE};
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// The most states of two boxes; if there are more, there is no table.
const STATES_MAX: usize = 60_000;

/// The table of reachable pairs.
#[derive(Debug)]
pub(crate) struct PullPairs<const N: usize> {
    places: BoxPlaces,
    /// By number of a place, where a second box may make the pair unreachable.
    partners: Vec<Bits<N>>,
    /// By numbers of both places, the keeper's squares that some play reaches.
    reached: Vec<Bits<N>>,
}

impl<const N: usize> PullPairs<N> {
    /// Builds the table of a level; `None` if it would be too large or `keep_going` stops it.
    pub(crate) fn new(
        problem: &Problem<'_, N>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<PullPairs<N>> {
        let (start, _, keeper) = problem.first();
        let stands = problem.lands | start;
        let numbers = stands.len();
        let bytes = ((numbers + 1) * numbers * size_of::<Bits<N>>()) as u64;
        let is_large = numbers * numbers > 2 * STATES_MAX || bytes > problem.bytes_max / SHARE;
        if is_large || problem.is_vast() {
            return None;
        }
        let mut table = PullPairs {
            places: BoxPlaces::new(&stands),
            partners: vec![Bits::EMPTY; numbers],
            reached: vec![Bits::EMPTY; numbers * numbers],
        };
        table.search(problem, keep_going)?;
        table.find_partners(problem, &stands, keeper);
        Some(table)
    }

    /// Finds all states that plays of two boxes lead to; `None` if there are too many or
    /// `keep_going` stops it.
    fn search(
        &mut self,
        problem: &Problem<'_, N>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let (places, count) = (&self.places, self.places.count);
        // The half of the table above the diagonal; the other half mirrors it.
        let rank = |[one, two]: [Place; 2]| {
            let (one, two) = (places.number(one), places.number(two));
            one.min(two) * count + one.max(two)
        };
        let search = GroupSearch { rank, reached: &mut self.reached, states_max: STATES_MAX };
        search.run(problem, keep_going)?;
        for one in 0..count {
            for two in one + 1..count {
                self.reached[two * count + one] = self.reached[one * count + two];
            }
        }
        Some(())
    }

    #[inline]
    fn index(&self, one: Place, two: Place) -> usize {
        self.places.number(one) * self.places.count + self.places.number(two)
    }

    /// The keeper's squares for which a play leads to two boxes.
    pub(crate) fn keepers(&self, one: Place, two: Place) -> &Bits<N> {
        &self.reached[self.index(one, two)]
    }

    /// Whether a play of two boxes leads there with the keeper at `keeper`.
    #[inline]
    fn has(&self, one: Place, two: Place, keeper: Place) -> bool {
        self.reached[self.index(one, two)].contains(keeper)
    }

    /// Fills `partners`. Keeper squares that the keeper can never reach from the start are ignored.
    fn find_partners(&mut self, problem: &Problem<'_, N>, stands: &Bits<N>, keeper: Place) {
        let walkable = problem.field.region(keeper, &Bits::EMPTY, &Bits::EMPTY);
        for one in stands.iter() {
            for two in stands.iter().filter(|&two| two != one) {
                let boxes = [one, two].into_iter().collect::<Bits<N>>();
                let free = walkable & !boxes;
                if !free.is_subset(&self.reached[self.index(one, two)]) {
                    self.partners[self.places.number(one)].insert(two);
                }
            }
        }
    }

    /// Whether the box at `place` and another one are an unreachable pair, with the keeper at
    /// `keeper`.
    #[inline]
    pub(crate) fn is_dead(&self, place: Place, boxes: &Bits<N>, keeper: Place) -> bool {
        let Some(partners) = self.partners.get(self.places.number(place)) else { return false };
        let near = *partners & *boxes;
        near.iter().any(|other| !self.has(place, other, keeper))
    }

    pub(crate) fn bytes(&self) -> u64 {
        ((self.partners.len() + self.reached.len()) * size_of::<Bits<N>>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::PullPairs;
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
            let table = PullPairs::new(&problem, &mut || true).expect("the board is small");
            let field = &problem.field;
            impossible += table.partners.iter().map(super::Bits::len).sum::<usize>();
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
