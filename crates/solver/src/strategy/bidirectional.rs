//! Bidirectional A*, until any solution is found. Its exhaustion is a proof.

use sokolab_core::Stop;

use super::{AnyStrategy, SliceBudget, Strategy, StrategyContext};
use crate::contract::Keeps;
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::prune::rule::{Pruning, Rule};
use crate::search::bidirectional::Bidirectional;
use crate::search::fess::forest::Forest;
use crate::search::frontier::Order;
use crate::slice::SliceResult;
use crate::space::pulls::PullSpace;
use crate::space::pushes::PushSpace;

pub(super) fn begin<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    let pruning = Pruning::keeping(problem, Keeps::FewestPushes).without(Rule::Symmetry);
    let pushes = PushSpace::new(problem, pruning);
    let pulls = PullSpace::new(problem).sharing(&common.context.unreachable);
    let ends = (pushes, pulls);
    Box::new(Bidirectional::new(ends, Order::Exact, true, problem.bytes_max))
}

impl<'a, const N: usize> Strategy<'a, N> for Bidirectional<PushSpace<'a, N>, PullSpace<'a, N>> {
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
