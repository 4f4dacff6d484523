//! What a technique believes: what is left in each cell of space and time, why the rest is gone,
//! and what exact search would have taken away as well.
//!
//! Everything is shown as shares: of what is left in a cell of a plane, how much is free floor, a
//! box, the keeper. For searches over states a plane is a number of pushes, and the shares are
//! those of the states that were looked at.

mod exact;
mod recorder;
mod search;
mod slabs;
mod stages;
mod states;

use sokolab_core::{Direction, Meter, Square, Stop};

pub use crate::visits::Rung;

use crate::sweep::ready;
use crate::task::{Answer, Task, Technique, Unit};

/// What is left in a cell of a plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CellView {
    /// The share of free floor.
    pub free: f32,
    /// The share of boxes.
    pub boxes: f32,
    /// The share of keepers.
    pub keeper: f32,
    /// How many tiles are left; 0 where nothing is known about tiles.
    pub left: u32,
    /// How many of them no play of this length has; only where exact search was done.
    pub missed: u32,
}

/// A moment of all plays that are still possible.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaneView {
    /// By cell.
    pub cells: Vec<CellView>,
}

impl PlaneView {
    /// How many keepers are expected: more than one are doubles that no play has.
    #[must_use]
    pub fn keepers(&self) -> f32 {
        self.cells.iter().map(|cell| cell.keeper).sum()
    }

    /// How many boxes are expected.
    #[must_use]
    pub fn boxes(&self) -> f32 {
        self.cells.iter().map(|cell| cell.boxes).sum()
    }
}

/// Why tiles are gone, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removals {
    /// The rule, or what else removed them.
    pub reason: &'static str,
    /// How many tiles, over all cells and planes.
    pub count: usize,
    /// By plane and cell.
    pub by_cell: Vec<u16>,
}

/// A point of a run that is worth a look.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// What it is.
    pub name: &'static str,
    /// What to see in it.
    pub remark: String,
    /// By moves or pushes, the first one is the start.
    pub planes: Vec<PlaneView>,
    /// Why tiles are gone since the stage before; empty where that is not known.
    pub removals: Vec<Removals>,
    /// Cells with a choice left, after each choice of a run.
    pub progress: Vec<u32>,
}

/// What knocking out patterns would have taken away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knockouts {
    /// Patterns that fit on the board.
    pub patterns: usize,
    /// Tiles that the rule itself removes.
    pub removed: usize,
    /// Tiles that go as a consequence.
    pub followed: usize,
    /// Whether it refutes the length.
    pub refutes: bool,
}

/// What was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// What a plane counts.
    pub unit: Unit,
    /// The length that was looked at.
    pub length: u32,
    /// Columns and rows.
    pub size: (usize, usize),
    /// The square of each cell; `None` is wall.
    pub squares: Vec<Option<Square>>,
    /// One after the other.
    pub stages: Vec<Stage>,
    /// Lengths tried before, for techniques that try one after the other.
    pub ladder: Vec<Rung>,
    /// What patterns would have given, for techniques of tiles.
    pub knockouts: Option<Knockouts>,
    /// Tiles that propagation kept although no play has them, and all that it kept; `None` if exact
    /// search was too much.
    pub missed: Option<(usize, usize)>,
    /// Whether the length that was looked at is refuted; that says nothing about others.
    pub is_refuted: bool,
    /// What the technique answered.
    pub answer: Answer,
}

/// How much is to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchOptions {
    /// The number of moves to look at, for techniques of tiles.
    pub length: u32,
    /// Choices of a run, or nodes of a search.
    pub nodes_max: u64,
    /// States that exact search may hold.
    pub states_max: usize,
}

/// Watches a technique at work.
///
/// # Errors
/// If the caller stops it.
pub fn watch(
    task: &Task<'_>,
    options: WatchOptions,
    meter: &mut Meter<'_>,
) -> Result<Watched, Stop> {
    match task.technique {
        Technique::Tiling | Technique::TilingPunchOut | Technique::TilingComplete => {
            let task = task.with_horizon(None);
            match ready(&task) {
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
    /// Where it begins.
    pub cell: usize,
    /// Where it ends.
    pub to: usize,
    /// What goes there.
    pub direction: Direction,
    /// Whether a box goes there, or the keeper.
    pub is_push: bool,
    /// How much of what is left allows it at most, from 0 to 1.
    pub weight: f32,
}

/// Movements that less of what is left allows are not told.
const WEIGHT_MIN: f32 = 0.02;

impl Watched {
    /// The ways that the keeper and boxes may still go from a plane of a stage to the next one.
    /// Where a plane is a push, the keeper's walk is not shown.
    #[must_use]
    pub fn movements(&self, stage: &Stage, plane: usize) -> Vec<Movement> {
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

    /// The cell beside one, if it is floor.
    fn beside(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (width, height) = self.size;
        let x = (cell % width).checked_add_signed(direction.dx() as isize)?;
        let y = (cell / width).checked_add_signed(direction.dy() as isize)?;
        let to = y * width + x;
        (x < width && y < height && self.squares[to].is_some()).then_some(to)
    }
}
