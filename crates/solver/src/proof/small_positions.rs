//! All relaxed positions with one or two boxes, and which of them are dead.
//!
//! Only for levels without spare boxes. The table is computed backwards: every position that leads
//! to a served one is alive, and the rest are dead. A dead position is written as a pattern when it
//! is first used, together with everything it leads to.

use sokolab_core::GoalKind;
use sokolab_proof::{Reason, Record, WriteError, Writer};

use super::proof_board::{NO_SQUARE, Position, ProofBoard, Walk, back};

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

/// For each position, those from which a push leads to it.
struct Parents {
    /// By position: where its parents begin in the list; and where the last ones end.
    begins: Vec<u32>,
    list: Vec<u32>,
}

impl Parents {
    /// Sorts pairs of a position and one of its parents.
    fn new(count: usize, pushes: &[(u32, u32)]) -> Parents {
        let mut begins = vec![0; count + 1];
        for &(child, _) in pushes {
            begins[child as usize] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut list = vec![0; pushes.len()];
        for &(child, parent) in pushes {
            let begin = &mut begins[child as usize];
            *begin -= 1;
            list[*begin as usize] = parent;
        }
        Parents { begins, list }
    }

    fn of(&self, number: u32) -> &[u32] {
        let at = number as usize;
        &self.list[self.begins[at] as usize..self.begins[at + 1] as usize]
    }
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
        let may_hold =
            |square: u16| !ground.is_dead[usize::from(square)] && !ground.swallows(square);
        for one in (0..count as u16).filter(|&it| may_hold(it)) {
            position.place([one].into_iter());
            few.label(ground, &mut position, &mut walk, one, one);
            for two in (one + 1..count as u16).filter(|&it| may_hold(it)) {
                if ground.parts_around(two, one) == 1 {
                    few.label_like_one(one, two);
                    continue;
                }
                position.place([one, two].into_iter());
                few.label(ground, &mut position, &mut walk, one, two);
            }
        }
        few.find_alive(ground);
        few.is_written = vec![false; few.pairs.len()];
        Some(few)
    }

    /// Labels a pair whose second box divides no region: its regions are those of the first box
    /// alone.
    fn label_like_one(&mut self, one: u16, two: u16) {
        let place = usize::from(one) * self.count;
        let alone = self.regions[place + usize::from(one)].as_ref();
        let mut labels = alone.expect("the box alone comes first").1.clone();
        labels[usize::from(two)] = NO_LABEL;
        let first = self.pairs.len();
        let most = labels.iter().filter(|&&it| it != NO_LABEL).max();
        let regions = most.map_or(0, |&it| usize::from(it) + 1);
        self.pairs.resize(first + regions, (one, two));
        self.regions[place + usize::from(two)] = Some((first as u32, labels));
    }

    fn label(
        &mut self,
        ground: &ProofBoard<'_>,
        position: &mut Position,
        walk: &mut Walk,
        one: u16,
        two: u16,
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
            self.pairs.push((one, two));
        }
        self.regions[usize::from(one) * self.count + usize::from(two)] = Some((first, labels));
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
        let count = self.pairs.len();
        let (mut pushes, mut pending) = (Vec::new(), Vec::new());
        let mut is_alive = vec![false; count];
        for number in 0..count as u32 {
            let mut reaches = self.is_served(ground, number);
            self.each_push(ground, number, |after| match after {
                After::Lost => {}
                After::Nothing => reaches = true,
                After::Position(child) => pushes.push((child, number)),
            });
            if reaches {
                is_alive[number as usize] = true;
                pending.push(number);
            }
        }
        let parents = Parents::new(count, &pushes);
        while let Some(number) = pending.pop() {
            for &parent in parents.of(number) {
                if !std::mem::replace(&mut is_alive[parent as usize], true) {
                    pending.push(parent);
                }
            }
        }
        self.is_alive = is_alive;
    }

    fn is_served(&self, ground: &ProofBoard<'_>, number: u32) -> bool {
        let (one, two) = self.pairs[number as usize];
        let is_home = |square: u16| ground.is_goal[usize::from(square)];
        ground.goal_kind == GoalKind::Keep && is_home(one) && is_home(two)
    }

    /// Calls `visit` with where every push leads, in the order that certificates use.
    fn each_push(&self, ground: &ProofBoard<'_>, number: u32, mut visit: impl FnMut(After)) {
        let (one, two) = self.pairs[number as usize];
        let place = usize::from(one) * self.count + usize::from(two);
        let (first, labels) = self.regions[place].as_ref().expect("every pair has regions");
        let label = (number - first) as u8;
        let pushed = [(one, (two != one).then_some(two)), (two, Some(one))];
        for &(from, other) in &pushed[..=usize::from(two != one)] {
            for way in 0..ground.push_ways {
                let behind = ground.beside(from, back(way));
                if behind == NO_SQUARE || labels[usize::from(behind)] != label {
                    continue;
                }
                let Some(to) = ground.landing(from, way).filter(|&to| Some(to) != other) else {
                    continue;
                };
                if ground.is_dead[usize::from(to)] {
                    visit(After::Lost);
                    continue;
                }
                let vanishes = match ground.goal_kind {
                    GoalKind::Keep => false,
                    GoalKind::Fill => ground.aim_at[usize::from(to)].is_some(),
                    GoalKind::Sink => ground.is_goal[usize::from(to)],
                };
                if !(vanishes && ground.goal_kind == GoalKind::Sink) {
                    let number = self.number(to, other.unwrap_or(to), from);
                    visit(number.map_or(After::Lost, After::Position));
                }
                if vanishes {
                    let number = other.and_then(|it| self.number(it, it, from));
                    visit(number.map_or(After::Nothing, After::Position));
                }
            }
        }
    }

    /// Writes a dead position and everything it leads to as patterns, unless that has been done;
    /// `is_listed` knows which positions others have written.
    pub(super) fn write(
        &mut self,
        ground: &ProofBoard<'_>,
        number: u32,
        writer: &mut Writer<'_>,
        is_listed: &dyn Fn(&[u16], u16) -> bool,
    ) -> Result<(), WriteError> {
        let mut pending = vec![number];
        while let Some(number) = pending.pop() {
            debug_assert!(self.is_dead(number), "what a dead position leads to is dead");
            let (one, two) = self.pairs[number as usize];
            let pair = [one, two];
            let squares = if one == two { &pair[..1] } else { &pair[..] };
            let first = self.first_square(number);
            if std::mem::replace(&mut self.is_written[number as usize], true)
                || is_listed(squares, first)
            {
                continue;
            }
            let mut reasons = Vec::new();
            self.each_push(ground, number, |after| match after {
                After::Lost => reasons.push(Reason::DeadSquares),
                After::Nothing => unreachable!("nothing is left only where a position is alive"),
                After::Position(child) => {
                    pending.push(child);
                    reasons.push(Reason::InSet);
                }
            });
            let boxes = ground.set(squares);
            let filled = ground.board.no_squares();
            let keeper = ground.square(first);
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
