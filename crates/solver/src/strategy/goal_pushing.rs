//! Goal pushing: solves the way to a storeroom's door and the storeroom itself as two problems.

use sokolab_core::Stop;

use super::{AnyStrategy, SliceBudget, Strategy, StrategyContext};
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::search::fess::forest::Forest;
use crate::search::goal_pushing::GoalPushing;
use crate::slice::SliceResult;

pub(super) fn begin<'a, const N: usize>(
    _: &'a Problem<'a, N>,
    _: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    Box::new(GoalPushing::default())
}

impl<'a, const N: usize> Strategy<'a, N> for GoalPushing<N> {
    fn run(
        &mut self,
        common: StrategyContext<'_, 'a, N>,
        meter: &mut SearchMeter<'_>,
        share: SliceBudget,
    ) -> Result<SliceResult, Stop> {
        self.search(common.context.problem, meter, share.bytes_max)
    }

    fn bytes(&self, _: &Forest<'a, N>) -> u64 {
        0
    }

    fn lemma_nodes(&self, _: &Forest<'a, N>) -> u64 {
        self.lemma_nodes
    }
}
