//! Replaces a chamber by another, moving everything behind it.

use std::collections::{BTreeMap, BTreeSet};

use sokolab_analysis::{Chamber, Chambers, Orientation, Port, chambers, cut_squares, tunnels};
use sokolab_chamber::ChamberShape;
use sokolab_core::{
    Board, Direction, Directions, Edge, Ground, Level, Picture, Place, Square, State, check,
};

/// A point of the plane.
type Spot = (i32, i32);

/// An empty chamber to insert: its shape, and the keeper's square if the keeper is inside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct InsertedRoom {
    pub(super) shape: ChamberShape,
    pub(super) keeper: Option<usize>,
}

impl InsertedRoom {
    /// The shape without any objects.
    pub(super) fn empty(shape: &ChamberShape) -> InsertedRoom {
        InsertedRoom { shape: shape.clone(), keeper: None }
    }

    fn turned(&self, turn: Orientation) -> InsertedRoom {
        let (shape, image) = self.shape.turned(turn);
        InsertedRoom { shape, keeper: self.keeper.map(|it| image[it]) }
    }

    fn place(&self, square: usize) -> Place {
        match self.keeper {
            Some(keeper) if keeper == square => Place::with_keeper(Ground::Floor),
            _ => Place::bare(Ground::Floor),
        }
    }
}

/// A chamber of a level, with one or two ports, to be replaced by another.
pub(super) struct Site<'a> {
    pub(super) level: &'a Level,
    pub(super) board: &'a Board,
    pub(super) state: &'a State,
    pub(super) chamber: &'a Chamber,
}

impl Site<'_> {
    /// The orientations of the room whose ports point the same way as those of the chamber.
    pub(super) fn turned(&self, room: &InsertedRoom) -> Vec<InsertedRoom> {
        let outward: Vec<Direction> = self.chamber.ports.iter().map(|it| it.direction).collect();
        let is_facing =
            |it: &InsertedRoom| it.shape.ports().iter().map(|it| it.outward).eq(outward.clone());
        let turned = Orientation::ALL.into_iter().map(|turn| room.turned(turn));
        let mut turned: Vec<InsertedRoom> = turned.filter(is_facing).collect();
        turned.sort();
        turned.dedup();
        turned
    }

    /// The level with `room` in place of the chamber, if it fits. What lies behind the first port
    /// stays in place; what lies behind the second is moved as a whole.
    pub(super) fn with(&self, room: &InsertedRoom) -> Option<Level> {
        let ports = room.shape.ports();
        let door = self.spot(self.chamber.ports.first()?.square);
        let inner = spot(ports[0].inner);
        let moved = |it: (usize, usize)| added(spot(it), (door.0 - inner.0, door.1 - inner.1));
        let mut fresh: Vec<(Spot, Place)> = Vec::new();
        for (square, &place) in room.shape.squares().iter().enumerate() {
            fresh.push((moved(place), room.place(square)));
        }
        if self.chamber.squares.contains(&self.state.keeper) && room.keeper.is_none() {
            fresh.iter_mut().filter(|it| it.0 == door).for_each(|it| {
                it.1 = Place::with_keeper(Ground::Floor);
            });
        }
        let mut parts: Vec<Vec<(Spot, Place)>> = Vec::new();
        for (number, own) in ports.iter().enumerate() {
            let port = self.chamber.ports.get(number)?;
            let (from, to) = (self.spot(port.square), moved(own.inner));
            let offset = (to.0 - from.0, to.1 - from.1);
            let behind = if number == 0 { self.rest() } else { self.behind(port) };
            let place = |it: Square| {
                let (x, y) = self.board.position(it);
                (added(self.spot(it), offset), self.level.picture.at(x, y))
            };
            let behind: Vec<(Spot, Place)> = behind.into_iter().map(place).collect();
            let outside = added(to, (port.direction.dx(), port.direction.dy()));
            let may_meet = |a: Spot, b: Spot| (a, b) == (to, outside);
            if !self.are_apart(&fresh, &behind, may_meet)
                || parts.iter().any(|it| !self.are_apart(it, &behind, |_, _| false))
            {
                return None;
            }
            parts.push(behind);
        }
        drawn(self.level, parts.into_iter().flatten().chain(fresh).collect())
    }

    /// The squares behind a port of the chamber.
    pub(super) fn behind(&self, port: &Port) -> Vec<Square> {
        let mut reached = self.board.no_squares();
        let mut pending: Vec<Square> =
            self.board.neighbour(port.square, port.direction).into_iter().collect();
        let mut found = Vec::new();
        while let Some(square) = pending.pop() {
            if self.chamber.squares.contains(&square) || !reached.insert(square) {
                continue;
            }
            found.push(square);
            let ways = Direction::ORTHOGONAL.into_iter();
            pending.extend(ways.filter_map(|it| self.board.neighbour(square, it)));
        }
        found
    }

    /// All squares except those of the chamber and those behind its second port.
    fn rest(&self) -> Vec<Square> {
        let moved = self.chamber.ports.get(1).map_or(Vec::new(), |it| self.behind(it));
        let is_rest = |it: &Square| !self.chamber.squares.contains(it) && !moved.contains(it);
        self.board.squares().filter(is_rest).collect()
    }

    /// Whether the two parts neither overlap nor touch, except where they are allowed to meet.
    /// Diagonal contact at the corner of a door is ignored.
    fn are_apart(
        &self,
        one: &[(Spot, Place)],
        other: &[(Spot, Place)],
        may_meet: impl Fn(Spot, Spot) -> bool,
    ) -> bool {
        let ways: &[Direction] = match self.level.rules.pushes() {
            Directions::Four => &Direction::ORTHOGONAL,
            Directions::Eight => &Direction::ALL,
        };
        let other: BTreeSet<Spot> = other.iter().map(|it| it.0).collect();
        let outside = other.iter().copied().find(|&it| one.iter().any(|o| may_meet(o.0, it)));
        one.iter().all(|&(spot, _)| {
            let touches = |way: &Direction| {
                let beside = added(spot, (way.dx(), way.dy()));
                let is_round = way.is_diagonal() && Some(beside) == outside;
                other.contains(&beside) && !may_meet(spot, beside) && !is_round
            };
            !other.contains(&spot) && !ways.iter().any(touches)
        })
    }

    fn spot(&self, square: Square) -> Spot {
        spot(self.board.position(square))
    }
}

