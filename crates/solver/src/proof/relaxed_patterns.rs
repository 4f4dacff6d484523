//! Patterns: small searches of the relaxed game that prove some of the boxes dead.
//!
//! Only for levels without spare boxes.

use std::cell::OnceCell;

use sokolab_core::GoalKind;
use sokolab_proof::{Reason, Record, Setting, WriteError, Writer};

use super::corrals::{PiCorral, closed_parts};
use super::keys::{KeySet, bits, put_bits};
use super::proof_board::{Position, ProofBoard, Walk, back};
use super::small_positions::SmallPositions;

/// What is known about a relaxed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// It is in the queue of a search, or was in one that proved nothing about it.
    Open,
    /// It is dead, and its pattern has been written.
    Dead,
    /// It can be served, or its search was given up.
    Left,
}

/// The patterns found so far, and the searches that find them.
#[derive(Debug)]
pub(super) struct RelaxedPatterns {
    /// Computed on first use; holds `None` if the board is too large.
    few: OnceCell<Option<SmallPositions>>,
    known: KeySet,
    statuses: Vec<Status>,
    position: Position,
    walk: Walk,
    key: Vec<u8>,
    /// The number of nodes expanded by small searches.
    pub(super) nodes: u64,
}

/// A position that a small search has expanded, with the reasons for its successors.
struct Expanded {
    number: usize,
    seeds: Vec<u16>,
    reasons: Vec<Reason>,
}

