//! A part of the floor in play, with the places around it.

use sokolab_core::{Board, Direction, Square, SquareSet};

/// The largest number of places of a part and its rim: they fit into one word.
pub(super) const PLACES_MAX: usize = 128;

const NO_PLACE: u8 = u8::MAX;

/// A part of the floor. Its places are its own squares and then its *rim*: the squares of other
/// parts beside it.
#[derive(Debug)]
pub(super) struct Part {
    /// The squares of the board, by place.
    pub(super) squares: Vec<Square>,
    /// How many of them belong to the part itself.
    pub(super) own: usize,
    /// Its own places that have a goal.
    pub(super) goals: u128,
    /// Its own places on which no box may come to rest.
    dead: u128,
    next: Vec<[u8; 8]>,
    walk: Vec<u128>,
    ways: &'static [Direction],
}

/// What a part needs to know about the rest of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Interface {
    /// For each place of the rim, the places of the rim that the keeper can walk to without
    /// entering the part.
    pub(super) joined: Vec<u128>,
    /// The places of the rim that the keeper cannot enter.
    pub(super) closed: u128,
    /// The places of the rim with a box.
    pub(super) boxes: u128,
}

/// A state of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PartState {
    /// Its own places with boxes.
    pub(super) boxes: u128,
    /// Its own places with open holes.
    pub(super) holes: u128,
    /// The first place of the keeper's region.
    pub(super) keeper: u8,
}

/// A push of the box on a place.
pub(super) type PartPush = (u8, Direction);

/// A place where a box can be pushed while no other box moves.
#[derive(Clone, Copy, Debug)]
struct TrailStop {
    place: u8,
    keeper: u8,
    before: usize,
    way: Direction,
}

/// How a box leaves a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrailEnd {
    stop: usize,
    way: Direction,
    /// Where it goes: a place of the rim or an open hole.
    pub(super) to: u8,
}

/// Everything that can happen to one box while no other box moves.
#[derive(Debug)]
pub(super) struct Trail {
    stops: Vec<TrailStop>,
    /// The shortest ways to leave or to fill a hole, one for each place.
    pub(super) ends: Vec<TrailEnd>,
}

impl Trail {
    /// The states in which the box rests somewhere else, each with the number of its stop.
    pub(super) fn rests(&self, state: PartState) -> impl Iterator<Item = (usize, PartState)> + '_ {
        let others = state.boxes & !bit(self.stops[0].place);
        let rested = move |it: &TrailStop| PartState {
            boxes: others | bit(it.place),
            holes: state.holes,
            keeper: it.keeper,
        };
        self.stops.iter().enumerate().skip(1).map(move |(at, it)| (at, rested(it)))
    }

    /// The pushes to the stop with this number.
    pub(super) fn pushes_to(&self, mut at: usize) -> Vec<PartPush> {
        let mut pushes = Vec::new();
        while at != 0 {
            let stop = self.stops[at];
            at = stop.before;
            pushes.push((self.stops[at].place, stop.way));
        }
        pushes.reverse();
        pushes
    }

    /// The pushes to an end of the trail.
    pub(super) fn pushes_to_end(&self, end: TrailEnd) -> Vec<PartPush> {
        let mut pushes = self.pushes_to(end.stop);
        pushes.push((self.stops[end.stop].place, end.way));
        pushes
    }

    /// The last place of the box before the end of the trail.
    pub(super) fn last_place(&self, end: TrailEnd) -> u8 {
        self.stops[end.stop].place
    }
}

pub(super) const fn bit(place: u8) -> u128 {
    1 << place
}

/// The places of a set.
pub(super) fn places(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (set != 0).then_some(set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(place)
    })
}

impl Part {
    /// The part with these squares; `None` if it has too many places.
    pub(super) fn new(board: &Board, own: &[Square], dead: &SquareSet) -> Option<Part> {
        let ways = board.rules().pushes().list();
        let mut squares = own.to_vec();
        let beside = |from: Square| ways.iter().filter_map(move |&it| board.neighbour(from, it));
        for next in own.iter().flat_map(|&it| beside(it)) {
            if !squares.contains(&next) {
                squares.push(next);
            }
        }
        if squares.len() > PLACES_MAX {
            return None;
        }
        let place = |square: Option<Square>| {
            let found = square.and_then(|it| squares.iter().position(|&other| other == it));
            found.map_or(NO_PLACE, |it| it as u8)
        };
        let is_joined = |from: usize, to: u8| from < own.len() || usize::from(to) < own.len();
        let next: Vec<[u8; 8]> = { squares.iter().enumerate() }
            .map(|(from, &square)| {
                let to = |way| Some(place(board.neighbour(square, way)));
                Direction::ALL
                    .map(|way| to(way).filter(|&it| is_joined(from, it)).unwrap_or(NO_PLACE))
            })
            .collect();
        let walk = next.iter().map(|next| {
            let to = ways.iter().map(|it| next[it.index()]).filter(|&it| it != NO_PLACE);
            to.fold(0, |set, it| set | bit(it))
        });
        let walk = walk.collect();
        let set = |chosen: &dyn Fn(Square) -> bool| {
            let own = own.iter().enumerate().filter(|it| chosen(*it.1));
            own.fold(0, |set, (place, _)| set | bit(place as u8))
        };
        let goals = set(&|it| board.goals().contains(it));
        let dead = set(&|it| dead.contains(it) || board.dead_fields().contains(it));
        Some(Part { own: own.len(), goals, dead, next, walk, ways, squares })
    }

