//! The `Vanishing` landscape: boxes vanish in holes or sinks, or there are spare boxes.
//!
//! Progress is measured by the demand that is left: holes that the win needs, boxes that have not
//! sunk, goals without a box. A box that can no longer serve the demand is lost. As long as enough
//! others remain, that is a cost and not a deadlock.

use sokolab_core::GoalKind;

use super::advice::{best, explorer, recommend};
use super::context::{CACHE_SHARE, Context};
use super::hauls::{in_corral, is_push_dead};
use super::landscape::Landscape;
use super::score::{Connectivity, FeatureBits, Score};
use super::state::{ExpansionVerdict, FessState, MacroChild, MacroMove, after};
use crate::deadlock::Arrival;
use crate::deadlock::box_subset::BoxSubset;
use crate::deadlock::freeze::{frozen, is_free};
use crate::deadlock::lost_boxes::{LostBoxes, Setting};
use crate::feature::demand::{HoleDemand, fewest_holes};
use crate::feature::reach::hauled;
use crate::feature::rooms::Seen;
use crate::feature::routes::{RouteScene, Routes};
use crate::memory::hash::FixedMap;
use crate::problem::Problem;
use sokolab_field::{Bits, Field, Haul, Parts, Place};

const NEED: FeatureBits = FeatureBits::less(56, 8);
const LOST: FeatureBits = FeatureBits::less(50, 6);
const PARTS: FeatureBits = FeatureBits::less(42, 8);
const BARRED: FeatureBits = FeatureBits::less(38, 4);
const LINKS: FeatureBits = FeatureBits::less(30, 8);
const HOT: FeatureBits = FeatureBits::less(22, 8);
const AWAY: FeatureBits = FeatureBits::less(6, 16);

/// The most basins that are cached.
const BASINS_MAX: usize = 20_000;

/// State of the `Vanishing` landscape.
#[derive(Debug)]
pub(crate) struct Vanishing<const N: usize> {
    /// By target squares and walls, the squares from which a lone box can reach a target.
    basins: FixedMap<(Bits<N>, Bits<N>), Bits<N>>,
    /// The demand by open holes and the keeper's part of the floor.
    demands: FixedMap<(Bits<N>, Place), HoleDemand<N>>,
    losses: LostBoxes<N>,
    presumes: bool,
    /// The number of spare boxes in the first state.
    spare: usize,
    // The current state.
    here: CurrentState<N>,
}

/// What is known about the current state.
#[derive(Debug)]
struct CurrentState<const N: usize> {
    region: Bits<N>,
    parts: usize,
    seen: Seen,
    /// The frozen boxes.
    still: Bits<N>,
    demand: HoleDemand<N>,
    routes: Routes<N>,
}

/// How a state meets its demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DemandBalance {
    need: usize,
    /// The number of boxes that can still serve the demand, beyond those it needs.
    spare: usize,
}

impl<const N: usize> Vanishing<N> {
    /// If it `presumes`, boxes that seem to be lost together count as lost.
    pub(crate) fn new(context: &Context<'_, N>, presumes: bool) -> Vanishing<N> {
        let here = CurrentState {
            region: Bits::EMPTY,
            parts: 0,
            seen: Seen::default(),
            still: Bits::EMPTY,
            demand: HoleDemand { wanted: Bits::EMPTY, count: 0 },
            routes: Routes::default(),
        };
        let (basins, demands) = (FixedMap::default(), FixedMap::default());
        Vanishing {
            basins,
            demands,
            losses: LostBoxes::new(),
            presumes,
            spare: context.problem.spare,
            here,
        }
    }

    /// Where a state needs boxes, and how many.
    fn demand(&mut self, context: &Context<'_, N>, state: &FessState<N>) -> HoleDemand<N> {
        let problem = context.problem;
        if problem.field.goal_kind() != GoalKind::Fill {
            return HoleDemand { wanted: problem.field.goals, count: 0 };
        }
        let holes = context.holes(state);
        if problem.field.exits.is_empty() {
            return HoleDemand { wanted: holes, count: holes.len() };
        }
        let part = problem.field.region(state.keeper, &Bits::EMPTY, &holes);
        let key = (holes, part.first().unwrap_or(state.keeper));
        let find = || fewest_holes(&problem.field, &holes, state.keeper);
        *self.demands.entry(key).or_insert_with(find)
    }

