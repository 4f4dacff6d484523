//! No two planes show the same state. Holds for shortest solutions only.

use std::collections::BTreeMap;

use sokolab_tiling::{Contradiction, GlobalRule, Grid, Trace};

use super::{Plane, Reader};
use crate::space_time::SpaceTime;

/// The rule that forbids repeated states.
#[derive(Debug)]
pub(super) struct NoRepeat {
    reader: Reader,
    boxes: usize,
}

impl NoRepeat {
    pub(super) fn new(space: &SpaceTime<'_>) -> NoRepeat {
        NoRepeat { reader: Reader::new(space), boxes: space.box_count() }
    }
}

impl GlobalRule for NoRepeat {
    fn name(&self) -> &'static str {
        "no-repeat"
    }

    fn apply(
        &mut self,
        grid: &mut Grid<'_>,
        _changed: &[usize],
        _trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        let mut seen: BTreeMap<(usize, Vec<usize>), usize> = BTreeMap::new();
        for number in 0..grid.network().shape().sizes()[2] {
            let Plane { boxes, keeper } = self.reader.plane(grid, number);
            let Some(keeper) = keeper.filter(|_| boxes.len() == self.boxes) else { continue };
            if seen.insert((keeper, boxes), number).is_some() {
                return Err(Contradiction { cell: None });
            }
        }
        Ok(())
    }
}
