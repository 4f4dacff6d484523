//! Faulty strategies, for tests of how the portfolio handles them.

use sokolab_core::Stop;

use super::{SliceBudget, Strategy, StrategyContext};
use crate::leg::Way;
use crate::meter::SearchMeter;
use crate::search::fess::forest::Forest;
use crate::slice::SliceResult;

/// What is wrong with a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// An assertion fails.
    Panics,
    /// It returns the empty path as a solution.
    Lies,
}

impl<'a, const N: usize> Strategy<'a, N> for Fault {
    fn run(
        &mut self,
        _: StrategyContext<'_, 'a, N>,
        _: &mut SearchMeter<'_>,
        _: SliceBudget,
    ) -> Result<SliceResult, Stop> {
        match self {
            Fault::Panics => panic!("this strategy is at fault"),
            Fault::Lies => Ok(SliceResult::Found(Way::new())),
        }
    }

    fn bytes(&self, _: &Forest<'a, N>) -> u64 {
        0
    }
}
