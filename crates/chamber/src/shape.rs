//! The shape of a chamber: its floor, its goals, and the ports where corridors begin.

use std::fmt;

use sokolab_analysis::Orientation;
use sokolab_core::{Board, Direction};

/// The largest number of squares of a shape: with the corridors, they fit into one word.
pub const SQUARES_MAX: usize = 58;

/// The largest number of ports of a shape.
pub const PORTS_MAX: usize = 3;

/// Where a chamber meets a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port {
    /// Column and row of the chamber's square next to the corridor.
    pub inner: (usize, usize),
    /// The direction from there into the corridor, along a row or a column.
    pub outward: Direction,
}

impl Port {
    /// Column and row of the first place of the corridor. It may lie outside the rectangle.
    #[must_use]
    pub fn outer(self) -> (i32, i32) {
        (self.inner.0 as i32 + self.outward.dx(), self.inner.1 as i32 + self.outward.dy())
    }
}

/// Why the given squares and ports do not make a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChamberShapeError {
    /// There is no square.
    Empty,
    /// There are more than [`SQUARES_MAX`] squares.
    TooLarge,
    /// There is no port, or there are more than [`PORTS_MAX`].
    Ports,
    /// A port is not next to a square of the floor, or its corridor begins on the floor.
    Port(Port),
}

impl fmt::Display for ChamberShapeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChamberShapeError::Empty => write!(formatter, "a chamber without floor"),
            ChamberShapeError::TooLarge => write!(formatter, "more than {SQUARES_MAX} squares"),
            ChamberShapeError::Ports => write!(formatter, "not one to {PORTS_MAX} ports"),
            ChamberShapeError::Port(port) => {
                let (x, y) = port.inner;
                write!(formatter, "no port at column {}, row {}", x + 1, y + 1)
            }
        }
    }
}

impl std::error::Error for ChamberShapeError {}

/// The floor of a chamber, its goals and its ports, in the bounding rectangle of the floor.
///
/// Squares are numbered row by row; a set of squares is a word with one bit per square.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChamberShape {
    size: (usize, usize),
    squares: Vec<(usize, usize)>,
    ports: Vec<Port>,
    goals: u64,
}

impl ChamberShape {
    /// The shape with this floor, these goals on it, and these ports in the given order.
    ///
    /// # Errors
    ///
    /// If there are too few or too many squares or ports, or a port does not lead out of the floor.
    pub fn new(
        floor: &[(usize, usize)],
        goals: &[(usize, usize)],
        ports: &[Port],
    ) -> Result<ChamberShape, ChamberShapeError> {
        let mut squares: Vec<(usize, usize)> = floor.to_vec();
        squares.sort_unstable_by_key(|&(x, y)| (y, x));
        squares.dedup();
        let Some(left) = squares.iter().map(|it| it.0).min() else {
            return Err(ChamberShapeError::Empty);
        };
        if squares.len() > SQUARES_MAX {
            return Err(ChamberShapeError::TooLarge);
        }
        if ports.is_empty() || ports.len() > PORTS_MAX {
            return Err(ChamberShapeError::Ports);
        }
        let top = squares[0].1;
        let inside = |(x, y): (usize, usize)| (x.wrapping_sub(left), y.wrapping_sub(top));
        for square in &mut squares {
            *square = inside(*square);
        }
        let width = squares.iter().map(|it| it.0 + 1).max().unwrap_or(0);
        let height = squares.iter().map(|it| it.1 + 1).max().unwrap_or(0);
        let ports = ports.iter().map(|&it| Port { inner: inside(it.inner), ..it }).collect();
        let mut shape = ChamberShape { size: (width, height), squares, ports, goals: 0 };
        shape.goals = shape.set(&goals.iter().map(|&it| inside(it)).collect::<Vec<_>>());
        for &port in &shape.ports {
            let leads_out = shape.square_at_signed(port.outer()).is_none();
            let begins = shape.square_at(port.inner).is_some();
            if !leads_out || !begins || port.outward.is_diagonal() {
                return Err(ChamberShapeError::Port(port));
            }
        }
        Ok(shape)
    }

