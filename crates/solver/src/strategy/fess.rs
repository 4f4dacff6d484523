//! Feature space search, by a packing plan or by layers of goals.

use sokolab_core::Stop;

use super::{AnyStrategy, SliceBudget, Strategy, StrategyContext};
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::search::fess::forest::Forest;
use crate::search::fess::planned::Planned;
use crate::slice::SliceResult;

/// By a packing plan found backwards or, where boxes vanish or are spare, by the demand.
pub(super) fn by_plan<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    let StrategyContext { context, forest } = common;
    Box::new(if problem.is_reversible() {
        Planned::by_bases(context, forest)
    } else {
        Planned::by_demand(context, forest)
    })
}

/// By layers of goals, without a plan.
pub(super) fn by_layers<'a, const N: usize>(
    _: &'a Problem<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    Box::new(Planned::by_layers(common.context, common.forest))
}

impl<'a, const N: usize> Strategy<'a, N> for Planned {
    fn run(
        &mut self,
        common: StrategyContext<'_, 'a, N>,
        meter: &mut SearchMeter<'_>,
        share: SliceBudget,
    ) -> Result<SliceResult, Stop> {
        self.grow((common.context, common.forest), meter, share.units, share.bytes_max)
    }

    fn bytes(&self, forest: &Forest<'a, N>) -> u64 {
        self.trees().map(|tree| forest.bytes(tree)).sum::<u64>() + self.probe_bytes()
    }

    fn leave(&mut self, forest: &mut Forest<'a, N>) {
        self.trees().for_each(|tree| forest.fell(tree));
    }
}
