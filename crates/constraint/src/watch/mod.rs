//! Visualises a technique: what is left in each cell of space and time, why the rest was removed,
//! and what exact search would have removed as well.
//!
//! Everything is shown as fractions: of what is left in a cell of a plane, how much is free floor,
//! a box or the keeper. For searches over states, a plane is a number of pushes, and the fractions
//! are those of the visited states.

mod exact;
mod recorder;
mod search;
mod slabs;
mod stages;
mod states;

use sokolab_core::{Direction, Meter, Square, Stop};

pub use crate::visits::TriedLength;

use crate::preprocess::preprocess;
use crate::task::{Task, Technique, TechniqueAnswer, Unit};

/// What is left in a cell of a plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CellView {
    /// Fraction of free floor.
    pub free: f32,
    /// Fraction of boxes.
    pub boxes: f32,
    /// Fraction of keepers.
    pub keeper: f32,
    /// Number of tiles left; 0 where nothing is known about tiles.
    pub left: u32,
    /// How many of them occur in no solution of this length; only if exact search was done.
    pub missed: u32,
}

/// One plane of all solutions that are still possible.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaneView {
    /// The cells, row by row.
    pub cells: Vec<CellView>,
}

impl PlaneView {
    /// The expected number of keepers: more than one means duplicates that no game has.
    #[must_use]
    pub fn keepers(&self) -> f32 {
        self.cells.iter().map(|cell| cell.keeper).sum()
    }

    /// The expected number of boxes.
    #[must_use]
    pub fn boxes(&self) -> f32 {
        self.cells.iter().map(|cell| cell.boxes).sum()
    }
}

/// Tiles that were removed for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removals {
    /// The rule, or other cause.
    pub reason: &'static str,
    /// Number of tiles, over all cells and planes.
    pub count: usize,
    /// Number of tiles by plane and cell.
    pub by_cell: Vec<u16>,
}

/// A snapshot of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchStage {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub remark: String,
    /// The planes, by moves or pushes from the start.
    pub planes: Vec<PlaneView>,
    /// Why tiles were removed since the previous stage; empty where that is unknown.
    pub removals: Vec<Removals>,
    /// Number of undecided cells after each choice of a run.
    pub progress: Vec<u32>,
}

/// The effect that knockout patterns would have had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knockouts {
    /// Number of patterns that fit on the board.
    pub patterns: usize,
    /// Tiles that the rule itself removes.
    pub removed: usize,
    /// Tiles that are removed as a consequence.
    pub followed: usize,
    /// Whether it refutes the length.
    pub refutes: bool,
}

/// The record of a watched run.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchRecord {
    /// The unit that planes count: moves or pushes.
    pub unit: Unit,
    /// The length that was examined.
    pub length: u32,
    /// Number of columns and rows.
    pub size: (usize, usize),
    /// The square of each cell; `None` is wall.
    pub squares: Vec<Option<Square>>,
    /// The stages in order.
    pub stages: Vec<WatchStage>,
    /// Lengths tried before, for techniques that try increasing lengths.
    pub ladder: Vec<TriedLength>,
    /// The effect of patterns, for techniques with tiles.
    pub knockouts: Option<Knockouts>,
    /// Number of tiles that propagation kept although they occur in no solution, and of all that it
    /// kept; `None` if exact search was too expensive.
    pub missed: Option<(usize, usize)>,
    /// Whether the examined length is refuted; that says nothing about other lengths.
    pub is_refuted: bool,
    /// The answer of the technique.
    pub answer: TechniqueAnswer,
}

/// Limits of watching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchOptions {
    /// The number of moves to examine, for techniques with tiles.
    pub length: u32,
    /// Maximum number of choices of a run, or nodes of a search.
    pub nodes_max: u64,
    /// Maximum number of states that exact search may store.
    pub states_max: usize,
}

/// Runs a technique and records what it does.
///
/// # Errors
/// If the caller stops it.
pub fn watch(
    task: &Task<'_>,
    options: WatchOptions,
    meter: &mut Meter<'_>,
) -> Result<WatchRecord, Stop> {
    match task.technique {
        Technique::Tiling | Technique::TilingPunchOut | Technique::TilingComplete => {
            let task = task.with_horizon(None);
            match preprocess(&task) {
                Ok(ready) => stages::watch(&task, ready, options, meter),
                Err(answer) => Ok(states::nothing(&task, answer)),
            }
        }
        Technique::SatSteps | Technique::SatPushes | Technique::Random | Technique::TreeSearch => {
            states::watch(task, options, meter)
        }
    }
}

/// A move that is still possible between a plane and the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Movement {
    /// The cell where it begins.
    pub cell: usize,
    /// The cell where it ends.
    pub to: usize,
    /// Its direction.
    pub direction: Direction,
    /// Whether a box moves, rather than the keeper.
    pub is_push: bool,
    /// Upper bound on the fraction of what is left that allows it, from 0 to 1.
    pub weight: f32,
}

/// Movements with a smaller weight are omitted.
const WEIGHT_MIN: f32 = 0.02;

impl WatchRecord {
    /// The possible movements of keeper and boxes from a plane of a stage to the next one. Where a
    /// plane is a push, the keeper's walk is not shown.
    #[must_use]
    pub fn movements(&self, stage: &WatchStage, plane: usize) -> Vec<Movement> {
        let Some([now, next]) = stage.planes.get(plane..plane + 2) else { return Vec::new() };
        let mut movements = Vec::new();
        for cell in 0..self.squares.len() {
            for direction in Direction::ORTHOGONAL {
                let Some(to) = self.beside(cell, direction) else { continue };
                let step = now.cells[cell].keeper.min(next.cells[to].keeper);
                let arrives = next.cells[cell].keeper;
                let push = now.cells[cell].boxes.min(next.cells[to].boxes).min(arrives);
                for (is_push, weight) in [(false, step), (true, push)] {
                    if weight >= WEIGHT_MIN && (is_push || self.unit == Unit::Moves) {
                        movements.push(Movement { cell, to, direction, is_push, weight });
                    }
                }
            }
        }
        movements
    }

    /// The neighbour of a cell, if it is floor.
    fn beside(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (width, height) = self.size;
        let x = (cell % width).checked_add_signed(direction.dx() as isize)?;
        let y = (cell / width).checked_add_signed(direction.dy() as isize)?;
        let to = y * width + x;
        (x < width && y < height && self.squares[to].is_some()).then_some(to)
    }
}
