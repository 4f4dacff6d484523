//! What the drawn boxes of a chamber can do, and its states as seen from outside.

use super::{Known, PortNames, Subject, Unknown};
use crate::behaviour::{ChamberGraph, Interface, Language, Letter, emptying, interface};
use crate::shape::ChamberShape;
use crate::space::{BehindPort, ChamberState, Event, Parking, Space};

/// What the drawn boxes of a chamber can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// How many boxes there are.
    pub boxes: usize,
    /// Whether they can all leave, by any ports, with the keeper where it is drawn or outside.
    pub can_be_emptied: Known<bool>,
    /// The sides by which they can leave, in order, if no box stops in a doorway.
    pub orders: Known<Language>,
    /// The same if boxes may be parked in doorways.
    pub orders_with_parking: Known<Language>,
    /// Whether the keeper can walk from each port to every other one.
    pub is_passable: Known<bool>,
    /// For each port, the effect of pushing a box in.
    pub insertions: Vec<Insertion>,
}

/// The effect of pushing a box in by a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// No box can be pushed in: a box is at the port, or the keeper cannot get there.
    Barred,
    /// Some box can never leave again.
    Locks,
    /// Afterwards, the boxes can leave by these sides.
    Becomes(Language),
    /// The effect is unknown.
    Unknown(Unknown),
}

/// The largest number of boxes whose orders are listed, because the number of orders may grow as
/// 2ⁿ.
const ORDER_BOXES_MAX: usize = 10;

pub(super) fn drawn(subject: &Subject<'_>, ports: &PortNames) -> Drawn {
    let boxes = subject.drawing.boxes().len();
    let unknown = |error: Unknown| Drawn {
        boxes,
        can_be_emptied: Err(error),
        orders: Err(error),
        orders_with_parking: Err(error),
        is_passable: Err(error),
        insertions: vec![Insertion::Unknown(error); ports.count()],
    };
    let shape = match subject.shape() {
        Ok(shape) if subject.has_holes(shape) => return unknown(Unknown::Holes),
        Ok(shape) => shape,
        Err(error) => return unknown(error),
    };
    let scene = |parking| Scene::new(subject, shape, parking);
    let scenes = scene(subject.plain_parking(shape))
        .and_then(|plain| scene(Parking::Allowed).map(|with_parking| (plain, with_parking)));
    let (plain, with_parking) = match scenes {
        Ok(scenes) => scenes,
        Err(error) => return unknown(error),
    };
    let insertion = |port| plain.insertion(port);
    Drawn {
        boxes,
        can_be_emptied: with_parking.can_be_emptied(),
        orders: plain.orders(plain.start),
        orders_with_parking: with_parking.orders(with_parking.start),
        is_passable: Ok(plain.taking.is_passable(&plain.start)),
        insertions: (0..ports.count()).map(insertion).collect(),
    }
}

/// A drawn chamber as it is played.
struct Scene {
    /// All ports only take boxes.
    taking: Space,
    /// Boxes enter and leave by all ports.
    open: Space,
    start: ChamberState,
    states_max: usize,
}

impl Scene {
    fn new(subject: &Subject<'_>, shape: &ChamberShape, parking: Parking) -> Known<Scene> {
        let ports = shape.ports().len();
        let space = |beyond| subject.space(shape, parking, &vec![beyond; ports]);
        let taking = space(BehindPort::Taker)?;
        let boxes = taking.played(subject.boxes(shape));
        let keeper = subject.keeper(shape).map(|it| taking.played(it)).filter(|&it| it != 0);
        let keeper = keeper.map_or(taking.outside(0), |it| it.trailing_zeros() as usize);
        Ok(Scene {
            start: taking.state(boxes, keeper),
            open: space(BehindPort::Anything)?,
            taking,
            states_max: subject.options.states_max,
        })
    }

    fn can_be_emptied(&self) -> Known<bool> {
        let graph = ChamberGraph::forwards(&self.taking, &[self.start], self.states_max)?;
        Ok(graph.states.iter().any(|it| it.boxes == 0))
    }