/// The chambers of a board.
pub(super) fn split_of(board: &Board) -> Chambers {
    let cut = cut_squares(board);
    chambers(board, &cut, &tunnels(board, &cut))
}

fn spot((x, y): (usize, usize)) -> Spot {
    (x as i32, y as i32)
}

fn added(one: Spot, other: Spot) -> Spot {
    (one.0 + other.0, one.1 + other.1)
}

/// `level` with its floor replaced by these places.
fn drawn(level: &Level, places: BTreeMap<Spot, Place>) -> Option<Level> {
    let left = places.keys().map(|it| it.0).min()?;
    let right = places.keys().map(|it| it.0).max()?;
    let top = places.keys().map(|it| it.1).min()?;
    let bottom = places.keys().map(|it| it.1).max()?;
    let (width, height) = ((right - left + 3) as usize, (bottom - top + 3) as usize);
    let solid = vec![Place::bare(Ground::Wall); width * height];
    let mut picture = Picture::new(width, solid, Edge::Solid);
    for ((x, y), place) in places {
        picture.put((x - left + 1) as usize, (y - top + 1) as usize, place);
    }
    tight(level, picture)
}

/// `level` with this picture, tightly framed.
pub(super) fn tight(level: &Level, picture: Picture) -> Option<Level> {
    let mut fresh = Level::from_picture(picture, level.rules);
    let (board, state) = check(&fresh).ok()?;
    fresh.picture = Picture::of_puzzle(&board, &state);
    fresh.title.clone_from(&level.title);
    fresh.notes = level.notes.clone();
    fresh.collection = level.collection.clone();
    Some(fresh)
}
