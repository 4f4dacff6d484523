//! Knockout patterns: if all but one box of a dead pattern are in place, the last one cannot be.

use sokolab_analysis::patterns::{PatternLibrary, placements};
use sokolab_core::SquareSet;
use sokolab_tiling::{Contradiction, GlobalRule, Grid, Reason, Trace};

use super::{intersects, is_subset, planes_of};
use crate::space_time::{Centre, SpaceTime};

/// If more patterns fit on a board, the rule is not used.
const PLACEMENTS_MAX: usize = 20_000;

/// The rule that excludes dead patterns.
#[derive(Debug)]
pub(crate) struct Knockouts {
    boxes: Vec<Vec<u64>>,
    keepers: Vec<Vec<u64>>,
    patterns: Vec<Placed>,
    /// The patterns with a box on each cell of a plane.
    at: Vec<Vec<u32>>,
}

/// A pattern as cells of a plane.
#[derive(Debug)]
struct Placed {
    boxes: Vec<usize>,
    /// Keeper positions for which the pattern is not dead.
    spared: Vec<usize>,
}

/// The rule for a level whose boxes never stand on `shut` squares; `None` if too many patterns fit.
pub(crate) fn knockout_patterns(space: &SpaceTime<'_>, shut: &SquareSet) -> Option<Knockouts> {
    let library = PatternLibrary::embedded();
    let found = placements(space.board(), shut, library, PLACEMENTS_MAX)?;
    let mut at = vec![Vec::new(); space.area()];
    let mut patterns = Vec::new();
    for placement in found.iter().filter(|it| it.boxes.len() > 1) {
        let cells = |squares: &[_]| squares.iter().map(|&it| space.cell(it)).collect();
        let placed = Placed { boxes: cells(&placement.boxes), spared: cells(&placement.spared) };
        for &cell in &placed.boxes {
            at[cell].push(patterns.len() as u32);
        }
        patterns.push(placed);
    }
    let boxes = space.domains_with(Centre::Box);
    Some(Knockouts { boxes, keepers: space.domains_with(Centre::Keeper), patterns, at })
}

impl Knockouts {
    /// Number of patterns that fit on the board.
    pub(crate) fn pattern_count(&self) -> usize {
        self.patterns.len()
    }

    fn look(
        &self,
        grid: &mut Grid<'_>,
        plane: usize,
        placed: &Placed,
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        let first = plane * self.boxes.len();
        let mut unsure = None;
        for &cell in &placed.boxes {
            let left = grid.domain(first + cell);
            if !intersects(left, &self.boxes[cell]) {
                return Ok(());
            }
            if !is_subset(left, &self.boxes[cell]) && unsure.replace(cell).is_some() {
                return Ok(());
            }
        }
        let may_save = |&cell: &usize| intersects(grid.domain(first + cell), &self.keepers[cell]);
        if placed.spared.iter().any(may_save) {
            return Ok(());
        }
        let Some(cell) = unsure else { return Err(Contradiction { cell: None }) };
        let reason = Reason::Global("knockouts");
        grid.drop_tiles(first + cell, &self.boxes[cell], reason, trace).map(|_| ())
    }
}

impl GlobalRule for Knockouts {
    fn name(&self) -> &'static str {
        "knockouts"
    }

    fn apply(
        &mut self,
        grid: &mut Grid<'_>,
        changed: &[usize],
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        let area = self.boxes.len();
        for plane in planes_of(changed, area) {
            let first = plane * area;
            let is_sure = |cell: &usize| is_subset(grid.domain(first + cell), &self.boxes[*cell]);
            let sure: Vec<usize> = (0..area).filter(is_sure).collect();
            // A pattern of two or more boxes contains a known box if all but one are known.
            for cell in sure {
                for &number in &self.at[cell] {
                    self.look(grid, plane, &self.patterns[number as usize], trace)?;
                }
            }
        }
        Ok(())
    }
}
