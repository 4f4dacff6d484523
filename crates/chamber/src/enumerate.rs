//! Enumerates all shapes of chambers in a rectangle, up to symmetry.
//!
//! A shape touches all four sides, is connected, has no dead end (a square with only one neighbour,
//! where corridors count as neighbours) and lets at least one box out: there is floor in front of
//! every port, otherwise every square would be locked. Shapes are equal if a rotation or a
//! reflection maps one to the other.

use std::collections::BTreeSet;

use sokolab_analysis::Orientation;
use sokolab_core::{Direction, Directions};

use crate::shape::{ChamberShape, Port};

/// Every shape with exactly `width` columns and `height` rows and one port at the bottom, up to
/// mirroring the columns.
///
/// With eight directions, shapes in which two walls touch only diagonally are left out, because
/// squeezing past them is unpleasant to play.
///
/// # Panics
/// If the rectangle has more than 30 places.
#[must_use]
pub fn shapes_with_one_port(
    width: usize,
    height: usize,
    directions: Directions,
) -> Vec<ChamberShape> {
    let mut shapes = BTreeSet::new();
    for floor in floors(width, height) {
        let mask = Mask { width, height, floor };
        for x in 0..width {
            let port = Port { inner: (x, height - 1), outward: Direction::Down };
            if !mask.is_worthwhile(&[port], directions) {
                continue;
            }
            let shape = mask.shape(&[port]);
            let mirrored = shape.turned(mirror()).0;
            shapes.insert(shape.min(mirrored));
        }
    }
    shapes.into_iter().collect()
}

/// Every shape with exactly `width` columns and `height` rows and two ports on any sides, up to
/// rotation, reflection and the order of the ports.
///
/// # Panics
/// If the rectangle has more than 30 places.
#[must_use]
pub fn shapes_with_two_ports(
    width: usize,
    height: usize,
    directions: Directions,
) -> Vec<ChamberShape> {
    let ports = all_ports(width, height);
    let mut shapes = BTreeSet::new();
    for floor in floors(width, height) {
        let mask = Mask { width, height, floor };
        for (at, &first) in ports.iter().enumerate() {
            if !mask.is_floor_ahead(first) {
                continue;
            }
            for &second in &ports[at + 1..] {
                if mask.is_worthwhile(&[first, second], directions) {
                    shapes.insert(smallest_image(&mask.shape(&[first, second])));
                }
            }
        }
    }
    shapes.into_iter().collect()
}

/// The smallest rotated or reflected image of a shape, with its ports in either order.
#[must_use]
pub fn smallest_image(shape: &ChamberShape) -> ChamberShape {
    let images = Orientation::ALL.into_iter().flat_map(|turn| {
        let turned = shape.turned(turn).0;
        [turned.with_ports_swapped(), turned]
    });
    let smallest = images.min_by(|one, other| one.size().cmp(&other.size()).then(one.cmp(other)));
    smallest.expect("there are eight turns")
}

fn mirror() -> Orientation {
    let turns = Orientation::ALL.into_iter();
    let mut mirrors = turns.filter(|it| it.name() == "mirror columns");
    mirrors.next().expect("one of the turns mirrors columns")
}

pub(crate) fn all_ports(width: usize, height: usize) -> Vec<Port> {
    let mut ports = Vec::new();
    for x in 0..width {
        ports.push(Port { inner: (x, 0), outward: Direction::Up });
        ports.push(Port { inner: (x, height - 1), outward: Direction::Down });
    }
    for y in 0..height {
        ports.push(Port { inner: (0, y), outward: Direction::Left });
        ports.push(Port { inner: (width - 1, y), outward: Direction::Right });
    }
    ports
}

/// All connected sets of places that touch every side.
fn floors(width: usize, height: usize) -> impl Iterator<Item = u32> {
    assert!(width * height <= 30, "shapes are listed by counting through all sets of places");
    let row = (1u32 << width) - 1;
    let column = (0..height).fold(0u32, |set, y| set | 1 << (y * width));
    let (top, bottom) = (row, row << (width * (height - 1)));
    let (left, right) = (column, column << (width - 1));
    let touches = move |it: &u32| [top, bottom, left, right].iter().all(|side| it & side != 0);
    let all = 0..1u32 << (width * height);
    all.filter(touches).filter(move |&floor| Mask { width, height, floor }.is_connected())
}

/// A set of places of a rectangle, row by row.
#[derive(Clone, Copy)]
struct Mask {
    width: usize,
    height: usize,
    floor: u32,
}

impl Mask {
    fn is_floor(self, (x, y): (i32, i32)) -> bool {
        let is_inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        is_inside && self.floor >> (y as usize * self.width + x as usize) & 1 == 1
    }

    fn is_connected(self) -> bool {
        let column = (0..self.height).fold(0u32, |set, y| set | 1 << (y * self.width));
        let not_left = !column;
        let not_right = !(column << (self.width - 1));
        let mut reached = self.floor & self.floor.wrapping_neg();
        loop {
            let beside = (reached & not_right) << 1 | (reached & not_left) >> 1;
            let more = beside | reached << self.width | reached >> self.width;
            let grown = reached | more & self.floor;
            if grown == reached {
                return reached == self.floor;
            }
            reached = grown;
        }
    }