    /// The squares of its rim.
    pub(super) fn rim(&self) -> &[Square] {
        &self.squares[self.own..]
    }

    /// The places of its rim.
    pub(super) const fn rim_places(&self) -> u128 {
        let all = if self.squares.len() == PLACES_MAX {
            u128::MAX
        } else {
            bit(self.squares.len() as u8) - 1
        };
        all & !(bit(self.own as u8) - 1)
    }

    /// How far boxes can be pushed straight in from each place of the rim if these places are
    /// occupied: none, one, or two or more squares, as two bits for each way in.
    pub(super) fn room(&self, taken: u128) -> u64 {
        let mut room = 0;
        for from in self.own..self.squares.len() {
            for &way in self.ways {
                let next = |place: u8| self.next[usize::from(place)][way.index()];
                let is_free = |place: u8| {
                    usize::from(place) < self.own && (taken | self.dead) & bit(place) == 0
                };
                let first = next(from as u8);
                if usize::from(first) < self.own {
                    let farther = || u64::from(is_free(next(first)));
                    let count = if is_free(first) { 1 + farther() } else { 0 };
                    room = (room << 2) | count;
                }
            }
        }
        room
    }

    /// The places that the keeper can walk to.
    pub(super) fn region(&self, interface: &Interface, state: PartState) -> u128 {
        let blocked = state.boxes | state.holes | interface.closed;
        let mut region = bit(state.keeper);
        let mut pending = region;
        while pending != 0 {
            let place = pending.trailing_zeros() as usize;
            let mut near = self.walk[place];
            if place >= self.own {
                near |= interface.joined[place - self.own];
            }
            let fresh = near & !blocked & !region;
            region |= fresh;
            pending = (pending & (pending - 1)) | fresh;
        }
        region
    }

    /// The state with the keeper on the first place of its region.
    pub(super) fn normalized(&self, interface: &Interface, state: PartState) -> PartState {
        PartState { keeper: self.region(interface, state).trailing_zeros() as u8, ..state }
    }

    /// Everything that can happen to the box on `from` while no other box moves.
    pub(super) fn trail(&self, interface: &Interface, state: PartState, from: u8) -> Trail {
        let first = TrailStop { place: from, keeper: state.keeper, before: 0, way: Direction::Up };
        let mut trail = Trail { stops: vec![first], ends: Vec::new() };
        let others = state.boxes & !bit(from);
        let mut seen: Vec<u128> = vec![0; self.own];
        seen[usize::from(from)] = bit(state.keeper);
        let mut at = 0;
        while at < trail.stops.len() {
            let TrailStop { place, keeper, .. } = trail.stops[at];
            let here = PartState { boxes: others | bit(place), keeper, ..state };
            let region = self.region(interface, here);
            for &way in self.ways {
                let next = &self.next[usize::from(place)];
                let (behind, to) = (next[way.opposite().index()], next[way.index()]);
                if behind == NO_PLACE || to == NO_PLACE || region & bit(behind) == 0 {
                    continue;
                }
                if usize::from(to) >= self.own || state.holes & bit(to) != 0 {
                    let is_known = trail.ends.iter().any(|it| it.to == to);
                    if interface.boxes & bit(to) == 0 && !is_known {
                        trail.ends.push(TrailEnd { stop: at, way, to });
                    }
                } else if (others | self.dead) & bit(to) == 0 {
                    let there = PartState { boxes: others | bit(to), keeper: place, ..state };
                    let keeper = self.normalized(interface, there).keeper;
                    if seen[usize::from(to)] & bit(keeper) == 0 {
                        seen[usize::from(to)] |= bit(keeper);
                        trail.stops.push(TrailStop { place: to, keeper, before: at, way });
                    }
                }
            }
            at += 1;
        }
        trail
    }
}