    /// The squares from which a box can reach one of `wanted` among the frozen boxes `still`.
    fn basin(
        &mut self,
        context: &mut Context<'_, N>,
        wanted: &Bits<N>,
        still: &Bits<N>,
    ) -> Bits<N> {
        let room = context.problem.bytes_max / CACHE_SHARE / (3 * size_of::<Bits<N>>()) as u64;
        if self.basins.len() >= BASINS_MAX || self.basins.len() as u64 >= room {
            self.basins.clear();
        }
        *self.basins.entry((*wanted, *still)).or_insert_with(|| {
            let mut basin = Bits::EMPTY;
            for place in
                (*wanted & !*still).iter().filter(|&it| !basin.contains(it)).collect::<Vec<_>>()
            {
                basin |= hauled(context.problem, &mut context.macros, Haul::Pull, place, still);
            }
            basin
        })
    }

    /// The account of a state; `None` if the usable boxes do not suffice.
    fn account(
        &mut self,
        context: &mut Context<'_, N>,
        boxes: &Bits<N>,
        (holes, count): (&Bits<N>, usize),
        still: &Bits<N>,
    ) -> Option<DemandBalance> {
        let ends = match context.field().goal_kind() {
            GoalKind::Fill => *holes,
            GoalKind::Keep | GoalKind::Sink => context.field().goals,
        };
        let basin = self.basin(context, &ends, still);
        let homes = context.problem.homes;
        let useful = *boxes & (basin & !*still | *still & homes);
        let (useful, all) = (useful.len(), boxes.len());
        let (need, demand) = match context.field().goal_kind() {
            GoalKind::Fill => (count, count),
            GoalKind::Sink => (all, all),
            GoalKind::Keep => {
                let (goals, home) = (homes.len(), (*boxes & homes).len());
                let demand = goals.min(all);
                (demand.saturating_sub(home), demand)
            }
        };
        Some(DemandBalance { need, spare: useful.checked_sub(demand)? })
    }

    /// Whether enclosed or mutually blocking boxes are presumed to leave too few for the demand.
    fn has_lost_too_many(&mut self, context: &mut Context<'_, N>, state: &FessState<N>) -> bool {
        let (field, problem) = (context.field(), context.problem);
        if !self.presumes || field.goal_kind() != GoalKind::Fill {
            return false;
        }
        let holes = context.holes(state);
        let still = frozen(field, &state.boxes, &problem.lands);
        let demand = self.demand(context, state);
        let account = self.account(context, &state.boxes, (&holes, demand.count), &still);
        let Some(account) = account else { return true };
        let useful = state.boxes & !still & self.basin(context, &holes, &still);
        let setting = Setting { still: &still, holes: &holes, wanted: &demand.wanted };
        let (mut counted, mut lost) = (Bits::EMPTY, 0);
        for boxes in suspects(field, state, &holes) {
            let few = boxes & useful & !counted;
            let subset = BoxSubset { boxes: few, keeper: state.keeper };
            let here = self.losses.of(problem, &mut context.macros, &setting, subset);
            if here > 0 {
                lost += here;
                counted |= few;
            }
            if lost > account.spare {
                return true;
            }
        }
        false
    }

    fn look_for_routes(&mut self, context: &mut Context<'_, N>, state: &FessState<N>) {
        if context.field().goal_kind() == GoalKind::Keep {
            return;
        }
        let holes = context.holes(state);
        let scene = RouteScene {
            boxes: &state.boxes,
            still: &self.here.still,
            keeper: state.keeper,
            ends: &context.problem.ends(&holes),
            holes: &holes,
            wanted: &self.here.demand.wanted,
        };
        self.here.routes =
            Routes::new(context.problem, &mut context.macros, &scene, &context.to_goal);
    }

    fn score_of(
        &self,
        context: &mut Context<'_, N>,
        boxes: &Bits<N>,
        account: DemandBalance,
        Connectivity { parts, links }: Connectivity,
    ) -> Score {
        let hot = context.hotspots.count(context.problem, &mut context.macros, boxes);
        let away = |place: u16| usize::from(context.to_goal[usize::from(place)]);
        let away: usize = boxes.iter().map(away).sum();
        NEED.put(account.need)
            | LOST.put(self.spare.saturating_sub(account.spare))
            | PARTS.put(parts)
            | BARRED.put(self.here.routes.barred(boxes))
            | LINKS.put(links)
            | HOT.put(hot)
            | AWAY.put(away)
            | 1
    }
}

