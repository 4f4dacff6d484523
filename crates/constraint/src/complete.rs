//! Complete search over super tiles: move by move, with propagation after each, remembering every
//! state that is known to fail with a certain number of moves left.
//!
//! The first plane is known, and the keeper's next square determines the next plane; so the search
//! goes forwards in time and branches only on where the keeper goes.

use std::collections::HashSet;

use sokolab_core::{Meter, Moves, SquareSet, State, Stop};
use sokolab_tiling::{GlobalRule, Grid, Halt, Reason};

use crate::lone_moves::LoneMoves;
use crate::preprocess::PreprocessedLevel;
use crate::rules::{Reader, rules_for};
use crate::space_time::{Centre, SpaceTime};
use crate::task::{CandidateSolution, Heuristic, Task, TechniqueAnswer};
use crate::tiling::problem_of;

/// Moves left, the keeper's cell and the boxes.
type Key = (u32, u32, SquareSet);

/// Searches for solutions of increasing length.
pub(crate) fn solve(
    task: &Task<'_>,
    ready: &PreprocessedLevel,
    meter: &mut Meter<'_>,
) -> Result<TechniqueAnswer, Stop> {
    let mut space = SpaceTime::new(task.board, task.start, task.options.tile_rules, &ready.shut);
    let lone = LoneMoves::new(task.board, task.start, meter)?;
    // Rules for shortest solutions depend on the whole move sequence, so failures found with them
    // could not be remembered for a part of it.
    let disabled = task
        .options
        .disabled
        .disable(Heuristic::NoRepeat)
        .disable(Heuristic::NoReturn)
        .disable(Heuristic::NextBox)
        .disable(Heuristic::MaximumPlayerMove);
    let mut failed: HashSet<Key> = HashSet::new();
    for moves in ready.pushes_min.max(1).. {
        if task.options.horizon.is_some_and(|horizon| moves > horizon) {
            return Ok(TechniqueAnswer::NoSolutionUpTo(moves - 1));
        }
        ready.raise_bound(u64::from(moves), meter);
        let problem = problem_of(&mut space, moves as usize, &lone, task, meter)?;
        let mut grid = problem.grid();
        meter.take_bytes(grid.bytes() * 3)?;
        let mut search = Search {
            space: &space,
            reader: Reader::new(&space),
            keepers: space.domains_with(Centre::Keeper),
            rules: rules_for(&space, moves as usize, disabled),
            moves,
            failed: &mut failed,
            ready,
            meter,
        };
        if search.propagate(&mut grid)? && search.go_on(&mut grid, 0)? {
            let way = grid.tiling().and_then(|tiling| space.moves_of(&tiling));
            let way: Moves = way.expect("the search has settled every cell");
            return Ok(TechniqueAnswer::Solved {
                way: CandidateSolution::Moves(way),
                is_fewest: true,
            });
        }
    }
    Err(Stop::Horizon)
}

struct Search<'a, 'm> {
    space: &'a SpaceTime<'a>,
    reader: Reader,
    keepers: Vec<Vec<u64>>,
    rules: Vec<Box<dyn GlobalRule + 'a>>,
    moves: u32,
    failed: &'a mut HashSet<Key>,
    ready: &'a PreprocessedLevel,
    meter: &'a mut Meter<'m>,
}

impl Search<'_, '_> {
    /// Propagates; returns whether the grid is free of contradictions.
    fn propagate(&mut self, grid: &mut Grid<'_>) -> Result<bool, Stop> {
        match grid.propagate(&mut self.rules, self.meter, &mut None) {
            Ok(()) => Ok(true),
            Err(Halt::Contradiction(_)) => Ok(false),
            Err(Halt::Stopped(stop)) => Err(stop),
        }
    }

    /// Whether the moves up to a plane can be completed; the grid is then settled.
    fn go_on(&mut self, grid: &mut Grid<'_>, plane: u32) -> Result<bool, Stop> {
        if plane == self.moves {
            return Ok(true);
        }
        self.meter.count_node()?;
        self.meter.work(500)?;
        let key = self.key(grid, plane);
        let is_known = self.failed.contains(&key);
        self.show(plane, &key, is_known);
        if is_known {
            return Ok(false);
        }
        let next = (plane as usize + 1) * self.space.area();
        for cell in 0..self.space.area() {
            let keeper = &self.keepers[cell];
            let mark = grid.mark();
            let is_there = crate::rules::intersects(grid.domain(next + cell), keeper);
            if !is_there || grid.keep(next + cell, keeper, Reason::Choice, &mut None).is_err() {
                grid.undo(mark);
                continue;
            }
            if self.propagate(grid)? && self.go_on(grid, plane + 1)? {
                return Ok(true);
            }
            grid.undo(mark);
        }
        let bytes = (self.failed.len() * (key.2.words().len() * 8 + 40)) as u64;
        self.meter.take_bytes(bytes + grid.bytes() * 3)?;
        self.failed.insert(key);
        Ok(false)
    }

    /// Shows the current state to a watcher.
    fn show(&self, plane: u32, (_, keeper, boxes): &Key, is_known: bool) {
        let Some(keeper) = self.space.square(*keeper as usize) else { return };
        self.ready.show(|visits| {
            visits.recalled += u64::from(is_known);
            let state = State { boxes: boxes.clone(), keeper, ..self.space.start().clone() };
            visits.add(plane as usize, &state, self.space.board().square_count());
        });
    }

    fn key(&self, grid: &Grid<'_>, plane: u32) -> Key {
        let known = self.reader.plane(grid, plane as usize);
        let mut boxes = self.space.board().no_squares();
        boxes.extend(known.boxes.iter().filter_map(|&cell| self.space.square(cell)));
        let keeper = known.keeper.expect("every plane up to this one is settled");
        (self.moves - plane, keeper as u32, boxes)
    }
}
