//! Draws the commands of a description on its map.

use super::terrain::ground;
use super::{Arrival, Slot};
use crate::finding::{Finding, FindingKind, Location};
use crate::picture::{Edge, Ground, Occupant, Picture, Place};
use crate::source::Source;

/// Maximum number of places in a map. The game's own maps have 76 x 21; with a larger limit, a few
/// bytes of ragged rows could grow into many large pictures.
const PLACES_MAX: usize = 4096;

/// An object that a command places on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Thing {
    Boulder,
    Pit,
    Hole,
    /// Stairs up.
    Exit,
    /// The branch staircase.
    Branch,
    DownStairs,
}

impl Thing {
    const fn name(self) -> &'static str {
        match self {
            Thing::Boulder => "a boulder",
            Thing::Pit => "a pit",
            Thing::Hole => "a hole",
            Thing::Exit | Thing::DownStairs => "a stair",
            Thing::Branch => "the arrival",
        }
    }
}

/// The location that a command gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Spot {
    /// Column and row from 0.
    At(i64, i64),
    /// Random, or known to the game only.
    Random,
}

impl Spot {
    /// The spot that a list of coordinates denotes: a place, or a region of one place.
    pub(in crate::text) fn from_numbers(numbers: &[i64]) -> Spot {
        match *numbers {
            [x, y] => Spot::At(x, y),
            [left, top, right, bottom] if (left, top) == (right, bottom) => Spot::At(left, top),
            _ => Spot::Random,
        }
    }
}

/// Whether an object of this name is a boulder, in English or in the Japanese of `JNetHack`.
pub(in crate::text) fn is_boulder(name: &str) -> bool {
    matches!(name, "boulder" | "岩" | "大岩")
}

/// The trap with this name, if boulders can fill it.
pub(in crate::text) fn trap(name: &str) -> Option<Thing> {
    match name {
        "pit" | "落し穴" | "落とし穴" => Some(Thing::Pit),
        "hole" | "穴" => Some(Thing::Hole),
        _ => None,
    }
}

/// Makes the finding for a bad place, given the name of the object to be placed there.
type Fault = fn(&'static str) -> FindingKind;

/// A map with the part of the puzzle drawn so far.
#[derive(Debug)]
pub(in crate::text) struct Drawing {
    picture: Picture,
    source: Source,
    findings: Vec<Finding>,
    arrival: Option<(Arrival, usize, usize)>,
    slot: Option<Slot>,
    is_too_large: bool,
}

/// A finished drawing.
#[derive(Debug)]
pub(in crate::text) struct Drawn {
    pub(in crate::text) picture: Picture,
    pub(in crate::text) source: Source,
    pub(in crate::text) findings: Vec<Finding>,
    pub(in crate::text) arrival: Arrival,
    /// Whether the traps are pits or holes; `None` if there are none.
    pub(in crate::text) slot: Option<Slot>,
}

impl Drawing {
    /// The empty map. Its first row is in `line`.
    pub(in crate::text) fn new(rows: Vec<String>, line: usize) -> Drawing {
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let mut findings = Vec::new();
        let is_too_large = width.saturating_mul(rows.len()) > PLACES_MAX;
        let rock = Place::bare(Ground::Rock);
        let mut picture = Picture::new(0, Vec::new(), Edge::Solid);
        if is_too_large {
            let location = Location { line, column: 1, length: 1 };
            findings.push(Finding::at(FindingKind::TooLarge("the map"), location));
        } else {
            picture = Picture::new(width, vec![rock; width * rows.len()], Edge::Solid);
            for (y, row) in rows.iter().enumerate() {
                for (x, character) in row.chars().enumerate() {
                    if ground(character).is_none() {
                        let location = Location { line: line + y, column: x + 1, length: 1 };
                        let kind = FindingKind::TakenAsFloor(character);
                        findings.push(Finding::at(kind, location));
                    }
                    let ground = ground(character).unwrap_or(Ground::Floor);
                    picture.put(x, y, Place::bare(ground));
                }
            }
        }
        let source = Source::of_rows(line, 0, rows);
        Drawing { picture, source, findings, arrival: None, slot: None, is_too_large }
    }

    /// Draws `thing`. If that is impossible, records a finding and returns `false`: the command
    /// must then be kept verbatim. A second arrival, and a trap on the stairs, are not part of the
    /// puzzle; they are kept without a finding.
    pub(in crate::text) fn put(&mut self, thing: Thing, spot: Spot, location: Location) -> bool {
        if self.is_too_large {
            return false;
        }
        let (x, y) = match self.inside(spot) {
            Ok(place) => place,
            Err(kind) => {
                self.note(kind(thing.name()), location);
                return false;
            }
        };
        let mut place = self.picture.at(x, y);
        if place.ground.is_solid() {
            self.note(FindingKind::InsideWall(thing.name()), location);
            return false;
        }
        let has_box = place.occupant == Occupant::Box;
        let is_arrival = self.arrival.is_some_and(|(_, column, row)| (column, row) == (x, y));
        match (thing, place.ground) {
            (Thing::Exit, Ground::Goal) | (Thing::Pit | Thing::Hole, Ground::Exit) => return false,
            (Thing::Branch | Thing::DownStairs, _) if self.arrival.is_some() => return false,
            (Thing::Boulder, ground) if has_box || is_arrival || ground == Ground::Goal => {
                self.note(FindingKind::Stacked, location);
                return false;
            }
            (Thing::Pit | Thing::Hole | Thing::Branch | Thing::DownStairs, _) if has_box => {
                self.note(FindingKind::Stacked, location);
                return false;
            }
            (Thing::Boulder, _) => place.occupant = Occupant::Box,
            (Thing::Exit, _) => place.ground = Ground::Exit,
            (Thing::Pit | Thing::Hole, _) => {
                place.ground = Ground::Goal;
                let slot = if thing == Thing::Pit { Slot::Entry } else { Slot::Later };
                self.slot.get_or_insert(slot);
            }
            (Thing::Branch, _) => self.arrival = Some((Arrival::Branch, x, y)),
            (Thing::DownStairs, _) => self.arrival = Some((Arrival::DownStairs, x, y)),
        }
        self.picture.put(x, y, place);
        true
    }

    /// Makes a doorway, even in a wall, as the game does.
    pub(in crate::text) fn put_door(&mut self, spot: Spot) {
        if let Ok((x, y)) = self.inside(spot) {
            let ground = self.picture.at(x, y).ground;
            if !matches!(ground, Ground::Goal | Ground::Exit) {
                let place = Place { ground: Ground::Door, ..self.picture.at(x, y) };
                self.picture.put(x, y, place);
            }
        }
    }

    /// Records a finding.
    pub(in crate::text) fn note(&mut self, kind: FindingKind, location: Location) {
        self.findings.push(Finding::at(kind, location));
    }

    fn inside(&self, spot: Spot) -> Result<(usize, usize), Fault> {
        let Spot::At(x, y) = spot else { return Err(FindingKind::RandomPlace) };
        match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.picture.width() && y < self.picture.height() => Ok((x, y)),
            _ => Err(FindingKind::OutsideMap),
        }
    }

    /// The finished picture, with the keeper at the arrival.
    pub(in crate::text) fn finish(mut self) -> Drawn {
        if let Some((_, x, y)) = self.arrival {
            let ground = self.picture.at(x, y).ground;
            self.picture.put(x, y, Place::with_keeper(ground));
        }
        Drawn {
            picture: self.picture,
            source: self.source,
            findings: self.findings,
            arrival: self.arrival.map_or(Arrival::DownStairs, |(arrival, ..)| arrival),
            slot: self.slot,
        }
    }
}
