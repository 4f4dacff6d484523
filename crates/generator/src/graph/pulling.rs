//! Every state that leads to a win, by pulls from the won states, nearest first.
//!
//! Where boxes disappear, this is reversed: a filled hole opens again and gives a box back, and so
//! does a sink. The layer of a state is its distance in pushes from the nearest win, so its
//! position in the list is exact, whether or not the list is complete.

use sokolab_core::Direction;
use sokolab_core::GoalKind;
use sokolab_field::{Bits, Field, FieldPush, Obstacles, Place};

use super::nodes::{Node, Nodes};
use super::{WinningPushes, nodes_between_questions, nodes_that_fit};
use crate::recipe::KeepGoing;

/// States that lead to a win, in the order of their distance.
#[derive(Debug)]
pub(crate) struct Closure<const N: usize> {
    nodes: Nodes<N>,
    /// The index of the first state of each layer.
    layers: Vec<usize>,
    boxes: usize,
    holes: Bits<N>,
}

/// The states of `field` with up to `boxes` boxes that lead to a win, at most about `nodes_max` of
/// them; `None` if interrupted.
///
/// Where boxes stay, there are as many as goals. All holes are filled in the end, and no box is
/// left over.
pub(crate) fn pull_closure<const N: usize>(
    field: &Field<N>,
    boxes: usize,
    nodes_max: usize,
    keep_going: KeepGoing<'_>,
) -> Option<Closure<N>> {
    let mut nodes = Nodes::new();
    for root in roots(field) {
        nodes.insert(root);
    }
    let holes = if field.goal_kind() == GoalKind::Fill { field.goals } else { Bits::EMPTY };
    let mut layers = vec![0, nodes.len()];
    let between_questions = nodes_between_questions(field, boxes);
    let nodes_max = nodes_that_fit::<N>(nodes_max);
    let mut next = 0;
    while next < nodes.len() && nodes.len() < nodes_max {
        if next == layers[layers.len() - 1] {
            layers.push(nodes.len());
        }
        if next % between_questions == 0 && !keep_going() {
            return None;
        }
        let node = *nodes.get(next);
        let region = field.region(node.keeper, &node.boxes, &node.holes);
        let back = Backwards { field, node, region, number: next as u32 };
        back.pulls(&mut nodes);
        if node.boxes.len() < boxes {
            back.returns(&mut nodes);
        }
        next += 1;
    }
    Some(Closure { nodes, layers, boxes, holes })
}

/// The won states without open holes, one for each part of the floor the keeper may be on; where
/// there is an exit, the keeper must be there.
fn roots<const N: usize>(field: &Field<N>) -> Vec<Node<N>> {
    let boxes = if field.goal_kind() == GoalKind::Keep { field.goals } else { Bits::EMPTY };
    let holes = Bits::EMPTY;
    let mut rest = field.floor & !boxes;
    let mut roots = Vec::new();
    while let Some(keeper) = rest.first() {
        let region = field.region(keeper, &boxes, &holes);
        rest &= !region;
        let is_won = field.goal_kind() != GoalKind::Fill
            || field.exits.is_empty()
            || field.exits.intersects(&region);
        if is_won {
            roots.push(Node {
                boxes,
                holes,
                keeper,
                from: 0,
                way: Direction::Left,
                parent: u32::MAX,
            });
        }
    }
    roots
}

/// One state, with time running backwards.
struct Backwards<'a, const N: usize> {
    field: &'a Field<N>,
    node: Node<N>,
    region: Bits<N>,
    number: u32,
}

