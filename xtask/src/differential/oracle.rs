//! The oracle: ground truth about a small level by exhaustive search.
//!
//! It is written from the table of rules in `ARCHITECTURE.md` and shares no code with what it
//! judges: it reads the picture of a level itself, numbers the places itself, and uses no board,
//! state, region or bound of the libraries. It is slow where the program is fast, and simple.

mod places;
mod spread;

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use sokolab_core::{Ground, Level, Occupant};

use places::{stepped, wanted_places};
pub(crate) use spread::Spread;

/// Maximum number of floor places.
pub(crate) const PLACES_MAX: usize = 100;
/// Maximum number of goals under rules with holes.
const HOLES_MAX: usize = 16;

/// Column and row steps: left, up, right, down, then the diagonals.
const WAYS: [(isize, isize); 8] =
    [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
/// The letters of the directions, in the same order.
const LETTERS: [char; 8] = ['l', 'u', 'r', 'd', 'q', 'e', 'z', 'c'];
/// For each diagonal, the two directions it is made of.
const PARTS: [[usize; 2]; 4] = [[0, 1], [2, 1], [0, 3], [2, 3]];

/// What happens to a box on a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goals {
    Keep,
    Fill,
    Sink,
}

/// A situation: boxes in the low bits, then the open holes, then the keeper's place.
pub(crate) type Situation = u128;

const HOLES_SHIFT: u32 = PLACES_MAX as u32;
const KEEPER_SHIFT: u32 = HOLES_SHIFT + HOLES_MAX as u32;
const BOXES: u128 = (1 << PLACES_MAX) - 1;

/// A level as the oracle sees it.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    goal_kind: Goals,
    step_ways: usize,
    push_ways: usize,
    squeezes: bool,
    width: usize,
    /// The number of each place of the picture, if it is relevant.
    numbers: Vec<Option<u8>>,
    beside: Vec<[Option<u8>; 8]>,
    /// The neighbours of each place along rows and columns.
    near: Vec<u128>,
    goals: u128,
    exits: u128,
    doors: u128,
    dead_fields: u128,
    holes: Vec<u8>,
    start: Situation,
}

/// Why there is no oracle for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// The level is unplayable.
    Invalid(&'static str),
    /// It is too large for exhaustive search.
    TooLarge,
}

/// The ground truth about a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truth {
    /// The fewest pushes; `None` if there is no solution.
    pub(crate) pushes: Option<u32>,
    /// The fewest moves; `None` if there is no solution.
    pub(crate) moves: Option<u32>,
    /// Number of states visited by pushes.
    pub(crate) states: usize,
}

pub(crate) type Situations = HashSet<Situation, BuildHasherDefault<Spread>>;

impl Oracle {
    /// Reads the picture of a level.
    pub(crate) fn new(level: &Level) -> Result<Oracle, Unfit> {
        let picture = &level.picture;
        let (goal_kind, step_ways, push_ways, squeezes) = match level.rules.name() {
            "official" => (Goals::Keep, 4, 4, false),
            "nethack" => (Goals::Fill, 4, 4, false),
            "nethack-game" => (Goals::Fill, 8, 4, false),
            "nethack-diagonal" => (Goals::Fill, 8, 8, true),
            "sink" => (Goals::Sink, 4, 4, false),
            _ => return Err(Unfit::Invalid("unknown rules")),
        };
        let is_keeper = |at: &usize| picture.places()[*at].occupant == Occupant::Keeper;
        let mut keepers = (0..picture.places().len()).filter(is_keeper);
        let keeper = keepers.next().ok_or(Unfit::Invalid("no keeper"))?;
        if keepers.next().is_some() {
            return Err(Unfit::Invalid("several keepers"));
        }
        let wanted = wanted_places(level, keeper, step_ways == 8 && squeezes)?;
        let mut oracle = Oracle {
            goal_kind,
            step_ways,
            push_ways,
            squeezes,
            width: picture.width(),
            numbers: vec![None; picture.places().len()],
            beside: Vec::new(),
            near: Vec::new(),
            goals: 0,
            exits: 0,
            doors: 0,
            dead_fields: 0,
            holes: Vec::new(),
            start: 0,
        };
        for (number, &place) in wanted.iter().enumerate() {
            oracle.numbers[place] = Some(number as u8);
        }
        oracle.link(&wanted, picture.height());
        oracle.furnish(level, &wanted)?;
        Ok(oracle)
    }

