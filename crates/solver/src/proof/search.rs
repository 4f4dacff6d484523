//! The search that lists a closed set of states and the reasons why all others are left out.

use sokolab_core::{Meter, Stop};
use sokolab_proof::{Claim, Reason, Record, Setting, WriteError, Writer};

use super::corrals::{PiCorral, closed_parts};
use super::demands::Demands;
use super::freeze::frozen_group;
use super::keys::{KeySet, bits, put_bits};
use super::prices::{Priced, Prices};
use super::proof_board::{Position, ProofBoard, Walk, back};
use super::relaxed_patterns::RelaxedPatterns;
use sokolab_core::GoalKind;

/// The most boxes of a corral that are searched alone, and the most nodes of a small search.
const FENCE_MAX: usize = 9;
const LEMMA_NODES: usize = 400;
const FREEZE_NODES: usize = 40;

/// Why a search ended without a certificate.
#[derive(Debug)]
pub(super) enum ProofFailure {
    Stopped(Stop),
    Write(WriteError),
    /// A won state was reached below the bound: the claim is false.
    Won,
}

impl From<Stop> for ProofFailure {
    fn from(stop: Stop) -> ProofFailure {
        ProofFailure::Stopped(stop)
    }
}

impl From<WriteError> for ProofFailure {
    fn from(error: WriteError) -> ProofFailure {
        ProofFailure::Write(error)
    }
}

/// The search that writes a certificate.
pub(super) struct Search<'a, 'w> {
    ground: &'a ProofBoard<'a>,
    claim: Claim,
    writer: Writer<'w>,
    known: KeySet,
    costs: Vec<u32>,
    is_closed: Vec<bool>,
    /// By cost: the states to be expanded. Some have been reached more cheaply since.
    open: Vec<Vec<u32>>,
    demands: Demands,
    prices: Prices,
    /// Only on levels without spare boxes.
    lemmas: Option<RelaxedPatterns>,
    /// The state being expanded, the state after a push, and the keeper's walks in them.
    here: Position,
    there: Position,
    walk: Walk,
    walk_there: Walk,
    key: Vec<u8>,
    /// The key of an image of `there`.
    image: Vec<u8>,
}

impl<'a, 'w> Search<'a, 'w> {
    pub(super) fn new(
        ground: &'a ProofBoard<'a>,
        claim: Claim,
        spare: i64,
        writer: Writer<'w>,
    ) -> Search<'a, 'w> {
        let aims = ground.aims.len();
        let holes = if ground.goal_kind == GoalKind::Fill { aims.div_ceil(8) } else { 0 };
        let start = Position::of_state(ground, ground.start);
        Search {
            ground,
            claim,
            writer,
            known: KeySet::new(ground.count.div_ceil(8) + holes + 2),
            costs: Vec::new(),
            is_closed: Vec::new(),
            open: Vec::new(),
            demands: Demands::new(ground),
            prices: Prices::default(),
            lemmas: (spare == 0).then(|| RelaxedPatterns::new(ground)),
            there: start.clone(),
            here: start,
            walk: Walk::new(ground),
            walk_there: Walk::new(ground),
            key: Vec::new(),
            image: Vec::new(),
        }
    }

    /// Lists all states that must be listed, ends the certificate and returns its length in bytes.
    /// If it is cyclic, the states after the pushes of the start are covered instead of the start.
    pub(super) fn run(mut self, cyclic: bool, meter: &mut Meter<'_>) -> Result<u64, ProofFailure> {
        let start = if cyclic {
            self.walk.spread(self.ground, &self.here);
            self.cover_pushes(0, None, meter)?
        } else {
            vec![self.cover(0, None)?]
        };
        let mut cost = 0;
        while cost < self.open.len() {
            let mut next = 0;
            // Every push costs at least 1, so this bucket does not grow meanwhile.
            while let Some(&number) = self.open[cost].get(next) {
                next += 1;
                let number = number as usize;
                if self.is_closed[number] || self.costs[number] as usize != cost {
                    continue;
                }
                self.is_closed[number] = true;
                meter.count_node()?;
                self.expand(number, cost as u32, meter)?;
            }
            self.open[cost] = Vec::new();
            cost += 1;
        }
        Ok(self.writer.end(&start)?)
    }