    fn orders(&self, from: ChamberState) -> Known<Language> {
        if from.boxes.count_ones() as usize > ORDER_BOXES_MAX {
            return Err(Unknown::OutsideStates(1 << ORDER_BOXES_MAX));
        }
        Ok(emptying(&self.taking, from, self.states_max)?)
    }

    fn insertion(&self, port: usize) -> Insertion {
        let mut entered = None;
        self.open.successors(&self.start, &mut |event, after| {
            if event == Event::Enter(port as u8) {
                entered = Some(after);
            }
        });
        let Some(entered) = entered else {
            let region = self.open.region(&self.start);
            let is_free = self.open.is_free_at(&self.start, port);
            let is_there = self.open.is_outside(region, port);
            return if is_free && is_there { Insertion::Locks } else { Insertion::Barred };
        };
        match self.orders(entered) {
            Err(error) => Insertion::Unknown(error),
            Ok(language) if language.is_empty() => Insertion::Locks,
            Ok(language) => Insertion::Becomes(language),
        }
    }
}

/// A state as seen from outside: the possible events and the states they lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideState {
    /// The boxes inside, as places of the drawing.
    pub boxes: Vec<(usize, usize)>,
    /// The sides by which the boxes leave, in words; `None` if no split describes them.
    pub name: Option<String>,
    /// The ports outside of which the keeper can be.
    pub walks: Vec<usize>,
    /// For each port, the states to which inserting a box leads.
    pub insert: Vec<Vec<usize>>,
    /// For each port, the states to which removing a box leads.
    pub remove: Vec<Vec<usize>>,
    /// The states to which pushes inside lead.
    pub rearrange: Vec<usize>,
}

/// The states of a chamber from which every box can still leave; states that cannot be
/// distinguished from outside are merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideStates {
    /// The states; the drawn one is first, unless one of its boxes can never leave.
    pub list: Vec<OutsideState>,
    /// The largest number of boxes inside that was considered.
    pub boxes_max: usize,
}

/// The largest number of states that are compared with each other.
const COMPARED_MAX: usize = 4_000;

/// The largest number of states that are listed.
const LISTED_MAX: usize = 200;

pub(super) fn outside_states(subject: &Subject<'_>, ports: &PortNames) -> Known<OutsideStates> {
    let shape = subject.shape()?;
    if subject.has_holes(shape) {
        return Err(Unknown::Holes);
    }
    let mut scene = Scene::new(subject, shape, subject.plain_parking(shape))?;
    let boxes_max = (scene.start.boxes.count_ones() as usize).max(1);
    scene.open = scene.open.with_boxes_max(boxes_max);
    let states_max = COMPARED_MAX.min(subject.options.states_max);
    let found = interface(&scene.open, &[scene.start], states_max)?;
    if found.nodes.len() > LISTED_MAX {
        return Err(Unknown::OutsideStates(LISTED_MAX));
    }
    let nodes = 0..found.nodes.len() as u32;
    let list = nodes.map(|node| outside_state(subject, ports, &scene, &found, node));
    Ok(OutsideStates { list: list.collect::<Result<_, _>>()?, boxes_max })
}

fn outside_state(
    subject: &Subject<'_>,
    ports: &PortNames,
    scene: &Scene,
    found: &Interface,
    node: u32,
) -> Known<OutsideState> {
    let first = found.node_of.iter().position(|&it| it == node);
    let state = first.map_or(scene.start, |it| found.states[it]);
    let shape = subject.shape()?;
    let after = |letter| found.after(node, letter).into_iter().map(|it| it as usize).collect();
    let each = |letter: fn(u8) -> Letter| -> Vec<Vec<usize>> {
        (0..ports.count()).map(|port| after(letter(port as u8))).collect()
    };
    let walks =
        (0..ports.count()).filter(|&it| !found.after(node, Letter::Walk(it as u8)).is_empty());
    let boxes = shape.places(scene.open.given(state.boxes));
    let mut rearrange: Vec<usize> = after(Letter::Rearrange);
    rearrange.retain(|&it| it != node as usize);
    Ok(OutsideState {
        boxes: boxes.map(|it| subject.drawing.place(it)).collect(),
        name: ports.split(&scene.orders(state)?),
        walks: walks.collect(),
        insert: each(Letter::Enter),
        remove: each(Letter::Leave),
        rearrange,
    })
}
