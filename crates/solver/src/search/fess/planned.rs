//! A backward search for a packing plan and a forward search that follows it, in growing rounds.

use super::context::Context;
use super::forest::{Forest, Growth, TreeNumber};
use super::probe::Probe;
use super::pulling::Pulling;
use super::pushing::Pushing;
use super::tree::{Number, Tree};
use super::vanishing::Vanishing;
use crate::meter::SearchMeter;
use crate::plan::layers::Layers;
use crate::plan::packing::{Packing, Plan, Pulled};
use crate::slice::SliceResult;
use sokolab_core::Stop;

/// The backward search gets one part in this many of a slice.
const BACKWARDS_SHARE: u64 = 3;

/// The divisor of a slice that gives the share of probes of the best state.
const PROBE_SHARE: u64 = 4;

/// The two trees: one finds a plan, the other plays by it.
#[derive(Debug)]
pub(crate) struct Planned {
    backwards: Option<TreeNumber>,
    /// Whether the backward search is finished.
    is_planned: bool,
    /// The node of the backward search from which the current plan comes.
    best: Number,
    forwards: Option<TreeNumber>,
    /// Whether the forward search drops states that are only presumed dead.
    presumes: bool,
    probe: Probe,
}

impl Planned {
    /// Plays by a plan that a backward search with bases finds.
    pub(crate) fn by_bases<const N: usize>(
        context: &Context<'_, N>,
        forest: &mut Forest<'_, N>,
    ) -> Planned {
        let backwards = Some(forest.plant(Tree::new(Pulling::new(context))));
        let best = Number::MAX;
        Planned {
            backwards,
            is_planned: false,
            best,
            forwards: None,
            presumes: false,
            probe: Probe::default(),
        }
    }

    /// Plays by the layers of the goals.
    pub(crate) fn by_layers<const N: usize>(
        context: &mut Context<'_, N>,
        forest: &mut Forest<'_, N>,
    ) -> Planned {
        let packing = Packing::Layers(Layers::new(context.problem, &mut context.macros));
        let land = Pushing::without_zones(packing);
        let forwards = Some(forest.plant(Tree::new(land)));
        let best = Number::MAX;
        Planned {
            backwards: None,
            is_planned: true,
            best,
            forwards,
            presumes: false,
            probe: Probe::default(),
        }
    }

    /// Plays without a plan, where boxes vanish or there are spare boxes.
    pub(crate) fn by_demand<const N: usize>(
        context: &mut Context<'_, N>,
        forest: &mut Forest<'_, N>,
    ) -> Planned {
        let forwards = Some(forest.plant(Tree::new(Vanishing::new(context, true))));
        let best = Number::MAX;
        Planned {
            backwards: None,
            is_planned: true,
            best,
            forwards,
            presumes: true,
            probe: Probe::default(),
        }
    }

    pub(crate) fn trees(&self) -> impl Iterator<Item = TreeNumber> {
        self.backwards.into_iter().chain(self.forwards)
    }

    /// The most bytes that a probe has taken.
    pub(crate) fn probe_bytes(&self) -> u64 {
        self.probe.bytes()
    }

    /// Searches for `units` work units.
    pub(crate) fn grow<const N: usize>(
        &mut self,
        (context, forest): (&mut Context<'_, N>, &mut Forest<'_, N>),
        meter: &mut SearchMeter<'_>,
        units: u64,
        bytes_max: u64,
    ) -> Result<SliceResult, Stop> {
        let end = meter.units.saturating_add(units);
        if let Some(backwards) = self.backwards.filter(|_| !self.is_planned) {
            meter.begin_slice(units / BACKWARDS_SHARE);
            match forest.grow(backwards, context, meter, bytes_max / 2)? {
                Growth::Found(way) => return Ok(SliceResult::Found(way)),
                Growth::Spent => {}
                Growth::Won | Growth::Exhausted | Growth::Full => self.is_planned = true,
            }
            self.take_plan((context, forest), backwards, meter)?;
        }
        let Some(forwards) = self.forwards else { return Ok(SliceResult::Over) };
        if context.problem.is_reversible() {
            let share = (units / PROBE_SHARE, bytes_max / 2);
            if let Some(way) = self.probe.run((context, forest), forwards, meter, share)? {
                return Ok(SliceResult::Found(way));
            }
        }
        meter.begin_slice(end.saturating_sub(meter.units));
        Ok(match forest.grow(forwards, context, meter, bytes_max / 2)? {
            Growth::Found(way) => SliceResult::Found(way),
            Growth::Exhausted if self.presumes => {
                self.presumes = false;
                forest.fell(forwards);
                let tree = Tree::new(Vanishing::new(context, false));
                self.forwards = Some(forest.plant(tree));
                SliceResult::Spent
            }
            Growth::Exhausted | Growth::Won if self.is_planned => SliceResult::Over,
            Growth::Full => return Err(Stop::Memory),
            Growth::Spent | Growth::Exhausted | Growth::Won => SliceResult::Spent,
        })
    }

    /// Restarts the forward search if the backward search has found a better plan.
    fn take_plan<const N: usize>(
        &mut self,
        (context, forest): (&mut Context<'_, N>, &mut Forest<'_, N>),
        backwards: TreeNumber,
        meter: &mut SearchMeter<'_>,
    ) -> Result<(), Stop> {
        let Some(tree) = forest.get(backwards) else { return Ok(()) };
        let best = tree.best_number();
        if self.best == best || tree.best().is_none() {
            return Ok(());
        }
        self.best = best;
        let plan = plan_of(tree, best);
        if let Some(former) = self.forwards {
            forest.fell(former);
        }
        let land = Pushing::new(context, plan, meter)?;
        self.forwards = Some(forest.plant(Tree::new(land)));
        Ok(())
    }
}

fn plan_of<const N: usize>(backwards: &Tree<N>, node: Number) -> Plan<N> {
    let pulled = |&number: &Number| {
        let carry = backwards.nodes[number as usize].carry;
        Pulled { from: carry.from, to: carry.to, is_gone: carry.is_gone }
    };
    let pulls: Vec<Pulled> = backwards.line_to(node)[1..].iter().map(pulled).collect();
    Plan::new(&pulls, &backwards.nodes[node as usize].state.boxes)
}
