//! The costs of all placements of one size.

use super::space::NOWHERE;
use super::{PLACEMENT_MAX, Ranking};

/// The cost of an unsolvable state.
pub(crate) const DEAD: u32 = u32::MAX;

/// The costs of all placements of one size on some squares of a board.
#[derive(Debug)]
pub(crate) struct Table {
    pub(super) ranking: Ranking,
    pub(super) ways: usize,
    /// The squares that are numbered, ascending, and the index of each in that list.
    pub(super) squares: Vec<u16>,
    pub(super) place_of: Vec<u16>,
    /// The side next to each box in each direction, for each placement.
    pub(super) contacts: Vec<u8>,
    /// The first state of each placement, with one state per side; the last entry is their number.
    pub(super) first_state: Vec<u32>,
    pub(super) costs: Vec<u32>,
}

impl Table {
    /// The placement of these ascending squares; `None` if one of them is not numbered.
    #[inline]
    pub(crate) fn number(&self, squares: &[u16]) -> Option<usize> {
        let mut places = [0; PLACEMENT_MAX];
        for (place, &square) in places.iter_mut().zip(squares) {
            *place = self.place_of[usize::from(square)];
            if *place == NOWHERE {
                return None;
            }
        }
        Some(self.ranking.rank(&places[..squares.len()]))
    }

    /// The squares of a placement, ascending; only as many entries as it has boxes are meaningful.
    #[inline]
    pub(crate) fn squares(&self, number: usize) -> [u16; PLACEMENT_MAX] {
        self.ranking
            .unrank(number)
            .map(|place| self.squares.get(usize::from(place)).copied().unwrap_or(0))
    }

    pub(crate) fn counted_squares(&self) -> &[u16] {
        &self.squares
    }

    pub(crate) fn size(&self) -> usize {
        self.ranking.size()
    }

    pub(crate) fn placement_count(&self) -> usize {
        self.ranking.count()
    }

    pub(crate) fn state_count(&self) -> usize {
        self.costs.len()
    }

    /// The side next to each box in each direction.
    #[inline]
    pub(crate) fn contacts(&self, number: usize) -> &[u8] {
        let length = self.size() * self.ways;
        &self.contacts[number * length..][..length]
    }

    /// The cost on each side of a placement; [`DEAD`] if there is none.
    #[inline]
    pub(crate) fn costs(&self, number: usize) -> &[u32] {
        &self.costs[self.first_state[number] as usize..self.first_state[number + 1] as usize]
    }
}
