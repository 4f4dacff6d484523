//! Breakout Model Synthesis: settles cells one after another; where that fails repeatedly, it
//! restores the initial domains of the surrounding cells and continues.
//!
//! Based on Merrell's model synthesis with the softening of Breakout Model Synthesis. It is
//! incomplete: only propagation before the first choice can refute a problem.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::choose::{Choice, choose};
use crate::grid::Grid;
use crate::problem::Problem;
use crate::propagate::{GlobalRule, Halt};
use crate::tile_set::Tile;
use crate::trace::{Event, Reason, Trace};
use sokolab_core::{Meter, Stop};

/// Parameters of Breakout.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakout {
    /// The radius of a block around the chosen cell along each axis: all its cells are settled
    /// together, or none. All zero means one cell at a time.
    pub block: Vec<usize>,
    /// The radius of softening around the failed cell, along each axis.
    pub soften: Vec<usize>,
    /// Number of consecutive failures before the grid is softened.
    pub retries_max: u32,
    /// Number of softenings before a restart; `None` for no restarts.
    pub softenings_max: Option<u32>,
    /// How cells are chosen.
    pub choice: Choice,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Breakout {
    /// Single cells by least entropy, softening with radius three after eight failures, and a
    /// restart after 200 softenings.
    #[must_use]
    pub fn new(dimensions: usize) -> Breakout {
        Breakout {
            block: vec![0; dimensions],
            soften: vec![3; dimensions],
            retries_max: 8,
            softenings_max: Some(200),
            choice: Choice::LeastEntropy { noise: 0.1 },
            seed: 0,
        }
    }
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TilingOutcome {
    /// The tile of each cell.
    Tiled(Vec<Tile>),
    /// A proof that there is no tiling.
    Refuted,
    /// A limit was reached first.
    Stopped(Stop),
}

/// The outcome of a run, with statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilingRun {
    /// The outcome.
    pub outcome: TilingOutcome,
    /// Number of choices made.
    pub choices: u64,
    /// Number of choices that failed.
    pub contradictions: u64,
    /// Number of softenings.
    pub softenings: u64,
    /// Number of restarts.
    pub restarts: u64,
}

/// The work of a choice, in units of the meter.
const WORK_OF_A_CHOICE: u64 = 100;

/// Searches for a tiling. Each choice counts as a node of the meter.
///
/// # Panics
/// If `block` or `soften` do not have an entry for each dimension.
#[must_use]
pub fn break_out(
    problem: &Problem,
    how: &Breakout,
    globals: &mut [Box<dyn GlobalRule + '_>],
    meter: &mut Meter<'_>,
    trace: Option<&mut dyn Trace>,
) -> TilingRun {
    let dimensions = problem.network().shape().dimensions();
    assert_eq!(how.block.len(), dimensions, "a reach of blocks for each dimension");
    assert_eq!(how.soften.len(), dimensions, "a reach of softening for each dimension");
    let mut work = Work {
        how,
        globals,
        meter,
        trace,
        chance: Pcg64Mcg::seed_from_u64(how.seed),
        run: TilingRun {
            outcome: TilingOutcome::Refuted,
            choices: 0,
            contradictions: 0,
            softenings: 0,
            restarts: 0,
        },
    };
    work.run.outcome = work.run(problem.grid());
    work.run
}

struct Work<'a, 'g, 'l, 't> {
    how: &'a Breakout,
    globals: &'a mut [Box<dyn GlobalRule + 'g>],
    meter: &'a mut Meter<'l>,
    trace: Option<&'t mut dyn Trace>,
    chance: Pcg64Mcg,
    run: TilingRun,
}

