//! Punch Out Model Synthesis: tiles a grid patch by patch, with only one patch in memory.
//!
//! Nothing is propagated through the whole grid: a patch uses its own restrictions and what is
//! settled around it, so distant constraints have no effect. Where patches fail, the settled cells
//! around them are eroded.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::breakout::{Breakout, TilingOutcome, TilingRun, break_out};
use crate::choose::unit;
use crate::problem::Problem;
use crate::shape::{Direction, GridShape};
use crate::tile_set::Tile;
use crate::trace::{Event, Trace};
use sokolab_core::{Meter, Progress, Stop};

/// The order of patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// Around a random cell without a tile.
    Anywhere,
    /// Around the first cell without a tile.
    FromFirst,
    /// Around the last cell without a tile.
    FromLast,
}

/// Parameters of Punch Out.
#[derive(Clone, Debug, PartialEq)]
pub struct PunchOut {
    /// The sizes of a patch, clipped to the grid.
    pub patch: Vec<usize>,
    /// Which patch comes next.
    pub sweep: Sweep,
    /// The probability that a settled cell next to an open one is reopened when a patch fails.
    pub erosion: f64,
    /// Maximum number of choices for a patch.
    pub patch_choices_max: u64,
    /// The parameters for tiling a patch; its seed is the seed of the whole run.
    pub breakout: Breakout,
}

impl PunchOut {
    /// Patches of eight cells along each axis.
    #[must_use]
    pub fn new(dimensions: usize) -> PunchOut {
        PunchOut {
            patch: vec![8; dimensions],
            sweep: Sweep::Anywhere,
            erosion: 0.3,
            patch_choices_max: 2_000,
            breakout: Breakout::new(dimensions),
        }
    }
}

/// The fixed work of a patch, in units of the meter.
const WORK_OF_A_PATCH: u64 = 500;

/// Searches for a tiling, patch by patch. Patches and choices count as nodes of the meter. Only a
/// patch that is refuted without anything settled around it refutes the problem.
///
/// # Panics
/// If `patch` does not have an entry for each dimension.
#[must_use]
pub fn punch_out(
    problem: &Problem,
    how: &PunchOut,
    meter: &mut Meter<'_>,
    mut trace: Option<&mut dyn Trace>,
) -> TilingRun {
    let shape = problem.network().shape().clone();
    assert_eq!(how.patch.len(), shape.dimensions(), "a size of patches for each dimension");
    let mut chance = Pcg64Mcg::seed_from_u64(how.breakout.seed);
    let mut settled: Vec<Option<Tile>> = vec![None; shape.cells()];
    let mut total = TilingRun::nothing();
    loop {
        let open: Vec<usize> = (0..shape.cells()).filter(|&it| settled[it].is_none()).collect();
        let Some(cell) = next_cell(&open, how.sweep, &mut chance) else {
            let tiles: Option<Vec<Tile>> = settled.iter().copied().collect();
            let outcome = tiles.map_or(TilingOutcome::Stopped(Stop::Failed), TilingOutcome::Tiled);
            return TilingRun { outcome, ..total };
        };
        if let Err(stop) = meter.count_node().and_then(|()| meter.work(WORK_OF_A_PATCH)) {
            return TilingRun { outcome: TilingOutcome::Stopped(stop), ..total };
        }
        let (first, sizes) = patch_around(&shape, cell, &how.patch, how.sweep, &mut chance);
        let run = tile_patch(problem, how, (&first, &sizes), &settled, (meter, &mut chance));
        total.add(&run);
        let cells = shape.patch(&first, &sizes);
        let is_whole = cells.len() == shape.cells();
        match run.outcome {
            TilingOutcome::Tiled(tiles) => {
                let tiles: Vec<(usize, Tile)> = cells.into_iter().zip(tiles).collect();
                for &(cell, tile) in &tiles {
                    settled[cell] = Some(tile);
                }
                if let Some(trace) = &mut trace {
                    trace.record(Event::Patched { tiles });
                }
            }
            TilingOutcome::Refuted
                if is_whole || cells.iter().all(|&it| rim_is_open(&shape, it, &settled)) =>
            {
                return TilingRun { outcome: TilingOutcome::Refuted, ..total };
            }
            TilingOutcome::Stopped(stop) if stop != Stop::Nodes => {
                return TilingRun { outcome: TilingOutcome::Stopped(stop), ..total };
            }
            TilingOutcome::Refuted | TilingOutcome::Stopped(_) => {
                for &cell in &cells {
                    settled[cell] = None;
                }
                let eroded = erode(&shape, how.erosion, &mut settled, &mut chance);
                if let Some(trace) = &mut trace {
                    let cells = cells.into_iter().chain(eroded).collect();
                    trace.record(Event::Opened { cells });
                }
            }
        }
    }
}

