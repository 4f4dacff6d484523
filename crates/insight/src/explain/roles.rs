//! Sentences about what each chamber does for the others.
//!
//! Capacities and orders come from the chamber played alone; what is needed comes from the state
//! space of the level or, if that is too large, from what the solution shows.

use std::collections::BTreeSet;

use sokolab_analysis::{Chamber, ChamberKind, Chambers, FloorPart, spare_boxes};
use sokolab_chamber::behaviour::{
    Passage, STATES_MAX, Storage, emptying, filling, passages, storage_of,
};
use sokolab_chamber::{BehindPort, ChamberShape, Parking, Space};
use sokolab_core::{Demand, GoalKind, Square, demand, square_name};

use super::names::Named;
use super::words::{capital, counted, list, number};
use super::{ChamberNote, Role, visits};
use crate::rating::{Occupancy, Walkthrough};

/// Maximum number of goals of a chamber whose filling orders are listed.
const GOALS_MAX: usize = 6;

/// The context for sentences about chambers.
pub(super) struct Scene<'a> {
    pub(super) walkthrough: &'a Walkthrough,
    pub(super) chambers: &'a Chambers,
    pub(super) named: &'a [Named],
    /// Whether it is proved that the level has no solution.
    pub(super) is_unsolvable: bool,
}

