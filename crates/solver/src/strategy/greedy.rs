//! Greedy best-first search forwards, mostly by the lower bound. Its exhaustion is a proof.

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

pub(super) fn begin<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    _: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    let mut pruning = Pruning::keeping(problem, Keeps::FewestPushes);
    if !merges_images(problem) {
        pruning = pruning.without(Rule::Symmetry);
    }
    let space = PushSpace::new(problem, pruning);
    Box::new(BestFirst::new(space, Order::Greedy, true, problem.bytes_max))
}

/// Whether it merges symmetric states. It may, unless a search from the other end has to meet it.
pub(super) fn merges_images<const N: usize>(problem: &Problem<'_, N>) -> bool {
    !problem.is_reversible()
}

impl<'a, const N: usize> Strategy<'a, N> for BestFirst<PushSpace<'a, N>> {
    fn run(
        &mut self,
        _: StrategyContext<'_, 'a, N>,
        meter: &mut SearchMeter<'_>,
        share: SliceBudget,
    ) -> Result<SliceResult, Stop> {
        self.bytes_max = share.bytes_max;
        let slice = self.run(meter)?;
        Ok(SliceResult::of(slice, self.finding(None).best.map(|(way, _)| way)))
    }

    fn bytes(&self, _: &Forest<'a, N>) -> u64 {
        self.bytes()
    }

    fn lemma_nodes(&self, _: &Forest<'a, N>) -> u64 {
        self.finding(None).lemma_nodes
    }
}
