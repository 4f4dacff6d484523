//! The rooms of the last storey: a corridor leads from the exit to a zoo with three closets, one of
//! which holds the prize.

use std::collections::{BTreeMap, VecDeque};

use super::Area;
use super::layout::{COLUMNS_MAX, ROWS_MAX};
use crate::picture::{Edge, Ground, Occupant, Picture, Place};

/// A point of the plane that contains the picture.
type Spot = (i32, i32);

/// The rooms as drawn, with the entrance on the right.
const ROOMS: [&str; 7] = [
    "---------", //
    "|.+.....|", //
    "|-|.....|", //
    "|.+.....E", //
    "|-|.....|", //
    "|.+.....|", //
    "---------", //
];

/// The location of the rooms on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::text) struct PrizeRooms {
    /// The zoo.
    pub(in crate::text) zoo: Area,
    /// The closets.
    pub(in crate::text) closets: [(usize, usize); 3],
    /// The door to the zoo.
    pub(in crate::text) entrance: (usize, usize),
    /// Everything beyond the last hole.
    pub(in crate::text) beyond: Area,
}

/// `picture` with the rooms attached to its exit, which becomes floor.
///
/// # Errors
/// Several exits, or not enough space for the rooms.
pub(super) fn with_prize(picture: &Picture) -> Result<(Picture, PrizeRooms), &'static str> {
    let floor = spots(picture, |place| !place.ground.is_solid());
    let exits = spots(picture, |place| place.ground == Ground::Exit);
    let [exit] = exits[..] else {
        return Err("a level of the branch without exactly one exit");
    };
    let way = Ways::from(exit, picture, &floor);
    let size = (picture.width() as i32, picture.height() as i32);
    let mut best: Option<(i32, Rooms, Vec<Spot>)> = None;
    for turn in 0..4 {
        let shape = Rooms::turned(turn);
        for y in -shape.height..=size.1 {
            for x in -shape.width..=size.0 {
                let rooms = shape.at(x, y);
                let Some(cost) = rooms.cost(size) else { continue };
                if best.as_ref().is_some_and(|it| it.0 <= cost) {
                    continue;
                }
                if let Some(corridor) = rooms.corridor(&way, &floor, exit) {
                    best = Some((cost, rooms, corridor));
                }
            }
        }
    }
    let (_, rooms, corridor) = best.ok_or("rooms for the prize within 76 x 21")?;
    Ok(drawn(picture, exit, &rooms, &corridor))
}

fn spots(picture: &Picture, wanted: impl Fn(&Place) -> bool) -> Vec<Spot> {
    let places = picture.places().iter().enumerate().filter(|(_, place)| wanted(place));
    places.map(|(at, _)| ((at % picture.width()) as i32, (at / picture.width()) as i32)).collect()
}

/// The rooms in one orientation and position.
#[derive(Clone, Debug)]
struct Rooms {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    zoo: Vec<Spot>,
    closets: Vec<Spot>,
    doors: Vec<Spot>,
    entrance: Spot,
    /// Direction that leads out of the entrance.
    outward: Spot,
}

impl Rooms {
    fn turned(turns: usize) -> Rooms {
        let (mut width, mut height) = (ROOMS[0].len() as i32, ROOMS.len() as i32);
        let find = |wanted: &dyn Fn(i32, char) -> bool| -> Vec<Spot> {
            let cells = ROOMS.iter().enumerate().flat_map(|(y, row)| {
                row.chars().enumerate().map(move |(x, it)| ((x as i32, y as i32), it))
            });
            cells.filter(|&((x, _), it)| wanted(x, it)).map(|(spot, _)| spot).collect()
        };
        let mut rooms = Rooms {
            left: 0,
            top: 0,
            width,
            height,
            zoo: find(&|x, it| it == '.' && x > 2),
            closets: find(&|x, it| it == '.' && x < 2),
            doors: find(&|_, it| it == '+'),
            entrance: find(&|_, it| it == 'E')[0],
            outward: (1, 0),
        };
        for _ in 0..turns {
            let high = height;
            let turn = |it: &mut Spot| *it = (high - 1 - it.1, it.0);
            let all = rooms.zoo.iter_mut().chain(&mut rooms.closets).chain(&mut rooms.doors);
            all.chain([&mut rooms.entrance]).for_each(turn);
            rooms.outward = (-rooms.outward.1, rooms.outward.0);
            (width, height) = (height, width);
        }
        Rooms { width, height, ..rooms }
    }