    fn link(&mut self, wanted: &[usize], height: usize) {
        for &place in wanted {
            let ways = WAYS.map(|way| {
                let at = stepped((place % self.width, place / self.width), way, self.width, height);
                at.and_then(|(x, y)| self.numbers[y * self.width + x])
            });
            let near = ways[..4].iter().flatten().fold(0, |set, &it| set | 1 << it);
            self.beside.push(ways);
            self.near.push(near);
        }
    }

    fn furnish(&mut self, level: &Level, wanted: &[usize]) -> Result<(), Unfit> {
        let (mut boxes, mut open, mut keeper) = (0_u128, 0_u128, 0);
        for (number, &place) in wanted.iter().enumerate() {
            let (bit, place) = (1_u128 << number, level.picture.places()[place]);
            let is_box = place.occupant == Occupant::Box;
            match place.ground {
                Ground::Goal => self.goals |= bit,
                Ground::Exit if self.goal_kind == Goals::Fill => self.exits |= bit,
                Ground::Door => self.doors |= bit,
                Ground::DeadField => self.dead_fields |= bit,
                _ => {}
            }
            let is_swallowed = place.ground == Ground::Goal && self.goal_kind != Goals::Keep;
            if is_box && !is_swallowed {
                boxes |= bit;
            }
            if place.ground == Ground::Goal && self.goal_kind == Goals::Fill {
                if self.holes.len() == HOLES_MAX {
                    return Err(Unfit::TooLarge);
                }
                if !is_box {
                    open |= 1 << self.holes.len();
                }
                self.holes.push(number as u8);
            }
            if place.occupant == Occupant::Keeper {
                keeper = number;
                if place.ground == Ground::Goal && self.goal_kind == Goals::Fill {
                    return Err(Unfit::Invalid("the keeper stands on a hole"));
                }
            }
        }
        if self.goals == 0 && self.exits == 0 {
            return Err(Unfit::Invalid("no goal"));
        }
        self.start = boxes | open << HOLES_SHIFT | (keeper as u128) << KEEPER_SHIFT;
        Ok(())
    }

    /// The initial situation.
    pub(crate) fn start(&self) -> Situation {
        self.start
    }

    /// The situation with these boxes and open goals, and the keeper on a place.
    pub(crate) fn situation(&self, boxes: u128, open: u128, keeper: u8) -> Situation {
        let is_open = |it: &(usize, &u8)| open >> *it.1 & 1 == 1;
        let holes = self.holes.iter().enumerate().filter(is_open);
        let holes = holes.fold(0_u128, |set, (index, _)| set | 1 << index);
        boxes | holes << HOLES_SHIFT | u128::from(keeper) << KEEPER_SHIFT
    }

    /// The goals as a set of places.
    pub(crate) fn goals(&self) -> u128 {
        self.goals
    }

    /// Whether boxes stay on goals.
    pub(crate) fn keeps_boxes(&self) -> bool {
        self.goal_kind == Goals::Keep
    }

    /// Whether boxes fill holes.
    pub(crate) fn has_holes(&self) -> bool {
        self.goal_kind == Goals::Fill
    }

    /// Whether the keeper's place decides a win.
    pub(crate) fn has_exit(&self) -> bool {
        self.exits != 0
    }

    /// The number of the place in column `x` of row `y`.
    pub(crate) fn number_at(&self, x: usize, y: usize) -> Option<u8> {
        self.numbers.get(y * self.width + x).copied().flatten()
    }

    /// The boxes of a situation.
    pub(crate) fn boxes(situation: Situation) -> u128 {
        situation & BOXES
    }

    /// Boxes and open holes, without the keeper.
    fn configuration(situation: Situation) -> u128 {
        situation & ((1 << KEEPER_SHIFT) - 1)
    }

    /// The places of the open holes.
    pub(crate) fn open_holes(&self, situation: Situation) -> u128 {
        let bits = situation >> HOLES_SHIFT;
        let open = self.holes.iter().enumerate().filter(|it| bits >> it.0 & 1 == 1);
        open.fold(0, |set, (_, &hole)| set | 1 << hole)
    }

