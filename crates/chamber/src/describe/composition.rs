//! A chamber with a storage behind one of its ports: the composition of the document, in every
//! direction.

use super::{Known, Subject, Unknown};
use crate::annex::Annex;
use crate::behaviour::{ChamberGraph, TooManyStates};
use crate::shape::ChamberShape;
use crate::space::{BehindPort, ChamberState, Parking, Space};

/// A chamber composed with a storage behind one port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composition {
    /// The port with the storage.
    pub port: usize,
    /// The smallest capacity of the storage with which all drawn boxes can leave by the other
    /// ports; `None` if no capacity is enough.
    pub demands: Known<Option<u8>>,
    /// The same if boxes may be parked in doorways.
    pub demands_with_parking: Known<Option<u8>>,
    /// The capacities of chamber and storage together, by the capacity of the storage.
    pub joined: Vec<Joined>,
}

/// A chamber and the storage behind one of its ports, taken as one chamber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The capacity of the storage.
    pub storage: u8,
    /// The boxes that the two can hold and give back; `None` if not all boxes can leave.
    pub capacity: Known<Option<usize>>,
}

/// How far beyond the demanded capacity larger storages are tried.
const BEYOND_DEMAND: u8 = 2;

pub(super) fn compositions(subject: &Subject<'_>) -> Vec<Composition> {
    let ports = subject.drawing.ports().len();
    if ports < 2 {
        return Vec::new();
    }
    (0..ports).map(|port| composition(subject, port)).collect()
}

fn composition(subject: &Subject<'_>, port: usize) -> Composition {
    let plain = subject.shape().map_or(Parking::Forbidden, |it| subject.plain_parking(it));
    let demands = demands(subject, port, plain);
    let demands_with_parking = demands_or(demands, || demands_of_parking(subject, port));
    let boxes = subject.drawing.boxes().len() as u8;
    let storages = match (subject.options.storage, demands) {
        (Some(storage), _) => storage..=storage,
        (None, Ok(Some(demand))) => 0..=demand + BEYOND_DEMAND,
        (None, _) => 0..=boxes.min(BEYOND_DEMAND),
    };
    let joined = joined(subject, port, plain, (storages, demands));
    Composition { port, demands, demands_with_parking, joined }
}

/// What chamber and storage are together. A capacity below the demand is never enough, and where a
/// composition has too many states, a larger storage has even more.
fn joined(
    subject: &Subject<'_>,
    port: usize,
    parking: Parking,
    (storages, demands): (std::ops::RangeInclusive<u8>, Known<Option<u8>>),
) -> Vec<Joined> {
    let mut unknown = None;
    let mut joined = Vec::new();
    for storage in storages {
        let is_too_small = match demands {
            Ok(Some(demand)) => storage < demand,
            Ok(None) => true,
            Err(_) => false,
        };
        let capacity = match unknown {
            _ if is_too_small => Ok(None),
            Some(error) => Err(error),
            None => joint_capacity(subject, port, parking, storage),
        };
        unknown = capacity.err();
        joined.push(Joined { storage, capacity });
    }
    joined
}

/// The demand with parking. Parking cannot raise a demand, so a demand of 0 need not be computed
/// again.
fn demands_or(
    demands: Known<Option<u8>>,
    other: impl FnOnce() -> Known<Option<u8>>,
) -> Known<Option<u8>> {
    if demands == Ok(Some(0)) { demands } else { other() }
}

fn demands_of_parking(subject: &Subject<'_>, port: usize) -> Known<Option<u8>> {
    demands(subject, port, Parking::Allowed)
}

/// The smallest storage behind `port` with which the boxes can leave by the other ports. It never
/// needs to hold more than all boxes of the chamber.
fn demands(subject: &Subject<'_>, port: usize, parking: Parking) -> Known<Option<u8>> {
    let shape = subject.shape()?;
    if subject.has_holes(shape) {
        return Err(Unknown::Holes);
    }
    let boxes = subject.boxes(shape);
    for capacity in 0..=boxes.count_ones() as u8 {
        let annex = Annex::storage(capacity, 0);
        let space = space(subject, shape, parking, port, annex, &BehindPort::Taker)?;
        let start = start(subject, shape, &space, port);
        let graph = ChamberGraph::forwards(&space, &[start], subject.options.states_max)?;
        let is_empty = |it: &ChamberState| it.boxes == 0 && space.annexes_are_empty(it);
        if graph.states.iter().any(is_empty) {
            return Ok(Some(capacity));
        }
    }
    Ok(None)
}

/// The largest number of boxes that the chamber and an empty storage for `capacity` boxes behind
/// `port` can hold and give back by the other ports, starting from the drawn boxes.
fn joint_capacity(
    subject: &Subject<'_>,
    port: usize,
    parking: Parking,
    capacity: u8,
) -> Known<Option<usize>> {
    let shape = subject.shape()?;
    if subject.has_holes(shape) {
        return Err(Unknown::Holes);
    }
    let annex = Annex::storage(capacity, 0);
    let space = space(subject, shape, parking, port, annex, &BehindPort::Anything)?;
    let start = start(subject, shape, &space, port);
    Ok(held(&space, start, port, subject.options.states_max)?)
}

fn held(
    space: &Space,
    start: ChamberState,
    port: usize,
    states_max: usize,
) -> Result<Option<usize>, TooManyStates> {
    let graph = ChamberGraph::forwards(space, &[start], states_max)?;
    let is_empty = |it: &usize| {
        let state = &graph.states[*it];
        state.boxes == 0 && space.annexes_are_empty(state)
    };
    let live = graph.backwards((0..graph.states.len()).filter(is_empty), |_| true);
    if !live[0] {
        return Ok(None);
    }
    let others = (0..space.shape().ports().len()).filter(|&it| it != port);
    let others: Vec<usize> = others.collect();
    let outside = (0..live.len()).filter(|&it| {
        let region = space.region(&graph.states[it]);
        live[it] && others.iter().any(|&port| space.is_outside(region, port))
    });
    let count = |it: usize| graph.box_count(it) + usize::from(graph.states[it].annexes[port]);
    Ok(outside.map(count).max())
}

fn space(
    subject: &Subject<'_>,
    shape: &ChamberShape,
    parking: Parking,
    port: usize,
    annex: Annex,
    others: &BehindPort,
) -> Known<Space> {
    let mut beyond = vec![others.clone(); shape.ports().len()];
    beyond[port] = BehindPort::Annex(annex);
    subject.space(shape, parking, &beyond)
}

/// The drawn state, with the keeper where it is drawn or outside a port without the storage.
fn start(subject: &Subject<'_>, shape: &ChamberShape, space: &Space, port: usize) -> ChamberState {
    let keeper = subject.keeper(shape).map(|it| space.played(it)).filter(|&it| it != 0);
    let outside = space.outside(usize::from(port == 0));
    let keeper = keeper.map_or(outside, |it| it.trailing_zeros() as usize);
    space.state(space.played(subject.boxes(shape)), keeper)
}
