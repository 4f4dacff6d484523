//! The facts that the rules of inference use, all of them recomputed.

use sokolab_core::{Board, Demand, GoalKind, Square, SquareSet, State, demand};

use crate::distances::PushTable;
use crate::symmetry::Symmetries;

/// What the prices of a list refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PriceKind {
    /// Push distances.
    Distance,
    /// Whether a box can reach an aim at all.
    Reach,
}

/// A price for each aim.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PriceList {
    /// What the prices refer to.
    pub kind: PriceKind,
    /// The prices.
    pub prices: Vec<i32>,
}

/// A level with its push distances.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The board.
    pub board: &'a Board,
    /// The initial state.
    pub start: &'a State,
    /// The push distances.
    pub table: PushTable,
    /// The symmetries of the board.
    pub symmetries: Symmetries,
    dead: SquareSet,
}

impl<'a> Facts<'a> {
    /// The facts about a level; `None` if its board is too large.
    #[must_use]
    pub fn new(board: &'a Board, start: &'a State) -> Option<Facts<'a>> {
        let table = PushTable::new(board, start)?;
        let mut dead = board.no_squares();
        dead.extend(board.squares().filter(|&square| table.is_dead(board, square)));
        let symmetries = Symmetries::new(board, start);
        Some(Facts { board, start, table, symmetries, dead })
    }

    /// The squares from which a box cannot reach any aim, wherever the keeper is.
    #[must_use]
    pub fn dead_squares(&self) -> &SquareSet {
        &self.dead
    }

    /// The number of boxes that cannot reach any aim, with the keeper where it is.
    #[must_use]
    pub fn lost_boxes(&self, boxes: &SquareSet, keeper: Square) -> usize {
        boxes.iter().filter(|&square| self.table.is_lost(square, keeper)).count()
    }

    /// The number of boxes that a solution may leave over; if it is negative, there is no solution.
    #[must_use]
    pub fn spare(&self, state: &State) -> i64 {
        state.boxes.len() as i64 - demand(self.board, state).count() as i64
    }

    /// Whether the rules have holes.
    #[must_use]
    pub fn has_holes(&self) -> bool {
        self.board.rules().goal() == GoalKind::Fill
    }

    /// The lower bound that a price list proves for `state`; `None` is infinite.
    #[must_use]
    pub fn value(&self, list: &PriceList, state: &State) -> Option<i64> {
        match demand(self.board, state) {
            Demand::Goals(wanted) => Some(self.value_of_goals(list, state, &wanted)),
            Demand::Boxes(_) => self.value_of_boxes(list, state),
        }
    }

    fn value_of_goals(&self, list: &PriceList, state: &State, wanted: &SquareSet) -> i64 {
        let aims = self.table.aims().iter().zip(&list.prices).enumerate();
        let wanted: Vec<(usize, i64)> = aims
            .filter(|(_, (aim, _))| wanted.contains(**aim))
            .map(|(index, (_, &price))| (index, i64::from(price)))
            .collect();
        let sum: i64 = wanted.iter().map(|&(_, price)| price).sum();
        let of_box = |square: Square| {
            let offers = wanted.iter().filter_map(|&(aim, price)| {
                self.cost(square, state.keeper, aim, list.kind).map(|cost| cost - price)
            });
            offers.min().unwrap_or(0).min(0)
        };
        sum + state.boxes.iter().map(of_box).sum::<i64>()
    }

    fn value_of_boxes(&self, list: &PriceList, state: &State) -> Option<i64> {
        let price = |aim: usize| match self.board.rules().goal() {
            GoalKind::Keep => i64::from(list.prices[aim]).min(0),
            GoalKind::Fill | GoalKind::Sink => 0,
        };
        let count = self.table.aims().len();
        let mut sum: i64 = (0..count).map(price).sum();
        for square in state.boxes.iter() {
            let offers = (0..count).filter_map(|aim| {
                self.cost(square, state.keeper, aim, list.kind).map(|cost| cost - price(aim))
            });
            sum += offers.min()?;
        }
        Some(sum)
    }

    fn cost(&self, square: Square, keeper: Square, aim: usize, kind: PriceKind) -> Option<i64> {
        let node = self.table.node(square, keeper)?;
        let distance = self.table.distance(node, aim)?;
        Some(if kind == PriceKind::Reach { 0 } else { i64::from(distance) })
    }
}

#[cfg(test)]
mod tests {
    use super::{Facts, PriceKind, PriceList};
    use sokolab_core::Rules;
    use sokolab_core::testing::{Chance, GroundTruth, worlds};

    #[test]
    fn no_price_list_claims_more_than_is_true() {
        let mut chance = Chance::new(23);
        for rules in Rules::ALL {
            for world in worlds(rules).step_by(499) {
                let truth = GroundTruth::of(&world.board, 2);
                for (state, pushes) in truth.states().step_by(13) {
                    let facts = Facts::new(&world.board, state).expect("a small board");
                    let count = facts.table.aims().len();
                    for kind in [PriceKind::Distance, PriceKind::Reach] {
                        let price = |_| chance.below(9) as i32 - 4;
                        let list = PriceList { kind, prices: (0..count).map(price).collect() };
                        let value = facts.value(&list, state);
                        if let Some(pushes) = pushes {
                            let most = if kind == PriceKind::Reach { 0 } else { pushes as i64 };
                            assert!(value.is_some_and(|it| it <= most), "{state:?} {value:?}");
                            let dead = facts.lost_boxes(&state.boxes, state.keeper) as i64;
                            assert!(dead <= facts.spare(state), "{state:?}");
                        }
                    }
                }
            }
        }
    }
}
