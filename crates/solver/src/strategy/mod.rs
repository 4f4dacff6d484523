//! The strategies of the portfolio: one file each, and one line in one list.
//!
//! A strategy is a resumable search for any solution. The portfolio gives it slices of work, and it
//! keeps what it has learned. To add one, write a file here, and add a line to the list below, a
//! line to the list of methods (`method.rs`) and, if it should take part by default, a line to a
//! schedule (`portfolio/schedule.rs`).

mod beam;
mod bidirectional;
#[cfg(test)]
pub(crate) mod faulty;
mod fess;
mod filling;
mod goal_pushing;
mod greedy;
mod imagined;
mod pulls;

use sokolab_core::Stop;

use crate::meter::SearchMeter;
use crate::method::Method;
use crate::playback::Mirrored;
use crate::problem::Problem;
use crate::search::fess::context::Context;
use crate::search::fess::forest::Forest;
use crate::slice::SliceResult;

/// What the strategies of one thread share: tables, learned patterns, and trees that can meet.
pub(crate) struct StrategyContext<'c, 'a, const N: usize> {
    pub(crate) context: &'c mut Context<'a, N>,
    pub(crate) forest: &'c mut Forest<'a, N>,
}

/// What a slice may spend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliceBudget {
    pub(crate) units: u64,
    pub(crate) bytes_max: u64,
}

/// A resumable search for any solution.
pub(crate) trait Strategy<'a, const N: usize> {
    /// Continues for a slice, which the meter has begun.
    ///
    /// # Errors
    /// If a limit is hit or the memory is used up.
    fn run(
        &mut self,
        common: StrategyContext<'_, 'a, N>,
        meter: &mut SearchMeter<'_>,
        share: SliceBudget,
    ) -> Result<SliceResult, Stop>;

    /// The memory it takes now, in bytes, including its part of the forest.
    fn bytes(&self, forest: &Forest<'a, N>) -> u64;

    /// The number of nodes expanded by small searches inside it.
    fn lemma_nodes(&self, _forest: &Forest<'a, N>) -> u64 {
        0
    }

    /// Removes its part of the forest.
    fn leave(&mut self, _forest: &mut Forest<'a, N>) {}
}

/// A boxed strategy of any kind.
pub(crate) type AnyStrategy<'a, const N: usize> = Box<dyn Strategy<'a, N> + 'a>;

/// Declares the strategies: a method, and the function that starts it.
macro_rules! strategies {
    ($($method:ident => $begin:path,)*) => {
        /// Starts the strategy of a method; `None` if the method is not a strategy.
        pub(crate) fn begin<'a, const N: usize>(
            method: Method,
            problem: &'a Problem<'a, N>,
            common: &mut StrategyContext<'_, 'a, N>,
        ) -> Option<AnyStrategy<'a, N>> {
            match method {
                $(Method::$method => Some($begin(problem, common)),)*
                _ => None,
            }
        }
    };
}

strategies! {
    Fess => fess::by_plan,
    Layers => fess::by_layers,
    Beam => beam::begin,
    Imagined => imagined::begin,
    ImaginedFar => imagined::begin_far,
    ImaginedBack => imagined::begin_back,
    GoalPushing => goal_pushing::begin,
    Bidirectional => bidirectional::begin,
    Pulls => pulls::begin,
    PullsInTurn => pulls::begin_in_turn,
    Greedy => greedy::begin,
    Filling => filling::begin,
}

/// Whether a method merges symmetric states, so that its paths may lead through images.
pub(crate) fn mirrored_by<const N: usize>(problem: &Problem<'_, N>, method: Method) -> Mirrored {
    let is_merged = method == Method::Greedy && greedy::merges_images(problem);
    if is_merged { Mirrored::Merged } else { Mirrored::Apart }
}
