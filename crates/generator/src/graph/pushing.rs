//! Breadth-first search for the fewest pushes that solve a state.

use sokolab_core::Direction;
use std::ops::ControlFlow;

use sokolab_core::GoalKind;
use sokolab_field::{Bits, Field, FieldPush, Obstacles, Place};

use super::WinningPushes;
use super::nodes::{Node, Nodes};
use super::{nodes_between_questions, nodes_that_fit};
use crate::recipe::KeepGoing;

/// An initial state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InitialState<const N: usize> {
    pub(crate) boxes: Bits<N>,
    /// Open holes; empty where goals are not holes.
    pub(crate) holes: Bits<N>,
    pub(crate) keeper: Place,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PushSearchResult {
    /// The fewest pushes.
    Solved(WinningPushes),
    /// There is no solution.
    Unsolvable,
    /// The limit on states was exceeded.
    Limit,
    /// The search was interrupted.
    Stopped,
}

/// Searches for the fewest pushes from `start` to a win, visiting at most `nodes_max` states.
pub(crate) fn fewest_pushes<const N: usize>(
    field: &Field<N>,
    start: &InitialState<N>,
    nodes_max: usize,
    keep_going: KeepGoing<'_>,
) -> PushSearchResult {
    let between_questions = nodes_between_questions(field, start.boxes.len());
    let nodes_max = nodes_that_fit::<N>(nodes_max);
    let mut nodes = Nodes::new();
    let region = field.region(start.keeper, &start.boxes, &start.holes);
    let &InitialState { boxes, holes, .. } = start;
    let keeper = region.first().unwrap_or(start.keeper);
    nodes.insert(Node { boxes, holes, keeper, from: 0, way: Direction::Left, parent: u32::MAX });
    let wins = Wins::new(field, start);
    if wins.is_won(&boxes, &holes, &region) {
        return PushSearchResult::Solved(WinningPushes { pushes: Vec::new(), is_fewest: true });
    }
    let lands = useful_places(field, start);
    let mut next = 0;
    while next < nodes.len() {
        if next % between_questions == 0 && !keep_going() {
            return PushSearchResult::Stopped;
        }
        let number = next;
        next += 1;
        let node = *nodes.get(number);
        let end = after_pushes(field, (&node, number), &lands, |child, region| {
            if !nodes.insert(child) {
                return ControlFlow::Continue(());
            }
            if wins.is_won(&child.boxes, &child.holes, region) {
                let pushes = way_to(&nodes, nodes.len() - 1);
                let found = WinningPushes { pushes, is_fewest: true };
                return ControlFlow::Break(PushSearchResult::Solved(found));
            }
            if nodes.len() >= nodes_max {
                return ControlFlow::Break(PushSearchResult::Limit);
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(checked) = end {
            return checked;
        }
    }
    PushSearchResult::Unsolvable
}

/// Calls back with the state after every push onto `lands`, and the keeper's region there.
pub(super) fn after_pushes<const N: usize, B>(
    field: &Field<N>,
    (node, number): (&Node<N>, usize),
    lands: &Bits<N>,
    mut each: impl FnMut(Node<N>, &Bits<N>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let region = field.region(node.keeper, &node.boxes, &node.holes);
    for place in node.boxes.iter() {
        for &way in field.push_ways() {
            let to = field.go(place, way);
            let is_possible = lands.contains(to)
                && !node.boxes.contains(to)
                && region.contains(field.back(place, way));
            if !is_possible {
                continue;
            }
            let (boxes, holes) = pushed(field, node, place, to);
            let obstacles = Obstacles { boxes: &boxes, holes: &holes };
            let after = field.region_after(&region, obstacles, place, to);
            let keeper = after.first().unwrap_or(place);
            let (from, parent) = (place, number as u32);
            each(Node { boxes, holes, keeper, from, way, parent }, &after)?;
        }
    }
    ControlFlow::Continue(())
}

/// Boxes and holes after a push from `place` to `to`.
fn pushed<const N: usize>(
    field: &Field<N>,
    node: &Node<N>,
    place: Place,
    to: Place,
) -> (Bits<N>, Bits<N>) {
    let (mut boxes, mut holes) = (node.boxes, node.holes);
    boxes.remove(place);
    match field.goal_kind() {
        GoalKind::Fill if holes.contains(to) => holes.remove(to),
        GoalKind::Sink if field.goals.contains(to) => {}
        _ => boxes.insert(to),
    }
    (boxes, holes)
}

fn way_to<const N: usize>(nodes: &Nodes<N>, last: usize) -> Vec<FieldPush> {
    let mut pushes = Vec::new();
    let mut node = nodes.get(last);
    while node.parent != u32::MAX {
        pushes.push(FieldPush { from: node.from, way: node.way });
        node = nodes.get(node.parent as usize);
    }
    pushes.reverse();
    pushes
}

/// The test whether a state is won, for one field.
struct Wins<'a, const N: usize> {
    field: &'a Field<N>,
    has_enough_boxes: bool,
}

impl<'a, const N: usize> Wins<'a, N> {
    fn new(field: &'a Field<N>, start: &InitialState<N>) -> Wins<'a, N> {
        Wins { field, has_enough_boxes: start.boxes.len() >= field.goals.len() }
    }

    /// Whether the keeper wins from here without another push.
    fn is_won(&self, boxes: &Bits<N>, holes: &Bits<N>, region: &Bits<N>) -> bool {
        let Field { goals, exits, .. } = self.field;
        match self.field.goal_kind() {
            GoalKind::Keep if self.has_enough_boxes => goals.is_subset(boxes),
            GoalKind::Keep => boxes.is_subset(goals),
            GoalKind::Fill if exits.is_empty() => holes.is_empty(),
            GoalKind::Fill => exits.intersects(region),
            GoalKind::Sink => boxes.is_empty(),
        }
    }
}

/// Where a box may be pushed. If every box is needed, it must be able to reach a goal from there,
/// considering only walls and a keeper that teleports, which can only be too optimistic.
fn useful_places<const N: usize>(field: &Field<N>, start: &InitialState<N>) -> Bits<N> {
    let boxes = start.boxes.len();
    let needs_every_box = match field.goal_kind() {
        GoalKind::Keep => boxes <= field.goals.len(),
        GoalKind::Fill => field.exits.is_empty() && boxes <= start.holes.len(),
        GoalKind::Sink => true,
    };
    if !needs_every_box {
        return field.takes_box;
    }
    let mut live = field.goals;
    loop {
        let mut more = live;
        for &way in field.push_ways() {
            let room_behind = shifted(&field.floor, field.delta[way.index()]);
            let back = field.delta[way.index()].wrapping_neg();
            more |= shifted(&live, back) & field.floor & room_behind;
        }
        if more == live {
            return live & field.takes_box;
        }
        live = more;
    }
}

/// A set shifted by the offset of a direction.
pub(crate) fn shifted<const N: usize>(set: &Bits<N>, delta: Place) -> Bits<N> {
    if delta <= Place::MAX / 2 {
        set.up(usize::from(delta))
    } else {
        set.down(usize::from(delta.wrapping_neg()))
    }
}
