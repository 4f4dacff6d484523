//! The history of a game: a tree of moves in which nothing is ever lost.

use sokolab_core::Direction;

use crate::effect::PlayedMove;
use crate::limits::MOVES_MAX;

/// A moment of one game: a state together with the moves that led to it.
///
/// Only the history makes moments. Moments of two games must not be mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(u32);

impl Moment {
    /// Before the first move.
    pub const START: Moment = Moment(0);

    /// Its index in order of creation, from 0 for the start.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// All moments, and how they follow from one another.
#[derive(Clone, Debug)]
pub(crate) struct History {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    /// The previous moment and the move from there; `None` for the start.
    came_by: Option<(Moment, PlayedMove)>,
    /// Number of moves since the start.
    depth: u32,
    /// The moments that directly follow, in order of creation.
    after: Vec<Moment>,
    /// The one of them that was visited last, where redo leads.
    main: Option<Moment>,
}

impl History {
    pub(crate) fn new() -> History {
        History { nodes: vec![Node { came_by: None, depth: 0, after: Vec::new(), main: None }] }
    }

    /// Number of moves in all branches together.
    pub(crate) fn move_count(&self) -> usize {
        self.nodes.len() - 1
    }

    pub(crate) fn is_full(&self) -> bool {
        self.move_count() >= MOVES_MAX
    }

    /// The moment with this index.
    pub(crate) fn moment(&self, index: usize) -> Option<Moment> {
        (index < self.nodes.len()).then_some(Moment(index as u32))
    }

    /// The previous moment, and the move from there.
    pub(crate) fn came_by(&self, moment: Moment) -> Option<(Moment, PlayedMove)> {
        self.node(moment).came_by
    }

    pub(crate) fn depth(&self, moment: Moment) -> usize {
        self.node(moment).depth as usize
    }

    pub(crate) fn after(&self, moment: Moment) -> &[Moment] {
        &self.node(moment).after
    }

    /// Where redo leads from `moment`.
    pub(crate) fn main(&self, moment: Moment) -> Option<Moment> {
        self.node(moment).main
    }

    /// The moment after a move in `direction`, if that was ever played.
    pub(crate) fn follower(&self, moment: Moment, direction: Direction) -> Option<Moment> {
        let goes_there = |&&it: &&Moment| {
            self.came_by(it).is_some_and(|(_, played)| played.direction == direction)
        };
        self.after(moment).iter().find(goes_there).copied()
    }

    /// Adds a moment after `before`. Redo leads there from now on.
    pub(crate) fn add(&mut self, before: Moment, played: PlayedMove) -> Moment {
        assert!(!self.is_full(), "the caller asks before it plays");
        let fresh = Moment(self.nodes.len() as u32);
        let depth = self.node(before).depth + 1;
        let came_by = Some((before, played));
        self.nodes.push(Node { came_by, depth, after: Vec::new(), main: None });
        let node = &mut self.nodes[before.index()];
        node.after.push(fresh);
        node.main = Some(fresh);
        fresh
    }

    /// Makes redo lead to `moment` from its predecessor.
    pub(crate) fn prefer(&mut self, moment: Moment) {
        if let Some((before, _)) = self.came_by(moment) {
            self.nodes[before.index()].main = Some(moment);
        }
    }

    /// The moments from the start, exclusive, to `moment`, inclusive.
    pub(crate) fn path(&self, moment: Moment) -> Vec<Moment> {
        let mut path = Vec::with_capacity(self.depth(moment));
        let mut at = moment;
        while let Some((before, _)) = self.came_by(at) {
            path.push(at);
            at = before;
        }
        path.reverse();
        path
    }

    /// The moves from the start to `moment`.
    pub(crate) fn played(&self, moment: Moment) -> impl Iterator<Item = PlayedMove> + '_ {
        self.path(moment).into_iter().filter_map(|it| self.came_by(it)).map(|(_, played)| played)
    }

    /// The last moment of the line that redo follows from `moment`.
    pub(crate) fn end_of_line(&self, moment: Moment) -> Moment {
        let mut at = moment;
        while let Some(next) = self.main(at) {
            at = next;
        }
        at
    }

    /// The moments without successors, in order of creation.
    pub(crate) fn tips(&self) -> impl Iterator<Item = Moment> + '_ {
        (0..self.nodes.len())
            .filter(|&it| self.nodes[it].after.is_empty())
            .map(|it| Moment(it as u32))
    }

    fn node(&self, moment: Moment) -> &Node {
        &self.nodes[moment.index()]
    }
}
