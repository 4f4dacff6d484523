//! Rooms: unions of free 2 × 3 rectangles, used only as a search feature.
//!
//! Rectangles that share two squares belong to one room. If they share a single square, it belongs
//! to no room: it is the passage from one room to the other. This is our reading of the FESS draft,
//! where "squares claimable by two rooms belong to none". Boxes are ignored.

use std::collections::BTreeSet;

use sokolab_core::{Board, Direction, Square};

use crate::floor_graph::{Parts, beside};

/// The rooms of a board and the passages between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooms {
    rooms: Vec<Vec<Square>>,
    room_of: Vec<Option<u32>>,
    links: Vec<RoomLink>,
}

/// A passage between rooms that crosses no other room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomLink {
    /// The rooms it joins, ascending: two or more.
    pub rooms: Vec<usize>,
    /// The squares between them, ascending; empty where two rooms touch.
    pub squares: Vec<Square>,
}

impl Rooms {
    /// The squares of each room, ascending; rooms by their first rectangles.
    #[must_use]
    pub fn rooms(&self) -> &[Vec<Square>] {
        &self.rooms
    }

    /// The room of `square`; `None` outside all rooms.
    #[must_use]
    pub fn room_of(&self, square: Square) -> Option<usize> {
        self.room_of[square.index()].map(|room| room as usize)
    }

    /// The passages between rooms.
    #[must_use]
    pub fn links(&self) -> &[RoomLink] {
        &self.links
    }
}

/// The rooms of `board`.
#[must_use]
pub fn rooms(board: &Board) -> Rooms {
    let rectangles = rectangles(board);
    let groups = group(board, &rectangles);
    let mut claims: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); board.square_count()];
    for (rectangle, &room) in rectangles.iter().zip(&groups) {
        for square in rectangle.iter().flatten() {
            claims[square.index()].insert(room);
        }
    }
    let sole = |claims: &BTreeSet<u32>| claims.first().copied().filter(|_| claims.len() == 1);
    let room_of: Vec<Option<u32>> = claims.iter().map(sole).collect();
    let count = groups.iter().max().map_or(0, |&last| last as usize + 1);
    let mut rooms = vec![Vec::new(); count];
    for square in board.squares() {
        if let Some(room) = room_of[square.index()] {
            rooms[room as usize].push(square);
        }
    }
    let links = links(board, &room_of);
    Rooms { rooms, room_of, links }
}

/// Two rows of three squares, or three rows of two.
type Rectangle = [[Square; 3]; 2];

fn rectangles(board: &Board) -> Vec<Rectangle> {
    use Direction::{Down, Right};
    let mut found = Vec::new();
    for corner in board.squares() {
        for (along, across) in [(Right, Down), (Down, Right)] {
            let line = |start: Square| {
                let second = board.neighbour(start, along)?;
                Some([start, second, board.neighbour(second, along)?])
            };
            let other = board.neighbour(corner, across);
            if let (Some(first), Some(second)) = (line(corner), other.and_then(line)) {
                found.push([first, second]);
            }
        }
    }
    found
}

/// The room of each rectangle, rooms numbered by their first rectangles.
fn group(board: &Board, rectangles: &[Rectangle]) -> Vec<u32> {
    let mut leader: Vec<usize> = (0..rectangles.len()).collect();
    // Rectangles that share two squares share two adjacent ones, so comparing those is enough.
    let mut first_with: Vec<[Option<usize>; 2]> = vec![[None; 2]; board.square_count()];
    for (index, &[first, second]) in rectangles.iter().enumerate() {
        let along = [first, second].map(|[one, two, three]| [(one, two), (two, three)]);
        let across = std::array::from_fn::<_, 3, _>(|it| (first[it], second[it]));
        for (one, two) in along.into_iter().flatten().chain(across) {
            let is_below = board.neighbour(one, Direction::Down) == Some(two);
            let known = &mut first_with[one.index()][usize::from(is_below)];
            let (one, two) = (find(&mut leader, index), find(&mut leader, known.unwrap_or(index)));
            leader[one.max(two)] = one.min(two);
            known.get_or_insert(index);
        }
    }
    let mut rooms = 0;
    let mut room_of_leader = vec![0; rectangles.len()];
    let mut numbers = Vec::with_capacity(rectangles.len());
    for index in 0..rectangles.len() {
        let first = find(&mut leader, index);
        if first == index {
            room_of_leader[index] = rooms;
            rooms += 1;
        }
        numbers.push(room_of_leader[first]);
    }
    numbers
}

