//! Looks up a state in a block list.

use sokolab_core::{Board, Square, SquareSet, State};

use super::{BlockEntry, BlockList};
use crate::deadlock::{Deadlock, DeadlockKind, Proof, spare_boxes};

impl BlockList {
    /// The indices of the placements all of whose squares are in `boxes`, each once, sorted by
    /// their first squares.
    pub fn matching<'a>(&'a self, boxes: &'a SquareSet) -> impl Iterator<Item = usize> + 'a {
        boxes.iter().flat_map(move |first| {
            self.with_square(first).iter().map(|&index| index as usize).filter(move |&index| {
                let squares = self.squares(index);
                squares[0] == first && squares[1..].iter().all(|&it| boxes.contains(it))
            })
        })
    }

    /// A dead placement in `boxes` that includes `moved`, with the keeper on `keeper`. If every box
    /// is needed, it is a deadlock; after a push, this is the only lookup necessary.
    #[must_use]
    pub fn dead_with(&self, boxes: &SquareSet, moved: Square, keeper: Square) -> Option<&[Square]> {
        let with_moved = self.with_square(moved).iter().map(|&index| index as usize);
        let is_there = |&index: &usize| {
            self.squares(index).iter().all(|&it| boxes.contains(it))
                && self.verdict(index, keeper) == BlockEntry::Dead
        };
        with_moved.filter(is_there).map(|index| self.squares(index)).next()
    }

    /// A deadlock of `state`, if the list proves one: each dead placement costs a box, so there
    /// must be more disjoint ones than spare boxes.
    #[must_use]
    pub fn deadlock(&self, board: &Board, state: &State) -> Option<Deadlock> {
        let spare = match spare_boxes(board, state) {
            Ok(spare) => spare,
            Err(deadlock) => return Some(deadlock),
        };
        let mut lost = board.no_squares();
        let mut placements = 0;
        for index in self.matching(&state.boxes) {
            let is_apart = !self.squares(index).iter().any(|&it| lost.contains(it));
            if is_apart && self.verdict(index, state.keeper) == BlockEntry::Dead {
                lost.extend(self.squares(index).iter().copied());
                placements += 1;
            }
            if placements > spare {
                let proof = Proof::Search(self.state_count);
                return Some(Deadlock { kind: DeadlockKind::BlockList, boxes: lost, proof });
            }
        }
        None
    }

    /// Pushes that `boxes` cost beyond the sum of their distances, when all of them are needed and
    /// the keeper is on `keeper`: the sum over disjoint placements, chosen greedily by cost.
    ///
    /// It is admissible in addition to that sum, because a push moves one box only. Dead placements
    /// are not counted.
    #[must_use]
    pub fn excess(&self, boxes: &SquareSet, keeper: Square) -> u32 {
        self.excess_of(self.matching(boxes), boxes, keeper)
    }

    /// The same, given the indices of the placements all of whose squares are in `boxes`.
    #[must_use]
    pub fn excess_of(
        &self,
        matching: impl Iterator<Item = usize>,
        boxes: &SquareSet,
        keeper: Square,
    ) -> u32 {
        let dearer = matching.filter_map(|index| match self.verdict(index, keeper) {
            BlockEntry::Dearer(more) => Some((more, index)),
            BlockEntry::Plain | BlockEntry::Dead => None,
        });
        let mut dearer: Vec<(u32, usize)> = dearer.collect();
        dearer.sort_unstable_by_key(|&(more, index)| (std::cmp::Reverse(more), index));
        let mut rest = boxes.clone();
        let mut sum = 0;
        for (more, index) in dearer {
            let squares = self.squares(index);
            if squares.iter().all(|&it| rest.contains(it)) {
                for &square in squares {
                    rest.remove(square);
                }
                sum += more;
            }
        }
        sum
    }
}
