//! A lower bound for all boxes from the exact costs of pairs.
//!
//! The boxes are partitioned into pairs, and the costs of the pairs are added. No solution that
//! uses all boxes needs fewer pushes, because a push belongs to one pair only. The partition
//! determines how strong the bound is.

use sokolab_core::{Square, State};

use crate::pair_table::PairTable;

/// Up to this many boxes the best partition is found exactly; beyond it, by local search.
const EXACT_MAX: usize = 16;

/// A lower bound on the pushes of a solution that uses every box of `state`, from the best
/// partition of the boxes into pairs, with one single box if their number is odd. `None` proves
/// that there is no such solution.
///
/// With more than 16 boxes, the partition is a local optimum under exchanges between two pairs.
#[must_use]
pub fn pair_bound(table: &PairTable, state: &State) -> Option<u64> {
    let boxes: Vec<Square> = state.boxes.iter().collect();
    // With an odd number, the last box is paired with a dummy.
    let count = boxes.len().next_multiple_of(2);
    let mut costs = Costs { count, of_pair: vec![0; count * count] };
    for (one, &first) in boxes.iter().enumerate() {
        for two in one + 1..count {
            let cost = match boxes.get(two) {
                Some(&second) => table.cost(first, second, state.keeper),
                None => table.lone_cost(first, state.keeper),
            };
            costs.of_pair[one * count + two] = cost?;
            costs.of_pair[two * count + one] = cost?;
        }
    }
    Some(if count <= EXACT_MAX { costs.best() } else { costs.good() })
}

/// The cost of each pair, for an even number of boxes.
#[derive(Debug)]
struct Costs {
    count: usize,
    of_pair: Vec<u32>,
}

impl Costs {
    fn cost(&self, one: usize, two: usize) -> u64 {
        u64::from(self.of_pair[one * self.count + two])
    }

    /// The maximum over all partitions, by dynamic programming over sets of boxes.
    fn best(&self) -> u64 {
        let mut best_of = vec![0_u64; 1 << self.count];
        for set in 1_usize..1 << self.count {
            let one = set.trailing_zeros() as usize;
            let others = (one + 1..self.count).filter(|two| set >> two & 1 == 1);
            let with = |two: usize| self.cost(one, two) + best_of[set & !(1 << one) & !(1 << two)];
            best_of[set] = others.map(with).max().unwrap_or(0);
        }
        best_of[best_of.len() - 1]
    }

    /// The cost of a partition that no exchange between two pairs improves.
    fn good(&self) -> u64 {
        let mut partner: Vec<usize> = (0..self.count).map(|it| it ^ 1).collect();
        let mut is_better = true;
        while is_better {
            is_better = false;
            for one in 0..self.count {
                for two in one + 1..self.count {
                    let (first, second) = (partner[one], partner[two]);
                    if first == two {
                        continue;
                    }
                    let now = self.cost(one, first) + self.cost(two, second);
                    if self.cost(one, two) + self.cost(first, second) > now {
                        (partner[one], partner[two]) = (two, one);
                        (partner[first], partner[second]) = (second, first);
                        is_better = true;
                    }
                }
            }
        }
        let pairs = partner.iter().enumerate().filter(|(one, two)| one < *two);
        pairs.map(|(one, &two)| self.cost(one, two)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{Costs, pair_bound};
    use crate::deadlock::spare_boxes;
    use crate::pair_table::PairTable;
    use crate::test_boards::boards;
    use sokolab_core::testing::{Chance, GroundTruth, is_slow, position_in};
    use sokolab_core::{Board, GoalKind, Rules};

    fn build(board: &Board) -> PairTable {
        PairTable::build(board, usize::MAX, &mut |_, _| true).expect("not stopped")
    }

    #[track_caller]
    fn check(level: &str, expected: Option<u64>) {
        let (board, state) = position_in(level, Rules::OFFICIAL);
        assert_eq!(pair_bound(&build(&board), &state), expected);
    }

    #[test]
    fn boxes_in_each_others_way_cost_more_than_the_matching_says() {
        // Each alone is one push from a goal; but the upper one must make way and come back.
        let level = "
            ######
            ##@ ##
            ## $ #
            #. $ #
            #   .#
            ######";
        let (board, state) = position_in(level, Rules::OFFICIAL);
        let truth = GroundTruth::of(&board, 2);
        let fewest = truth.states().find(|it| *it.0 == sokolab_core::normalized(&board, &state));
        let fewest = fewest.and_then(|it| it.1).map(|it| it as u64);
        assert!(fewest.is_some());
        check(level, fewest);
    }

    #[test]
    fn one_box_is_left_alone_and_none_costs_nothing() {
        check("########\n#@$   .#\n########", Some(4));
        check("########\n#@    *#\n########", Some(0));
        check("########\n# .@ $ #\n########", None);
    }

    #[test]
    fn the_bound_is_never_too_large_and_exact_for_two() {
        let (step, count) = if is_slow() { (4, 40) } else { (1009, 3) };
        for rules in Rules::ALL {
            let mut compared = 0;
            for board in boards(rules, step, count) {
                let table = build(&board);
                for (state, fewest) in GroundTruth::of(&board, 3).states() {
                    let Some(fewest) = fewest.map(|it| it as u64) else { continue };
                    if spare_boxes(&board, state) != Ok(0) {
                        continue;
                    }
                    let bound = pair_bound(&table, state).expect("it can be solved");
                    assert!(bound <= fewest, "{bound} > {fewest}: {state:?} of {board:?}");
                    if state.boxes.len() == 2 && rules.goal() != GoalKind::Fill {
                        assert_eq!(bound, fewest, "{state:?} of {board:?}");
                    }
                    compared += usize::from(fewest > 0);
                }
            }
            assert!(compared > 20, "{rules}: {compared}");
        }
    }

    #[test]
    fn exchanges_come_near_the_best_division() {
        let mut chance = Chance::new(5);
        for count in [2, 4, 8, 12] {
            let mut costs = Costs { count, of_pair: vec![0; count * count] };
            for one in 0..count {
                for two in one + 1..count {
                    let cost = chance.below(50) as u32;
                    costs.of_pair[one * count + two] = cost;
                    costs.of_pair[two * count + one] = cost;
                }
            }
            let (good, best) = (costs.good(), costs.best());
            assert!(good <= best && 10 * good >= 8 * best, "{count}: {good} of {best}");
        }
    }
}
