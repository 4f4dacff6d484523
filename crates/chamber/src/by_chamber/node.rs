//! Nodes of the search over events between areas.

use super::local::SetNumber;

/// The edge that led to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// None: this is the root.
    Begin,
    /// The keeper walks out by a port of the area where it was.
    Walk(u8),
    /// A box crosses by a port of the area where the keeper is.
    Cross(u8),
}

/// A node of the search.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The set of states of each area.
    pub(crate) sets: Box<[SetNumber]>,
    /// The area where the keeper is.
    pub(crate) at: usize,
    pub(crate) action: Action,
    pub(crate) parent: usize,
    pub(super) crossings: u32,
    /// The cost of its steps, see [`STEP`].
    pub(super) steps: u64,
    pub(super) leg: Option<Leg>,
}

/// The cost of a step, reduced by the number of crossings before it: among plans with equally many
/// steps, the simplest one changes between steps as late as possible.
pub(super) const STEP: u64 = 1 << 32;

/// A crossing from area to area.
pub(super) type Crossing = (usize, usize);

/// A box on its way through areas, without another box crossing in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Leg {
    /// Its first and its last crossing.
    route: (Crossing, Crossing),
    /// The route of the previous leg.
    before: Option<(Crossing, Crossing)>,
    /// Whether it counts as a step; otherwise it must end up equal to the previous one.
    is_counted: bool,
}

impl Leg {
    /// The leg after a crossing, and how many steps that adds. Consecutive legs with the same route
    /// are one step.
    pub(super) fn after(leg: Option<Leg>, from: usize, to: usize) -> (Leg, u32) {
        let crossing = (from, to);
        let Some(leg) = leg else {
            let route = (crossing, crossing);
            return (Leg { route, before: None, is_counted: true }, 1);
        };
        let (first, last) = leg.route;
        let is_like_before = leg.before == Some(leg.route);
        if last.1 == from && last.0 != to {
            let is_more = !leg.is_counted && is_like_before;
            let is_counted = leg.is_counted || is_more;
            let longer = Leg { route: (first, crossing), is_counted, ..leg };
            return (longer, u32::from(is_more));
        }
        let falls_short = !leg.is_counted && !is_like_before;
        let is_counted = crossing != first;
        let fresh = Leg { route: (crossing, crossing), before: Some(leg.route), is_counted };
        (fresh, u32::from(falls_short) + u32::from(is_counted))
    }
}
