//! The queue of cells that are pending for propagation.

use std::collections::VecDeque;

/// Cells whose changes have not been propagated to their neighbours and to global rules.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    cells: VecDeque<u32>,
    is_queued: Vec<bool>,
    changed: Vec<usize>,
    is_changed: Vec<bool>,
}

impl Queue {
    /// A queue of all cells, `cells` in number.
    pub(crate) fn full(cells: usize) -> Queue {
        Queue {
            cells: (0..cells as u32).collect(),
            is_queued: vec![true; cells],
            changed: (0..cells).collect(),
            is_changed: vec![true; cells],
        }
    }

    pub(crate) fn push(&mut self, cell: usize) {
        if !std::mem::replace(&mut self.is_queued[cell], true) {
            self.cells.push_back(cell as u32);
        }
        if !std::mem::replace(&mut self.is_changed[cell], true) {
            self.changed.push(cell);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<usize> {
        let cell = self.cells.pop_front()? as usize;
        self.is_queued[cell] = false;
        Some(cell)
    }

    pub(crate) fn take_changed(&mut self) -> Vec<usize> {
        for &cell in &self.changed {
            self.is_changed[cell] = false;
        }
        std::mem::take(&mut self.changed)
    }

    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
        self.take_changed();
    }
}