impl Work<'_, '_, '_, '_> {
    fn run(&mut self, mut grid: Grid<'_>) -> TilingOutcome {
        match grid.propagate(self.globals, self.meter, &mut self.trace) {
            Ok(()) => {}
            Err(Halt::Contradiction(_)) => return TilingOutcome::Refuted,
            Err(Halt::Stopped(stop)) => return TilingOutcome::Stopped(stop),
        }
        grid.forget();
        let first = grid.clone();
        let all: Vec<usize> = (0..grid.network().shape().cells()).collect();
        let (mut retries, mut softenings) = (0, 0);
        loop {
            if let Some(tiling) = grid.tiling() {
                return TilingOutcome::Tiled(tiling);
            }
            let chosen = choose(&grid, self.how.choice, &all, &mut self.chance, self.meter);
            let (cell, bit) = match chosen {
                Ok(Some(chosen)) => chosen,
                // A consistent grid without a tiling has an undecided cell.
                Ok(None) => return TilingOutcome::Stopped(Stop::Failed),
                Err(stop) => return TilingOutcome::Stopped(stop),
            };
            match self.settle_block(&mut grid, cell, bit) {
                Ok(()) => {
                    retries = 0;
                    grid.forget();
                    continue;
                }
                Err(Halt::Stopped(stop)) => return TilingOutcome::Stopped(stop),
                Err(Halt::Contradiction(_)) => retries += 1,
            }
            if retries < self.how.retries_max {
                continue;
            }
            retries = 0;
            softenings += 1;
            let is_over = self.how.softenings_max.is_some_and(|most| softenings > most);
            // A global rule may reject what is left outside the softened part.
            let is_at_rest = match self.soften(&mut grid, &first, cell) {
                Ok(()) => true,
                Err(Halt::Contradiction(_)) => false,
                Err(Halt::Stopped(stop)) => return TilingOutcome::Stopped(stop),
            };
            if is_over || !is_at_rest {
                softenings = 0;
                grid = first.clone();
                self.run.restarts += 1;
                self.tell(Event::Restarted);
            }
        }
    }

    fn tell(&mut self, event: Event) {
        if let Some(trace) = &mut self.trace {
            trace.record(event);
        }
    }

    /// Settles a cell and its block; on failure the grid is unchanged.
    fn settle_block(&mut self, grid: &mut Grid<'_>, cell: usize, bit: usize) -> Result<(), Halt> {
        let mark = grid.mark();
        let block = grid.network().shape().around(cell, &self.how.block);
        let mut next = Some((cell, bit));
        while let Some((cell, bit)) = next {
            if let Err(halt) = self.settle(grid, cell, bit) {
                grid.undo(mark);
                if let Halt::Contradiction(contradiction) = halt {
                    self.run.contradictions += 1;
                    self.tell(Event::Contradicted { cell: contradiction.cell });
                }
                return Err(halt);
            }
            next = choose(grid, self.how.choice, &block, &mut self.chance, self.meter)?;
        }
        Ok(())
    }

    fn settle(&mut self, grid: &mut Grid<'_>, cell: usize, bit: usize) -> Result<(), Halt> {
        self.meter.count_node()?;
        self.meter.work(WORK_OF_A_CHOICE)?;
        self.run.choices += 1;
        self.tell(Event::Chosen { cell, tile: grid.network().palette(cell)[bit] });
        let mut only = vec![0; grid.network().words()];
        only[bit / 64] = 1 << (bit % 64);
        grid.keep(cell, &only, Reason::Choice, &mut self.trace)?;
        grid.propagate(self.globals, self.meter, &mut self.trace)
    }

    /// Restores the initial domains of the cells around one. Under adjacency rules alone this
    /// cannot cause a contradiction, because every domain becomes a superset of what it was.
    fn soften(&mut self, grid: &mut Grid<'_>, first: &Grid<'_>, cell: usize) -> Result<(), Halt> {
        let cells = grid.network().shape().around(cell, &self.how.soften);
        self.run.softenings += 1;
        self.tell(Event::Softened { cell, cells: cells.len() });
        for &cell in &cells {
            grid.set(cell, first.domain(cell));
        }
        grid.queue_all();
        grid.propagate(self.globals, self.meter, &mut self.trace)
    }
}
