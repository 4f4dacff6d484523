//! The complete state space of a small level, for claims about all its states.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::oracle::{Oracle, Situation, Spread};

/// Every state that a level can reach by pushes, ignoring the keeper's position within its region.
/// The game ends at a win.
#[derive(Debug)]
pub(crate) struct StateSpace {
    numbers: HashMap<Situation, usize, BuildHasherDefault<Spread>>,
    situations: Vec<Situation>,
    after: Vec<Vec<usize>>,
    is_won: Vec<bool>,
    /// The fewest pushes to a win; `None` if there is none.
    left: Vec<Option<u32>>,
}

impl StateSpace {
    /// All states; `None` if there are more than allowed.
    pub(crate) fn of(oracle: &Oracle, states_max: usize) -> Option<StateSpace> {
        let mut whole = StateSpace {
            numbers: HashMap::default(),
            situations: Vec::new(),
            after: Vec::new(),
            is_won: Vec::new(),
            left: Vec::new(),
        };
        let (first, mut region) = oracle.settled(oracle.start());
        whole.put(oracle, first, region);
        let mut next = 0;
        while next < whole.situations.len() {
            let situation = whole.situations[next];
            region = oracle.region(situation);
            let mut after = Vec::new();
            if !whole.is_won[next] {
                oracle.each_push(situation, region, &mut |child| {
                    let (child, region) = oracle.settled(child);
                    after.push(whole.put(oracle, child, region));
                });
            }
            whole.after.push(after);
            next += 1;
            if whole.situations.len() > states_max {
                return None;
            }
        }
        whole.look_back();
        Some(whole)
    }

    fn put(&mut self, oracle: &Oracle, situation: Situation, region: u128) -> usize {
        let next = self.situations.len();
        let number = *self.numbers.entry(situation).or_insert(next);
        if number == next {
            self.situations.push(situation);
            self.is_won.push(oracle.is_won_in(situation, region));
        }
        number
    }

    fn look_back(&mut self) {
        let mut before = vec![Vec::new(); self.situations.len()];
        for (state, after) in self.after.iter().enumerate() {
            for &to in after {
                before[to].push(state);
            }
        }
        self.left = vec![None; self.situations.len()];
        let mut layer: Vec<usize> = (0..self.len()).filter(|&it| self.is_won[it]).collect();
        let mut pushes = 0;
        while !layer.is_empty() {
            // A state may be in the layer several times; it must lead on once only.
            layer.retain(|&it| self.left[it].is_none() && self.left[it].replace(pushes).is_none());
            layer = layer.iter().flat_map(|&it| before[it].iter().copied()).collect();
            pushes += 1;
        }
    }

    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.situations.len()
    }

    /// Number of solvable states.
    pub(crate) fn live(&self) -> usize {
        self.left.iter().flatten().count()
    }

    /// All states.
    pub(crate) fn situations(&self) -> impl Iterator<Item = Situation> + '_ {
        self.situations.iter().copied()
    }

    /// The solvable states.
    pub(crate) fn live_situations(&self) -> impl Iterator<Item = Situation> + '_ {
        let live = self.situations.iter().zip(&self.left).filter(|it| it.1.is_some());
        live.map(|it| *it.0)
    }

    /// Whether every solution passes through this situation, up to a walk.
    pub(crate) fn is_unavoidable(&self, oracle: &Oracle, situation: Situation) -> bool {
        let barred = self.numbers.get(&oracle.settled(situation).0);
        barred.is_some_and(|&barred| {
            barred == 0 || self.reaches_win(&|state| state != barred).is_none()
        })
    }

    /// The number of boxes on `part` that every solution has there at once; `None` if unsolvable.
    pub(crate) fn needed_at_once(&self, part: u128) -> Option<u32> {
        let count = |state: usize| (Oracle::boxes(self.situations[state]) & part).count_ones();
        self.left[0]?;
        (0..=u128::BITS).find(|&limit| {
            count(0) <= limit && self.reaches_win(&|state| count(state) <= limit).is_some()
        })
    }

    /// A win that is reachable through states that `may_pass` accepts.
    fn reaches_win(&self, may_pass: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mut seen = vec![false; self.len()];
        seen[0] = true;
        let mut pending = vec![0];
        while let Some(state) = pending.pop() {
            if self.is_won[state] {
                return Some(state);
            }
            for &to in &self.after[state] {
                if self.left[to].is_some() && !seen[to] && may_pass(to) {
                    seen[to] = true;
                    pending.push(to);
                }
            }
        }
        None
    }

    /// The number of the state with this situation; `None` if it is unreachable.
    pub(crate) fn state(&self, oracle: &Oracle, situation: Situation) -> Option<usize> {
        self.numbers.get(&oracle.settled(situation).0).copied()
    }

    /// The fewest pushes from a state to a win; `None` if there is no win.
    pub(crate) fn pushes_left(&self, state: usize) -> Option<u32> {
        self.left[state]
    }

    /// The number of pushes from this state that lose the level; `None` if the state is
    /// unreachable, for instance because the game ended before.
    pub(crate) fn wrong_turns(&self, oracle: &Oracle, situation: Situation) -> Option<usize> {
        let state = self.state(oracle, situation)?;
        Some(self.after[state].iter().filter(|&&it| self.left[it].is_none()).count())
    }
}

#[cfg(test)]
mod tests {
    use super::StateSpace;
    use crate::differential::oracle::Oracle;
    use sokolab_core::testing::drawn_level;
    use sokolab_core::{Edge, Rules};

    fn of(rows: &[&str]) -> (Oracle, StateSpace) {
        let level = drawn_level(rows, Edge::Open, Rules::OFFICIAL);
        let oracle = Oracle::new(&level).expect("playable");
        let whole = StateSpace::of(&oracle, 1_000).expect("small");
        (oracle, whole)
    }

    #[test]
    fn a_box_in_a_corridor_has_one_way() {
        let (oracle, whole) = of(&["#######", "#@$ . #", "#######"]);
        assert_eq!((whole.len(), whole.live()), (3, 3));
        let path = oracle.replay("RR").expect("a solution");
        assert!(path.iter().all(|&it| whole.is_unavoidable(&oracle, it)));
        assert_eq!(whole.wrong_turns(&oracle, path[0]), Some(0));
    }

    #[test]
    fn what_every_solution_has_somewhere_is_counted() {
        let (oracle, whole) = of(&["#######", "#@$ . #", "#######"]);
        let needed = |x: usize| whole.needed_at_once(1 << oracle.number_at(x, 1).expect("floor"));
        assert_eq!([needed(2), needed(3), needed(4), needed(5)], [1, 1, 1, 0].map(Some));
        let (_, lost) = of(&["######", "#@ .$#", "######"]);
        assert_eq!((lost.live(), lost.needed_at_once(0)), (0, None));
    }
}