    fn at(&self, left: i32, top: i32) -> Rooms {
        let moved = |it: &Spot| (it.0 + left, it.1 + top);
        Rooms {
            left,
            top,
            zoo: self.zoo.iter().map(moved).collect(),
            closets: self.closets.iter().map(moved).collect(),
            doors: self.doors.iter().map(moved).collect(),
            entrance: moved(&self.entrance),
            ..*self
        }
    }

    /// Small if map and rooms together are small; `None` if the game could not load them.
    fn cost(&self, size: (i32, i32)) -> Option<i32> {
        let width = size.0.max(self.left + self.width) - self.left.min(0);
        let height = size.1.max(self.top + self.height) - self.top.min(0);
        let fits = width <= COLUMNS_MAX as i32 && height <= ROWS_MAX as i32;
        fits.then_some(width * height + (self.entrance.0 - size.0).abs())
    }

    /// The corridor to the entrance, if it and the rooms keep clear of the puzzle's floor.
    fn corridor(&self, way: &Ways, floor: &[Spot], exit: Spot) -> Option<Vec<Spot>> {
        let covers = |it: &Spot| {
            let (x, y) = (it.0 - self.left, it.1 - self.top);
            (0..self.width).contains(&x) && (0..self.height).contains(&y)
        };
        if floor.iter().any(covers) {
            return None;
        }
        let before = (self.entrance.0 + self.outward.0, self.entrance.1 + self.outward.1);
        let corridor = if before == exit { Vec::new() } else { way.to(before)? };
        if corridor.iter().any(covers) {
            return None;
        }
        let (low, high) = corners(self.inside(&corridor).chain([exit]));
        let is_beyond =
            |it: &&Spot| (low.0..=high.0).contains(&it.0) && (low.1..=high.1).contains(&it.1);
        (floor.iter().filter(is_beyond).count() == 1).then_some(corridor)
    }

    fn inside<'a>(&'a self, corridor: &'a [Spot]) -> impl Iterator<Item = Spot> + 'a {
        let rooms = self.zoo.iter().chain(&self.closets).chain(&self.doors);
        rooms.chain(corridor).copied().chain([self.entrance])
    }
}

/// The shortest paths from the exit through solid rock.
#[derive(Debug)]
struct Ways {
    before: BTreeMap<Spot, Spot>,
    exit: Spot,
}

impl Ways {
    fn from(exit: Spot, picture: &Picture, floor: &[Spot]) -> Ways {
        let (width, height) = (picture.width() as i32, picture.height() as i32);
        let columns = width - COLUMNS_MAX as i32 + 1..COLUMNS_MAX as i32 - 1;
        let rows = height - ROWS_MAX as i32 + 1..ROWS_MAX as i32 - 1;
        let is_hole = |it: &Spot| picture.at(it.0 as usize, it.1 as usize).ground == Ground::Goal;
        let near = |a: Spot, b: Spot| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
        // The last hole touches the squares beside the exit; nothing else of the puzzle may.
        let walls: Vec<Spot> =
            floor.iter().copied().filter(|it| *it != exit && !is_hole(it)).collect();
        let is_clear = |it: Spot| {
            let is_inside = columns.contains(&it.0) && rows.contains(&it.1);
            is_inside && !floor.contains(&it) && walls.iter().all(|&other| !near(it, other))
        };
        let mut before = BTreeMap::new();
        let mut pending = VecDeque::from([exit]);
        while let Some(at) = pending.pop_front() {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let next = (at.0 + dx, at.1 + dy);
                if next != exit && !before.contains_key(&next) && is_clear(next) {
                    before.insert(next, at);
                    pending.push_back(next);
                }
            }
        }
        Ways { before, exit }
    }

    fn to(&self, end: Spot) -> Option<Vec<Spot>> {
        let mut way = vec![end];
        loop {
            let next = *self.before.get(way.last()?)?;
            if next == self.exit {
                return Some(way);
            }
            way.push(next);
        }
    }
}

fn corners(spots: impl Iterator<Item = Spot>) -> (Spot, Spot) {
    let none = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
    spots.fold(none, |(low, high), (x, y)| {
        ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
    })
}

