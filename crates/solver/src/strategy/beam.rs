//! Beam search over layers of macro pushes.

use sokolab_core::Stop;
use sokolab_field::Haul;

use super::{AnyStrategy, SliceBudget, Strategy, StrategyContext};
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::search::fess::beam::Beam;
use crate::search::fess::forest::Forest;
use crate::search::fess::gather::{Gather, Weighing};
use crate::slice::SliceResult;

pub(super) fn begin<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    let land = Gather::new(common.context, Haul::Push, problem.field.goals, Weighing::Nearest);
    Box::new(Beam::new(land))
}

impl<'a, const N: usize> Strategy<'a, N> for Beam<N> {
    fn run(
        &mut self,
        common: StrategyContext<'_, 'a, N>,
        meter: &mut SearchMeter<'_>,
        share: SliceBudget,
    ) -> Result<SliceResult, Stop> {
        self.widen((common.context, common.forest), meter, share.bytes_max)
    }

    fn bytes(&self, _: &Forest<'a, N>) -> u64 {
        self.own_bytes()
    }
}
