//! All relaxed positions with one or two boxes, and which of them are dead.
//!
//! Only for levels without spare boxes. The table is computed backwards: every position that leads
//! to a served one is alive, and the rest are dead. A dead position is written as a pattern when it
//! is first used, together with everything it leads to.

use sokolab_core::GoalKind;
use sokolab_proof::{Reason, Record, WriteError, Writer};

use super::ground::{NO, Position, ProofBoard, Walk, back};

/// On larger boards the table would take too long.
const SQUARES_MAX: usize = 160;

/// The label of a square with a box.
const NO_LABEL: u8 = u8::MAX;

/// The table of positions with one or two boxes.
#[derive(Debug)]
pub(super) struct SmallPositions {
    count: usize,
    /// By pair of squares (the same square twice for one box): the number of its first position,
    /// and the region of each square.
    regions: Vec<Option<(u32, Box<[u8]>)>>,
    /// Indexed by position.
    pairs: Vec<(u16, u16)>,
    is_alive: Vec<bool>,
    is_written: Vec<bool>,
}

/// Where a push leads.
enum After {
    /// A box is on a dead square.
    Lost,
    /// No box is left.
    Nothing,
    Position(u32),
}

impl SmallPositions {
    /// The table of a level; `None` if its board is too large.
    pub(super) fn new(ground: &ProofBoard<'_>) -> Option<SmallPositions> {
        let count = ground.count;
        if count > SQUARES_MAX {
            return None;
        }
        let (regions, pairs) = (vec![None; count * count], Vec::new());
        let mut few =
            SmallPositions { count, regions, pairs, is_alive: Vec::new(), is_written: Vec::new() };
        let mut position = Position::empty(ground);
        let mut walk = Walk::new(ground);
        let may_hold = |square: u16| {
            let swallows =
                ground.goal_kind == GoalKind::Sink && ground.is_goal[usize::from(square)];
            !ground.is_dead[usize::from(square)] && !swallows
        };
        for one in (0..count as u16).filter(|&it| may_hold(it)) {
            for two in (one..count as u16).filter(|&it| may_hold(it)) {
                let last = (two != one).then_some(two);
                position.place([one].into_iter().chain(last));
                few.label(ground, &mut position, &mut walk, (one, two));
            }
        }
        few.find_alive(ground);
        few.is_written = vec![false; few.pairs.len()];
        Some(few)
    }

    fn label(
        &mut self,
        ground: &ProofBoard<'_>,
        position: &mut Position,
        walk: &mut Walk,
        pair: (u16, u16),
    ) {
        let mut labels = vec![NO_LABEL; self.count].into_boxed_slice();
        let first = self.pairs.len() as u32;
        let mut next = 0;
        for square in 0..self.count as u16 {
            if labels[usize::from(square)] != NO_LABEL || position.is_box[usize::from(square)] {
                continue;
            }
            position.keeper = square;
            walk.spread(ground, position);
            for &reached in walk.squares() {
                labels[usize::from(reached)] = next;
            }
            next += 1;
            self.pairs.push(pair);
        }
        self.regions[usize::from(pair.0) * self.count + usize::from(pair.1)] =
            Some((first, labels));
    }

    /// The position with boxes on these squares (the same square twice for one box) and this
    /// keeper.
    pub(super) fn number(&self, one: u16, two: u16, keeper: u16) -> Option<u32> {
        let pair = (usize::from(one.min(two)), usize::from(one.max(two)));
        let (first, labels) = self.regions[pair.0 * self.count + pair.1].as_ref()?;
        let label = labels[usize::from(keeper)];
        (label != NO_LABEL).then(|| first + u32::from(label))
    }

    pub(super) fn is_dead(&self, number: u32) -> bool {
        !self.is_alive[number as usize]
    }

