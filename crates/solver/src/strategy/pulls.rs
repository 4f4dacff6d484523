//! Backward best-first search, beside the trees that it can meet.

use sokolab_core::Stop;

use super::{AnyStrategy, SliceBudget, Strategy, StrategyContext};
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::search::best_first::BestFirst;
use crate::search::fess::forest::{Forest, PullsNumber};
use crate::search::frontier::Order;
use crate::slice::SliceResult;
use crate::space::pulls::PullSpace;

/// Undoes any push.
pub(super) fn begin<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    Box::new(planted(problem, PullSpace::new(problem), common))
}

/// Undoes only pushes that PI-corrals allow.
pub(super) fn begin_in_turn<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> AnyStrategy<'a, N> {
    Box::new(planted(problem, PullSpace::obeying_corrals(problem), common))
}

fn planted<'a, const N: usize>(
    problem: &'a Problem<'a, N>,
    space: PullSpace<'a, N>,
    common: &mut StrategyContext<'_, 'a, N>,
) -> PullsNumber {
    let space = space.sharing(&common.context.unreachable);
    let search = BestFirst::new(space, Order::Greedy, true, problem.bytes_max);
    common.forest.add_pulls(search)
}

impl<'a, const N: usize> Strategy<'a, N> for PullsNumber {
    fn run(
        &mut self,
        common: StrategyContext<'_, 'a, N>,
        meter: &mut SearchMeter<'_>,
        share: SliceBudget,
    ) -> Result<SliceResult, Stop> {
        common.forest.pull(*self, common.context, meter, share.bytes_max)
    }

    fn bytes(&self, forest: &Forest<'a, N>) -> u64 {
        forest.pulls(*self).map_or(0, BestFirst::bytes)
    }

    fn lemma_nodes(&self, forest: &Forest<'a, N>) -> u64 {
        forest.pulls(*self).map_or(0, |it| it.finding(None).lemma_nodes)
    }

    fn leave(&mut self, forest: &mut Forest<'a, N>) {
        forest.drop_pulls(*self);
    }
}
