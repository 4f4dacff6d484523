//! The `Pulling` landscape: boxes are pulled off the goals and vanish at bases.
//!
//! The squares of the start are bases. The open bases are the largest group between which, in the
//! current state, boxes could be pushed back and forth. A box pulled there from another room
//! vanishes together with the base, because it could have come from any of them. If some box can
//! vanish, nothing else is tried. What remains of the search is mostly the order in which goals are
//! emptied, which read in reverse is the packing plan (the "base search" of Festival 3).

use super::advice::{any_opener, best, recommend};
use super::base_matching::BaseMatching;
use super::context::Context;
use super::hauls::{View, is_pull_dead, list_hauls, nooks, to_goals};
use super::landscape::Landscape;
use super::score::{Connectivity, FeatureBits, Score};
use super::state::{ExpansionVerdict, FessState, MacroChild, MacroMove, after};
use crate::feature::reach::hauled;
use crate::problem::Problem;
use sokolab_field::{Bits, Field, Haul, Parts, Place};

const LEFT: FeatureBits = FeatureBits::less(54, 10);
const PARTS: FeatureBits = FeatureBits::less(46, 8);
const HOME: FeatureBits = FeatureBits::less(36, 10);
const LINKS: FeatureBits = FeatureBits::less(28, 8);
const AWAY: FeatureBits = FeatureBits::more(4, 24);

/// A square this many steps away counts as another room.
const FAR_STEPS: u16 = 6;

/// State of the `Pulling` landscape.
#[derive(Debug)]
pub(crate) struct Pulling<const N: usize> {
    bases: Bits<N>,
    /// By place, the sum of the pushes of a lone box to all goals.
    to_goals: Vec<u32>,
    /// Goals in dead ends, which are emptied last.
    nooks: Bits<N>,
    // The current state.
    view: View<N>,
    away: usize,
}

impl<const N: usize> Pulling<N> {
    pub(crate) fn new(context: &Context<'_, N>) -> Pulling<N> {
        let problem = context.problem;
        let to_goals = to_goals(problem);
        let (bases, _, _) = problem.first();
        let nooks = nooks(&problem.field);
        Pulling { bases, to_goals, nooks, view: View::default(), away: 0 }
    }

    /// If boxes can vanish, keeps only macro pulls at whose end one does, one for each box.
    fn let_vanish(
        &self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        children: &mut Vec<MacroChild>,
    ) {
        let bases = self.bases & !state.spent;
        if !children.iter().any(|it| bases.contains(it.carry.to)) {
            return;
        }
        let open = open_bases(context, state, &bases);
        if !open.is_subset(&(self.view.region | state.boxes)) {
            return;
        }
        let Some(mut matching) = BaseMatching::new(context, state, &self.bases) else { return };
        let before = context.hash_without_keeper(state);
        let mut gone: Vec<MacroChild> = Vec::new();
        for child in children.iter() {
            let carry = MacroMove { is_gone: true, ..child.carry };
            if gone.iter().any(|it| it.carry.from == carry.from)
                || !open.contains(carry.to)
                || !is_another_room(context, carry)
            {
                continue;
            }
            if !matching.holds_without(carry.from, carry.to) {
                continue;
            }
            let made = context.child_of(state, carry);
            let next = after(state, &made);
            let parts = Parts::new(context.field(), &next.boxes).count() as u16;
            let hash = context.hash_after(before, carry, made.keeper);
            gone.push(MacroChild { hash, parts, hauls: child.hauls, ..made });
        }
        if !gone.is_empty() {
            *children = gone;
        }
    }

    /// The best macro pull at whose end a box vanishes: boxes off the goals first, dead ends last.
    fn vanisher(&self, context: &Context<'_, N>, children: &[MacroChild]) -> Option<usize> {
        let goals = context.field().goals;
        let gone = children.iter().enumerate().filter(|(_, it)| it.carry.is_gone);
        let rank = |it: &MacroChild| {
            let from = it.carry.from;
            let is_nook = self.nooks.contains(from);
            (goals.contains(from), is_nook, it.parts, u16::MAX - it.hauls)
        };
        gone.min_by_key(|(_, it)| rank(it)).map(|(index, _)| index)
    }

    /// The best macro pull off a goal: dead ends last, and as far as possible.
    fn emptier(
        &self,
        context: &Context<'_, N>,
        own: Score,
        children: &[MacroChild],
    ) -> Option<usize> {
        let goals = context.field().goals;
        let fits = |it: &&(usize, &MacroChild)| {
            let (score, from) = (it.1.score, it.1.carry.from);
            !it.1.is_old
                && goals.contains(from)
                && PARTS.get(score) <= PARTS.get(own)
                && LINKS.get(score) <= LINKS.get(own)
                && AWAY.get(score) > AWAY.get(own)
        };
        let list: Vec<_> = children.iter().enumerate().collect();
        let found = list.iter().filter(fits).min_by_key(|(_, it)| {
            let is_nook = self.nooks.contains(it.carry.from);
            (is_nook, it.parts, LINKS.get(it.score), u16::MAX - it.hauls)
        });
        found.map(|&(index, _)| index)
    }
}