    fn keeper(situation: Situation) -> usize {
        (situation >> KEEPER_SHIFT) as usize
    }

    fn with_keeper(situation: Situation, keeper: usize) -> Situation {
        Oracle::configuration(situation) | (keeper as u128) << KEEPER_SHIFT
    }

    /// Whether a situation is won as it is.
    pub(crate) fn is_won(&self, situation: Situation) -> bool {
        let boxes = Oracle::boxes(situation);
        match self.goal_kind {
            Goals::Keep if boxes.count_ones() >= self.goals.count_ones() => {
                self.goals & !boxes == 0
            }
            Goals::Keep => boxes & !self.goals == 0,
            Goals::Fill if self.exits != 0 => self.exits >> Oracle::keeper(situation) & 1 == 1,
            Goals::Fill => self.open_holes(situation) == 0,
            Goals::Sink => boxes == 0,
        }
    }

    /// Where one step leads the keeper, if it is legal.
    fn step(&self, boxes: u128, open: u128, from: usize, way: usize) -> Option<usize> {
        if way >= self.step_ways {
            return None;
        }
        let to = self.beside[from][way]? as usize;
        if (boxes | open) >> to & 1 == 1 {
            return None;
        }
        if way >= 4 && !self.squeezes {
            let is_obstacle =
                |part: usize| self.beside[from][part].is_none_or(|it| boxes >> it & 1 == 1);
            let is_tight = PARTS[way - 4].iter().all(|&part| is_obstacle(part));
            let is_doorway = self.doors & (1 << from | 1 << to) != 0;
            if is_tight || is_doorway {
                return None;
            }
        }
        Some(to)
    }

    /// The situation after a push of the box on `at` by a keeper behind it, if it is legal.
    fn push(&self, situation: Situation, at: usize, way: usize) -> Option<Situation> {
        let boxes = Oracle::boxes(situation);
        if way >= self.push_ways || boxes >> at & 1 == 0 {
            return None;
        }
        let to = self.beside[at][way]? as usize;
        if (boxes | self.dead_fields) >> to & 1 == 1 {
            return None;
        }
        let mut after = Oracle::with_keeper(situation, at) & !(1 << at);
        let hole = self.holes.iter().position(|&it| it as usize == to);
        match (self.goal_kind, hole) {
            (Goals::Fill, Some(hole)) if situation >> HOLES_SHIFT >> hole & 1 == 1 => {
                after &= !(1 << HOLES_SHIFT << hole);
            }
            (Goals::Sink, _) if self.goals >> to & 1 == 1 => {}
            _ => after |= 1 << to,
        }
        Some(after)
    }

    /// The situation after one move, and whether it was a push.
    fn play(&self, situation: Situation, way: usize) -> Option<(Situation, bool)> {
        let (boxes, keeper) = (Oracle::boxes(situation), Oracle::keeper(situation));
        let to = self.beside[keeper][way]? as usize;
        if boxes >> to & 1 == 1 {
            return Some((self.push(situation, to, way)?, true));
        }
        let to = self.step(boxes, self.open_holes(situation), keeper, way)?;
        Some((Oracle::with_keeper(situation, to), false))
    }

    /// The places that the keeper can walk to.
    pub(crate) fn region(&self, situation: Situation) -> u128 {
        let (boxes, open) = (Oracle::boxes(situation), self.open_holes(situation));
        let start = Oracle::keeper(situation);
        let (mut region, mut pending) = (1_u128 << start, 1_u128 << start);
        while pending != 0 {
            let from = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            let mut new = self.near[from] & !(boxes | open | region);
            for way in 4..self.step_ways {
                if let Some(to) = self.step(boxes, open, from, way) {
                    new |= (1 << to) & !region;
                }
            }
            region |= new;
            pending |= new;
        }
        region
    }

    /// The same situation with the keeper on the first place of its region, and that region.
    pub(crate) fn settled(&self, situation: Situation) -> (Situation, u128) {
        let region = self.region(situation);
        (Oracle::with_keeper(situation, region.trailing_zeros() as usize), region)
    }

    /// Whether the keeper can win without another push.
    pub(crate) fn is_won_in(&self, situation: Situation, region: u128) -> bool {
        if self.exits == 0 { self.is_won(situation) } else { region & self.exits != 0 }
    }

