//! The finish-or-refute probe: exact searches from the best state of a stalled tree.
//!
//! A tree spends every other expansion below its best state. If that state is dead although no
//! detector proves it, the tree stays there; if it is nearly solved, a search by single pulls often
//! finds the rest at once. So the best state of a stalled tree becomes the start of a level of its
//! own, which is searched backwards and from both ends. A refuted state is closed in the tree, and
//! the boxes that are the reason are learned as a pattern.

use super::context::Context;
use super::forest::{Forest, TreeNumber, join};
use crate::contract::Keeps;
use crate::leg::Way;
use crate::memory::hash::FixedMap;
use crate::meter::SearchMeter;
use crate::problem::{PrepareError, Problem};
use crate::prune::rule::{Pruning, Rule};
use crate::search::best_first::BestFirst;
use crate::search::bidirectional::Bidirectional;
use crate::search::frontier::Order;
use crate::slice::{Slice, SliceResult};
use crate::space::pulls::PullSpace;
use crate::space::pushes::PushSpace;
use sokolab_core::{Progress, Stop};
use sokolab_field::Haul;

/// A tree has stalled if its best state is this many nodes old.
const STALLED_NODES: usize = 500;

/// A state is probed again when the probe may take this many times the units of the last one.
const GROWTH: u64 = 4;

/// What the probes of a tree remember.
#[derive(Debug, Default)]
pub(crate) struct Probe {
    /// The units of unsuccessful probes of each state, by its hash.
    tried: FixedMap<u64, u64>,
    /// The most bytes that a probe has taken.
    bytes: u64,
}

impl Probe {
    /// Probes the best state of a tree while it is stalled and units are left. Gives a solution if
    /// the probe finds one; a refuted state is closed in the tree, and the next best is probed.
    ///
    /// # Errors
    /// If the meter says stop.
    pub(crate) fn run<const N: usize>(
        &mut self,
        (context, forest): (&mut Context<'_, N>, &mut Forest<'_, N>),
        tree: TreeNumber,
        meter: &mut SearchMeter<'_>,
        (units, bytes_max): (u64, u64),
    ) -> Result<Option<Way>, Stop> {
        let end = meter.units.saturating_add(units);
        while let Some((node, state)) = forest.stalled_best(tree, STALLED_NODES) {
            let units = end.saturating_sub(meter.units);
            let hash = context.hash(&state);
            let tried = self.tried.get(&hash).copied().unwrap_or(0);
            if units == 0 || units < tried.saturating_mul(GROWTH) {
                break;
            }
            let problem = context.problem;
            let start = problem.state(&state.boxes, &context.holes(&state), state.keeper);
            let result = match Problem::<N>::new(problem.board, &start, bytes_max, &mut || {
                meter.ask().is_ok()
            }) {
                Ok(own) => self.search(&own, meter, units, bytes_max)?,
                Err(PrepareError::Unsolvable) => SliceResult::NoSolution,
                Err(PrepareError::Stopped) => SliceResult::Spent,
            };
            match result {
                SliceResult::Found(rest) => {
                    let mut way = forest.way_to(tree, node, context);
                    join(Haul::Push, &mut way, rest);
                    return Ok(Some(way));
                }
                SliceResult::NoSolution => {
                    forest.refute(tree, node, context);
                    context.learn_core_of(&state, meter)?;
                }
                SliceResult::Spent | SliceResult::Over => {
                    self.tried.insert(hash, units);
                    break;
                }
            }
        }
        Ok(None)
    }

    /// The most bytes that a probe has taken.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Searches a level backwards, then from both ends, each with half of the units.
    ///
    /// # Errors
    /// If the meter says stop.
    fn search<const N: usize>(
        &mut self,
        problem: &Problem<'_, N>,
        meter: &mut SearchMeter<'_>,
        units: u64,
        bytes_max: u64,
    ) -> Result<SliceResult, Stop> {
        let before = meter.progress;
        let budget = meter.budget.less_nodes(before.nodes);
        // The observer hears of the whole search: bounds and solutions of the probe are others.
        let mut tell = |progress: &Progress| {
            meter.tell(&Progress { nodes: before.nodes + progress.nodes, ..before })
        };
        let mut own = SearchMeter::new(budget, &mut tell);
        let result = search_by_turns(problem, &mut own, units / 2, bytes_max);
        self.bytes = self.bytes.max(own.progress.memory_bytes + problem.bytes());
        let (nodes, units) = (own.progress.nodes, own.units);
        meter.progress.nodes += nodes;
        meter.units += units;
        result
    }
}

/// Searches backwards for this many units, then from both ends for as many again.
fn search_by_turns<const N: usize>(
    problem: &Problem<'_, N>,
    meter: &mut SearchMeter<'_>,
    units: u64,
    bytes_max: u64,
) -> Result<SliceResult, Stop> {
    meter.begin_slice(units);
    let mut pulls = BestFirst::new(PullSpace::new(problem), Order::Greedy, true, bytes_max);
    match pulls.run(meter) {
        Ok(Slice::Spent) | Err(Stop::Memory) => {}
        Err(reason) => return Err(reason),
        Ok(Slice::Done) => {
            let way = pulls.finding(None).best.map(|(mut way, _)| {
                way.reverse();
                way
            });
            return Ok(SliceResult::of(Slice::Done, way));
        }
    }
    drop(pulls);
    meter.begin_slice(units);
    let pruning = Pruning::keeping(problem, Keeps::FewestPushes).without(Rule::Symmetry);
    let ends = (PushSpace::new(problem, pruning), PullSpace::new(problem));
    let mut search = Bidirectional::new(ends, Order::Exact, true, bytes_max);
    match search.run(meter) {
        Ok(slice) => Ok(SliceResult::of(slice, search.finding(None).best.map(|(way, _)| way))),
        Err(Stop::Memory) => Ok(SliceResult::Spent),
        Err(reason) => Err(reason),
    }
}