    fn is_floor_ahead(self, port: Port) -> bool {
        let (x, y) = (port.inner.0 as i32, port.inner.1 as i32);
        let ahead = (x - port.outward.dx(), y - port.outward.dy());
        self.is_floor((x, y)) && self.is_floor(ahead)
    }

    fn is_worthwhile(self, ports: &[Port], directions: Directions) -> bool {
        let leads_out = |port: &Port| self.is_floor_ahead(*port);
        ports.iter().all(leads_out)
            && are_apart(ports)
            && !self.has_dead_end(ports)
            && (directions == Directions::Four || !self.has_diagonal_chokepoint(ports))
    }

    fn has_dead_end(self, ports: &[Port]) -> bool {
        let places =
            (0..self.height as i32).flat_map(|y| (0..self.width as i32).map(move |x| (x, y)));
        let ways = |(x, y): (i32, i32)| {
            let beside = Direction::ORTHOGONAL.into_iter();
            let beside = beside.filter(|it| self.is_floor((x + it.dx(), y + it.dy()))).count();
            let at = (x as usize, y as usize);
            beside + ports.iter().filter(|it| it.inner == at).count()
        };
        { places }.any(|place| self.is_floor(place) && ways(place) < 2)
    }

    /// Whether two walls touch diagonally while both other squares of the 2 × 2 block are floor or
    /// corridor.
    fn has_diagonal_chokepoint(self, ports: &[Port]) -> bool {
        let is_open =
            |place| self.is_floor(place) || ports.iter().any(|port| port.outer() == place);
        let corners =
            (-2..=self.height as i32).flat_map(|y| (-2..=self.width as i32).map(move |x| (x, y)));
        { corners }.any(|(x, y)| {
            let square = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(is_open);
            square == [true, false, false, true] || square == [false, true, true, false]
        })
    }

    fn shape(self, ports: &[Port]) -> ChamberShape {
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let floor: Vec<_> = places.filter(|&(x, y)| self.is_floor((x as i32, y as i32))).collect();
        ChamberShape::new(&floor, &[], ports)
            .expect("a shape of at most 30 squares with good ports")
    }
}

/// Whether the corridors that begin at these ports neither touch nor join.
fn are_apart(ports: &[Port]) -> bool {
    let outer: Vec<(i32, i32)> = ports.iter().map(|it| it.outer()).collect();
    outer.iter().enumerate().all(|(at, one)| {
        outer[at + 1..].iter().all(|other| (one.0 - other.0).abs().max((one.1 - other.1).abs()) > 1)
    })
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::is_slow;
    use sokolab_core::{Directions, Rules};

    use super::{shapes_with_one_port, shapes_with_two_ports};
    use crate::behaviour::storage;
    use crate::space::Parking;

    /// The number of shapes for each capacity.
    fn histogram(width: usize, height: usize) -> (Vec<usize>, usize) {
        let mut counts = Vec::new();
        let mut irregular = 0;
        for shape in shapes_with_one_port(width, height, Directions::Four) {
            let storage = storage(&shape, Rules::OFFICIAL, Parking::Forbidden, 1_000_000);
            let storage = storage.expect("a small chamber");
            counts.resize(counts.len().max(storage.capacity + 1), 0);
            counts[storage.capacity] += 1;
            irregular += usize::from(storage.capacity > 0 && !storage.is_regular);
        }
        (counts, irregular)
    }

    #[test]
    fn the_capacities_of_small_chambers_are_those_published() {
        assert_eq!(histogram(3, 3).0, [6, 7]);
        assert_eq!(histogram(4, 3).0, [24, 18, 7, 1]);
        assert_eq!(histogram(2, 5).0, [4, 2, 1]);
        assert_eq!(histogram(5, 3).0, [123, 65, 38, 10, 1]);
        assert_eq!(histogram(3, 5).0, [80, 67, 33]);
        assert_eq!(histogram(4, 4).0, [126, 161, 62, 29, 4]);
    }

    #[test]
    fn few_small_chambers_are_irregular() {
        let sizes = [(4, 3), (2, 5), (5, 3), (3, 5), (4, 4)];
        let counted = sizes.map(|(width, height)| histogram(width, height).1);
        assert_eq!(counted.iter().sum::<usize>(), 18, "{counted:?}");
    }

    #[test]
    fn shapes_with_two_ports_are_listed_once() {
        let shapes = shapes_with_two_ports(3, 3, Directions::Four);
        assert!(shapes.len() > 50, "{}", shapes.len());
        if is_slow() {
            let wide = shapes_with_two_ports(4, 3, Directions::Four);
            assert!(wide.len() > shapes.len());
        }
    }

    #[test]
    fn diagonal_shapes_have_no_diagonal_chokepoints() {
        let all = shapes_with_one_port(4, 4, Directions::Four).len();
        let kept = shapes_with_one_port(4, 4, Directions::Eight);
        assert!(!kept.is_empty() && kept.len() < all);
        for shape in kept {
            for (x, y) in (0..3).flat_map(|x| (0..3).map(move |y| (x, y))) {
                let is_floor = |place| shape.square_at(place).is_some();
                let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(is_floor);
                assert_ne!(corners, [true, false, false, true]);
                assert_ne!(corners, [false, true, true, false]);
            }
        }
    }
}
