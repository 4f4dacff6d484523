//! Watches Punch Out: which cells its slabs have settled, and how many it reopens.

use sokolab_tiling::{Event, Problem, Tile, TilingOutcome, Trace, punch_out};

use super::recorder::count;
use super::stages::{Scene, open_still, tiling_of};
use super::{WatchRecord, WatchStage};
use crate::tiling::punch_out_of;
use sokolab_core::{Budget, Meter, Progress, Stop};

impl Scene<'_> {
    /// Runs slab by slab; returns the tiling if it found one. A cell that is not settled shows its
    /// whole initial domain, because the technique knows nothing more about it.
    pub(super) fn slabs(
        &self,
        problem: &Problem,
        choices_max: u64,
        watched: &mut WatchRecord,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Tile>>, Stop> {
        let how = punch_out_of(self.task, self.space, self.task.options.seed, 0);
        let mut slabs = Slabs::new(problem.network().shape().cells());
        let mut tell = |_: &Progress| meter.ask().err();
        let mut own = Meter::new(Budget::UNLIMITED.with_nodes(choices_max), &mut tell);
        let trace: Option<&mut dyn Trace> = Some(&mut slabs);
        let run = punch_out(problem, &how, &mut own, trace);
        let is_tiled = matches!(run.outcome, TilingOutcome::Tiled(_));
        if let Some(best) = slabs.best.as_ref().filter(|best| best.open < slabs.open && !is_tiled) {
            let remark = format!(
                "after {} slabs: {} cells are open, the fewest of the run",
                best.slabs, best.open
            );
            watched.stages.push(self.slab_stage("most settled", remark, problem, &best.settled));
        }
        let end = if is_tiled {
            "it is a solution".to_owned()
        } else {
            open_still(slabs.open, &run.outcome)
        };
        let remark = format!(
            "{} choices in {} slabs, {} of which could not be tiled; {end}",
            run.choices, slabs.tried, slabs.failed
        );
        let mut stage = self.slab_stage("end of a run", remark, problem, &slabs.settled);
        stage.progress = slabs.progress;
        watched.stages.push(stage);
        tiling_of(run.outcome)
    }

    fn slab_stage(
        &self,
        name: &'static str,
        remark: String,
        problem: &Problem,
        settled: &[Option<Tile>],
    ) -> WatchStage {
        let grid = problem.grid();
        let network = problem.network();
        let domain = |(cell, tile): (usize, &Option<Tile>)| match tile {
            Some(tile) => network.domain_of(cell, |it| it == *tile),
            None => grid.domain(cell).to_vec(),
        };
        let domains: Vec<Vec<u64>> = settled.iter().enumerate().map(domain).collect();
        debug_assert!(domains.iter().all(|it| count(it) > 0), "nothing is propagated");
        let planes = self.planes(network, &domains);
        WatchStage { name, remark, planes, removals: Vec::new(), progress: Vec::new() }
    }
}

/// Records the slabs.
struct Slabs {
    settled: Vec<Option<Tile>>,
    open: usize,
    tried: u32,
    failed: u32,
    /// Number of cells without a tile, after each slab.
    progress: Vec<u32>,
    best: Option<Best>,
}

/// The snapshot with the fewest open cells.
struct Best {
    settled: Vec<Option<Tile>>,
    open: usize,
    slabs: u32,
}

impl Slabs {
    fn new(cells: usize) -> Slabs {
        let (settled, progress) = (vec![None; cells], vec![cells as u32]);
        Slabs { settled, open: cells, tried: 0, failed: 0, progress, best: None }
    }
}

impl Trace for Slabs {
    fn record(&mut self, event: Event) {
        match event {
            Event::Patched { tiles } => {
                for (cell, tile) in tiles {
                    self.settled[cell] = Some(tile);
                }
            }
            Event::Opened { cells } => {
                self.failed += 1;
                for cell in cells {
                    self.settled[cell] = None;
                }
            }
            // Events inside a slab are not recorded.
            _ => return,
        }
        self.tried += 1;
        self.open = self.settled.iter().filter(|tile| tile.is_none()).count();
        self.progress.push(self.open as u32);
        if self.best.as_ref().is_none_or(|best| self.open < best.open) {
            let (settled, open, slabs) = (self.settled.clone(), self.open, self.tried);
            self.best = Some(Best { settled, open, slabs });
        }
    }
}
