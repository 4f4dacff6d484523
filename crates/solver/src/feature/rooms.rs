//! Rooms, and the links between them that boxes break.
//!
//! A room is a union of at least two overlapping 2 × 2 blocks of floor; squares that two rooms
//! could claim belong to neither. Two rooms are linked if, on the empty board, the keeper can walk
//! from one to the other without entering a third.

use sokolab_field::{Bits, Field, Place};

/// Boards with more rooms do not use this feature: following the links takes too long.
const ROOMS_MAX: usize = 32;

/// The search for rooms gives up after this many, because finding hundreds on a large board takes
/// too long. It exceeds `ROOMS_MAX` because rooms that share all their squares with others are
/// dropped.
const SOUGHT_MAX: usize = 8 * ROOMS_MAX;

/// The rooms of a board and their links.
#[derive(Clone, Debug)]
pub(crate) struct Rooms<const N: usize> {
    rooms: Vec<Room<N>>,
}

#[derive(Clone, Debug)]
struct Room<const N: usize> {
    places: Bits<N>,
    /// The room and the corridors that lead out of it.
    zone: Bits<N>,
    /// The rooms it is linked to on the empty board, one bit each.
    links: u32,
}

/// For every room, the rooms that the keeper can walk to from every part of it, one bit each.
pub(crate) type Seen = [u32; ROOMS_MAX];

impl<const N: usize> Rooms<N> {
    pub(crate) fn new(field: &Field<N>) -> Rooms<N> {
        let found = find(field);
        if found.len() > ROOMS_MAX || found.len() < 2 {
            return Rooms { rooms: Vec::new() };
        }
        let all = found.iter().fold(Bits::EMPTY, |all, room| all | *room);
        let corridors = field.floor & !all;
        let room = |&places: &Bits<N>| {
            let zone = field.spread_straight(places, &(corridors | places));
            Room { places, zone, links: 0 }
        };
        let mut rooms = Rooms { rooms: found.iter().map(room).collect() };
        let seen = rooms.look(field, &Bits::EMPTY);
        for (room, links) in rooms.rooms.iter_mut().zip(seen) {
            room.links = links;
        }
        rooms
    }

    /// The room that contains a place, if any.
    pub(crate) fn of(&self, place: Place) -> Option<usize> {
        self.rooms.iter().position(|room| room.places.contains(place))
    }

    /// Whether a place is in a room or in a corridor that leads out of it.
    pub(crate) fn is_near(&self, room: usize, place: Place) -> bool {
        self.rooms[room].zone.contains(place)
    }

    /// The places of a room.
    pub(crate) fn places(&self, room: usize) -> Bits<N> {
        self.rooms[room].places
    }

    /// The places of a room and of the corridors that lead out of it.
    pub(crate) fn zone(&self, room: usize) -> Bits<N> {
        self.rooms[room].zone
    }

    /// Which rooms can be walked to from every room of a state.
    pub(crate) fn look(&self, field: &Field<N>, boxes: &Bits<N>) -> Seen {
        let mut seen = [0; ROOMS_MAX];
        for (index, seen) in seen.iter_mut().enumerate().take(self.rooms.len()) {
            *seen = self.seen_from(field, index, boxes);
        }
        seen
    }

    /// The number of broken links after a box moved from `from` to `to`; `before` belongs to the
    /// state before that.
    pub(crate) fn broken_after(
        &self,
        field: &Field<N>,
        before: &Seen,
        boxes: &Bits<N>,
        from: Place,
        to: Place,
    ) -> usize {
        let mut seen = *before;
        for (index, room) in self.rooms.iter().enumerate() {
            if room.zone.contains(from) || room.zone.contains(to) {
                seen[index] = self.seen_from(field, index, boxes);
            }
        }
        self.broken(&seen)
    }

    /// The number of links of the empty board that are broken.
    pub(crate) fn broken(&self, seen: &Seen) -> usize {
        let mut count = 0;
        for (index, room) in self.rooms.iter().enumerate() {
            let lost = |&other: &usize| {
                room.links >> other & 1 == 1
                    && (seen[index] >> other & 1 == 0 || seen[other] >> index & 1 == 0)
            };
            count += (0..index).filter(lost).count();
        }
        count
    }

    fn seen_from(&self, field: &Field<N>, index: usize, boxes: &Bits<N>) -> u32 {
        let room = &self.rooms[index];
        let free = room.zone & !*boxes;
        let mut rest = room.places & free;
        if rest.is_empty() {
            return 0;
        }
        let mut seen = u32::MAX;
        while let Some(place) = rest.first() {
            let part = field.spread_straight(Bits::of(place), &free);
            rest &= !part;
            let halo = field.beside(&part);
            let touched = self.rooms.iter().enumerate();
            let touched = touched.filter(|(_, other)| other.places.intersects(&halo));
            seen &= touched.fold(0, |bits, (other, _)| bits | 1 << other);
        }
        seen & !(1 << index)
    }
}

fn find<const N: usize>(field: &Field<N>) -> Vec<Bits<N>> {
    let (floor, stride) = (field.floor, field.stride);
    // Blocks by their upper left corner; a block that overlaps no other is too small for a room.
    let blocks = floor & floor.down(1) & floor.down(stride) & floor.down(stride + 1);
    let blocks = blocks & field.beside(&blocks);
    let mut rest = blocks;
    let mut rooms: Vec<Bits<N>> = Vec::new();
    while let Some(corner) = rest.first() {
        let corners = field.spread_straight(Bits::of(corner), &rest);
        rest &= !corners;
        rooms.push(corners | corners.up(1) | corners.up(stride) | corners.up(stride + 1));
        if rooms.len() > SOUGHT_MAX {
            return Vec::new();
        }
    }
    let (mut all, mut shared) = (Bits::EMPTY, Bits::EMPTY);
    for room in &rooms {
        shared |= all & *room;
        all |= *room;
    }
    let rooms = rooms.into_iter().map(|room| room & !shared);
    rooms.filter(|room| !room.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::Rooms;
    use sokolab_core::check;
    use sokolab_core::testing::level;
    use sokolab_field::Field;

    /// The number of broken links in a picture.
    fn broken(text: &str) -> usize {
        let (board, state) = check(&level(text)).expect("a playable level");
        let field = Field::<4>::new(&board);
        let rooms = Rooms::new(&field);
        rooms.broken(&rooms.look(&field, &field.set(&state.boxes)))
    }

    #[test]
    fn a_box_in_the_only_door_breaks_the_link() {
        let open = "
            #########
            #  ##  .#
            #$     @#
            #  ##   #
            #########";
        let closed = "
            #########
            #  ##  .#
            #  $   @#
            #  ##   #
            #########";
        assert_eq!((broken(open), broken(closed)), (0, 1));
    }

    #[test]
    fn a_room_that_is_parted_has_lost_its_links() {
        let parted = "
            ##########
            # $ ##  .#
            # $    .@#
            # $ ##  .#
            ##########";
        assert_eq!(broken(parted), 1);
    }
}
