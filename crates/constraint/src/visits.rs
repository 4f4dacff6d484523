//! Statistics for a watcher: visited states by pushes or moves, and the lengths tried.

use sokolab_core::State;

/// Maximum number of planes to show.
const PLANES_MAX: usize = 300;

/// A length that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriedLength {
    /// Number of moves or pushes.
    pub length: u64,
    /// Nodes or conflicts spent before it.
    pub nodes: u64,
}

/// States that a technique visited, by pushes or moves from the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Visits {
    pub(crate) planes: Vec<VisitedPlane>,
    /// The lengths tried, in order.
    pub(crate) ladder: Vec<TriedLength>,
    /// Number of states that were already known to fail when reached again.
    pub(crate) recalled: u64,
}

/// Number of states after a number of pushes or moves, and how many of them have a box or the
/// keeper on each square.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct VisitedPlane {
    pub(crate) states: u32,
    pub(crate) boxes: Vec<u32>,
    pub(crate) keepers: Vec<u32>,
}

impl Visits {
    /// Number of states.
    pub(crate) fn count(&self) -> u64 {
        self.planes.iter().map(|it| u64::from(it.states)).sum()
    }

    /// Adds a state after this many pushes or moves, on a board with this many squares.
    pub(crate) fn add(&mut self, pushes: usize, state: &State, squares: usize) {
        if pushes > PLANES_MAX {
            return;
        }
        while self.planes.len() <= pushes {
            let (boxes, keepers) = (vec![0; squares], vec![0; squares]);
            self.planes.push(VisitedPlane { states: 0, boxes, keepers });
        }
        let plane = &mut self.planes[pushes];
        plane.states += 1;
        plane.keepers[state.keeper.index()] += 1;
        for square in state.boxes.iter() {
            plane.boxes[square.index()] += 1;
        }
    }
}
