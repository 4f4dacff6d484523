//! Data that the landscapes of a level share: tables, learned patterns and reusable memory.

use crate::leg::{Leg, Way};
use sokolab_core::{GoalKind, Stop};

use super::state::{FessState, MacroChild, MacroMove};
use crate::deadlock::Arrival;
use crate::deadlock::detectors::Detectors;
use crate::deadlock::unreachable::Unreachable;
use crate::feature::hotspots::Hotspots;
use crate::feature::reach::Reach;
use crate::feature::rooms::Rooms;
use crate::heuristic::LowerBound;
use crate::heuristic::bound::Bound;
use crate::meter::SearchMeter;
use crate::problem::Problem;
use crate::search::fess::shared::{HalfSolution, Shared};
use sokolab_field::{Around, Bits, BoxStop, Field, Haul, Macros, Parts, Place, next_random};

/// The work units of a node in a small search.
const WORK_OF_LEMMA_NODE: u64 = 20;

/// What it costs in units of a slice.
const UNITS_OF_LEMMA_NODE: u64 = 4;

/// The number of nodes of a tree before tables of pairs and of triples are worth their cost.
const NODES_BEFORE_PAIRS: usize = 500;
const NODES_BEFORE_TRIPLES: usize = 2_000;

/// Each cache may take at most one part in this many of the memory.
pub(crate) const CACHE_SHARE: u64 = 16;

/// The shared tables, detectors and features of one level.
#[derive(Debug)]
pub(crate) struct Context<'a, const N: usize> {
    pub(crate) problem: &'a Problem<'a, N>,
    pub(crate) bound: Bound<'a, N>,
    pub(crate) detectors: Detectors<N>,
    pub(crate) macros: Macros<N>,
    pub(crate) rooms: Rooms<N>,
    pub(crate) hotspots: Hotspots<N>,
    pub(crate) reach: Reach<N>,
    /// Pushes of a lone box to the nearest goal, by place.
    pub(crate) to_goal: Vec<u16>,
    shared: Option<Sharing<'a, N>>,
    pub(crate) unreachable: Unreachable<N>,
    /// The holes of the level, filled or not.
    pits: Bits<N>,
    of_box: Vec<u64>,
    of_spent: Vec<u64>,
    of_keeper: Vec<u64>,
}

/// What a thread has exchanged with the others so far.
#[derive(Debug)]
struct Sharing<'a, const N: usize> {
    with: &'a Shared<N>,
    thread: usize,
    told: usize,
    taken: usize,
    posts: usize,
}

