//! What a technique came to, for a watcher: states by pushes or moves, and the lengths it tried.

use sokolab_core::State;

/// Planes beyond this many pushes are not shown.
const PLANES_MAX: usize = 300;

/// A length that was tried, and what had been spent before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Moves or pushes.
    pub length: u64,
    /// Nodes or conflicts spent before it.
    pub nodes: u64,
}

/// States that a technique came to, by pushes or moves from the start.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Visits {
    pub(crate) planes: Vec<VisitedPlane>,
    /// Lengths tried, with what had been spent before each.
    pub(crate) ladder: Vec<Rung>,
    /// States that were known to fail when they came again.
    pub(crate) recalled: u64,
}

/// How many states there are after so many pushes or moves, and how many of them have a box or the
/// keeper on each square.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct VisitedPlane {
    pub(crate) states: u32,
    pub(crate) boxes: Vec<u32>,
    pub(crate) keepers: Vec<u32>,
}

impl Visits {
    /// How many states there are.
    pub(crate) fn count(&self) -> u64 {
        self.planes.iter().map(|it| u64::from(it.states)).sum()
    }

    /// One more state after so many pushes or moves, on a board with so many squares.
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