    /// The shape of a chamber of `board`, with its squares and ports from the analysis.
    ///
    /// # Errors
    /// If it is too large or has too many ports.
    pub fn of_chamber(
        board: &Board,
        chamber: &sokolab_analysis::Chamber,
    ) -> Result<ChamberShape, ChamberShapeError> {
        let floor: Vec<_> = chamber.squares.iter().map(|&it| board.position(it)).collect();
        let goals = chamber.squares.iter().filter(|&&it| board.goals().contains(it));
        let goals: Vec<_> = goals.map(|&it| board.position(it)).collect();
        let port = |port: &sokolab_analysis::Port| Port {
            inner: board.position(port.square),
            outward: port.direction,
        };
        ChamberShape::new(&floor, &goals, &chamber.ports.iter().map(port).collect::<Vec<_>>())
    }

    /// The number of columns and rows.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        self.size
    }

    /// Column and row of each square, in the order of their numbers.
    #[must_use]
    pub fn squares(&self) -> &[(usize, usize)] {
        &self.squares
    }

    /// How many squares it has.
    #[must_use]
    pub fn area(&self) -> usize {
        self.squares.len()
    }

    /// The ports, in the given order.
    #[must_use]
    pub fn ports(&self) -> &[Port] {
        &self.ports
    }

    /// The squares with goals.
    #[must_use]
    pub const fn goals(&self) -> u64 {
        self.goals
    }

    /// The number of the square in this column and row.
    #[must_use]
    pub fn square_at(&self, (x, y): (usize, usize)) -> Option<usize> {
        self.squares.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).ok()
    }

    /// The same for places that may lie outside the rectangle.
    #[must_use]
    pub fn square_at_signed(&self, (x, y): (i32, i32)) -> Option<usize> {
        self.square_at((usize::try_from(x).ok()?, usize::try_from(y).ok()?))
    }

    /// The set of the squares at these places; places without a square are ignored.
    #[must_use]
    pub fn set(&self, places: &[(usize, usize)]) -> u64 {
        places.iter().filter_map(|&it| self.square_at(it)).fold(0, |set, it| set | 1 << it)
    }

    /// The places of a set of squares, row by row.
    pub fn places(&self, set: u64) -> impl Iterator<Item = (usize, usize)> + '_ {
        let chosen = self.squares.iter().enumerate().filter(move |(it, _)| set >> it & 1 == 1);
        chosen.map(|(_, &place)| place)
    }

    /// The rotated or reflected shape, and the new number of each square.
    #[must_use]
    pub fn turned(&self, turn: Orientation) -> (ChamberShape, Vec<usize>) {
        let place = |it: (usize, usize)| turn.place(it, self.size);
        let floor: Vec<_> = self.squares.iter().map(|&it| place(it)).collect();
        let goals: Vec<_> = self.places(self.goals).map(place).collect();
        let port = |it: &Port| Port { inner: place(it.inner), outward: turn.direction(it.outward) };
        let ports: Vec<_> = self.ports.iter().map(port).collect();
        let turned = ChamberShape::new(&floor, &goals, &ports).expect("a turned shape is a shape");
        let number = |&it: &(usize, usize)| turned.square_at(it).expect("every square is turned");
        let image = floor.iter().map(number).collect();
        (turned, image)
    }

    /// The same shape with its ports in reverse order.
    #[must_use]
    pub fn with_ports_swapped(&self) -> ChamberShape {
        let mut shape = self.clone();
        shape.ports.reverse();
        shape
    }

    /// Whether a rotation or a reflection maps the shape with its ports to itself.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let ports = |shape: &ChamberShape| {
            let mut ports = shape.ports.clone();
            ports.sort_unstable();
            ports
        };
        Orientation::ALL.into_iter().skip(1).any(|turn| {
            let turned = self.turned(turn).0;
            let same = (turned.size, turned.goals) == (self.size, self.goals);
            same && turned.squares == self.squares && ports(&turned) == ports(self)
        })
    }

    /// The same shape with the port of this number first and the others in their old order.
    ///
    /// # Panics
    /// If it has no such port.
    #[must_use]
    pub fn with_first_port(&self, port: usize) -> ChamberShape {
        let mut shape = self.clone();
        shape.ports[..=port].rotate_right(1);
        shape
    }

    /// Whether the square of `port` is a doorway: it has walls on both sides and floor ahead.
    #[must_use]
    pub fn is_doorway(&self, port: Port) -> bool {
        let (x, y) = (port.inner.0 as i32, port.inner.1 as i32);
        let (dx, dy) = (port.outward.dx(), port.outward.dy());
        let is_floor = |place| self.square_at_signed(place).is_some();
        !is_floor((x + dy, y + dx)) && !is_floor((x - dy, y - dx)) && is_floor((x - dx, y - dy))
    }

    /// The shape with a doorway at every port where the corridor's first place becomes floor, and
    /// the new number of each square.
    #[must_use]
    pub fn with_doorways(&self) -> (ChamberShape, Vec<Option<usize>>) {
        // Shifted by one, so that no place is to the left of the rectangle or above it.
        let moved = |(x, y): (usize, usize)| (x + 1, y + 1);
        let mut floor: Vec<_> = self.squares.iter().map(|&it| moved(it)).collect();
        let goals: Vec<_> = self.places(self.goals).map(moved).collect();
        let mut ports = Vec::new();
        for &port in &self.ports {
            let mut inner = moved(port.inner);
            if !self.is_doorway(port) {
                let (x, y) = port.outer();
                inner = ((x + 1) as usize, (y + 1) as usize);
                floor.push(inner);
            }
            ports.push(Port { inner, ..port });
        }
        let numbers = (0..self.area()).map(Some).collect();
        let made = ChamberShape::new(&floor, &goals, &ports);
        made.map_or((self.clone(), numbers), |shape| {
            let numbers = renumbered(&shape, &floor, self.squares.iter().map(|&it| moved(it)));
            (shape, numbers)
        })
    }

    /// The shape without its doorways, which become corridor, and the new number of each square.
    #[must_use]
    pub fn without_doorways(&self) -> (ChamberShape, Vec<Option<usize>>) {
        let mut floor = self.squares.clone();
        let mut ports = self.ports.clone();
        let goals: Vec<_> = self.places(self.goals).collect();
        let mut shape = self.clone();
        // `shape` and `ports` have the same ports, in different rectangles.
        while let Some(at) = (0..ports.len()).find(|&it| shape.is_mere_doorway(shape.ports[it])) {
            let Port { inner: (x, y), outward } = ports[at];
            let next = (x as i32 - outward.dx(), y as i32 - outward.dy());
            floor.retain(|&it| it != (x, y));
            ports[at].inner = (next.0 as usize, next.1 as usize);
            match ChamberShape::new(&floor, &goals, &ports) {
                Ok(smaller) => shape = smaller,
                Err(_) => break,
            }
        }
        let numbers = renumbered(&shape, &floor, self.squares.iter().copied());
        (shape, numbers)
    }

    /// Whether the square of `port` is a doorway with nothing drawn in it.
    fn is_mere_doorway(&self, port: Port) -> bool {
        let square = self.square_at(port.inner);
        let is_shared = self.ports.iter().filter(|it| it.inner == port.inner).count() > 1;
        let is_goal = square.is_some_and(|it| self.goals >> it & 1 == 1);
        self.is_doorway(port) && !is_shared && !is_goal
    }
}

/// The numbers in `shape`, which has the floor `floor`, of the squares at `places` of the same
/// plane.
fn renumbered(
    shape: &ChamberShape,
    floor: &[(usize, usize)],
    places: impl Iterator<Item = (usize, usize)>,
) -> Vec<Option<usize>> {
    let left = floor.iter().map(|it| it.0).min().unwrap_or(0);
    let top = floor.iter().map(|it| it.1).min().unwrap_or(0);
    let number =
        |(x, y): (usize, usize)| shape.square_at((x.checked_sub(left)?, y.checked_sub(top)?));
    places.map(number).collect()
}
