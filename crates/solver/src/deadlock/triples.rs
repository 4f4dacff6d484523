//! Dead triples: three boxes that cannot all be brought to goals, from an exact table.
//!
//! The table holds only triples without a dead pair. As with pairs, it is built once, when a search
//! turns out to be long, and each entry is a lemma about every state of the level.

use std::collections::BTreeMap;

use sokolab_analysis::dead_triples;

use super::{Arrival, Detector};
use crate::contract::Contract;
use crate::problem::Problem;
use sokolab_field::{Bits, Place};

/// Boards with more placements of three boxes get no table.
const PLACEMENTS_MAX: usize = 40_000;

/// The table of dead triples, indexed by the place of any of the three boxes.
#[derive(Debug)]
pub(crate) struct Triples<const N: usize> {
    /// By place of a box, the lower of the other two.
    partners: Vec<Bits<N>>,
    /// The number of each place that has a box of some triple.
    number_of: Vec<u16>,
    numbers: usize,
    /// The row of a place and its partner, by their numbers.
    row_of: Vec<u32>,
    rows: Vec<Row<N>>,
    /// The higher of the other two boxes, with the index of the keeper squares for which the three
    /// boxes are dead.
    thirds: Vec<(Place, u32)>,
    keepers: Vec<Bits<N>>,
}

/// All dead triples that share two boxes.
#[derive(Clone, Copy, Debug)]
struct Row<const N: usize> {
    /// The places of the third box, and the range of their entries in `thirds`.
    thirds: Bits<N>,
    first: u32,
    last: u32,
}

impl<const N: usize> Triples<N> {
    /// Builds the table of a level; `None` if it would be too large or empty, or `keep_going` stops
    /// it.
    pub(crate) fn new(
        problem: &Problem<'_, N>,
        keep_going: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Option<Triples<N>> {
        if problem.start.boxes.len() < 3 || problem.is_vast() {
            return None;
        }
        let found = dead_triples(problem.board, PLACEMENTS_MAX, keep_going)?;
        let mut known: BTreeMap<Bits<N>, u32> = BTreeMap::new();
        let mut keepers = Vec::new();
        let mut entries: Vec<([Place; 3], u32)> = Vec::with_capacity(3 * found.len());
        for triple in &found {
            let dead_for = problem.field.set(&triple.keepers);
            let set = *known.entry(dead_for).or_insert_with(|| {
                keepers.push(dead_for);
                keepers.len() as u32 - 1
            });
            let mut places = triple.squares.map(|it| problem.field.place(it));
            places.sort_unstable();
            let [one, two, three] = places;
            let orders = [[one, two, three], [two, one, three], [three, one, two]];
            entries.extend(orders.map(|order| (order, set)));
        }
        entries.sort_unstable();
        (!entries.is_empty()).then(|| Triples::of_entries(&entries, keepers))
    }

    /// Builds the index of entries that are sorted by place, partner and third box.
    fn of_entries(entries: &[([Place; 3], u32)], keepers: Vec<Bits<N>>) -> Triples<N> {
        let mut number_of = vec![0; N * 64];
        let mut numbers = 0;
        for same in entries.chunk_by(|one, two| one.0[0] == two.0[0]) {
            number_of[usize::from(same[0].0[0])] = numbers as u16;
            numbers += 1;
        }
        let mut table = Triples {
            partners: vec![Bits::EMPTY; N * 64],
            number_of,
            numbers,
            row_of: vec![0; numbers * numbers],
            rows: Vec::new(),
            thirds: entries.iter().map(|&([.., third], set)| (third, set)).collect(),
            keepers,
        };
        let mut first = 0;
        for same in entries.chunk_by(|one, two| one.0[..2] == two.0[..2]) {
            let [place, partner, _] = same[0].0;
            let (at, last) = (table.index(place, partner), first + same.len() as u32);
            table.row_of[at] = table.rows.len() as u32;
            table.partners[usize::from(place)].insert(partner);
            let thirds = same.iter().map(|entry| entry.0[2]).collect();
            table.rows.push(Row { thirds, first, last });
            first = last;
        }
        table
    }

    #[inline]
    fn index(&self, place: Place, partner: Place) -> usize {
        let number = |place: Place| usize::from(self.number_of[usize::from(place)]);
        number(place) * self.numbers + number(partner)
    }

    /// Whether a third box of the row is present, with the keeper on a square for which it matters.
    fn matches(&self, row: &Row<N>, boxes: &Bits<N>, keeper: Place) -> bool {
        let thirds = &self.thirds[row.first as usize..row.last as usize];
        thirds.iter().any(|&(third, set)| {
            boxes.contains(third) && self.keepers[set as usize].contains(keeper)
        })
    }
}

impl<const N: usize> Detector<N> for Triples<N> {
    const CONTRACT: Contract = Contract::CLASSICAL_PROOF;

    type Question<'a> = Arrival<'a, N>;

    #[inline]
    fn is_dead(&mut self, _: &Problem<'_, N>, arrival: Arrival<'_, N>) -> bool {
        self.holds(arrival)
    }

    fn bytes(&self) -> u64 {
        let sets = (self.partners.len() + self.keepers.len()) * size_of::<Bits<N>>();
        let rows = self.rows.len() * size_of::<Row<N>>() + self.row_of.len() * 4;
        (sets + rows + self.thirds.len() * size_of::<(Place, u32)>()) as u64
    }
}

impl<const N: usize> Triples<N> {
    /// Whether the box that has arrived and two others are a dead triple.
    #[inline]
    pub(crate) fn holds(&self, arrival: Arrival<'_, N>) -> bool {
        let Arrival { to, boxes, keeper } = arrival;
        let near = self.partners[usize::from(to)] & *boxes;
        near.iter().any(|other| {
            let row = &self.rows[self.row_of[self.index(to, other)] as usize];
            row.thirds.intersects(boxes) && self.matches(row, boxes, keeper)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrival, Detector, Triples};
    use crate::deadlock::test_states::count_dead;

    #[test]
    fn no_state_that_can_be_solved_is_called_dead() {
        let dead = count_dead(
            &Triples::<4>::CONTRACT,
            |problem| Triples::new(problem, &mut |_, _| true),
            |triples, problem, boxes, keeper| {
                boxes.iter().any(|to| triples.is_dead(problem, Arrival { to, boxes, keeper }))
            },
        );
        assert!(dead > 40, "{dead}");
    }
}
