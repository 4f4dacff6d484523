//! Records a run event by event: what is left, and what removed the rest.

use std::collections::BTreeMap;

use sokolab_tiling::{Event, Grid, Network, Reason, Tile, Trace};

use super::Removals;
use crate::tiles::TIME;

/// The recorder.
pub(super) struct Recorder<'n> {
    network: &'n Network,
    first: Vec<Vec<u64>>,
    now: Vec<Vec<u64>>,
    open: u32,
    /// What the last choice removed, to be restored after a contradiction.
    since_choice: Vec<(usize, usize)>,
    soften: Vec<usize>,
    removed: BTreeMap<&'static str, Vec<u16>>,
    /// Number of undecided cells after each choice.
    pub(super) progress: Vec<u32>,
    /// Number of contradictions and softenings so far.
    pub(super) contradictions: u32,
    pub(super) softenings: u32,
}

impl<'n> Recorder<'n> {
    /// Starts with a grid; `soften` is the radius of softening.
    pub(super) fn new(grid: &Grid<'n>, soften: Vec<usize>) -> Recorder<'n> {
        let network = grid.network();
        let cells = network.shape().cells();
        let now: Vec<Vec<u64>> = (0..cells).map(|cell| grid.domain(cell).to_vec()).collect();
        let open = now.iter().filter(|it| count(it) > 1).count() as u32;
        Recorder {
            network,
            first: now.clone(),
            now,
            open,
            since_choice: Vec::new(),
            soften,
            removed: BTreeMap::new(),
            progress: Vec::new(),
            contradictions: 0,
            softenings: 0,
        }
    }

    /// The domains, by plane and cell.
    pub(super) fn now(&self) -> &[Vec<u64>] {
        &self.now
    }

    /// Why tiles were removed, the most frequent reason first.
    pub(super) fn removals(&self) -> Vec<Removals> {
        let of = |(&reason, by_cell): (&&'static str, &Vec<u16>)| Removals {
            reason,
            count: by_cell.iter().map(|&it| usize::from(it)).sum(),
            by_cell: by_cell.clone(),
        };
        let mut removals: Vec<Removals> = self.removed.iter().map(of).collect();
        removals.sort_by_key(|it| std::cmp::Reverse(it.count));
        removals
    }

    fn remove(&mut self, cell: usize, tile: Tile, reason: Reason) {
        let Ok(bit) = self.network.palette(cell).binary_search(&tile) else { return };
        self.change(cell, |domain| domain[bit / 64] &= !(1 << (bit % 64)));
        self.since_choice.push((cell, bit));
        let cells = self.now.len();
        let by_cell = self.removed.entry(name_of(reason)).or_insert_with(|| vec![0; cells]);
        by_cell[cell] = by_cell[cell].saturating_add(1);
    }

    /// Changes the domain of a cell, and updates the number of undecided cells.
    fn change(&mut self, cell: usize, change: impl FnOnce(&mut Vec<u64>)) {
        let before = count(&self.now[cell]) > 1;
        change(&mut self.now[cell]);
        let after = count(&self.now[cell]) > 1;
        self.open = self.open + u32::from(after) - u32::from(before);
    }

    fn restore(&mut self, cells: &[usize]) {
        for &cell in cells {
            let first = self.first[cell].clone();
            self.change(cell, |domain| *domain = first);
        }
        self.since_choice.clear();
    }
}

impl Trace for Recorder<'_> {
    fn record(&mut self, event: Event) {
        match event {
            Event::Chosen { .. } => {
                self.since_choice.clear();
                self.progress.push(self.open);
            }
            Event::Removed { cell, tile, reason } => self.remove(cell, tile, reason),
            Event::Contradicted { .. } => {
                self.contradictions += 1;
                for (cell, bit) in std::mem::take(&mut self.since_choice) {
                    self.change(cell, |domain| domain[bit / 64] |= 1 << (bit % 64));
                }
            }
            Event::Softened { cell, .. } => {
                self.softenings += 1;
                let cells = self.network.shape().around(cell, &self.soften);
                self.restore(&cells);
            }
            Event::Restarted => {
                let all: Vec<usize> = (0..self.now.len()).collect();
                self.restore(&all);
            }
            // Breakout has no patches.
            Event::Patched { .. } | Event::Opened { .. } => {}
        }
    }
}

/// Number of tiles in a domain.
pub(super) fn count(domain: &[u64]) -> u32 {
    domain.iter().map(|word| word.count_ones()).sum()
}

fn name_of(reason: Reason) -> &'static str {
    match reason {
        Reason::Choice => "choice",
        Reason::Rule(direction) if direction.axis() == TIME => "neighbours in time",
        Reason::Rule(_) => "neighbours in the plane",
        Reason::Global(name) => name,
    }
}
