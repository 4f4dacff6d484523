//! Pruning rules: they list fewer pushes than are legal without losing what a search promises.
//!
//! `rule` lists them all with their contracts and selects those that a level and a promise permit.

pub(crate) mod absorb;
pub(crate) mod pi_corral;
pub(crate) mod rule;
pub(crate) mod symmetry;

#[cfg(test)]
mod tests {
    use super::rule::Pruning;
    use crate::contract::Keeps;
    use crate::meter::SearchMeter;
    use crate::problem::{PrepareError, Problem};
    use crate::search::best_first;
    use crate::search::frontier::Order;
    use crate::space::pushes::PushSpace;
    use sokolab_core::testing::{GroundTruth, World, is_slow, worlds};
    use sokolab_core::{Budget, Rules, State};

    /// Tests one small world in this many, unless all are wanted.
    const SAMPLE: usize = 7;

    /// The fewest pushes from a state, by A* with every pruning rule.
    fn fewest_pushes(world: &World, state: &State) -> Option<usize> {
        let problem = match Problem::<2>::new(&world.board, state, 1 << 30, &mut || true) {
            Ok(problem) => problem,
            Err(PrepareError::Unsolvable) => return None,
            Err(PrepareError::Stopped) => panic!("nobody wanted to stop"),
        };
        let observer = &mut |_: &_| None;
        let mut meter = SearchMeter::new(Budget::default(), observer);
        let pruning = Pruning::keeping(&problem, Keeps::FewestPushes);
        let space = PushSpace::new(&problem, pruning);
        let found = best_first::search(space, Order::Exact, false, &mut meter);
        found.best.map(|(_, cost)| cost as usize)
    }

    /// Compares all states of small worlds with up to two boxes.
    fn check_worlds(rules: Rules) {
        let sample = if is_slow() { 1 } else { SAMPLE };
        let mut count = 0;
        for world in worlds(rules).step_by(sample) {
            for (state, pushes) in GroundTruth::of(&world.board, 2).states() {
                let found = fewest_pushes(&world, state);
                assert_eq!(found, pushes, "{rules}: {state:?} in {:?}", world.level.picture);
                count += 1;
            }
        }
        assert!(count > 1_000, "{rules}: only {count} states");
    }

    #[test]
    fn pruning_keeps_the_fewest_pushes_from_every_state_under_official_rules() {
        check_worlds(Rules::OFFICIAL);
    }

    #[test]
    fn pruning_keeps_the_fewest_pushes_from_every_state_under_sink_rules() {
        check_worlds(Rules::SINK);
    }
}