fn find(leader: &mut [usize], mut index: usize) -> usize {
    while leader[index] != index {
        leader[index] = leader[leader[index]];
        index = leader[index];
    }
    index
}

fn links(board: &Board, room_of: &[Option<u32>]) -> Vec<RoomLink> {
    let ways = Parts::of(board, |square| room_of[square.index()].is_some());
    let squares = ways.squares(board);
    let joined = |way: &Vec<Square>| -> BTreeSet<usize> {
        let near = way.iter().flat_map(|&square| beside(board, square));
        near.filter_map(|square| room_of[square.index()]).map(|room| room as usize).collect()
    };
    let mut links = Vec::new();
    for way in squares {
        let rooms = joined(&way);
        if rooms.len() > 1 {
            links.push(RoomLink { rooms: rooms.into_iter().collect(), squares: way });
        }
    }
    let mut touching = BTreeSet::new();
    for square in board.squares() {
        for other in beside(board, square) {
            if let (Some(one), Some(two)) = (room_of[square.index()], room_of[other.index()])
                && one < two
            {
                touching.insert([one as usize, two as usize]);
            }
        }
    }
    let touching = touching.into_iter();
    links.extend(touching.map(|rooms| RoomLink { rooms: rooms.to_vec(), squares: Vec::new() }));
    links
}

#[cfg(test)]
mod tests {
    use super::{Rooms, rooms};
    use crate::test_boards::boards;
    use sokolab_core::testing::{board, picture};
    use sokolab_core::{Board, Rules};

    /// `expected` names the rooms `A`, `B`, …; `links` are the rooms joined, way by way.
    #[track_caller]
    fn check_picture(level: &str, expected: &str, links: &[&str]) {
        let board = board(level);
        let found = rooms(&board);
        let name = |room: usize| char::from(b'A' + room as u8);
        let mut rows = vec![vec!['#'; board.width()]; board.height()];
        for square in board.squares() {
            let (x, y) = board.position(square);
            rows[y][x] = found.room_of(square).map_or(' ', name);
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        assert_eq!(rows.join("\n"), picture(expected));
        let names =
            found.links().iter().map(|link| link.rooms.iter().map(|&it| name(it)).collect());
        assert_eq!(names.collect::<Vec<String>>(), links);
    }

    #[test]
    fn rooms_are_joined_by_corridors() {
        check_picture(
            "
            ############
            #@  ####   #
            # $     .  #
            #### #######
            ####  ##   #
            ###        #
            ### ### $ .#
            ############",
            "
            ############
            #AAA####BBB#
            #AAA    BBB#
            #### #######
            ####  ##CCC#
            ###    CCCC#
            ### ###CCCC#
            ############",
            &["ABC"],
        );
    }

    #[test]
    fn rectangles_that_share_one_square_are_two_rooms() {
        check_picture(
            "
            #######
            #@ ####
            #$ ####
            #   .##
            ##   ##
            #######",
            "
            #######
            #AA####
            #AA####
            #A BB##
            ##BBB##
            #######",
            &["AB"],
        );
    }

    #[test]
    fn rooms_that_touch_are_linked() {
        check_picture(
            "
            ########
            #@  ####
            # $    #
            ####  .#
            ########",
            "
            ########
            #AAA####
            #AAABBB#
            ####BBB#
            ########",
            &["AB"],
        );
    }

    fn in_rectangle(board: &Board, x: usize, y: usize) -> bool {
        let covers = |width: usize, height: usize| {
            let corners = (0..width).flat_map(|dx| (0..height).map(move |dy| (dx, dy)));
            corners.filter(|&(dx, dy)| x >= dx && y >= dy).any(|(dx, dy)| {
                let (left, top) = (x - dx, y - dy);
                (left..left + width)
                    .all(|x| (top..top + height).all(|y| board.square_at(x, y).is_some()))
            })
        };
        covers(2, 3) || covers(3, 2)
    }

    #[test]
    fn every_square_of_a_rectangle_has_a_room_unless_two_claim_it() {
        for rules in Rules::ALL {
            for board in boards(rules, 29, 300) {
                let found: Rooms = rooms(&board);
                for square in board.squares() {
                    let (x, y) = board.position(square);
                    let covered = in_rectangle(&board, x, y);
                    assert!(covered || found.room_of(square).is_none());
                    let sole_room = found.rooms().len() == 1;
                    assert!(!(covered && sole_room) || found.room_of(square) == Some(0));
                }
            }
        }
    }
}
