//! The `Pushing` landscape: boxes are pushed according to a packing plan.

use super::advice::{best, explorer, recommend};
use super::context::Context;
use super::hauls::{View, list_hauls};
use super::landscape::Landscape;
use super::score::{Connectivity, FeatureBits, Score};
use super::state::{FessState, MacroChild, after};
use crate::feature::reach::{FAR, steps_from};
use crate::meter::SearchMeter;
use crate::plan::packing::{Packing, Plan};
use crate::plan::zones::Zones;
use sokolab_core::Stop;
use sokolab_field::{Bits, Field, Haul};

const PACKED: FeatureBits = FeatureBits::more(52, 12);
const PARTS: FeatureBits = FeatureBits::less(44, 8);
const LINKS: FeatureBits = FeatureBits::less(36, 8);
const OUT: FeatureBits = FeatureBits::less(28, 8);
const HOT: FeatureBits = FeatureBits::less(20, 8);
const AWAY: FeatureBits = FeatureBits::more(8, 12);
const MOBILITY: FeatureBits = FeatureBits::more(1, 7);

/// State of the `Pushing` landscape.
#[derive(Debug)]
pub(crate) struct Pushing<const N: usize> {
    plan: Packing<N>,
    zones: Zones<N>,
    // The current state.
    view: View<N>,
    away: usize,
}

impl<const N: usize> Pushing<N> {
    pub(crate) fn new(
        context: &mut Context<'_, N>,
        plan: Plan<N>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Pushing<N>, Stop> {
        let zones = Zones::new(context.problem, &mut context.macros, &plan, meter)?;
        let plan = Packing::Plan(plan);
        Ok(Pushing { plan, zones, view: View::default(), away: 0 })
    }

    /// Plays by a packing order that has no zones.
    pub(crate) fn without_zones(plan: Packing<N>) -> Pushing<N> {
        Pushing { plan, zones: Zones::none(), view: View::default(), away: 0 }
    }

    fn score_of(
        &self,
        context: &mut Context<'_, N>,
        boxes: &Bits<N>,
        Connectivity { parts, links }: Connectivity,
        away: usize,
        mobility: usize,
    ) -> Score {
        let packed = self.plan.packed(boxes);
        let out = (self.zones.after(packed) & *boxes).len();
        let hot = context.hotspots.count(context.problem, &mut context.macros, boxes);
        PACKED.put(packed)
            | PARTS.put(parts)
            | LINKS.put(links)
            | OUT.put(out)
            | HOT.put(hot)
            | AWAY.put(away)
            | MOBILITY.put(mobility)
            | 1
    }

    /// The number of single pushes that are possible now. It misleads a search that has a plan, so
    /// it breaks ties only where there is none.
    fn mobility(&self, field: &Field<N>, state: &FessState<N>) -> usize {
        if matches!(self.plan, Packing::Plan(_)) {
            return 0;
        }
        let boxes = state.boxes;
        let region = field.region(state.keeper, &boxes, &Bits::EMPTY);
        let open = field.floor & !boxes;
        let along = |by: usize| {
            let (up, down) = (region.up(by) & open.down(by), region.down(by) & open.up(by));
            (up & boxes).len() + (down & boxes).len()
        };
        along(1) + along(field.stride)
    }

    /// The macro push that moves the box nearest to the plan's next square away from it.
    fn opener(
        &self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        own: Score,
        children: &[MacroChild],
    ) -> Option<usize> {
        if children.iter().any(|it| PACKED.get(it.score) > PACKED.get(own)) {
            return None;
        }
        let next = self.plan.next(&state.boxes)?;
        let walks = context.reach.walks_from(context.problem, next);
        let steps = |place: u16| walks[usize::from(place)];
        let fits = |it: &&(usize, &MacroChild)| {
            let score = it.1.score;
            !it.1.is_old
                && PACKED.get(score) >= PACKED.get(own)
                && PARTS.get(score) <= PARTS.get(own)
                && LINKS.get(score) <= LINKS.get(own)
                && steps(it.1.carry.to) >= steps(it.1.carry.from)
        };
        let list: Vec<_> = children.iter().enumerate().collect();
        let found = list
            .iter()
            .filter(fits)
            .min_by_key(|(_, it)| (steps(it.carry.from), u16::MAX - steps(it.carry.to)));
        found.map(|&(index, _)| index)
    }

    /// The macro push that moves the box nearest to the zone that will be cut off away from it.
    fn clearer(
        &self,
        context: &mut Context<'_, N>,
        own: Score,
        children: &[MacroChild],
    ) -> Option<usize> {
        if OUT.get(own) == 0 {
            return None;
        }
        let zone = self.zones.after(PACKED.get(own));
        let from_zone = steps_from(context.field(), zone);
        let steps = |place: u16| from_zone[usize::from(place)];
        let mut found: Option<(usize, (u16, u16))> = None;
        for (index, it) in children.iter().enumerate() {
            let (from, to) = (steps(it.carry.from), steps(it.carry.to));
            let worse = it.is_old
                || from == FAR
                || to == FAR
                || to <= from
                || PARTS.get(it.score) > PARTS.get(own)
                || LINKS.get(it.score) > LINKS.get(own)
                || OUT.get(it.score) > OUT.get(own)
                || PACKED.get(it.score) < PACKED.get(own);
            let rank = (from, u16::MAX - to);
            if worse || found.is_some_and(|(_, known)| known <= rank) {
                continue;
            }
            if context.is_reversible(it.carry) {
                found = Some((index, rank));
            }
        }
        found.map(|(index, _)| index)
    }
}

impl<const N: usize> Landscape<N> for Pushing<N> {
    fn haul(&self) -> Haul {
        Haul::Push
    }