fn drawn(picture: &Picture, exit: Spot, rooms: &Rooms, corridor: &[Spot]) -> (Picture, PrizeRooms) {
    let (low, high) = corners(rooms.inside(corridor));
    let (left, top) = ((low.0 - 1).min(0), (low.1 - 1).min(0));
    let width = (picture.width() as i32).max(high.0 + 2) - left;
    let height = (picture.height() as i32).max(high.1 + 2) - top;
    let moved = |it: Spot| ((it.0 - left) as usize, (it.1 - top) as usize);
    let rock = vec![Place::bare(Ground::Rock); (width * height) as usize];
    let mut large = Picture::new(width as usize, rock, Edge::Solid);
    for y in 0..picture.height() {
        for x in 0..picture.width() {
            let (at_x, at_y) = moved((x as i32, y as i32));
            large.put(at_x, at_y, picture.at(x, y));
        }
    }
    let mut put = |spot: Spot, ground: Ground| {
        let (x, y) = moved(spot);
        large.put(x, y, Place { ground, occupant: Occupant::Nothing });
    };
    rooms.inside(corridor).for_each(|it| put(it, Ground::Floor));
    rooms.doors.iter().chain([&rooms.entrance]).for_each(|&it| put(it, Ground::Door));
    put(exit, Ground::Floor);
    let area = |(low, high): (Spot, Spot)| {
        let (low, high) = (moved(low), moved(high));
        (low.0, low.1, high.0, high.1)
    };
    let closet = |number: usize| moved(rooms.closets[number]);
    let prize = PrizeRooms {
        zoo: area(corners(rooms.zoo.iter().copied())),
        closets: [closet(0), closet(1), closet(2)],
        entrance: moved(rooms.entrance),
        beyond: area(corners(rooms.inside(corridor).chain([exit]))),
    };
    (large, prize)
}

#[cfg(test)]
mod tests {
    use super::with_prize;
    use crate::picture::Ground;
    use crate::rule_set::Rules;
    use crate::testing::level_in;
    use crate::text::nethack_text::render;

    fn rendered(text: &str) -> Result<Vec<String>, &'static str> {
        let (picture, _) = with_prize(&level_in(text, Rules::NETHACK).picture)?;
        let rows = render(&picture, &|_, _| None);
        Ok(rows.into_iter().map(|row| row.into_iter().collect::<String>()).collect())
    }

    #[test]
    fn the_rooms_lie_behind_the_exit() {
        let rows = rendered("--------\n|@0^.^<|\n--------").expect("there is room");
        let text = rows.join("\n");
        assert_eq!(text.matches('+').count(), 4, "\n{text}");
        assert!(rows.len() <= 21 && rows.iter().all(|row| row.len() <= 76), "\n{text}");
    }

    #[test]
    fn everything_beyond_the_last_hole_is_in_one_area_without_the_puzzle() {
        let level = level_in("--------\n|@0^0^<|\n|......|\n--------", Rules::NETHACK);
        assert!(with_prize(&level.picture).is_ok());
        let level = level_in("--------\n|@0^0^<|\n--------", Rules::NETHACK);
        let (picture, prize) = with_prize(&level.picture).expect("there is room");
        let (left, top, right, bottom) = prize.beyond;
        for y in 0..picture.height() {
            for x in 0..picture.width() {
                let is_beyond = (left..=right).contains(&x) && (top..=bottom).contains(&y);
                let ground = picture.at(x, y).ground;
                assert!(!(is_beyond && ground == Ground::Goal), "{x} {y}");
            }
        }
    }

    #[test]
    fn an_exit_is_needed_and_space_behind_it() {
        let one = "a level of the branch without exactly one exit";
        assert_eq!(rendered("----\n|@.|\n----"), Err(one));
        assert_eq!(rendered("----\n|@<<|\n----"), Err(one));
        let row = format!("|{}|\n", ".".repeat(74));
        let middle = format!("|{}<{}|\n", ".".repeat(37), ".".repeat(36));
        let full = format!("{0}\n{1}{2}{1}{0}", "-".repeat(76), row.repeat(9), middle);
        assert_eq!(rendered(&full), Err("rooms for the prize within 76 x 21"));
    }
}