impl TilingRun {
    /// The statistics of a run that has not begun.
    fn nothing() -> TilingRun {
        let outcome = TilingOutcome::Refuted;
        TilingRun { outcome, choices: 0, contradictions: 0, softenings: 0, restarts: 0 }
    }

    /// Adds the statistics of a patch, which counts as one choice itself.
    fn add(&mut self, patch: &TilingRun) {
        self.choices += patch.choices + 1;
        self.contradictions += patch.contradictions;
        self.softenings += patch.softenings;
        self.restarts += patch.restarts;
    }
}

fn rim_is_open(shape: &GridShape, cell: usize, settled: &[Option<Tile>]) -> bool {
    let mut beside = Direction::all(shape.dimensions()).filter_map(|it| shape.neighbour(cell, it));
    settled[cell].is_none() && beside.all(|it| settled[it].is_none())
}

fn next_cell(open: &[usize], sweep: Sweep, chance: &mut Pcg64Mcg) -> Option<usize> {
    match sweep {
        _ if open.is_empty() => None,
        Sweep::Anywhere => Some(open[chance.random_range(0..open.len())]),
        Sweep::FromFirst => open.first().copied(),
        Sweep::FromLast => open.last().copied(),
    }
}

/// A patch that contains a cell: centred on it if cells are random, otherwise at a random offset,
/// so that the same patch does not fail for ever.
fn patch_around(
    shape: &GridShape,
    cell: usize,
    patch: &[usize],
    sweep: Sweep,
    chance: &mut Pcg64Mcg,
) -> (Vec<usize>, Vec<usize>) {
    let sizes: Vec<usize> =
        patch.iter().zip(shape.sizes()).map(|(&size, &all)| size.clamp(1, all)).collect();
    let at = shape.coordinates(cell);
    let first = at.iter().zip(&sizes).zip(shape.sizes()).map(|((&at, &size), &all)| {
        let back = match sweep {
            Sweep::Anywhere => size / 2,
            Sweep::FromFirst | Sweep::FromLast => chance.random_range(0..size),
        };
        at.saturating_sub(back).min(all - size)
    });
    (first.collect(), sizes)
}

/// Tiles a patch again, so that it fits what is settled around it.
fn tile_patch(
    problem: &Problem,
    how: &PunchOut,
    (first, sizes): (&[usize], &[usize]),
    settled: &[Option<Tile>],
    (meter, chance): (&mut Meter<'_>, &mut Pcg64Mcg),
) -> TilingRun {
    // One more cell on each side, where there is one, is pinned to what is settled there.
    let shape = problem.network().shape();
    let low: Vec<usize> = first.iter().map(|&at| at.saturating_sub(1)).collect();
    let ends = first.iter().zip(sizes).zip(shape.sizes());
    let high: Vec<usize> = ends.map(|((&at, &size), &all)| (at + size + 1).min(all)).collect();
    let wide: Vec<usize> = low.iter().zip(&high).map(|(low, high)| high - low).collect();
    let mut part = problem.patch(&low, &wide);
    let cells = shape.patch(&low, &wide);
    let inner = shape.patch(first, sizes);
    for (own, cell) in cells.iter().enumerate() {
        if let (Err(_), Some(tile)) = (inner.binary_search(cell), settled[*cell]) {
            part.pin(own, tile);
        }
    }
    let breakout = Breakout { seed: chance.random(), ..how.breakout.clone() };
    let rest = meter.budget.less_nodes(meter.progress.nodes);
    let mut tell = |_: &Progress| meter.ask().err();
    let mut own = Meter::new(rest.with_nodes(how.patch_choices_max), &mut tell);
    let mut run = break_out(&part, &breakout, &mut [], &mut own, None);
    meter.progress.nodes += run.choices;
    if let TilingOutcome::Tiled(tiles) = &run.outcome {
        let of_inner = cells.iter().zip(tiles);
        let kept = of_inner.filter(|(cell, _)| inner.binary_search(cell).is_ok());
        run.outcome = TilingOutcome::Tiled(kept.map(|(_, tile)| *tile).collect());
    }
    run
}

/// Reopens some of the settled cells next to open ones, and returns them.
fn erode(
    shape: &GridShape,
    share: f64,
    settled: &mut [Option<Tile>],
    chance: &mut Pcg64Mcg,
) -> Vec<usize> {
    let before = settled.to_vec();
    let mut eroded = Vec::new();
    for cell in 0..shape.cells() {
        let mut beside =
            Direction::all(shape.dimensions()).filter_map(|way| shape.neighbour(cell, way));
        let is_rim = before[cell].is_some() && beside.any(|it| before[it].is_none());
        if is_rim && unit(chance) < share {
            settled[cell] = None;
            eroded.push(cell);
        }
    }
    eroded
}