fn score_of<const N: usize>(
    field: &Field<N>,
    boxes: &Bits<N>,
    Connectivity { parts, links }: Connectivity,
    away: usize,
) -> Score {
    LEFT.put(boxes.len())
        | PARTS.put(parts)
        | HOME.put((*boxes & field.goals).len())
        | LINKS.put(links)
        | AWAY.put(away)
        | 1
}

/// The largest group of bases between which a box could be pushed back and forth among the boxes;
/// the union, if several groups are largest.
fn open_bases<const N: usize>(
    context: &mut Context<'_, N>,
    state: &FessState<N>,
    bases: &Bits<N>,
) -> Bits<N> {
    let mut reached: Vec<(Place, Bits<N>)> = Vec::new();
    for base in bases.iter() {
        let mut walls = state.boxes;
        walls.remove(base);
        let from = hauled(context.problem, &mut context.macros, Haul::Push, base, &walls);
        reached.push((base, from));
    }
    let group = |&(base, from): &(Place, Bits<N>)| -> Bits<N> {
        let mutual = reached.iter().filter(|(other, back)| {
            (from.contains(*other) && back.contains(base)) || *other == base
        });
        mutual.map(|(other, _)| *other).collect()
    };
    let groups: Vec<Bits<N>> = reached.iter().map(group).collect();
    let most = groups.iter().map(Bits::len).max().unwrap_or(0);
    groups.into_iter().filter(|it| it.len() == most).fold(Bits::EMPTY, |all, it| all | it)
}

fn is_another_room<const N: usize>(context: &mut Context<'_, N>, carry: MacroMove) -> bool {
    let (from, to) = (carry.from, carry.to);
    if context.reach.walks_from(context.problem, from)[usize::from(to)] >= FAR_STEPS {
        return true;
    }
    let stride = context.field().stride;
    let is_askew = usize::from(from) % stride != usize::from(to) % stride
        && usize::from(from) / stride != usize::from(to) / stride;
    match (context.rooms.of(from), context.rooms.of(to)) {
        (Some(one), Some(two)) => one != two,
        (Some(one), None) => !context.rooms.is_near(one, to) && is_askew,
        (None, Some(two)) => !context.rooms.is_near(two, from) && is_askew,
        (None, None) => false,
    }
}

impl<const N: usize> Landscape<N> for Pulling<N> {
    fn haul(&self) -> Haul {
        Haul::Pull
    }

    fn is_won(&self, problem: &Problem<'_, N>, state: &FessState<N>) -> bool {
        state.boxes.is_empty()
            || (state.spent.is_empty() && problem.is_first(&state.boxes, state.keeper))
    }

    fn is_dead(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        last: Option<MacroMove>,
    ) -> ExpansionVerdict {
        if BaseMatching::new(context, state, &self.bases).is_none() {
            return ExpansionVerdict::Dead;
        }
        is_pull_dead(context, state, last)
    }

    fn list(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        children: &mut Vec<MacroChild>,
    ) {
        self.view = View::new(context, state);
        let away = |place: Place| self.to_goals[usize::from(place)] as usize;
        self.away = state.boxes.iter().map(away).sum();
        list_hauls(Haul::Pull, context, state, children);
        self.let_vanish(context, state, children);
    }

    fn own_score(&mut self, context: &mut Context<'_, N>, state: &FessState<N>) -> Score {
        let links = context.rooms.broken(&self.view.seen);
        score_of(
            context.field(),
            &state.boxes,
            Connectivity { parts: self.view.parts, links },
            self.away,
        )
    }

    fn score(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        child: &MacroChild,
    ) -> Option<Score> {
        let MacroMove { from, to, is_gone, .. } = child.carry;
        let next = after(state, child);
        if context.is_unreachable(&next.boxes, child) {
            return None;
        }
        let field = context.field();
        let links = context.rooms.broken_after(field, &self.view.seen, &next.boxes, from, to);
        let away = |place: Place| self.to_goals[usize::from(place)] as usize;
        let away = self.away - away(from) + if is_gone { 0 } else { away(to) };
        Some(score_of(
            field,
            &next.boxes,
            Connectivity { parts: usize::from(child.parts), links },
            away,
        ))
    }

    fn advise(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        own: Score,
        children: &mut [MacroChild],
    ) {
        let advice = if let Some(gone) = self.vanisher(context, children) {
            [Some(gone), None, None, None]
        } else {
            let lessens =
                |part: FeatureBits| best(children, |it| part.get(it.score) < part.get(own));
            [
                self.emptier(context, own, children),
                lessens(PARTS),
                lessens(LINKS),
                any_opener(context, state, &self.view.region, children),
            ]
        };
        recommend(children, &advice);
    }

    fn cell_mask(&self) -> Score {
        LEFT.mask() | PARTS.mask() | HOME.mask() | LINKS.mask()
    }

    fn bytes(&self) -> u64 {
        4 * self.to_goals.len() as u64
    }
}
