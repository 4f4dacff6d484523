//! Greedy search that delivers boxes straight into holes. This is a guess, so its exhaustion proves
//! nothing.

use sokolab_core::Stop;

use super::{AnyStrategy, SliceBudget, Strategy, StrategyContext};
use crate::contract::Keeps;
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::prune::rule::{Pruning, Rule};
use crate::search::best_first::BestFirst;
use crate::search::fess::forest::Forest;
use crate::search::frontier::Order;
use crate::slice::SliceResult;
use crate::space::pushes::PushSpace;

struct Filling<'a, const N: usize>(BestFirst<PushSpace<'a, N>>);

pub(super) fn begin<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    _: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    let pruning = Pruning::keeping(problem, Keeps::Nothing).without(Rule::Symmetry);
    let space = PushSpace::new(problem, pruning);
    Box::new(Filling(BestFirst::new(space, Order::Greedy, true, problem.bytes_max)))
}

impl<'a, const N: usize> Strategy<'a, N> for Filling<'a, N> {
    fn run(
        &mut self,
        common: StrategyContext<'_, 'a, N>,
        meter: &mut SearchMeter<'_>,
        share: SliceBudget,
    ) -> Result<SliceResult, Stop> {
        Ok(match Strategy::run(&mut self.0, common, meter, share)? {
            SliceResult::NoSolution => SliceResult::Over,
            result => result,
        })
    }

    fn bytes(&self, _: &Forest<'a, N>) -> u64 {
        self.0.bytes()
    }

    fn lemma_nodes(&self, _: &Forest<'a, N>) -> u64 {
        self.0.finding(None).lemma_nodes
    }
}