/// Sets of boxes that may be lost together: those around closed parts of the floor, those around
/// two such parts that share a box, and pairs of boxes close to each other.
fn suspects<const N: usize>(
    field: &Field<N>,
    state: &FessState<N>,
    holes: &Bits<N>,
) -> Vec<Bits<N>> {
    let around = |set: &Bits<N>| {
        let rows = *set | set.up(1) | set.down(1);
        rows | rows.up(field.stride) | rows.down(field.stride)
    };
    let parts = Parts::beside_holes(field, &state.boxes, holes).without(state.keeper);
    let fences: Vec<Bits<N>> = parts.iter().map(|part| around(part) & state.boxes).collect();
    let mut sets = fences.clone();
    for (index, one) in fences.iter().enumerate() {
        let shared = fences[index + 1..].iter().filter(|two| one.intersects(two));
        sets.extend(shared.map(|two| *one | *two));
    }
    for place in state.boxes.iter() {
        let near = around(&around(&Bits::of(place))) & state.boxes;
        let later = near.iter().filter(|&other| other > place);
        sets.extend(later.map(|other| Bits::of(place) | Bits::of(other)));
    }
    sets
}

/// Whether a macro push loses no usable box and does not increase the demand.
fn loses_nothing(child: &MacroChild, own: Score) -> bool {
    NEED.get(child.score) <= NEED.get(own) && LOST.get(child.score) <= LOST.get(own)
}

/// If boxes can vanish where they are wanted, leaves only the shortest such macro push for each of
/// these squares, or a single one where boxes sink. For sinks this loses nothing; for holes it is a
/// guess.
fn keep_serving<const N: usize>(wanted: &Bits<N>, is_sink: bool, children: &mut Vec<MacroChild>) {
    let mut served: Vec<MacroChild> = Vec::new();
    for child in children.iter().filter(|it| it.carry.is_gone && wanted.contains(it.carry.to)) {
        match served.iter_mut().find(|it| is_sink || it.carry.to == child.carry.to) {
            Some(known) if known.hauls <= child.hauls => {}
            Some(known) => *known = *child,
            None => served.push(*child),
        }
    }
    if !served.is_empty() {
        *children = served;
    }
}

impl<const N: usize> Landscape<N> for Vanishing<N> {
    fn haul(&self) -> Haul {
        Haul::Push
    }

    fn is_won(&self, problem: &Problem<'_, N>, state: &FessState<N>) -> bool {
        let holes = match problem.field.goal_kind() {
            GoalKind::Fill => problem.field.goals & !state.spent,
            GoalKind::Keep | GoalKind::Sink => Bits::EMPTY,
        };
        let region = problem.field.region(state.keeper, &state.boxes, &holes);
        problem.is_won(&state.boxes, &holes, &region)
    }

    fn is_dead(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        last: Option<MacroMove>,
    ) -> ExpansionVerdict {
        match is_push_dead(context, state, last) {
            ExpansionVerdict::Fine if self.has_lost_too_many(context, state) => {
                ExpansionVerdict::Dead
            }
            verdict => verdict,
        }
    }

    fn list(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        children: &mut Vec<MacroChild>,
    ) {
        let (field, problem) = (context.field(), context.problem);
        let holes = context.holes(state);
        let parts = Parts::beside_holes(field, &state.boxes, &holes);
        let demand = self.demand(context, state);
        self.here = CurrentState {
            region: parts.around(state.keeper).copied().unwrap_or(Bits::EMPTY),
            parts: parts.count(),
            seen: context.rooms.look(field, &state.boxes),
            still: frozen(field, &state.boxes, &problem.lands),
            demand,
            routes: Routes::default(),
        };
        let fills_goals =
            field.goal_kind() == GoalKind::Keep && state.boxes.len() >= field.goals.len();
        let corral = problem.is_classical().then(|| in_corral(context, state, &parts, fills_goals));
        let movable = corral.flatten().unwrap_or(state.boxes);
        for from in movable.iter() {
            context.list_of(Haul::Push, state, &parts, from, children);
        }
        keep_serving(&demand.wanted, field.goal_kind() == GoalKind::Sink, children);
    }

