//! Two feature space searches that meet on a target board.

use sokolab_core::Stop;
use sokolab_field::Haul;

use super::{AnyStrategy, SliceBudget, Strategy, StrategyContext};
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::search::fess::forest::Forest;
use crate::search::fess::imagined::Imagined;
use crate::search::fess::scatter::Measure;
use crate::slice::SliceResult;

/// By way of an open board that is found backwards.
pub(super) fn begin<'a, const N: usize>(
    _: &'a Problem<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    Box::new(Imagined::new(common.context, common.forest, Haul::Pull, Measure::Sum))
}

/// By way of a board far from the goals, found backwards.
pub(super) fn begin_far<'a, const N: usize>(
    _: &'a Problem<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    Box::new(Imagined::new(common.context, common.forest, Haul::Pull, Measure::Matching))
}

/// By way of an open board that is found forwards.
pub(super) fn begin_back<'a, const N: usize>(
    _: &'a Problem<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    Box::new(Imagined::new(common.context, common.forest, Haul::Push, Measure::Sum))
}

impl<'a, const N: usize> Strategy<'a, N> for Imagined {
    fn run(
        &mut self,
        common: StrategyContext<'_, 'a, N>,
        meter: &mut SearchMeter<'_>,
        share: SliceBudget,
    ) -> Result<SliceResult, Stop> {
        self.grow((common.context, common.forest), meter, share.units, share.bytes_max)
    }

    fn bytes(&self, forest: &Forest<'a, N>) -> u64 {
        self.trees().map(|tree| forest.bytes(tree)).sum()
    }

    fn leave(&mut self, forest: &mut Forest<'a, N>) {
        self.trees().for_each(|tree| forest.fell(tree));
    }
}
