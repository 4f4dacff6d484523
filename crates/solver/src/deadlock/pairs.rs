//! Dead pairs: pairs of boxes that cannot both be brought to goals, from an exact table.
//!
//! The table of all pairs is built once, when a search turns out to be long enough to pay for it. A
//! state that contains a dead pair, with the keeper on the same side, is dead: deleting the other
//! boxes from a solution would solve the pair.

use sokolab_analysis::PairTable;

use super::{Arrival, Detector};
use crate::contract::Contract;
use crate::problem::Problem;
use sokolab_field::Bits;

/// Boards with more pairs of live squares get no table.
const PAIRS_MAX: usize = 30_000;

/// The table of pairs, with an index by place.
#[derive(Debug)]
pub(crate) struct Pairs<const N: usize> {
    table: PairTable,
    /// By place, the index into `partners`; `None` if a box there has no partners.
    number_of: Vec<Option<u16>>,
    /// By that index, where a second box may make the pair dead though each box alone is not.
    partners: Vec<Bits<N>>,
}

impl<const N: usize> Pairs<N> {
    /// Builds the table of a level; `None` if it would be too large or `keep_going` stops it.
    pub(crate) fn new(
        problem: &Problem<'_, N>,
        keep_going: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Option<Pairs<N>> {
        if problem.is_vast() {
            return None;
        }
        let table = PairTable::build(problem.board, PAIRS_MAX, keep_going)?;
        let (mut number_of, mut partners) = (vec![None; N * 64], Vec::new());
        for &square in &problem.squares {
            let squares = table.partners(square);
            if !squares.is_empty() {
                let place = usize::from(problem.field.place(square));
                number_of[place] = Some(partners.len() as u16);
                partners.push(problem.field.set(squares));
            }
        }
        Some(Pairs { table, number_of, partners })
    }
}

impl<const N: usize> Detector<N> for Pairs<N> {
    const CONTRACT: Contract = Contract::CLASSICAL_PROOF;

    type Question<'a> = Arrival<'a, N>;

    #[inline]
    fn is_dead(&mut self, problem: &Problem<'_, N>, arrival: Arrival<'_, N>) -> bool {
        self.holds(problem, arrival)
    }

    fn bytes(&self) -> u64 {
        let partners = self.partners.len() * size_of::<Bits<N>>();
        (partners + self.number_of.len() * 4) as u64 + self.table.bytes()
    }
}

impl<const N: usize> Pairs<N> {
    /// Whether the box that has arrived and another one are a dead pair.
    #[inline]
    pub(crate) fn holds(&self, problem: &Problem<'_, N>, arrival: Arrival<'_, N>) -> bool {
        let Some(number) = self.number_of[usize::from(arrival.to)] else { return false };
        let near = self.partners[usize::from(number)] & *arrival.boxes;
        let (one, keeper) = (problem.square(arrival.to), problem.square(arrival.keeper));
        near.iter().any(|other| {
            let two = problem.square(other);
            self.table.cost(one, two, keeper).is_none()
        })
    }
}