impl RelaxedPatterns {
    pub(super) fn new(ground: &ProofBoard<'_>) -> RelaxedPatterns {
        RelaxedPatterns {
            few: OnceCell::new(),
            known: KeySet::new(ground.count.div_ceil(8) + 2),
            statuses: Vec::new(),
            position: Position::empty(ground),
            walk: Walk::new(ground),
            key: Vec::new(),
            nodes: 0,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.known.bytes() + self.statuses.capacity() as u64
    }

    /// The indices in `boxes` of a dead position with one or two boxes that includes the box on
    /// `moved`.
    pub(super) fn dead_few(
        &mut self,
        ground: &ProofBoard<'_>,
        boxes: &[u16],
        keeper: u16,
        moved: u16,
        writer: &mut Writer<'_>,
    ) -> Result<Option<Vec<u16>>, WriteError> {
        self.few.get_or_init(|| SmallPositions::new(ground));
        let RelaxedPatterns { few, known, statuses, .. } = self;
        let Some(Some(few)) = few.get_mut() else { return Ok(None) };
        let Some(own) = boxes.iter().position(|&it| it == moved) else { return Ok(None) };
        // The box alone comes first.
        let others = std::iter::once(own).chain((0..boxes.len()).filter(|&it| it != own));
        for other in others {
            let number = few.number(moved, boxes[other], keeper);
            let Some(number) = number.filter(|&number| few.is_dead(number)) else { continue };
            few.write(ground, number, writer, &is_listed(ground, known, statuses))?;
            let mut places = vec![own as u16, other as u16];
            places.sort_unstable();
            places.dedup();
            return Ok(Some(places));
        }
        Ok(None)
    }

    /// Whether one or two boxes are dead by the table; `None` if it does not say. The table is made
    /// only if a push can be made: frozen boxes need none.
    fn is_dead_few(
        &mut self,
        ground: &ProofBoard<'_>,
        boxes: &[u16],
        keeper: u16,
        writer: &mut Writer<'_>,
    ) -> Result<Option<bool>, WriteError> {
        let (Some(&one), 1..=2) = (boxes.first(), boxes.len()) else { return Ok(None) };
        if self.few.get().is_none() {
            self.position.place(boxes.iter().copied());
            self.position.keeper = keeper;
            self.walk.spread(ground, &self.position);
            let can_move = |from: u16| {
                (0..ground.push_ways).any(|way| {
                    ground.push_target(&self.position, from, way).is_some()
                        && self.walk.reaches(ground.beside(from, back(way)))
                })
            };
            if !boxes.iter().any(|&it| can_move(it)) {
                return Ok(None);
            }
        }
        self.few.get_or_init(|| SmallPositions::new(ground));
        let RelaxedPatterns { few, known, statuses, .. } = self;
        let Some(Some(few)) = few.get_mut() else { return Ok(None) };
        let two = boxes[boxes.len() - 1];
        let Some(number) = few.number(one, two, keeper) else { return Ok(None) };
        if few.is_dead(number) {
            few.write(ground, number, writer, &is_listed(ground, known, statuses))?;
        }
        Ok(Some(few.is_dead(number)))
    }

    /// Whether these boxes alone are dead. A search that would expand more than `nodes_max`
    /// positions is given up.
    pub(super) fn is_dead(
        &mut self,
        ground: &ProofBoard<'_>,
        boxes: &[u16],
        keeper: u16,
        nodes_max: usize,
        writer: &mut Writer<'_>,
    ) -> Result<bool, WriteError> {
        if let Some(is_dead) = self.is_dead_few(ground, boxes, keeper, writer)? {
            return Ok(is_dead);
        }
        let first = self.number(ground, boxes, keeper);
        match self.statuses.get(first) {
            Some(Status::Dead) => return Ok(true),
            Some(Status::Left) => return Ok(false),
            Some(Status::Open) | None => {}
        }
        let mut queue = vec![first];
        let mut expanded = Vec::new();
        self.note(first, Status::Open);
        let mut is_dead = true;
        while let Some(&number) = queue.get(expanded.len()).filter(|_| is_dead) {
            let done = if expanded.len() < nodes_max {
                self.expand(ground, number, &mut queue, writer)?
            } else {
                None
            };
            is_dead = done.is_some();
            expanded.extend(done);
        }
        if is_dead {
            for done in &expanded {
                self.write(ground, done, writer)?;
            }
        }
        for &number in &queue {
            // Only the first is given up; nothing is known about the others yet.
            let status = if is_dead { Status::Dead } else { Status::Open };
            self.statuses[number] = status;
        }
        if !is_dead {
            self.statuses[first] = Status::Left;
        }
        Ok(is_dead)
    }

    /// The number of a relaxed position.
    fn number(&mut self, ground: &ProofBoard<'_>, boxes: &[u16], keeper: u16) -> usize {
        self.position.place(boxes.iter().copied());
        self.position.keeper = keeper;
        let first = self.walk.spread(ground, &self.position);
        self.key.clear();
        put_bits(&mut self.key, ground.count, boxes.iter().map(|&it| usize::from(it)));
        self.key.extend(first.to_le_bytes());
        self.known.insert(&self.key)
    }

    fn note(&mut self, number: usize, status: Status) {
        if number >= self.statuses.len() {
            self.statuses.resize(number + 1, Status::Open);
        }
        self.statuses[number] = status;
    }

    fn decode(&self, number: usize) -> (Vec<u16>, u16) {
        let key = self.known.key(number);
        let (squares, keeper) = key.split_at(key.len() - 2);
        let boxes = bits(squares).map(|it| it as u16).collect();
        (boxes, u16::from_le_bytes([keeper[0], keeper[1]]))
    }

    /// Expands a position and adds new positions to the queue; `None` if it is not proved dead.
    fn expand(
        &mut self,
        ground: &ProofBoard<'_>,
        number: usize,
        queue: &mut Vec<usize>,
        writer: &mut Writer<'_>,
    ) -> Result<Option<Expanded>, WriteError> {
        self.nodes += 1;
        let (boxes, keeper) = self.decode(number);
        let is_home = |it: &u16| ground.is_goal[usize::from(*it)];
        if boxes.is_empty() || (ground.goal_kind == GoalKind::Keep && boxes.iter().all(is_home)) {
            return Ok(None);
        }
        self.position.place(boxes.iter().copied());
        self.position.keeper = keeper;
        self.walk.spread(ground, &self.position);
        let corral = self.corral(ground);
        let mut pushes = Vec::new();
        for &from in &boxes {
            for way in 0..ground.push_ways {
                let Some(to) = ground.push_target(&self.position, from, way) else { continue };
                let is_wanted = corral.as_ref().is_none_or(|it| it.wants(from, to));
                if is_wanted && self.walk.reaches(ground.beside(from, back(way))) {
                    pushes.push((from, to));
                }
            }
        }
        let mut reasons = Vec::new();
        for (from, to) in pushes {
            for (child, moved) in children(ground, &boxes, from, to) {
                let Some(reason) = self.reason(ground, &child, from, moved, queue, writer)? else {
                    return Ok(None);
                };
                reasons.push(reason);
            }
        }
        Ok(Some(Expanded { number, seeds: corral.map_or(Vec::new(), |it| it.seeds), reasons }))
    }

    fn corral(&self, ground: &ProofBoard<'_>) -> Option<PiCorral> {
        if !ground.is_classical() {
            return None;
        }
        let parts = closed_parts(ground, &self.position, &self.walk);
        parts.pi_corral(ground, &self.position, &self.walk, Setting::Pattern)
    }

    /// Why a successor is dead, or that it has been queued; `None` if it is not proved dead.
    fn reason(
        &mut self,
        ground: &ProofBoard<'_>,
        child: &[u16],
        keeper: u16,
        moved: Option<u16>,
        queue: &mut Vec<usize>,
        writer: &mut Writer<'_>,
    ) -> Result<Option<Reason>, WriteError> {
        if child.iter().any(|&it| ground.is_dead[usize::from(it)]) {
            return Ok(Some(Reason::DeadSquares));
        }
        if let Some(moved) = moved
            && let Some(places) = self.dead_few(ground, child, keeper, moved, writer)?
        {
            return Ok(Some(Reason::Pattern(places)));
        }
        if let Some(is_dead) = self.is_dead_few(ground, child, keeper, writer)? {
            return Ok(is_dead.then_some(Reason::InSet));
        }
        let number = self.number(ground, child, keeper);
        match self.statuses.get(number) {
            Some(Status::Dead) => return Ok(Some(Reason::InSet)),
            Some(Status::Left) => return Ok(None),
            Some(Status::Open) | None => {}
        }
        if !queue.contains(&number) {
            queue.push(number);
            self.note(number, Status::Open);
        }
        Ok(Some(Reason::InSet))
    }

    fn write(
        &self,
        ground: &ProofBoard<'_>,
        done: &Expanded,
        writer: &mut Writer<'_>,
    ) -> Result<(), WriteError> {
        let (boxes, keeper) = self.decode(done.number);
        let filled = ground.board.no_squares();
        let corral: Vec<_> = done.seeds.iter().map(|&it| ground.square(it)).collect();
        writer.pattern(&Record {
            boxes: &ground.set(&boxes),
            filled: &filled,
            keeper: ground.square(keeper),
            cost: 0,
            corral: &corral,
            reasons: &done.reasons,
        })
    }
}

/// Whether boxes, with the first square of the keeper's region, are a pattern that was written
/// after a small search.
fn is_listed<'a>(
    ground: &ProofBoard<'_>,
    known: &'a KeySet,
    statuses: &'a [Status],
) -> impl Fn(&[u16], u16) -> bool + 'a {
    let count = ground.count;
    move |boxes, keeper| {
        let mut key = Vec::new();
        put_bits(&mut key, count, boxes.iter().map(|&it| usize::from(it)));
        key.extend(keeper.to_le_bytes());
        known.find(&key).and_then(|it| statuses.get(it)) == Some(&Status::Dead)
    }
}

/// The boxes after a push, with the square of the pushed one; two cases if it may stay or vanish.
fn children(
    ground: &ProofBoard<'_>,
    boxes: &[u16],
    from: u16,
    to: u16,
) -> Vec<(Vec<u16>, Option<u16>)> {
    let without: Vec<u16> = boxes.iter().copied().filter(|&it| it != from).collect();
    let mut with = without.clone();
    with.insert(with.partition_point(|&it| it < to), to);
    let is_aim = ground.aim_at[usize::from(to)].is_some();
    match ground.goal_kind {
        GoalKind::Sink if is_aim => vec![(without, None)],
        GoalKind::Fill if is_aim => vec![(with, Some(to)), (without, None)],
        _ => vec![(with, Some(to))],
    }
}
