//! Where boxes can be pushed that is farthest from where they stand.

use std::ops::ControlFlow;

use sokolab_solver::field::{Bits, Field};

use super::NODES_BETWEEN_QUESTIONS;
use super::nodes::{Node, Nodes};
use super::pushing::{Start, after_pushes};
use crate::recipe::KeepGoing;

/// The places of boxes that take the most pushes to reach from `start`, among those that `may_end`
/// allows, and how many pushes that is; about `nodes_max` states are looked at. `None` if somebody
/// wanted to stop.
///
/// Where the keeper ends does not matter, so places count from the first state that has them.
pub(crate) fn farthest_boxes<const N: usize>(
    field: &Field<N>,
    start: &Start<N>,
    nodes_max: usize,
    may_end: impl Fn(&Bits<N>) -> bool,
    keep_going: KeepGoing<'_>,
) -> Option<(usize, Bits<N>)> {
    let mut nodes = Nodes::new();
    let &Start { boxes, holes, keeper } = start;
    let keeper = field.region(keeper, &boxes, &holes).first().unwrap_or(keeper);
    nodes.insert(Node { boxes, holes, keeper, from: 0, way: 0, parent: u32::MAX });
    let mut endings = Nodes::new();
    let mut farthest = (0, boxes);
    let (mut next, mut layer, mut layer_end) = (0, 0, 1);
    while next < nodes.len() && nodes.len() < nodes_max {
        if next == layer_end {
            layer += 1;
            layer_end = nodes.len();
        }
        if next % NODES_BETWEEN_QUESTIONS == 0 && !keep_going() {
            return None;
        }
        let node = *nodes.get(next);
        let is_new = endings.insert(Node { keeper: 0, ..node });
        if is_new && layer > farthest.0 && may_end(&node.boxes) {
            farthest = (layer, node.boxes);
        }
        let _: ControlFlow<()> =
            after_pushes(field, (&node, next), &field.takes_box, |child, _| {
                nodes.insert(child);
                ControlFlow::Continue(())
            });
        next += 1;
    }
    Some(farthest)
}
