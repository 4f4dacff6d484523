//! Rules about whole planes and move sequences, which adjacency alone cannot express. Each removes
//! only what no solution contains; those that hold only for shortest solutions say so.

mod centre_count;
mod knockouts;
mod matching;
mod maximum_player_move;
mod next_box;
mod no_repeat;
mod no_return;

pub(crate) use centre_count::{CentreCount, Counts};
pub(crate) use knockouts::knockout_patterns;
use sokolab_analysis::{KeeperWay, PushDistances, dead_squares};
use sokolab_tiling::{GlobalRule, Grid, Problem};

use crate::lone_moves::LoneMoves;
use crate::space_time::{Centre, SpaceTime};
use crate::task::{DisabledHeuristics, Heuristic};
use sokolab_core::{Meter, Stop};

/// The enabled rules, for a solution of `moves` moves.
pub(crate) fn rules_for<'a>(
    space: &'a SpaceTime<'_>,
    moves: usize,
    disabled: DisabledHeuristics,
) -> Vec<Box<dyn GlobalRule + 'a>> {
    let mut rules: Vec<Box<dyn GlobalRule>> = Vec::new();
    if disabled.enables(Heuristic::KeeperCount) {
        let keepers = space.domains_with(Centre::Keeper);
        rules.push(Box::new(CentreCount::new("keeper-count", keepers, Counts::exactly(1))));
    }
    let boxes = space.box_count();
    if disabled.enables(Heuristic::BoxCount) {
        let domains = space.domains_with(Centre::Box);
        rules.push(Box::new(CentreCount::new("box-count", domains, Counts::exactly(boxes))));
    }
    if disabled.enables(Heuristic::NoReturn) {
        rules.push(Box::new(no_return::NoReturn::new(space)));
    }
    if disabled.enables(Heuristic::Matching) {
        rules.push(Box::new(matching::MatchingInTime::new(space, moves)));
    }
    if disabled.enables(Heuristic::Knockouts) {
        let dead =
            dead_squares(space.board(), &PushDistances::new(space.board(), KeeperWay::Walking));
        if let Some(rule) = knockout_patterns(space, &dead) {
            rules.push(Box::new(rule));
        }
    }
    if disabled.enables(Heuristic::NextBox) {
        rules.push(Box::new(next_box::NextBox::new(space)));
    }
    if disabled.enables(Heuristic::MaximumPlayerMove) {
        rules.push(Box::new(maximum_player_move::MaximumPlayerMove::new(space)));
    }
    if disabled.enables(Heuristic::NoRepeat) {
        rules.push(Box::new(no_repeat::NoRepeat::new(space)));
    }
    rules
}

/// Removes boxes from where none can have arrived in time, or could leave in time.
pub(crate) fn restrict_by_floods(
    problem: &mut Problem,
    space: &SpaceTime<'_>,
    lone: &LoneMoves,
    moves: usize,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    for cell in 0..space.area() {
        let Some(square) = space.square(cell) else { continue };
        let (come, go) = (lone.from_start[square.index()], lone.to_goal[square.index()]);
        for plane in 0..=moves {
            let may_be = come.is_some_and(|come| come as usize <= plane)
                && go.is_some_and(|go| go as usize <= moves - plane);
            if !may_be {
                let at = plane * space.area() + cell;
                problem.retain(at, |tile| space.centre(tile) != Centre::Box);
                meter.work(10)?;
            }
        }
    }
    Ok(())
}

/// What is known about a plane: where boxes and keeper stand for certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plane {
    /// Cells that certainly have a box.
    pub(crate) boxes: Vec<usize>,
    /// The cell of the keeper, if it is known.
    pub(crate) keeper: Option<usize>,
}

/// Extracts planes from a grid.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    area: usize,
    boxes: Vec<Vec<u64>>,
    keepers: Vec<Vec<u64>>,
}

impl Reader {
    pub(crate) fn new(space: &SpaceTime<'_>) -> Reader {
        let boxes = space.domains_with(Centre::Box);
        Reader { area: space.area(), boxes, keepers: space.domains_with(Centre::Keeper) }
    }

    /// What is known about a plane.
    pub(crate) fn plane(&self, grid: &Grid<'_>, plane: usize) -> Plane {
        let is_sure = |cell: usize, domains: &[Vec<u64>]| {
            is_subset(grid.domain(plane * self.area + cell), &domains[cell])
        };
        Plane {
            boxes: (0..self.area).filter(|&cell| is_sure(cell, &self.boxes)).collect(),
            keeper: (0..self.area).find(|&cell| is_sure(cell, &self.keepers)),
        }
    }
}

/// Whether only tiles of `domain` are left.
pub(crate) fn is_subset(left: &[u64], domain: &[u64]) -> bool {
    left.iter().zip(domain).all(|(left, domain)| left & !domain == 0)
}

/// Whether a tile of `domain` is left.
pub(crate) fn intersects(left: &[u64], domain: &[u64]) -> bool {
    left.iter().zip(domain).any(|(left, domain)| left & domain != 0)
}

/// The planes of some cells, each once, in order.
pub(crate) fn planes_of(cells: &[usize], area: usize) -> Vec<usize> {
    let mut planes: Vec<usize> = cells.iter().map(|cell| cell / area).collect();
    planes.sort_unstable();
    planes.dedup();
    planes
}
