//! A few boxes alone on the board and their pushes, for the small searches inside detectors.

use super::Arrival;
use super::freeze::{frozen, is_free};
use super::patterns::Patterns;
use crate::problem::Problem;
use sokolab_core::Direction;
use sokolab_field::{Bits, Field, Place};

/// A few boxes alone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BoxSubset<const N: usize> {
    pub(crate) boxes: Bits<N>,
    /// A place of the keeper's region. In caches it is the lowest one, so that equal states have
    /// equal keys.
    pub(crate) keeper: Place,
}

impl<const N: usize> BoxSubset<N> {
    /// These boxes with the keeper in `region`, which `keeper` belongs to unless it is empty.
    pub(crate) fn in_region(boxes: Bits<N>, region: &Bits<N>, keeper: Place) -> BoxSubset<N> {
        BoxSubset { boxes, keeper: region.first().unwrap_or(keeper) }
    }

    /// The keeper's region.
    pub(crate) fn region(&self, field: &Field<N>) -> Bits<N> {
        field.region(self.keeper, &self.boxes, &Bits::EMPTY)
    }
}

/// A push of one of a few boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubsetPush<const N: usize> {
    /// The boxes after the push.
    pub(crate) boxes: Bits<N>,
    /// The box's place before the push, which is the keeper's place after it.
    pub(crate) from: Place,
    pub(crate) to: Place,
}

/// The pushes that a keeper in `region` can make, except those that a quick test proves dead.
pub(crate) fn subset_pushes<'a, const N: usize>(
    problem: &'a Problem<'_, N>,
    patterns: &'a Patterns<N>,
    boxes: Bits<N>,
    region: Bits<N>,
) -> impl Iterator<Item = SubsetPush<N>> + 'a {
    let pairs = boxes
        .iter()
        .flat_map(|place| Direction::ORTHOGONAL.into_iter().map(move |way| (place, way)));
    pairs.filter_map(move |(from, way)| {
        let (to, behind) = (problem.field.go(from, way), problem.field.back(from, way));
        let lands = problem.lands.contains(to) && !boxes.contains(to);
        if !lands || !region.contains(behind) {
            return None;
        }
        let mut after = boxes;
        after.remove(from);
        if !problem.swallows(to) {
            after.insert(to);
            if is_lost(problem, patterns, &after, to, from) {
                return None;
            }
        }
        Some(SubsetPush { boxes: after, from, to })
    })
}

/// Whether a quick test proves the state dead after a box was pushed to `to`. The keeper is at
/// `keeper`.
fn is_lost<const N: usize>(
    problem: &Problem<'_, N>,
    patterns: &Patterns<N>,
    boxes: &Bits<N>,
    to: Place,
    keeper: Place,
) -> bool {
    let field = &problem.field;
    if !is_free(field, boxes, &problem.lands, to) {
        let still = frozen(field, boxes, &problem.lands);
        if !still.is_subset(&problem.homes) {
            return true;
        }
    }
    patterns.proves(Arrival { to, boxes, keeper })
}
