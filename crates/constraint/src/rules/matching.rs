//! If all boxes of a plane are known, they must be able to reach distinct goals in the remaining
//! moves.

use std::collections::BTreeMap;

use sokolab_analysis::{KeeperWay, PushDistances, cheapest_assignment};
use sokolab_tiling::{Contradiction, GlobalRule, Grid, Trace};

use super::{Reader, planes_of};
use crate::space_time::SpaceTime;

/// The rule, with a cache of the needs of groups of boxes.
#[derive(Debug)]
pub(super) struct MatchingInTime<'a> {
    space: &'a SpaceTime<'a>,
    reader: Reader,
    distances: PushDistances,
    needs: BTreeMap<Vec<usize>, Option<usize>>,
    moves: usize,
    boxes: usize,
}

impl<'a> MatchingInTime<'a> {
    pub(super) fn new(space: &'a SpaceTime<'a>, moves: usize) -> MatchingInTime<'a> {
        MatchingInTime {
            space,
            reader: Reader::new(space),
            distances: PushDistances::new(space.board(), KeeperWay::Walking),
            needs: BTreeMap::new(),
            moves,
            boxes: space.box_count(),
        }
    }

    /// A lower bound on the pushes that boxes on these cells need; `None` if they cannot all be
    /// served.
    fn need(&self, boxes: &[usize]) -> Option<usize> {
        let goals = self.distances.goals();
        let rows: Option<Vec<_>> = boxes.iter().map(|&cell| self.space.square(cell)).collect();
        let rows = rows?;
        let cost = |row: usize, column: usize| {
            self.distances.least_distance(rows[row], goals[column]).map(u32::from)
        };
        let total = cheapest_assignment(rows.len(), goals.len(), cost)?.total;
        Some(total as usize)
    }
}

impl GlobalRule for MatchingInTime<'_> {
    fn name(&self) -> &'static str {
        "matching"
    }

    fn apply(
        &mut self,
        grid: &mut Grid<'_>,
        changed: &[usize],
        _trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        for plane in planes_of(changed, self.space.area()) {
            let boxes = self.reader.plane(grid, plane).boxes;
            if boxes.len() != self.boxes {
                continue;
            }
            let known = self.needs.get(&boxes).copied();
            let need = known.unwrap_or_else(|| self.need(&boxes));
            if known.is_none() {
                self.needs.insert(boxes, need);
            }
            if need.is_none_or(|need| need > self.moves - plane) {
                return Err(Contradiction { cell: None });
            }
        }
        Ok(())
    }
}