    fn list(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        children: &mut Vec<MacroChild>,
    ) {
        self.view = View::new(context, state);
        let away = |place: u16| usize::from(context.to_goal[usize::from(place)]);
        self.away = state.boxes.iter().map(away).sum();
        list_hauls(Haul::Push, context, state, children);
    }

    fn own_score(&mut self, context: &mut Context<'_, N>, state: &FessState<N>) -> Score {
        let links = context.rooms.broken(&self.view.seen);
        let mobility = self.mobility(context.field(), state);
        self.score_of(
            context,
            &state.boxes,
            Connectivity { parts: self.view.parts, links },
            self.away,
            mobility,
        )
    }

    fn score(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        child: &MacroChild,
    ) -> Option<Score> {
        let (from, to) = (child.carry.from, child.carry.to);
        let next = after(state, child);
        if context.is_lost(&next.boxes, child) {
            return None;
        }
        let field = context.field();
        let links = context.rooms.broken_after(field, &self.view.seen, &next.boxes, from, to);
        let away = |place: u16| usize::from(context.to_goal[usize::from(place)]);
        let away = self.away - away(from) + away(to);
        let mobility = self.mobility(field, &next);
        let parts = usize::from(child.parts);
        Some(self.score_of(context, &next.boxes, Connectivity { parts, links }, away, mobility))
    }

    fn advise(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        own: Score,
        children: &mut [MacroChild],
    ) {
        let keeps = |it: &MacroChild| PACKED.get(it.score) >= PACKED.get(own);
        let lessens = |part: FeatureBits| {
            best(children, |it| keeps(it) && part.get(it.score) < part.get(own))
        };
        let advice = [
            best(children, |it| PACKED.get(it.score) > PACKED.get(own)),
            lessens(PARTS),
            lessens(LINKS),
            lessens(HOT),
            self.opener(context, state, own, children),
            self.clearer(context, own, children),
            explorer(context, state, &self.view.region, children, keeps),
        ];
        recommend(children, &advice);
    }

    fn cell_mask(&self) -> Score {
        PACKED.mask() | PARTS.mask() | LINKS.mask() | OUT.mask()
    }

    fn bytes(&self) -> u64 {
        self.zones.bytes()
    }
}
