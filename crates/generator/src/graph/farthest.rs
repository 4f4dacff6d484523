//! Finds the squares that are farthest from some boxes by pushes.

use std::ops::ControlFlow;

use sokolab_field::{Bits, Field};

use super::nodes::{Node, Nodes};
use super::nodes_between_questions;
use super::pulling::Closure;
use super::pushing::after_pushes;
use crate::recipe::KeepGoing;

/// The places of boxes that take the most pushes to reach from the state `start` of `closure`,
/// among those that `may_end` allows, and that number of pushes.
///
/// Only states of the closure are visited, those from which the present goals can be reached: they
/// are few compared with all others, and a path to one of them never leaves them, so distances are
/// exact. The final position of the keeper does not matter, so a set of places counts from the
/// first state with it. `None` if interrupted.
pub(crate) fn farthest_boxes<const N: usize>(
    field: &Field<N>,
    closure: &Closure<N>,
    start: usize,
    may_end: impl Fn(&Bits<N>) -> bool,
    keep_going: KeepGoing<'_>,
) -> Option<(usize, Bits<N>)> {
    let between_questions = nodes_between_questions(field, closure.boxes(start).len());
    let mut is_seen = vec![false; closure.len()];
    is_seen[start] = true;
    let mut queue = vec![start];
    let mut endings = Nodes::new();
    let mut farthest = (0, closure.boxes(start));
    let (mut next, mut layer, mut layer_end) = (0, 0, 1);
    while let Some(&number) = queue.get(next) {
        if next == layer_end {
            layer += 1;
            layer_end = queue.len();
        }
        if next % between_questions == 0 && !keep_going() {
            return None;
        }
        next += 1;
        let node = closure.node(number);
        let is_new = endings.insert(Node { keeper: 0, ..*node });
        if is_new && layer > farthest.0 && may_end(&node.boxes) {
            farthest = (layer, node.boxes);
        }
        let _: ControlFlow<()> =
            after_pushes(field, (node, number), &field.takes_box, |child, _| {
                if let Some(number) = closure.find(&child)
                    && !std::mem::replace(&mut is_seen[number], true)
                {
                    queue.push(number);
                }
                ControlFlow::Continue(())
            });
    }
    Some(farthest)
}