    fn expand(
        &mut self,
        number: usize,
        cost: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), ProofFailure> {
        let ground = self.ground;
        self.decode(number);
        self.walk.spread(ground, &self.here);
        self.check_not_won(cost)?;
        let corral = self.corral();
        let reasons = self.cover_pushes(cost, corral.as_ref(), meter)?;
        self.tell(meter)?;
        self.write(cost, corral, &reasons)
    }

    /// The reasons why the states after the pushes of `here`, or of its corral, are covered.
    fn cover_pushes(
        &mut self,
        cost: u32,
        corral: Option<&PiCorral>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Reason>, ProofFailure> {
        let ground = self.ground;
        let mut reasons = Vec::new();
        for index in 0..self.here.boxes.len() {
            let from = self.here.boxes[index];
            for way in 0..ground.push_ways {
                let behind = ground.beside(from, back(way));
                if !self.walk.reaches(behind) {
                    continue;
                }
                let Some(to) = ground.push_target(&self.here, from, way) else { continue };
                if corral.is_some_and(|it| !it.wants(from, to)) {
                    continue;
                }
                let spent = if self.claim.counts_moves() { self.walk.steps(behind) + 1 } else { 1 };
                let moved = self.push(from, to);
                reasons.push(self.cover(cost + spent, moved)?);
                meter.work(self.ground.count as u64 / 4 + 20)?;
            }
        }
        Ok(reasons)
    }

    fn tell(&self, meter: &mut Meter<'_>) -> Result<(), ProofFailure> {
        let open: usize = self.open.iter().map(Vec::capacity).sum();
        let entries = 5 * self.costs.capacity() as u64 + 4 * open as u64;
        let lemmas = self.lemmas.as_ref().map_or(0, RelaxedPatterns::bytes);
        meter.progress.seen = self.known.len() as u64;
        meter.progress.lemma_nodes = self.lemmas.as_ref().map_or(0, |it| it.nodes);
        Ok(meter.take_bytes(self.known.bytes() + entries + lemmas)?)
    }

    /// Sets `here` to the state with this number.
    fn decode(&mut self, number: usize) {
        let ground = self.ground;
        let key = self.known.key(number);
        let (squares, rest) = key.split_at(ground.count.div_ceil(8));
        let (filled, keeper) = rest.split_at(rest.len() - 2);
        self.here.place(bits(squares).map(|it| it as u16));
        self.here.keeper = u16::from_le_bytes([keeper[0], keeper[1]]);
        if ground.goal_kind == GoalKind::Fill {
            let aims = &ground.aims;
            for &aim in aims {
                self.here.is_hole[usize::from(aim)] = true;
            }
            for number in bits(filled) {
                self.here.is_hole[usize::from(aims[number])] = false;
            }
        }
    }

    /// Sets `there` to the state after a push. Returns the square of the box, or `None` if it
    /// vanishes.
    fn push(&mut self, from: u16, to: u16) -> Option<u16> {
        let (here, there) = (&self.here, &mut self.there);
        there.place(here.boxes.iter().copied());
        there.is_hole.copy_from_slice(&here.is_hole);
        there.remove(from);
        there.keeper = from;
        let vanishes = match self.ground.goal_kind {
            GoalKind::Keep => false,
            GoalKind::Fill => here.is_hole[usize::from(to)],
            GoalKind::Sink => self.ground.is_goal[usize::from(to)],
        };
        if vanishes {
            there.is_hole[usize::from(to)] = false;
            return None;
        }
        there.insert(to);
        Some(to)
    }

    /// The reason why `there` is covered at a cost. If there is no other reason, lists it.
    fn cover(&mut self, cost: u32, moved: Option<u16>) -> Result<Reason, ProofFailure> {
        let ground = self.ground;
        let first = self.walk_there.spread(ground, &self.there);
        if !self.claim.counts_moves() {
            self.there.keeper = first;
        }
        self.name_there();
        let known = self.known.find(&self.key);
        if known.is_some_and(|number| self.costs[number] <= cost) {
            return Ok(Reason::InSet);
        }
        if self.claim.bound().is_some_and(|bound| cost >= bound) {
            return Ok(Reason::Cost);
        }
        if let Some(symmetry) = self.known_image(cost) {
            return Ok(Reason::Image(symmetry));
        }
        let spare = self.demands.spare(ground, &self.there);
        let keeper = self.there.keeper;
        let is_lost = |&&it: &&u16| ground.distances.is_lost(it, keeper);
        if self.there.boxes.iter().filter(is_lost).count() as i64 > spare {
            return Ok(Reason::DeadSquares);
        }
        // A table of small positions is not worth its time if prices exclude the start.
        let is_start = self.known.len() == 0;
        if is_start && let Some(reason) = self.priced(cost)? {
            return Ok(reason);
        }
        if known.is_none()
            && let Some(reason) = self.dead_pattern(moved)?
        {
            return Ok(reason);
        }
        if !is_start && let Some(reason) = self.priced(cost)? {
            return Ok(reason);
        }
        if known.is_none()
            && let Some(reason) = self.dead_corral()?
        {
            return Ok(reason);
        }
        self.list(cost);
        Ok(Reason::InSet)
    }

    /// A price list that excludes `there`.
    fn priced(&mut self, cost: u32) -> Result<Option<Reason>, ProofFailure> {
        let needs = self.demands.needs(self.ground, &self.there);
        let wanted = self.claim.bound().map(|bound| i64::from(bound) - i64::from(cost));
        let writer = &mut self.writer;
        Ok(match self.prices.judge(self.ground, &self.there, &needs, wanted, writer)? {
            Priced::NoAssignment(list) => Some(Reason::NoAssignment(list)),
            Priced::Enough(list) => Some(Reason::Prices(list)),
            Priced::Open => None,
        })
    }

    /// A symmetry whose image of `there` is listed at no more than a cost.
    fn known_image(&mut self, cost: u32) -> Option<u8> {
        let ground = self.ground;
        for (number, to) in &ground.symmetries {
            let image = |it: u16| usize::from(to[usize::from(it)]);
            self.image.clear();
            put_bits(&mut self.image, ground.count, self.there.boxes.iter().map(|&it| image(it)));
            if ground.goal_kind == GoalKind::Fill {
                let aims = &ground.aims;
                let filled = aims.iter().filter(|&&it| !self.there.is_hole[usize::from(it)]);
                let filled = filled.filter_map(|&it| ground.aim_at[image(it)]);
                put_bits(&mut self.image, aims.len(), filled.map(usize::from));
            }
            let keeper = if self.claim.counts_moves() {
                to[usize::from(self.there.keeper)]
            } else {
                let region = self.walk_there.squares().iter();
                region.map(|&it| to[usize::from(it)]).min().unwrap_or(self.there.keeper)
            };
            self.image.extend(keeper.to_le_bytes());
            if self.known.find(&self.image).is_some_and(|it| self.costs[it] <= cost) {
                return Some(*number);
            }
        }
        None
    }

    fn name_there(&mut self) {
        let (ground, there) = (self.ground, &self.there);
        self.key.clear();
        let boxes = there.boxes.iter().map(|&it| usize::from(it));
        put_bits(&mut self.key, ground.count, boxes);
        if ground.goal_kind == GoalKind::Fill {
            let aims = &ground.aims;
            let filled = (0..aims.len()).filter(|&it| !there.is_hole[usize::from(aims[it])]);
            put_bits(&mut self.key, aims.len(), filled);
        }
        self.key.extend(there.keeper.to_le_bytes());
    }

    fn list(&mut self, cost: u32) {
        let number = self.known.insert(&self.key);
        if number == self.costs.len() {
            self.costs.push(cost);
            self.is_closed.push(false);
        }
        self.costs[number] = cost;
        // Without a bound the order of expansion does not matter; cheap states come first anyway.
        let bucket = cost as usize;
        if bucket >= self.open.len() {
            self.open.resize(bucket + 1, Vec::new());
        }
        self.open[bucket].push(number as u32);
    }

    /// A pattern with the pushed box: alone, with another box, or in a frozen group.
    fn dead_pattern(&mut self, moved: Option<u16>) -> Result<Option<Reason>, ProofFailure> {
        let Some(lemmas) = &mut self.lemmas else { return Ok(None) };
        let (ground, there) = (self.ground, &self.there);
        let candidates = match moved {
            Some(moved) => vec![moved],
            None => there.boxes.clone(),
        };
        let writer = &mut self.writer;
        for &square in candidates.iter().filter(|_| ground.is_classical()) {
            let Some(group) = frozen_group(ground, there, square) else { continue };
            if lemmas.is_dead(ground, &group, there.keeper, FREEZE_NODES, writer)? {
                return Ok(Some(Reason::Pattern(places_of(&there.boxes, &group))));
            }
        }
        for &square in &candidates {
            let found = lemmas.dead_few(ground, &there.boxes, there.keeper, square, writer)?;
            if let Some(places) = found {
                return Ok(Some(Reason::Pattern(places)));
            }
        }
        Ok(None)
    }

    /// A pattern of the boxes around a closed part of the floor.
    fn dead_corral(&mut self) -> Result<Option<Reason>, ProofFailure> {
        let Some(lemmas) = &mut self.lemmas else { return Ok(None) };
        let (ground, there) = (self.ground, &self.there);
        let parts = closed_parts(ground, there, &self.walk_there);
        for part in 0..parts.count() {
            let fence = parts.fence(ground, there, part);
            if fence.len() > FENCE_MAX || fence.len() == there.boxes.len() {
                continue;
            }
            if lemmas.is_dead(ground, &fence, there.keeper, LEMMA_NODES, &mut self.writer)? {
                return Ok(Some(Reason::Pattern(places_of(&there.boxes, &fence))));
            }
        }
        Ok(None)
    }

    /// The PI-corral of `here`, if there is one and the claim allows its use.
    fn corral(&self) -> Option<PiCorral> {
        self.lemmas.as_ref()?;
        if !self.ground.is_classical() || self.claim.counts_moves() {
            return None;
        }
        let parts = closed_parts(self.ground, &self.here, &self.walk);
        parts.pi_corral(self.ground, &self.here, &self.walk, Setting::State)
    }

    /// Checks that the state being expanded does not refute the claim.
    fn check_not_won(&self, cost: u32) -> Result<(), ProofFailure> {
        let (ground, here) = (self.ground, &self.here);
        let is_goal = |it: &u16| ground.is_goal[usize::from(*it)];
        let aims = &ground.aims;
        let board = ground.board;
        let walk = match ground.goal_kind {
            GoalKind::Keep if here.boxes.len() >= aims.len() => {
                aims.iter().all(|&it| here.is_box[usize::from(it)]).then_some(0)
            }
            GoalKind::Keep => here.boxes.iter().all(is_goal).then_some(0),
            GoalKind::Sink => here.boxes.is_empty().then_some(0),
            GoalKind::Fill if board.exits().is_empty() => {
                aims.iter().all(|&it| !here.is_hole[usize::from(it)]).then_some(0)
            }
            GoalKind::Fill => {
                let reached = board.exits().iter().map(|it| it.index() as u16);
                let reached = reached.filter(|&it| self.walk.reaches(it));
                let counts = self.claim.counts_moves();
                reached.map(|it| if counts { self.walk.steps(it) } else { 0 }).min()
            }
        };
        let is_false = |walk: u32| self.claim.bound().is_none_or(|bound| cost + walk < bound);
        if walk.is_some_and(is_false) { Err(ProofFailure::Won) } else { Ok(()) }
    }

    fn write(
        &mut self,
        cost: u32,
        corral: Option<PiCorral>,
        reasons: &[Reason],
    ) -> Result<(), ProofFailure> {
        let (ground, here) = (self.ground, &self.here);
        let mut filled = ground.start.filled.clone();
        if ground.goal_kind == GoalKind::Fill {
            let aims = ground.aims.iter().filter(|&&it| !here.is_hole[usize::from(it)]);
            filled.extend(aims.map(|&it| ground.square(it)));
        }
        let seeds = corral.map_or(Vec::new(), |it| it.seeds);
        let seeds: Vec<_> = seeds.into_iter().map(|it| ground.square(it)).collect();
        self.writer.state(&Record {
            boxes: &ground.set(&here.boxes),
            filled: &filled,
            keeper: ground.square(here.keeper),
            cost,
            corral: &seeds,
            reasons,
        })?;
        Ok(())
    }
}

/// The indices of the `chosen` boxes among all of them.
fn places_of(boxes: &[u16], chosen: &[u16]) -> Vec<u16> {
    let places = (0..boxes.len()).filter(|&index| chosen.contains(&boxes[index]));
    places.map(|it| it as u16).collect()
}
