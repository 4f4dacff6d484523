//! Divides a board into areas. An area is a chamber with its share of the adjacent corridors, so
//! that every square belongs to one area, and the areas form a tree.
//!
//! Each corridor goes to the area at one of its ends. Under diagonal rules, a corridor is cut only
//! where no square touches both sides of the cut except the squares along the corridor; otherwise a
//! box at its end could be pushed around the cut through a square that the neighbour considers
//! free.

use std::fmt;

use sokolab_analysis::{Chambers, Corridor, chambers, cut_squares, tunnels};
use sokolab_core::{Board, Direction, Directions, Square};

use crate::shape::{ChamberShape, PORTS_MAX, Port, SQUARES_MAX};

/// Why a level cannot be solved chamber by chamber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Indivisible {
    /// The whole level is one chamber.
    OneChamber,
    /// A chamber has too many squares.
    TooLarge,
    /// Chambers meet diagonally.
    Diagonal,
    /// The level has too many chambers, or too many goals for its size.
    TooMany,
}

impl fmt::Display for Indivisible {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Indivisible::OneChamber => formatter.write_str("the level is one chamber"),
            Indivisible::TooLarge => {
                write!(formatter, "a chamber has more than {SQUARES_MAX} squares")
            }
            Indivisible::Diagonal => formatter.write_str("chambers meet diagonally"),
            Indivisible::TooMany => formatter.write_str("the level is too large"),
        }
    }
}

/// The largest number of squares of a chamber that is merged into a neighbour instead of being
/// described.
const NICHE_MAX: usize = 3;

/// The largest number of chambers of a level.
const CHAMBERS_MAX: usize = 500;

/// The largest number of pairs of squares and goals for which a table is computed.
const PAIRS_MAX: usize = 1_000_000;

/// What lies behind a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AreaLink {
    /// The number of the area there.
    pub(crate) area: usize,
    /// The number of its port that leads back.
    pub(crate) port: usize,
}

/// An area of the floor.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    /// Its shape, in which squares are numbered as in `squares`.
    pub(crate) shape: ChamberShape,
    /// Its squares.
    pub(crate) squares: Vec<Square>,
    /// What lies behind each port.
    pub(crate) links: Vec<AreaLink>,
}

impl Area {
    /// The square at one of its ports.
    pub(crate) fn port_square(&self, port: usize) -> Square {
        let inner = self.shape.ports()[port].inner;
        self.squares[self.shape.square_at(inner).expect("a port lies at a square of its area")]
    }
}

/// All areas of a board.
#[derive(Clone, Debug)]
pub(crate) struct Areas {
    /// The areas.
    pub(crate) list: Vec<Area>,
    /// The area of each square.
    pub(crate) area_of: Vec<usize>,
}

impl Areas {
    /// Divides the floor of `board` into areas.
    pub(crate) fn of(board: &Board) -> Result<Areas, Indivisible> {
        let cut = cut_squares(board);
        let chambers = chambers(board, &cut, &tunnels(board, &cut));
        let pairs = board.square_count() * board.goals().len();
        if chambers.chambers().len() > CHAMBERS_MAX || pairs > PAIRS_MAX {
            return Err(Indivisible::TooMany);
        }
        let group_of = grouped(board, &chambers);
        let count = group_of.iter().max().map_or(0, |it| it + 1);
        if count < 2 {
            return Err(Indivisible::OneChamber);
        }
        let mut floors: Vec<Vec<Square>> = vec![Vec::new(); count];
        for (chamber, &group) in chambers.chambers().iter().zip(&group_of) {
            floors[group].extend(&chamber.squares);
        }
        let mut borders: Vec<[(usize, Square); 2]> = Vec::new();
        for corridor in chambers.corridors() {
            let [one, two] = corridor.ends.map(|end| (group_of[end.chamber], end.square));
            if one.0 == two.0 {
                floors[one.0].extend(&corridor.squares);
                continue;
            }
            let is_first_smaller = floors[one.0].len() <= floors[two.0].len();
            let receiver = if is_first_smaller { End::First } else { End::Second };
            let cut = cut_of(board, corridor, receiver).ok_or(Indivisible::Diagonal)?;
            let (near, far) = corridor.squares.split_at(cut);
            floors[one.0].extend(near);
            floors[two.0].extend(far);
            let last = near.last().copied().unwrap_or(one.1);
            let first = far.first().copied().unwrap_or(two.1);
            borders.push([(one.0, last), (two.0, first)]);
        }
        Areas::joined(board, floors, &borders)
    }

