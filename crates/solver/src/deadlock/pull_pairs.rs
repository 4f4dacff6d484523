//! Unreachable pairs: pairs of boxes that no play from the start leads to, for backward search.
//!
//! Deleting all boxes but two from a play leaves a play of two boxes of the start. A state with two
//! boxes that no play of two boxes leads to, with the keeper on the same side, is therefore
//! unreachable. All such plays are searched at once, forwards from every pair of boxes of the
//! start. Pushes onto squares where a box is lost are left out, because no solution makes them.
//! Holds for every solution if every box is needed.

use crate::problem::Problem;
use sokolab_core::Direction;
use sokolab_field::{Bits, Place};

/// The most states of two boxes; if there are more, there is no table.
const STATES_MAX: usize = 60_000;

/// The number of states between two calls of `keep_going`.
pub(super) const STATES_BETWEEN_QUESTIONS: usize = 1_024;

/// The table may take at most one part in this many of the memory.
pub(super) const SHARE: u64 = 16;

/// Stands for a place that has no number.
const NO_NUMBER: u16 = u16::MAX;

/// The number of each place in `stands`, in order; [`NO_NUMBER`] for the others.
pub(super) fn numbers_of<const N: usize>(stands: &Bits<N>) -> Vec<u16> {
    let mut number_of = vec![NO_NUMBER; N * 64];
    for (number, place) in stands.iter().enumerate() {
        number_of[usize::from(place)] = number as u16;
    }
    number_of
}

/// The table of reachable pairs.
#[derive(Debug)]
pub(crate) struct PullPairs<const N: usize> {
    /// The number of each place that can hold a box.
    number_of: Vec<u16>,
    numbers: usize,
    /// By number of a place, where a second box may make the pair unreachable.
    partners: Vec<Bits<N>>,
    /// By numbers of both places, the keeper's squares that some play reaches.
    reached: Vec<Bits<N>>,
}

/// Two boxes and the keeper's region.
type Pair<const N: usize> = (Place, Place, Bits<N>);

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
            number_of: numbers_of(&stands),
            numbers,
            partners: vec![Bits::EMPTY; numbers],
            reached: vec![Bits::EMPTY; numbers * numbers],
        };
        table.search(problem, (start, keeper), keep_going)?;
        table.find_partners(problem, &stands, keeper);
        Some(table)
    }

    /// Finds all states that plays of two boxes lead to; `None` if there are too many or
    /// `keep_going` stops it.
    fn search(
        &mut self,
        problem: &Problem<'_, N>,
        (start, keeper): (Bits<N>, Place),
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let field = &problem.field;
        let mut pending: Vec<Pair<N>> = Vec::new();
        for one in start.iter() {
            for two in start.iter().filter(|&two| two > one) {
                let boxes = [one, two].into_iter().collect();
                let region = field.region(keeper, &boxes, &Bits::EMPTY);
                self.add((one, two, region), &mut pending);
            }
        }
        let mut states: usize = 0;
        while let Some((one, two, region)) = pending.pop() {
            states += 1;
            let may_go_on = !states.is_multiple_of(STATES_BETWEEN_QUESTIONS) || keep_going();
            if states > STATES_MAX || !may_go_on {
                return None;
            }
            for (from, other) in [(one, two), (two, one)] {
                for way in Direction::ORTHOGONAL {
                    let (to, behind) = (field.go(from, way), field.back(from, way));
                    let is_open = problem.lands.contains(to) && to != other;
                    if !is_open || !region.contains(behind) || self.has(to, other, from) {
                        continue;
                    }
                    let boxes = [to, other].into_iter().collect();
                    let region = field.region_after(&region, (&boxes, &Bits::EMPTY), from, to);
                    self.add((to, other, region), &mut pending);
                }
            }
        }
        Some(())
    }

    /// Adds a state, unless it is known.
    fn add(&mut self, (one, two, region): Pair<N>, pending: &mut Vec<Pair<N>>) {
        let (row, column) = (self.index(one, two), self.index(two, one));
        if !region.is_subset(&self.reached[row]) {
            self.reached[row] |= region;
            self.reached[column] |= region;
            pending.push((one, two, region));
        }
    }

    #[inline]
    fn index(&self, one: Place, two: Place) -> usize {
        let number = |place: Place| usize::from(self.number_of[usize::from(place)]);
        number(one) * self.numbers + number(two)
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
                    self.partners[usize::from(self.number_of[usize::from(one)])].insert(two);
                }
            }
        }
    }

    /// Whether the box at `place` and another one are an unreachable pair, with the keeper at
    /// `keeper`.
    #[inline]
    pub(crate) fn is_dead(&self, place: Place, boxes: &Bits<N>, keeper: Place) -> bool {
        let number = usize::from(self.number_of[usize::from(place)]);
        let Some(partners) = self.partners.get(number) else { return false };
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