    fn own_score(&mut self, context: &mut Context<'_, N>, state: &FessState<N>) -> Score {
        let (count, still) = (self.here.demand.count, self.here.still);
        let account = self.account(context, &state.boxes, (&context.holes(state), count), &still);
        let account = account.unwrap_or(DemandBalance { need: usize::MAX, spare: 0 });
        self.look_for_routes(context, state);
        let links = context.rooms.broken(&self.here.seen);
        self.score_of(
            context,
            &state.boxes,
            account,
            Connectivity { parts: self.here.parts, links },
        )
    }

    fn score(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        child: &MacroChild,
    ) -> Option<Score> {
        let (field, problem) = (context.field(), context.problem);
        let (from, to, is_gone) = (child.carry.from, child.carry.to, child.carry.is_gone);
        let next = after(state, child);
        let keeper = field.go(to, child.carry.side);
        let mut still = self.here.still;
        if !is_gone && !is_free(field, &next.boxes, &problem.lands, to) {
            still = frozen(field, &next.boxes, &problem.lands);
        }
        let arrival = Arrival { to, boxes: &next.boxes, keeper };
        if problem.is_classical() && context.detectors.learned.proves(arrival) {
            return None;
        }
        let demand = if is_gone { self.demand(context, &next) } else { self.here.demand };
        let holes = context.holes(&next);
        let account = self.account(context, &next.boxes, (&holes, demand.count), &still)?;
        let parts = Parts::beside_holes(field, &next.boxes, &holes).count();
        let links = context.rooms.broken_after(field, &self.here.seen, &next.boxes, from, to);
        Some(self.score_of(context, &next.boxes, account, Connectivity { parts, links }))
    }

    fn advise(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        own: Score,
        children: &mut [MacroChild],
    ) {
        let stays = |it: &MacroChild| !it.carry.is_gone && loses_nothing(it, own);
        let lessens = |part: FeatureBits| {
            best(children, |it| loses_nothing(it, own) && part.get(it.score) < part.get(own))
        };
        let advice = [
            best(children, |it| NEED.get(it.score) < NEED.get(own)),
            lessens(PARTS),
            lessens(BARRED),
            lessens(LINKS),
            lessens(HOT),
            explorer(context, state, &self.here.region, children, stays),
        ];
        recommend(children, &advice);
    }

    fn cell_mask(&self) -> Score {
        NEED.mask() | LOST.mask() | PARTS.mask()
    }

    fn bytes(&self) -> u64 {
        let basins = self.basins.capacity() * (3 * size_of::<Bits<N>>() + 1);
        let demand = size_of::<(Bits<N>, Place)>() + size_of::<HoleDemand<N>>() + 1;
        (basins + self.demands.capacity() * demand) as u64 + self.losses.bytes()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Method, Outcome, Request, solve};
    use sokolab_core::testing::level_in;
    use sokolab_core::{Budget, Rules};

    #[track_caller]
    fn solves(picture: &str, rules: Rules) {
        let level = level_in(picture, rules);
        let request =
            Request { method: Method::Fess, budget: Budget::of_nodes(100), ..Request::new(&level) };
        let outcome = solve(&request, &mut |_| None).outcome;
        assert!(matches!(outcome, Outcome::Solved { .. }), "{rules}: {outcome:?}");
    }

    #[test]
    fn holes_are_filled_one_after_the_other() {
        let picture = "
            ------------
            |@....------
            |.0...------
            |..0...^^^<|
            |.0...------
            |.....------
            ------------";
        solves(picture, Rules::NETHACK);
        solves(picture, Rules::NETHACK_GAME);
        solves(picture, Rules::NETHACK_DIAGONAL);
    }

    #[test]
    fn sinks_swallow_every_box() {
        let picture = "
            #########
            #@      #
            # $ $   #
            #  $   .#
            #       #
            #########";
        solves(picture, Rules::SINK);
    }

    #[test]
    fn a_spare_box_may_be_lost() {
        let picture = "
            ########
            #$  @  #
            #  $ $ #
            #  . . #
            ########";
        solves(picture, Rules::OFFICIAL);
    }
}
