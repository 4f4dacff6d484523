//! The complete state space of a small level; deliberately slow and simple.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::reference::{expand, is_won_by_walking};
use crate::region::normalized;
use crate::rules::Push;
use crate::state::State;

/// Every reachable state of a level, ignoring the keeper's position within its region. The first is
/// the start.
#[derive(Clone, Debug)]
pub struct Reachable {
    states: Vec<State>,
    after: Vec<Vec<(Push, usize)>>,
    is_won: Vec<bool>,
}

impl Reachable {
    /// The states reachable from `start`; `None` if there are more than `states_max`.
    #[must_use]
    pub fn new(board: &Board, start: &State, states_max: usize) -> Option<Reachable> {
        let first = normalized(board, start);
        let mut numbers = BTreeMap::from([(first.clone(), 0)]);
        let mut states = vec![first];
        let mut after = Vec::new();
        while after.len() < states.len() {
            let mut pushes = Vec::new();
            for (push, child) in expand(board, &states[after.len()].clone()) {
                let child = normalized(board, &child);
                let fresh = states.len();
                let number = *numbers.entry(child.clone()).or_insert(fresh);
                if number == fresh {
                    states.push(child);
                }
                pushes.push((push, number));
            }
            if states.len() > states_max {
                return None;
            }
            after.push(pushes);
        }
        let is_won = states.iter().map(|it| is_won_by_walking(board, it)).collect();
        Some(Reachable { states, after, is_won })
    }

    /// All states.
    #[must_use]
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The legal pushes of a state and the states they lead to.
    #[must_use]
    pub fn after(&self, state: usize) -> &[(Push, usize)] {
        &self.after[state]
    }

    /// Whether a state is won, perhaps after a walk.
    #[must_use]
    pub fn is_won(&self, state: usize) -> bool {
        self.is_won[state]
    }

    /// The index of a state; `None` if it is unreachable.
    #[must_use]
    pub fn find(&self, board: &Board, state: &State) -> Option<usize> {
        let wanted = normalized(board, state);
        self.states.iter().position(|it| *it == wanted)
    }

    /// Whether a win can be reached from a state by pushes that `may` allows. Its arguments are the
    /// state before, the push and the state after.
    pub fn can_win(&self, from: usize, may: impl Fn(usize, Push, usize) -> bool) -> bool {
        let mut seen = vec![false; self.states.len()];
        seen[from] = true;
        let mut pending = vec![from];
        while let Some(state) = pending.pop() {
            if self.is_won[state] {
                return true;
            }
            for &(push, to) in &self.after[state] {
                if !seen[to] && may(state, push, to) {
                    seen[to] = true;
                    pending.push(to);
                }
            }
        }
        false
    }

    /// The fewest pushes from each state to a win; `None` where there is no win.
    #[must_use]
    pub fn pushes(&self) -> Vec<Option<usize>> {
        let mut pushes: Vec<Option<usize>> =
            self.is_won.iter().map(|&it| it.then_some(0)).collect();
        for count in 1.. {
            let is_near = |to: usize| pushes[to] == Some(count - 1);
            let is_next = |&state: &usize| {
                pushes[state].is_none() && self.after[state].iter().any(|it| is_near(it.1))
            };
            let next: Vec<usize> = (0..self.states.len()).filter(is_next).collect();
            if next.is_empty() {
                break;
            }
            for it in next {
                pushes[it] = Some(count);
            }
        }
        pushes
    }

    /// The minimum over all paths to a win of the maximum of `count` over the states on the path;
    /// `None` if there is no win.
    pub fn least_peak(&self, count: impl Fn(&State) -> usize) -> Option<usize> {
        let counts: Vec<usize> = self.states.iter().map(count).collect();
        let mut peaks = counts.clone();
        peaks.sort_unstable();
        peaks.dedup();
        let suffices =
            |&peak: &usize| counts[0] <= peak && self.can_win(0, |_, _, to| counts[to] <= peak);
        peaks.into_iter().find(suffices)
    }
}

#[cfg(test)]
mod tests {
    use super::Reachable;
    use crate::check::check;
    use crate::reference::fewest_pushes;
    use crate::rule_set::Rules;
    use crate::testing::{level, random_levels};

    #[test]
    fn the_fewest_pushes_are_those_of_the_reference() {
        for rules in Rules::ALL {
            for level in random_levels(rules, 40) {
                let (board, state) = check(&level).expect("random levels are playable");
                let all = Reachable::new(&board, &state, usize::MAX).expect("no limit");
                assert_eq!(all.pushes()[0], fewest_pushes(&board, &state));
                assert_eq!(all.can_win(0, |_, _, _| true), all.pushes()[0].is_some());
                assert_eq!(all.find(&board, &state), Some(0));
            }
        }
    }

    #[test]
    fn a_peak_is_what_no_solution_avoids() {
        let level = level(
            "
            ########
            #@$   .#
            ########",
        );
        let (board, state) = check(&level).expect("playable");
        let all = Reachable::new(&board, &state, 100).expect("few states");
        let column =
            |state: &crate::State| board.position(state.boxes.iter().next().expect("a box")).0;
        assert_eq!(all.least_peak(column), Some(6));
        assert_eq!(all.least_peak(|_| 0), Some(0));
        assert!(Reachable::new(&board, &state, 2).is_none());
    }
}
