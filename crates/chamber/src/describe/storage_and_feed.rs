//! What a chamber stores and feeds, regardless of the drawn boxes.

use super::{Known, Subject, Unknown};
use crate::behaviour::{DirectedLimits, directed_starts, feed_in, is_transparent, storage_in};
use crate::space::{BehindPort, Parking, Space};

/// What a chamber stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stores {
    /// The largest number of boxes that can be stored and taken out again.
    pub capacity: usize,
    /// Whether boxes can always be added up to the capacity, and always be taken out.
    pub is_regular: bool,
    /// The number of placements of that many boxes.
    pub full: usize,
    /// One of these placements, as places of the drawing.
    pub example: Vec<(usize, usize)>,
}

/// What a chamber feeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feeds {
    /// The largest number of boxes that can all leave, wherever the keeper starts.
    pub most: usize,
    /// The same if the keeper starts outside.
    pub outside: usize,
}

/// What a chamber does for its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    /// What it stores.
    pub stores: Known<Stores>,
    /// What it feeds.
    pub feeds: Known<Feeds>,
    /// Whether boxes can pass through the empty chamber from each of two ports to the other,
    /// followed by the keeper, as through a corridor; `None` unless the chamber has two ports.
    pub passes: Option<Known<bool>>,
}

pub(super) fn service(subject: &Subject<'_>) -> Service {
    let is_pair = subject.drawing.ports().len() == 2;
    Service {
        stores: stores(subject),
        feeds: feeds(subject),
        passes: is_pair.then(|| passes(subject)),
    }
}

fn stores(subject: &Subject<'_>) -> Known<Stores> {
    let shape = subject.shape()?;
    let (rules, states_max) = (subject.rules, subject.options.states_max);
    let space = Space::with_all_ports(shape, rules, Parking::Forbidden, BehindPort::Anything);
    let found = storage_in(&space, states_max)?;
    let example = found.full.first().copied().unwrap_or(0);
    Ok(Stores {
        capacity: found.capacity,
        is_regular: found.is_regular,
        full: found.full.len(),
        example: shape.places(example).map(|it| subject.drawing.place(it)).collect(),
    })
}

fn feeds(subject: &Subject<'_>) -> Known<Feeds> {
    let shape = subject.shape()?;
    if subject.has_holes(shape) {
        return Err(Unknown::Holes);
    }
    let (rules, states_max) = (subject.rules, subject.options.states_max);
    let space = Space::with_all_ports(shape, rules, Parking::Allowed, BehindPort::Taker);
    let found = feed_in(&space.with_boxes_max(shape.area()), states_max)?;
    Ok(Feeds { most: found.inside, outside: found.outside })
}

fn passes(subject: &Subject<'_>) -> Known<bool> {
    let shape = subject.shape()?;
    if subject.has_holes(shape) {
        return Err(Unknown::Holes);
    }
    Ok(is_transparent(shape, subject.rules, subject.options.states_max)?)
}

/// Whether some placement of boxes in a chamber with two ports demands a storage, as far as a short
/// search with up to three boxes shows.
pub(super) fn can_be_directed(subject: &Subject<'_>) -> bool {
    const STARTS_STATES_MAX: usize = 20_000;
    let Ok(shape) = subject.shape() else { return false };
    if shape.ports().len() != 2 || subject.has_holes(shape) || !subject.drawing.boxes().is_empty() {
        return false;
    }
    [shape.clone(), shape.with_ports_swapped()].iter().any(|shape| {
        let limits =
            DirectedLimits { boxes_max: 2, capacity_max: 2, states_max: STARTS_STATES_MAX };
        let (rules, parking) = (subject.rules, Parking::Forbidden);
        let starts = directed_starts(shape, rules, parking, limits);
        starts.is_ok_and(|it| it.iter().any(|start| start.requirement > 0))
    })
}