impl<'a, const N: usize> Context<'a, N> {
    pub(crate) fn new(problem: &'a Problem<'a, N>) -> Context<'a, N> {
        let goal_kind = problem.field.goal_kind();
        let mut state = 0x0046_4553_5300;
        let mut words = || (0..N * 64).map(|_| next_random(&mut state)).collect::<Vec<u64>>();
        let (mut of_box, mut of_spent) = (words(), words());
        // States have the same hash here and in the exact searches, so that the two can meet.
        for (place, word) in of_box.iter_mut().enumerate() {
            *word = problem.keys.box_hash(place as Place).unwrap_or(*word);
        }
        let of_keeper = (0..N * 64).map(|it| problem.keys.keeper_hash(it as Place)).collect();
        let goals = problem.field.goals;
        let pits = if goal_kind == GoalKind::Fill { goals } else { Bits::EMPTY };
        if goal_kind == GoalKind::Sink {
            // A sink stays what it is, however many boxes it has swallowed.
            goals.iter().for_each(|sink| of_spent[usize::from(sink)] = 0);
        }
        let mut to_goal = vec![0; N * 64];
        for &square in &problem.squares {
            let place = problem.field.place(square);
            let pushes = problem.distances.least_nearest(square);
            to_goal[usize::from(place)] = pushes.unwrap_or(0);
        }
        Context {
            problem,
            bound: Bound::new(problem),
            detectors: Detectors::new(),
            macros: Macros::new(),
            rooms: Rooms::new(&problem.field),
            hotspots: Hotspots::new(),
            reach: Reach::new(problem.bytes_max / CACHE_SHARE),
            to_goal,
            shared: None,
            unreachable: Unreachable::default(),
            pits,
            of_box,
            of_spent,
            of_keeper,
        }
    }

    pub(crate) fn field(&self) -> &'a Field<N> {
        &self.problem.field
    }

    pub(crate) fn bytes(&self) -> u64 {
        let features = self.hotspots.bytes() + self.reach.bytes();
        let hashes = 8 * (self.of_box.len() + self.of_spent.len() + self.of_keeper.len()) as u64;
        let tables = hashes + 2 * self.to_goal.len() as u64 + self.macros.bytes();
        self.bound.bytes() + self.detectors.bytes() + self.unreachable.bytes() + features + tables
    }

    /// Shares patterns and states with other threads from now on.
    pub(crate) fn share(&mut self, thread: usize, with: &'a Shared<N>) {
        self.shared = Some(Sharing { with, thread, told: 0, taken: 0, posts: 0 });
    }

    /// The data shared with other threads, if there are any.
    pub(crate) fn shared(&self) -> Option<&'a Shared<N>> {
        self.shared.as_ref().map(|sharing| sharing.with)
    }

    /// Exchanges patterns with the other threads, and takes their posts.
    pub(crate) fn exchange(&mut self) -> Vec<HalfSolution<N>> {
        let Some(sharing) = &mut self.shared else { return Vec::new() };
        let counts = (&mut sharing.told, &mut sharing.taken);
        sharing.with.exchange(sharing.thread, &mut self.detectors.learned, counts);
        sharing.with.posts_since(&mut sharing.posts)
    }

    /// The first state.
    pub(crate) fn start(&self) -> FessState<N> {
        let (boxes, holes, keeper) = self.problem.first();
        let region = self.field().region(keeper, &boxes, &holes);
        let spent = self.pits & !holes;
        FessState { boxes, spent, keeper: region.first().unwrap_or(keeper) }
    }

    /// The holes that are still open in a state.
    #[inline]
    pub(crate) fn holes(&self, state: &FessState<N>) -> Bits<N> {
        self.pits & !state.spent
    }

    /// The solved states, one for each part of the floor that the keeper can end in.
    pub(crate) fn solved(&self) -> Vec<FessState<N>> {
        let (boxes, spent) = (self.field().goals, Bits::EMPTY);
        let parts = Parts::new(self.field(), &boxes).firsts().into_iter();
        parts.map(|keeper| FessState { boxes, spent, keeper }).collect()
    }

    /// The hash of boxes and filled holes or used bases, without the keeper.
    pub(crate) fn hash_without_keeper(&self, state: &FessState<N>) -> u64 {
        let boxes = state.boxes.iter().fold(0, |all, it| all ^ self.of_box[usize::from(it)]);
        state.spent.iter().fold(boxes, |all, it| all ^ self.of_spent[usize::from(it)])
    }

    pub(crate) fn hash(&self, state: &FessState<N>) -> u64 {
        self.hash_without_keeper(state) ^ self.of_keeper[usize::from(state.keeper)]
    }

    /// The hash after a macro move, with the keeper; `before` is that of the state without its
    /// keeper.
    #[inline]
    pub(crate) fn hash_after(&self, before: u64, carry: MacroMove, keeper: Place) -> u64 {
        let (from, to) = (usize::from(carry.from), usize::from(carry.to));
        let arrived = if carry.is_gone { self.of_spent[to] } else { self.of_box[to] };
        before ^ self.of_box[from] ^ arrived ^ self.of_keeper[usize::from(keeper)]
    }

    /// The keeper's region after a macro move.
    #[inline]
    pub(crate) fn region_after(&self, state: &FessState<N>, carry: MacroMove) -> Bits<N> {
        let field = self.field();
        let mut boxes = state.boxes;
        boxes.remove(carry.from);
        let keeper = field.go(carry.to, carry.side);
        let mut holes = self.holes(state);
        if carry.is_gone {
            holes.remove(carry.to);
        } else {
            boxes.insert(carry.to);
        }
        field.region(keeper, &boxes, &holes)
    }

    /// The lowest place of the keeper's region after a macro move of the box searched last.
    #[inline]
    fn lowest_after(&self, state: &FessState<N>, carry: MacroMove) -> Option<Place> {
        let (field, tree) = (self.field(), self.macros.tree());
        match (carry.is_gone, field.goal_kind()) {
            (false, _) => tree.lowest_beside(field, carry.to, carry.side),
            // A filled hole joins the parts that it separated.
            (true, GoalKind::Fill) => self.region_after(state, carry).first(),
            (true, GoalKind::Keep | GoalKind::Sink) => tree.lowest(),
        }
    }

    /// The child that a macro move leads to, not yet hashed or scored.
    pub(crate) fn child_of(&self, state: &FessState<N>, carry: MacroMove) -> MacroChild {
        let keeper = self.region_after(state, carry).first().unwrap_or(state.keeper);
        MacroChild {
            carry,
            hash: 0,
            keeper,
            parts: 0,
            hauls: 0,
            score: 0,
            weight: 1,
            is_old: false,
        }
    }

    /// Lists the macro moves of one box.
    pub(crate) fn list_of(
        &mut self,
        haul: Haul,
        state: &FessState<N>,
        parts: &Parts<N>,
        from: Place,
        children: &mut Vec<MacroChild>,
    ) {
        let field = self.field();
        let holes = self.holes(state);
        if holes.is_empty() && field.is_orthogonal() {
            let region = parts.around(state.keeper);
            if !region.is_some_and(|it| self.can_be_moved(haul, (&state.boxes, it), from)) {
                return;
            }
        }
        let before = self.hash_without_keeper(state);
        let mut others = state.boxes;
        others.remove(from);
        let ends = self.problem.ends(&holes);
        let lands = &self.problem.lands;
        let around = Around { field, others: &others, holes: &holes, lands, ends: &ends };
        let apart = parts.away_from(field, from);
        self.macros.find_by(haul, &around, from, state.keeper);
        self.macros.find_lowest();
        for index in 0..self.macros.stops().len() {
            let stop = self.macros.stops()[index];
            let Some(way) = stop.way else { continue };
            let is_gone = ends.contains(stop.place);
            // A vanished box leaves the keeper on the square it pushed from.
            let side = if is_gone { way.opposite() } else { stop.side };
            let carry = MacroMove { from, to: stop.place, side, is_gone };
            let keeper = self.lowest_after(state, carry).unwrap_or(state.keeper);
            children.push(MacroChild {
                carry,
                hash: self.hash_after(before, carry, keeper),
                keeper,
                parts: (apart + self.macros.tree().parts_at(field, stop.place)) as u16,
                hauls: stop.pushes,
                score: 0,
                weight: 1,
                is_old: false,
            });
        }
    }

    /// Whether the keeper, whose region is given, can push or pull the box at `from` now. If not,
    /// it has no macro moves, and nobody needs to search for them.
    fn can_be_moved(&self, haul: Haul, (boxes, region): (&Bits<N>, &Bits<N>), from: Place) -> bool {
        let (field, lands) = (self.field(), &self.problem.lands);
        field.push_ways().iter().any(|&way| {
            let to = field.go(from, way);
            lands.contains(to)
                && match haul {
                    Haul::Push => !boxes.contains(to) && region.contains(field.back(from, way)),
                    Haul::Pull => region.contains(to) && region.contains(field.go(to, way)),
                }
        })
    }

    /// The single pushes of a macro move, in the order of play.
    pub(crate) fn pushes_of(&mut self, haul: Haul, state: &FessState<N>, carry: MacroMove) -> Way {
        let field = self.field();
        let mut others = state.boxes;
        others.remove(carry.from);
        let holes = self.holes(state);
        let ends = self.problem.ends(&holes);
        let lands = &self.problem.lands;
        let around = Around { field, others: &others, holes: &holes, lands, ends: &ends };
        let stops = self.macros.find_by(haul, &around, carry.from, state.keeper);
        let vanishes = ends.contains(carry.to);
        let is_it =
            |stop: &&BoxStop| stop.place == carry.to && (stop.side == carry.side || vanishes);
        let stop = *stops.iter().find(is_it).expect("the search went that way");
        let pushes = match haul {
            Haul::Push => self.macros.pushes_to(field, stop),
            Haul::Pull => self.macros.pushes_back(stop),
        };
        pushes.into_iter().map(Leg::from).collect()
    }

    /// Whether a lone box could be pushed back.
    pub(crate) fn is_reversible(&mut self, carry: MacroMove) -> bool {
        self.reach.of(self.problem, &mut self.macros, carry.to).contains(carry.from)
    }

    /// Learns from a state below which the search has stalled. Returns whether the state is dead.
    pub(crate) fn learn_from(
        &mut self,
        state: &FessState<N>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<bool, Stop> {
        let before = self.detectors.relaxed_nodes();
        let is_dead = self.detectors.is_stall_dead(self.problem, &state.boxes, state.keeper);
        meter.work(WORK_OF_LEMMA_NODE * (self.detectors.relaxed_nodes() - before))?;
        Ok(is_dead)
    }

    /// Learns which boxes of a state without a solution are the reason, if that is easily shown.
    ///
    /// # Errors
    /// If the meter says stop.
    pub(crate) fn learn_core_of(
        &mut self,
        state: &FessState<N>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<(), Stop> {
        let before = self.detectors.relaxed_nodes();
        self.detectors.has_dead_core(self.problem, &state.boxes, state.keeper);
        let nodes = self.detectors.relaxed_nodes() - before;
        meter.units += UNITS_OF_LEMMA_NODE * nodes;
        meter.work(WORK_OF_LEMMA_NODE * nodes)
    }

    /// Whether the room that a box was just brought to is too crowded.
    pub(crate) fn is_crowded(&mut self, state: &FessState<N>, to: Place) -> bool {
        let arrival = Arrival { to, boxes: &state.boxes, keeper: state.keeper };
        self.detectors.is_room_dead(self.problem, &self.rooms, arrival)
    }

    /// Whether frozen boxes keep other boxes off their goals for good.
    pub(crate) fn is_packed_too_early(&mut self, state: &FessState<N>) -> bool {
        if !self.problem.is_reversible() {
            return false;
        }
        self.detectors.is_packed_too_early(self.problem, &mut self.macros, &state.boxes)
    }

    /// Adds tables for longer searches, when a tree has so many nodes.
    ///
    /// # Errors
    /// If the meter says stop.
    pub(crate) fn add_tables(
        &mut self,
        haul: Haul,
        nodes: usize,
        meter: &mut SearchMeter<'_>,
    ) -> Result<(), Stop> {
        let mut stopped = Ok(());
        let mut ask = || {
            stopped = meter.ask();
            stopped.is_ok()
        };
        match (haul, nodes) {
            (Haul::Pull, NODES_BEFORE_PAIRS) => self.unreachable.add_pairs(self.problem, &mut ask),
            (Haul::Pull, NODES_BEFORE_TRIPLES) => {
                self.unreachable.add_triples(self.problem, &mut ask);
            }
            (Haul::Push, NODES_BEFORE_PAIRS) if self.problem.is_classical() => {
                self.detectors.add_pairs(self.problem, &mut |_, _| ask());
            }
            (Haul::Push, NODES_BEFORE_TRIPLES) if self.problem.is_classical() => {
                self.detectors.add_triples(self.problem, &mut |_, _| ask());
            }
            _ => {}
        }
        stopped
    }

    /// Whether a macro pull has led to boxes that no play leads to.
    #[inline]
    pub(crate) fn is_unreachable(&self, boxes: &Bits<N>, child: &MacroChild) -> bool {
        let MacroMove { to, side, is_gone, .. } = child.carry;
        !is_gone && self.unreachable.has(to, boxes, self.field().go(to, side))
    }

    /// Whether a macro push has frozen a box off the goals or completed a learned pattern.
    #[inline]
    pub(crate) fn is_lost(&self, boxes: &Bits<N>, child: &MacroChild) -> bool {
        let to = child.carry.to;
        let keeper = self.field().go(to, child.carry.side);
        self.detectors.is_lost_after(self.problem, Arrival { to, boxes, keeper })
    }
}