impl Scene<'_> {
    /// A note on every chamber that matters, until the time is up.
    pub(super) fn notes(&self, is_over: &mut dyn FnMut() -> bool) -> Vec<ChamberNote> {
        let matters = (0..self.named.len()).filter(|&it| self.named[it].matters());
        matters.take_while(|_| !is_over()).map(|it| self.note(it)).collect()
    }

    fn chamber(&self, index: usize) -> &Chamber {
        &self.chambers.chambers()[index]
    }

    fn note(&self, index: usize) -> ChamberNote {
        let (chamber, named) = (self.chamber(index), &self.named[index]);
        let mut note = ChamberNote {
            letter: named.letter.clone(),
            name: named.name.clone(),
            role: named.role,
            squares: chamber.squares.clone(),
            boxes: named.boxes,
            goals: named.goals,
            capacity: None,
            needed: None,
            sentences: Vec::new(),
            full: Vec::new(),
        };
        match named.role {
            Role::Storage => self.tell_storage(index, &mut note),
            Role::Goals => self.tell_goals(index, &mut note),
            Role::Feed => self.tell_feed(index, &mut note),
            Role::Directed | Role::Passage => self.tell_between(index, &mut note),
            Role::Mixed => self.tell_mixed(index, &mut note),
            Role::Niche | Role::Exit => {}
        }
        note
    }

    fn tell_storage(&self, index: usize, note: &mut ChamberNote) {
        let name = capital(&self.named[index].full());
        let Some(found) = self.storage(index) else {
            note.sentences
                .push(format!("{name} starts empty. It is too large to say how much it stores."));
            return;
        };
        note.capacity = Some(found.capacity);
        let full = found.full.first().copied().unwrap_or(0);
        if let Ok(shape) = ChamberShape::of_chamber(&self.walkthrough.board, self.chamber(index)) {
            // Squares of a shape are numbered row by row, like those of the chamber.
            let squares = self.chamber(index).squares.iter().zip(0..shape.area());
            note.full = squares.filter(|it| full >> it.1 & 1 == 1).map(|it| *it.0).collect();
        }
        note.sentences.push(match found.capacity {
            0 => format!("{name} stores nothing: a box pushed in never comes out again."),
            1 => format!("{name} is storage: one box can wait here and be taken out again."),
            many => format!(
                "{name} is storage: {} can wait here and be taken out again.",
                counted(many, "box")
            ),
        });
        if !found.is_regular && found.capacity > 0 {
            let text =
                "It is fussy: where the first boxes stand decides whether another still fits.";
            note.sentences.push(text.to_owned());
        }
        let occupancy = self.occupancy(index);
        note.needed = occupancy.map(|it| it.at_least);
        note.sentences.extend(self.needed(index, found.capacity, occupancy));
    }

    /// How much of a storage is needed.
    fn needed(
        &self,
        index: usize,
        capacity: usize,
        occupancy: Option<Occupancy>,
    ) -> Option<String> {
        let Some(Occupancy { at_least, before }) = occupancy else {
            return match visits::most_at_once(self.walkthrough, self.chamber(index)) {
                _ if self.walkthrough.pushes.is_empty() => None,
                0 => Some("The solution below leaves it empty.".to_owned()),
                1 => Some("In the solution below one box waits here.".to_owned()),
                most => Some(format!(
                    "In the solution below it holds up to {} at a time.",
                    counted(most, "box")
                )),
            };
        };
        let early = before == Some(at_least) && self.giver(index).is_none();
        let early = if early { ", before the first box goes home" } else { "" };
        let boxes = counted(at_least, "box");
        Some(match at_least {
            0 => visits::LEFT_EMPTY.to_owned(),
            _ if at_least < capacity => format!(
                "Every solution has {boxes} in here at once{early}. More are never needed, though \
                 there is room for {} more.",
                number(capacity - at_least),
            ),
            1 => format!("It is needed: every solution has a box in here at some time{early}."),
            _ => {
                format!("All of that is needed: every solution has {boxes} in here at once{early}.")
            }
        })
    }

    fn tell_feed(&self, index: usize, note: &mut ChamberNote) {
        let named = &self.named[index];
        let doors: Vec<String> = self.doors(index);
        // For an unsolvable level, this is what a win would take.
        let all = match (named.boxes, self.is_unsolvable) {
            (1, false) => "it has to leave",
            (2, false) => "both have to leave",
            (_, false) => "all of them have to leave",
            (1, true) => "it would have to leave",
            (2, true) => "both would have to leave",
            (_, true) => "all of them would have to leave",
        };
        let way = match (self.needs_every_box(), doors.is_empty()) {
            (true, true) => format!("; {all}"),
            (true, false) => format!("; {all} by the door at {}", doors.join(" or ")),
            (false, true) => String::new(),
            (false, false) => format!("; its door is at {}", doors.join(" or ")),
        };
        let text = format!(
            "{} is where {} {}{way}.",
            capital(&named.full()),
            counted(named.boxes, "box"),
            if named.boxes == 1 { "starts" } else { "start" },
        );
        note.sentences.push(text);
    }

    fn tell_between(&self, index: usize, note: &mut ChamberNote) {
        let named = &self.named[index];
        let name = capital(&named.full());
        let beside: Vec<String> =
            self.neighbours(index).map(|it| self.named[it].name.clone()).collect();
        let lies = match &beside[..] {
            [] => String::new(),
            [one] => format!(" lies beside {one} and"),
            _ => format!(" lies between {} and", list(&beside)),
        };
        note.sentences.push(match named.boxes {
            0 => format!("{name}{lies} starts empty."),
            count => format!("{name}{lies} starts with {}.", counted(count, "box")),
        });
        if named.role == Role::Passage {
            let needed = self.occupancy(index).map(|it| it.at_least);
            note.sentences.extend(visits::sentence(self.walkthrough, self.chamber(index), needed));
        }
        note.sentences.extend(self.ways_out(index));
        note.sentences.extend(self.waiting_outside(index));
        for store in (0..self.named.len()).filter(|&it| self.giver(it) == Some(index)) {
            let Some(Occupancy { before: Some(before @ 1..), .. }) = self.occupancy(store) else {
                continue;
            };
            note.sentences.push(format!(
                "The chamber must hand {} over to {} before the first box goes home.",
                counted(before, "box"),
                self.named[store].name,
            ));
        }
        note.sentences.extend(self.blocking(index));
    }

    fn tell_mixed(&self, index: usize, note: &mut ChamberNote) {
        let named = &self.named[index];
        let thing = self.goal_word();
        note.sentences.push(format!(
            "{} starts with {} and has {}.",
            capital(&named.full()),
            counted(named.boxes, "box"),
            counted(named.goals, thing),
        ));
    }

    fn tell_goals(&self, index: usize, note: &mut ChamberNote) {
        let (chamber, named) = (self.chamber(index), &self.named[index]);
        let name = capital(&named.full());
        let goals = counted(named.goals, self.goal_word());
        let rules = self.walkthrough.board.rules();
        let verb = if named.name.ends_with('s') { "are" } else { "is" };
        let is_needed = self.needs_goals(index);
        let (one, many) =
            if is_needed { ("has to go", "have to go") } else { ("can go", "can go") };
        let where_to = match (chamber.kind, named.goals) {
            (_, 1) => format!("where a box {one}"),
            (ChamberKind::GoalCorridor, count) => format!("{} in a row", number(count)),
            (_, count) if count == self.walkthrough.board.goals().len() => {
                let all =
                    if self.needs_every_box() { "all boxes have to go" } else { "boxes can go" };
                format!("where {all}: here are the {goals}")
            }
            _ => format!("where boxes {many}: here are {goals}"),
        };
        note.sentences.push(format!("{name} {verb} {where_to}."));
        match (chamber.kind, rules.goal()) {
            (_, _) if named.goals == 1 => {}
            (ChamberKind::GoalCorridor, GoalKind::Fill) if self.is_first_row(index) => {
                let text = "The nearest is filled first; a filled hole is floor for the next box.";
                note.sentences.push(text.to_owned());
            }
            (ChamberKind::GoalCorridor, GoalKind::Keep)
                if chamber.ports.len() == 1 && self.needs_goals(index) =>
            {
                note.sentences.push("The far end is filled first.".to_owned());
            }
            (ChamberKind::Area, _) => note.sentences.extend(self.order(index)),
            _ => {}
        }
    }

    /// In which order the goals of a chamber can be filled, if the order matters.
    fn order(&self, index: usize) -> Option<String> {
        let (board, chamber) = (&self.walkthrough.board, self.chamber(index));
        let named = &self.named[index];
        let is_plain = named.boxes == 0 && chamber.ports.len() == 1 && self.needs_goals(index);
        if !is_plain || named.goals > GOALS_MAX {
            return None;
        }
        let shape = ChamberShape::of_chamber(board, chamber).ok()?;
        let found = same_with_parking(|parking| {
            filling(&shape, board.rules(), parking, &[], STATES_MAX).ok().map(|it| it.orders)
        })?;
        let firsts: BTreeSet<u8> = found.iter().filter_map(|it| it.first().copied()).collect();
        let goals: Vec<Square> =
            chamber.squares.iter().copied().filter(|&it| board.goals().contains(it)).collect();
        let name = |it: &u8| square_name(board, goals[usize::from(*it)]);
        match (found.len(), firsts.len()) {
            (1, _) => {
                let order: Vec<String> = found.first()?.iter().map(name).collect();
                Some(format!("They can be filled in one order only: {}.", order.join(", ")))
            }
            (2.., count) if count < goals.len() => {
                let others = (0..goals.len() as u8).filter(|it| !firsts.contains(it));
                let others: Vec<String> = others.map(|it| name(&it)).collect();
                let firsts: Vec<String> = firsts.iter().map(name).collect();
                Some(if others.len() <= firsts.len() {
                    let there = others.join(" or ");
                    format!("Do not begin with {there}: a box left there shuts others off.")
                } else {
                    let first = firsts.join(" or ");
                    format!("Begin with {first}: a box left elsewhere first shuts others off.")
                })
            }
            _ => None,
        }
    }

    /// Whether this is the first row of goals mentioned: what all rows share is mentioned once.
    fn is_first_row(&self, index: usize) -> bool {
        let is_row = |&it: &usize| {
            self.chamber(it).kind == ChamberKind::GoalCorridor && self.named[it].goals > 1
        };
        (0..self.named.len()).find(is_row) == Some(index)
    }

    fn goal_word(&self) -> &'static str {
        self.walkthrough.board.rules().goal_word()
    }

    fn storage(&self, index: usize) -> Option<Storage> {
        storage_of(&self.walkthrough.board, self.chamber(index))
    }

    fn occupancy(&self, index: usize) -> Option<Occupancy> {
        let goals: Vec<Square> = self.walkthrough.board.goals().iter().collect();
        self.walkthrough.occupancy(&self.chamber(index).squares, &goals)
    }

    /// The relevant chambers at the ends of a chamber's corridors, skipping niches.
    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let mut seen = vec![index];
        let mut found = Vec::new();
        let mut pending = vec![index];
        while let Some(at) = pending.pop() {
            for port in &self.chamber(at).ports {
                let ends = self.chambers.corridors()[port.corridor].ends;
                let next = if ends[0].chamber == at { ends[1].chamber } else { ends[0].chamber };
                if seen.contains(&next) {
                    continue;
                }
                seen.push(next);
                if self.named[next].matters() { found.push(next) } else { pending.push(next) }
            }
        }
        found.sort_unstable();
        found.into_iter()
    }

    /// The only neighbour of a storage if it is a directed chamber, which hands boxes over to it.
    fn giver(&self, store: usize) -> Option<usize> {
        if self.named[store].role != Role::Storage {
            return None;
        }
        let beside: Vec<usize> = self.neighbours(store).collect();
        let &[only] = &beside[..] else { return None };
        (self.named[only].role == Role::Directed).then_some(only)
    }

    /// Whether there are no spare boxes.
    fn needs_every_box(&self) -> bool {
        spare_boxes(&self.walkthrough.board, &self.walkthrough.start) == Ok(0)
    }

    /// Whether every goal of a chamber needs a box.
    fn needs_goals(&self, index: usize) -> bool {
        let board = &self.walkthrough.board;
        match demand(board, &self.walkthrough.start) {
            Demand::Goals(needed) => {
                let mut goals = self.chamber(index).squares.iter();
                goals.all(|&it| !board.goals().contains(it) || needed.contains(it))
            }
            Demand::Boxes(boxes) => board.goals().len() == 1 && !boxes.is_empty(),
        }
    }

    /// The names of the door squares of a chamber.
    fn doors(&self, index: usize) -> Vec<String> {
        let ports = self.chamber(index).ports.iter();
        ports.map(|port| square_name(&self.walkthrough.board, port.square)).collect()
    }

    /// The boxes that start in the corridors of a chamber.
    fn waiting_outside(&self, index: usize) -> Option<String> {
        let corridors = self.chamber(index).ports.iter().map(|it| it.corridor);
        let squares = corridors.flat_map(|it| &self.chambers.corridors()[it].squares);
        let boxes = squares.filter(|&&it| self.walkthrough.start.boxes.contains(it));
        let names: Vec<String> =
            boxes.map(|&it| square_name(&self.walkthrough.board, it)).collect();
        (!names.is_empty()).then(|| match names.len() {
            1 => format!("Another box starts in the doorway {}.", names[0]),
            count => format!(
                "{} more start in the doorways {}.",
                capital(&counted(count, "box")),
                list(&names)
            ),
        })
    }

    /// Through which doors the boxes of a chamber with two doors can leave.
    fn ways_out(&self, index: usize) -> Option<String> {
        // A spare box may be left where it blocks others.
        if !self.needs_every_box() {
            return None;
        }
        let split = same_with_parking(|parking| {
            let (space, boxes, keeper) = self.space(index, parking)?;
            emptying(&space, space.state(boxes, keeper), STATES_MAX).ok()?.split()
        })?;
        let sides: Vec<&'static str> =
            self.chamber(index).ports.iter().map(|port| side(port.direction)).collect();
        let (total, one, two) = (self.named[index].boxes, split.leftward, split.rightward);
        let only = |count: usize, port: usize| {
            let boxes = match count {
                _ if count == total && total == 1 => "It".to_owned(),
                2 if count == total => "Both".to_owned(),
                _ if count == total => format!("All {}", number(count)),
                _ => format!("{} of them", capital(&number(count))),
            };
            format!("{boxes} can leave {} only.", sides[port])
        };
        match (one, two) {
            _ if sides[0] == sides[1] => None,
            (1.., 0) => Some(only(one, 0)),
            (0, 1..) => Some(only(two, 1)),
            (1.., 1..) => Some(format!(
                "{} of them can leave {} only, {} {} only.",
                capital(&number(one)),
                sides[0],
                number(two),
                sides[1]
            )),
            (0, 0) => None,
        }
    }

    /// How many boxes in a chamber with two doors block the keeper.
    fn blocking(&self, index: usize) -> Option<String> {
        if !self.needs_every_box() {
            return None;
        }
        let first = same_with_parking(|parking| {
            let (space, boxes, keeper) = self.space(index, parking)?;
            let space = space.with_boxes_max(self.walkthrough.starts.len());
            let found = passages(&space, &[space.state(boxes, keeper)], STATES_MAX).ok()?;
            found.iter().position(|it| *it == Passage::Never)
        })?;
        Some(match first {
            1 => "A box left in it bars the keeper's way.".to_owned(),
            many => format!("{} in it bar the keeper's way.", capital(&counted(many, "box"))),
        })
    }

    /// The state space of a chamber with two doors, its boxes, and the keeper's place.
    fn space(&self, index: usize, parking: Parking) -> Option<(Space, u64, usize)> {
        let (board, chamber) = (&self.walkthrough.board, self.chamber(index));
        let shape =
            ChamberShape::of_chamber(board, chamber).ok().filter(|it| it.ports().len() == 2)?;
        let beyond = [BehindPort::Anything, BehindPort::Anything];
        let space = Space::new(&shape, board.rules(), parking, &beyond);
        let boxes = chamber
            .squares
            .iter()
            .zip(0..)
            .filter(|it| self.walkthrough.start.boxes.contains(*it.0));
        let boxes = space.played(boxes.fold(0, |set, it| set | 1u64 << it.1));
        let own = chamber.squares.iter().position(|&it| it == self.walkthrough.start.keeper);
        let own = own.map(|it| space.played(1 << it)).filter(|&it| it != 0);
        let keeper = match own {
            Some(set) => set.trailing_zeros() as usize,
            None => space.outside(self.side_of_keeper(index)?),
        };
        Some((space, boxes, keeper))
    }

    /// The port of a chamber behind which the keeper starts.
    fn side_of_keeper(&self, index: usize) -> Option<usize> {
        let start = self.chambers.whereabouts(self.walkthrough.start.keeper);
        let ports = &self.chamber(index).ports;
        ports.iter().position(|port| {
            if start == FloorPart::Corridor(port.corridor) {
                return true;
            }
            let ends = self.chambers.corridors()[port.corridor].ends;
            let next = if ends[0].chamber == index { ends[1].chamber } else { ends[0].chamber };
            self.behind(next, index, start)
        })
    }

    /// Whether `wanted` is `at` or lies behind it, as seen from `from`.
    fn behind(&self, at: usize, from: usize, wanted: FloorPart) -> bool {
        wanted == FloorPart::Chamber(at)
            || self.chamber(at).ports.iter().any(|port| {
                let ends = self.chambers.corridors()[port.corridor].ends;
                let next = if ends[0].chamber == at { ends[1].chamber } else { ends[0].chamber };
                next != from
                    && (wanted == FloorPart::Corridor(port.corridor)
                        || self.behind(next, at, wanted))
            })
    }
}

/// The answer if it is the same with and without boxes parked in doorways: only then does it hold
/// for every game.
fn same_with_parking<T: PartialEq>(ask: impl Fn(Parking) -> Option<T>) -> Option<T> {
    let found = ask(Parking::Forbidden)?;
    (ask(Parking::Allowed)? == found).then_some(found)
}

/// The direction out of a door, in a sentence.
fn side(direction: sokolab_core::Direction) -> &'static str {
    match (direction.dx(), direction.dy()) {
        (..=-1, _) => "to the left",
        (1.., _) => "to the right",
        (_, ..=-1) => "at the top",
        _ => "at the bottom",
    }
}