    fn find_alive(&mut self, ground: &ProofBoard<'_>) {
        let mut parents: Vec<Vec<u32>> = vec![Vec::new(); self.pairs.len()];
        let mut pending = Vec::new();
        self.is_alive = vec![false; self.pairs.len()];
        for number in 0..self.pairs.len() as u32 {
            let mut is_alive = self.is_served(ground, number);
            for after in self.pushes(ground, number) {
                match after {
                    After::Lost => {}
                    After::Nothing => is_alive = true,
                    After::Position(child) => parents[child as usize].push(number),
                }
            }
            if is_alive {
                self.is_alive[number as usize] = true;
                pending.push(number);
            }
        }
        while let Some(number) = pending.pop() {
            for &parent in &parents[number as usize] {
                if !std::mem::replace(&mut self.is_alive[parent as usize], true) {
                    pending.push(parent);
                }
            }
        }
    }

    fn is_served(&self, ground: &ProofBoard<'_>, number: u32) -> bool {
        let (one, two) = self.pairs[number as usize];
        let is_home = |square: u16| ground.is_goal[usize::from(square)];
        ground.goal_kind == GoalKind::Keep && is_home(one) && is_home(two)
    }

    /// Where every push leads, in the order that certificates use.
    fn pushes(&self, ground: &ProofBoard<'_>, number: u32) -> Vec<After> {
        let (one, two) = self.pairs[number as usize];
        let place = usize::from(one) * self.count + usize::from(two);
        let (first, labels) = self.regions[place].as_ref().expect("every pair has regions");
        let label = (number - first) as u8;
        let mut position = Position::empty(ground);
        position.place([one].into_iter().chain((two != one).then_some(two)));
        let mut found = Vec::new();
        for &from in &position.boxes {
            let other = position.boxes.iter().copied().find(|&it| it != from);
            for way in 0..ground.push_ways {
                let behind = ground.beside(from, back(way));
                if behind == NO || labels[usize::from(behind)] != label {
                    continue;
                }
                let Some(to) = ground.push_target(&position, from, way) else { continue };
                if ground.is_dead[usize::from(to)] {
                    found.push(After::Lost);
                    continue;
                }
                let is_goal = ground.is_goal[usize::from(to)];
                let vanishes = match ground.goal_kind {
                    GoalKind::Keep => false,
                    GoalKind::Fill => ground.aim_at[usize::from(to)].is_some(),
                    GoalKind::Sink => is_goal,
                };
                if !(vanishes && ground.goal_kind == GoalKind::Sink) {
                    let number = self.number(to, other.unwrap_or(to), from);
                    found.push(number.map_or(After::Lost, After::Position));
                }
                if vanishes {
                    let number = other.and_then(|it| self.number(it, it, from));
                    found.push(number.map_or(After::Nothing, After::Position));
                }
            }
        }
        found
    }

    /// Writes a dead position and everything it leads to as patterns, unless that has been done.
    pub(super) fn write(
        &mut self,
        ground: &ProofBoard<'_>,
        number: u32,
        writer: &mut Writer<'_>,
    ) -> Result<(), WriteError> {
        let mut pending = vec![number];
        while let Some(number) = pending.pop() {
            debug_assert!(self.is_dead(number), "what a dead position leads to is dead");
            if std::mem::replace(&mut self.is_written[number as usize], true) {
                continue;
            }
            let reason = |after: After| match after {
                After::Lost => Reason::DeadSquares,
                After::Nothing => unreachable!("nothing is left only where a position is alive"),
                After::Position(child) => {
                    pending.push(child);
                    Reason::InSet
                }
            };
            let reasons: Vec<Reason> =
                self.pushes(ground, number).into_iter().map(reason).collect();
            let (one, two) = self.pairs[number as usize];
            let boxes = ground.set(&[one, two]);
            let filled = ground.facts.board.no_squares();
            let keeper = ground.square(self.first_square(number));
            let (cost, corral) = (0, &[][..]);
            let record =
                Record { boxes: &boxes, filled: &filled, keeper, cost, corral, reasons: &reasons };
            writer.pattern(&record)?;
        }
        Ok(())
    }

    fn first_square(&self, number: u32) -> u16 {
        let (one, two) = self.pairs[number as usize];
        let place = usize::from(one) * self.count + usize::from(two);
        let (first, labels) = self.regions[place].as_ref().expect("every pair has regions");
        let label = (number - first) as u8;
        let found = labels.iter().position(|&it| it == label);
        found.expect("every region has a square") as u16
    }
}