impl<const N: usize> Backwards<'_, N> {
    /// Undoes pushes after which the box is on the board.
    fn pulls(&self, nodes: &mut Nodes<N>) {
        for place in (self.node.boxes & self.field.takes_box).iter() {
            for &way in self.field.push_ways() {
                if let Some((from, behind)) = self.before(place, way) {
                    let mut boxes = self.node.boxes;
                    boxes.remove(place);
                    boxes.insert(from);
                    self.add(nodes, (boxes, self.node.holes), FieldPush { from, way }, behind);
                }
            }
        }
    }

    /// Undoes pushes after which the box has disappeared.
    fn returns(&self, nodes: &mut Nodes<N>) {
        let places = match self.field.goal_kind() {
            GoalKind::Keep => return,
            GoalKind::Fill => self.field.goals & !self.node.holes & !self.node.boxes,
            GoalKind::Sink => self.field.goals,
        };
        for place in places.iter() {
            for &way in self.field.push_ways() {
                if let Some((from, behind)) = self.before(place, way) {
                    let (mut boxes, mut holes) = (self.node.boxes, self.node.holes);
                    boxes.insert(from);
                    if self.field.goal_kind() == GoalKind::Fill {
                        holes.insert(place);
                    }
                    self.add(nodes, (boxes, holes), FieldPush { from, way }, behind);
                }
            }
        }
    }

    /// Where box and keeper were before a push to `place`, if there can have been one: the keeper
    /// now stands where the box was.
    fn before(&self, place: Place, way: Direction) -> Option<(Place, Place)> {
        let from = self.field.back(place, way);
        if !self.region.contains(from) {
            return None;
        }
        let behind = self.field.back(from, way);
        let is_free = self.field.floor.contains(behind)
            && !self.node.boxes.contains(behind)
            && !self.node.holes.contains(behind);
        let is_sink = self.field.goal_kind() == GoalKind::Sink && self.field.goals.contains(from);
        (is_free && !is_sink).then_some((from, behind))
    }

    fn add(
        &self,
        nodes: &mut Nodes<N>,
        (boxes, holes): (Bits<N>, Bits<N>),
        FieldPush { from, way }: FieldPush,
        behind: Place,
    ) {
        // A hole that opens again may cut off what was reachable.
        let region = if holes == self.node.holes {
            let obstacles = Obstacles { boxes: &boxes, holes: &holes };
            self.field.region_after(&self.region, obstacles, behind, from)
        } else {
            self.field.region(behind, &boxes, &holes)
        };
        let keeper = region.first().unwrap_or(behind);
        nodes.insert(Node { boxes, holes, keeper, from, way, parent: self.number });
    }
}

impl<const N: usize> Closure<N> {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether a state can be the start of a level: all boxes are present, and all holes open.
    pub(crate) fn is_start(&self, number: usize) -> bool {
        let node = self.nodes.get(number);
        node.boxes.len() == self.boxes && node.holes == self.holes
    }

    /// The starts that are farthest from a win, the last discovered first.
    pub(crate) fn farthest_starts(&self) -> impl Iterator<Item = usize> {
        let mut starts = (0..self.len()).rev().filter(|&it| self.is_start(it)).peekable();
        let distance = starts.peek().map(|&it| self.distance(it));
        starts.take_while(move |&it| Some(self.distance(it)) == distance)
    }

    pub(super) fn node(&self, number: usize) -> &Node<N> {
        self.nodes.get(number)
    }

    /// The index of a state, if it is in the list.
    pub(super) fn find(&self, node: &Node<N>) -> Option<usize> {
        self.nodes.find(node)
    }

    pub(crate) fn boxes(&self, number: usize) -> Bits<N> {
        self.nodes.get(number).boxes
    }

    /// The first place of the keeper's region.
    pub(crate) fn keeper(&self, number: usize) -> Place {
        self.nodes.get(number).keeper
    }

    /// Number of pushes from the state to the nearest win.
    pub(crate) fn distance(&self, number: usize) -> usize {
        self.layers.partition_point(|&first| first <= number) - 1
    }

    /// The fewest pushes from a state to one of the roots of the list.
    ///
    /// They are the fewest to any win, unless an exit can be reached while a hole is open: then the
    /// roots do not include every win.
    pub(crate) fn winning_from(&self, field: &Field<N>, number: usize) -> WinningPushes {
        let keeper = self.keeper(number);
        let is_needed = |hole: Place| {
            let reached = field
                .exits
                .iter()
                .map(|it| field.region(it, &Bits::EMPTY, &Bits::of(hole)).contains(keeper));
            { reached }.all(|it| !it)
        };
        let is_fewest = field.exits.is_empty() || self.holes.iter().all(is_needed);
        WinningPushes { pushes: self.pushes_from(number), is_fewest }
    }

    /// The pushes from a state to one of the roots of the list.
    pub(crate) fn pushes_from(&self, number: usize) -> Vec<FieldPush> {
        let mut pushes = Vec::new();
        let mut node = self.nodes.get(number);
        while node.parent != u32::MAX {
            pushes.push(FieldPush { from: node.from, way: node.way });
            node = self.nodes.get(node.parent as usize);
        }
        pushes
    }
}