    /// Calls back with every situation after one push from anywhere in `region`.
    pub(crate) fn each_push(
        &self,
        situation: Situation,
        region: u128,
        emit: &mut dyn FnMut(Situation),
    ) {
        let mut boxes = Oracle::boxes(situation);
        while boxes != 0 {
            let at = boxes.trailing_zeros() as usize;
            boxes &= boxes - 1;
            for way in 0..self.push_ways {
                let behind = self.beside[at][opposite(way)];
                if behind.is_some_and(|it| region >> it & 1 == 1)
                    && let Some(after) = self.push(situation, at, way)
                {
                    emit(after);
                }
            }
        }
    }

    /// The truth; `None` if there are more states than allowed.
    pub(crate) fn truth(&self, states_max: usize) -> Option<Truth> {
        let (pushes, states) = self.fewest_pushes(states_max)?;
        let moves = match pushes {
            None => None,
            Some(_) => Some(self.fewest_moves(states_max.saturating_mul(16))?),
        };
        Some(Truth { pushes, moves, states })
    }

    /// The fewest pushes, if there is a solution, and the number of states visited; `None` if there
    /// are more states than allowed.
    pub(crate) fn fewest_pushes(&self, states_max: usize) -> Option<(Option<u32>, usize)> {
        let mut seen = Situations::default();
        let first = self.settled(self.start);
        seen.insert(first.0);
        let mut layer = vec![first];
        for pushes in 0.. {
            if layer.iter().any(|&(situation, region)| self.is_won_in(situation, region)) {
                return Some((Some(pushes), seen.len()));
            }
            let mut next = Vec::new();
            for &(situation, region) in &layer {
                self.each_push(situation, region, &mut |after| {
                    let settled = self.settled(after);
                    if seen.insert(settled.0) {
                        next.push(settled);
                    }
                });
            }
            if seen.len() > states_max {
                return None;
            }
            if next.is_empty() {
                return Some((None, seen.len()));
            }
            layer = next;
        }
        None
    }

    /// The fewest moves of a solvable level.
    fn fewest_moves(&self, states_max: usize) -> Option<u32> {
        let mut seen = Situations::default();
        seen.insert(self.start);
        let mut layer = vec![self.start];
        for moves in 0.. {
            let mut next = Vec::new();
            for &situation in &layer {
                if self.is_won(situation) {
                    return Some(moves);
                }
                for way in 0..self.step_ways {
                    if let Some((after, _)) = self.play(situation, way)
                        && seen.insert(after)
                    {
                        next.push(after);
                    }
                }
            }
            if next.is_empty() || seen.len() > states_max {
                return None;
            }
            layer = next;
        }
        None
    }

    /// Replays moves written as letters. Returns the situations before the first push and after
    /// each.
    ///
    /// # Errors
    /// What is wrong with them: they are illegal, their case is wrong, or they do not win.
    pub(crate) fn replay(&self, moves: &str) -> Result<Vec<Situation>, String> {
        self.replay_from(self.start, moves)
    }

    /// The same from any situation.
    ///
    /// # Errors
    /// As for [`Oracle::replay`].
    pub(crate) fn replay_from(
        &self,
        mut situation: Situation,
        moves: &str,
    ) -> Result<Vec<Situation>, String> {
        let mut situations = vec![situation];
        for (index, letter) in moves.chars().enumerate() {
            let way = LETTERS.iter().position(|&it| it == letter.to_ascii_lowercase());
            let way = way.ok_or_else(|| format!("move {index} is written {letter:?}"))?;
            let played = self.play(situation, way);
            let (after, is_push) =
                played.ok_or_else(|| format!("move {index}, {letter:?}, is not allowed"))?;
            if is_push != letter.is_ascii_uppercase() {
                return Err(format!("move {index}, {letter:?}, has the wrong case"));
            }
            situation = after;
            if is_push {
                situations.push(situation);
            }
        }
        if self.is_won(situation) { Ok(situations) } else { Err("the moves do not win".to_owned()) }
    }
}

/// The opposite direction.
const fn opposite(way: usize) -> usize {
    [2, 3, 0, 1, 7, 6, 5, 4][way]
}

#[cfg(test)]
mod tests;
