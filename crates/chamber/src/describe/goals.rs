//! How the goals of a chamber are filled.

use std::collections::BTreeSet;

use super::{Known, Subject};
use crate::annex::Annex;
use crate::behaviour::{Filling, filling_without};
use crate::shape::ChamberShape;
use crate::space::{BehindPort, Parking};

/// How the goals of a drawn chamber can be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goals {
    /// The goals, row by row.
    pub places: Vec<(usize, usize)>,
    /// For each port, how the goals are filled with boxes that enter by it; `None` if they cannot
    /// all be filled, whatever is behind the other ports.
    pub by_port: Vec<Known<Option<Filled>>>,
}

/// How the goals are filled with boxes that enter by one port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The smallest capacity of a storage behind each of the other ports with which all goals can
    /// be filled; 0 for a chamber with one port.
    pub storage: u8,
    /// How they are filled with that storage.
    pub filling: Filling,
}

impl Goals {
    /// Whether all goals can be filled by some port.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.by_port.iter().any(|it| matches!(it, Ok(Some(_))))
    }

    /// The orders of a filling, as lists of places.
    #[must_use]
    pub fn orders(&self, filled: &Filled) -> Vec<Vec<(usize, usize)>> {
        let place = |it: &u8| self.places[usize::from(*it)];
        filled.filling.orders.iter().map(|order| order.iter().map(place).collect()).collect()
    }

    /// The goals that can be filled first.
    #[must_use]
    pub fn firsts(&self, filled: &Filled) -> BTreeSet<(usize, usize)> {
        filled.filling.firsts().iter().map(|&it| self.places[usize::from(it)]).collect()
    }
}

/// How the goals are filled; `None` if the chamber has none. A box on one of the squares of `dead`
/// can reach neither a goal nor a port.
pub(super) fn goals(subject: &Subject<'_>, dead: &[(usize, usize)]) -> Option<Known<Goals>> {
    let places = subject.drawing.goals();
    if places.is_empty() {
        return None;
    }
    Some(subject.shape().map(|shape| {
        let dead = subject.drawing.set(shape, dead);
        let by_port = (0..shape.ports().len()).map(|port| filled(subject, shape, port, dead));
        Goals { by_port: by_port.collect(), places }
    }))
}

/// The smallest storage with which the goals can be filled by `port`. A larger storage never hurts,
/// so the largest useful one decides, and bisection finds the smallest.
fn filled(
    subject: &Subject<'_>,
    shape: &ChamberShape,
    port: usize,
    dead: u64,
) -> Known<Option<Filled>> {
    let shape = shape.with_first_port(port);
    let attempt = |storage: u8| -> Known<Option<Filled>> {
        let annex = BehindPort::Annex(Annex::storage(storage, 0));
        let others = vec![annex; shape.ports().len() - 1];
        let states_max = subject.options.states_max;
        let (rules, parking) = (subject.rules, Parking::Forbidden);
        let filling = filling_without(&shape, rules, parking, &others, dead, states_max)?;
        Ok(filling.is_possible().then_some(Filled { storage, filling }))
    };
    if let Some(storage) = subject.options.storage {
        return attempt(storage);
    }
    let most = if shape.ports().len() > 1 { shape.goals().count_ones() as u8 } else { 0 };
    let Some(mut best) = attempt(most)? else { return Ok(None) };
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = u8::midpoint(low, high);
        match attempt(middle)? {
            Some(found) => {
                best = found;
                high = middle;
            }
            None => low = middle + 1,
        }
    }
    Ok(Some(best))
}