    fn joined(
        board: &Board,
        mut floors: Vec<Vec<Square>>,
        borders: &[[(usize, Square); 2]],
    ) -> Result<Areas, Indivisible> {
        let mut ports: Vec<Vec<Port>> = vec![Vec::new(); floors.len()];
        let mut links: Vec<Vec<AreaLink>> = vec![Vec::new(); floors.len()];
        for [one, two] in borders {
            let ways = Direction::ORTHOGONAL.into_iter();
            let way = ways.clone().find(|&it| board.neighbour(one.1, it) == Some(two.1));
            let outward = way.ok_or(Indivisible::Diagonal)?;
            let (here, there) = (ports[one.0].len(), ports[two.0].len());
            ports[one.0].push(Port { inner: board.position(one.1), outward });
            let outward = outward.opposite();
            ports[two.0].push(Port { inner: board.position(two.1), outward });
            links[one.0].push(AreaLink { area: two.0, port: there });
            links[two.0].push(AreaLink { area: one.0, port: here });
        }
        let mut areas = Areas { list: Vec::new(), area_of: vec![0; board.square_count()] };
        for (index, (squares, links)) in floors.iter_mut().zip(links).enumerate() {
            squares.sort_unstable_by_key(|&it| {
                let (x, y) = board.position(it);
                (y, x)
            });
            let floor: Vec<_> = squares.iter().map(|&it| board.position(it)).collect();
            let goals = squares.iter().filter(|&&it| board.goals().contains(it));
            let goals: Vec<_> = goals.map(|&it| board.position(it)).collect();
            let shape = ChamberShape::new(&floor, &goals, &ports[index]);
            let shape = shape.map_err(|_| Indivisible::TooLarge)?;
            for square in squares.iter() {
                areas.area_of[square.index()] = index;
            }
            areas.list.push(Area { shape, squares: std::mem::take(squares), links });
        }
        Ok(areas)
    }

    /// The port of each area that leads towards `area`; 0 for `area` itself.
    pub(crate) fn ports_towards(&self, area: usize) -> Vec<usize> {
        let mut ports = vec![0; self.list.len()];
        let mut pending = vec![(area, usize::MAX)];
        while let Some((at, from)) = pending.pop() {
            for link in self.list[at].links.iter().filter(|it| it.area != from) {
                ports[link.area] = link.port;
                pending.push((link.area, at));
            }
        }
        ports
    }
}

/// One of the two ends of a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    First,
    Second,
}

/// How many squares of a corridor go to its first end if `receiver` gets as many as possible;
/// `None` if the corridor cannot be cut.
///
/// With diagonal steps, no square may touch both sides of the cut except the two along the
/// corridor; otherwise a box or the keeper could go around them.
fn cut_of(board: &Board, corridor: &Corridor, receiver: End) -> Option<usize> {
    let count = corridor.squares.len();
    let [one, two] = corridor.ends.map(|end| end.square);
    let at = |place: usize| match place {
        0 => one,
        _ if place > count => two,
        _ => corridor.squares[place - 1],
    };
    let touches = |from: Square, to: Square| {
        Direction::ALL.into_iter().any(|way| board.neighbour(from, way) == Some(to))
    };
    let is_clean = |&cut: &usize| {
        let (near, far) = (at(cut), at(cut + 1));
        let beside = Direction::ALL.into_iter().filter_map(|way| board.neighbour(near, way));
        board.rules().pushes() == Directions::Four
            || !{ beside }.any(|it| it != far && touches(it, far))
    };
    let mut cuts: Vec<usize> = (0..=count).collect();
    if receiver == End::First {
        cuts.reverse();
    }
    cuts.into_iter().find(is_clean)
}

/// Groups the chambers that form one area each. A chamber is merged with a neighbour if it is a
/// niche, if it has more doors than a shape may have, or if it lies at a corridor that cannot be
/// cut.
fn grouped(board: &Board, chambers: &Chambers) -> Vec<usize> {
    let all = chambers.chambers();
    let mut group_of: Vec<usize> = (0..all.len()).collect();
    let merge = |group_of: &mut Vec<usize>, one: usize, two: usize| {
        group_of.iter_mut().filter(|it| **it == one).for_each(|it| *it = two);
    };
    let neighbours = |group_of: &[usize], group: usize| {
        let ends = chambers.corridors().iter().map(|it| it.ends.map(|end| group_of[end.chamber]));
        let beside = ends.filter(|[one, two]| (*one == group) != (*two == group));
        beside.map(|[one, two]| if one == group { two } else { one }).collect::<Vec<_>>()
    };
    for corridor in chambers.corridors() {
        if cut_of(board, corridor, End::First).is_none() {
            let [one, two] = corridor.ends.map(|end| group_of[end.chamber]);
            merge(&mut group_of, one, two);
        }
    }
    for (index, chamber) in all.iter().enumerate() {
        let has_goal = chamber.squares.iter().any(|&it| board.goals().contains(it));
        let is_niche = chamber.squares.len() <= NICHE_MAX && !has_goal;
        let beside = neighbours(&group_of, group_of[index]);
        if let Some(&other) = beside.first().filter(|_| is_niche) {
            let group = group_of[index];
            merge(&mut group_of, group, other);
        }
    }
    let size = |group_of: &[usize], group: usize| {
        let own = all.iter().zip(group_of).filter(|it| *it.1 == group);
        own.map(|(chamber, _)| chamber.squares.len()).sum::<usize>()
    };
    for group in 0..all.len() {
        loop {
            let beside = neighbours(&group_of, group);
            let smallest = beside.iter().copied().min_by_key(|&it| size(&group_of, it));
            match smallest.filter(|_| beside.len() > PORTS_MAX) {
                Some(other) => merge(&mut group_of, other, group),
                None => break,
            }
        }
    }
    let mut known: Vec<usize> = group_of.clone();
    known.sort_unstable();
    known.dedup();
    let place = |it: &usize| known.binary_search(it).unwrap_or(0);
    group_of.iter().map(place).collect()
}
