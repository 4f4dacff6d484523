//! The keeper does not undo a step immediately. Holds for shortest solutions only.

use sokolab_tiling::{Contradiction, GlobalRule, Grid, Reason, Trace};

use super::{Reader, intersects, planes_of};
use crate::space_time::{Centre, SpaceTime};

/// The rule that forbids stepping back.
#[derive(Debug)]
pub(super) struct NoReturn {
    reader: Reader,
    boxes: Vec<Vec<u64>>,
    keepers: Vec<Vec<u64>>,
}

impl NoReturn {
    pub(super) fn new(space: &SpaceTime<'_>) -> NoReturn {
        let boxes = space.domains_with(Centre::Box);
        NoReturn { reader: Reader::new(space), boxes, keepers: space.domains_with(Centre::Keeper) }
    }
}

impl GlobalRule for NoReturn {
    fn name(&self) -> &'static str {
        "no-return"
    }

    fn apply(
        &mut self,
        grid: &mut Grid<'_>,
        changed: &[usize],
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        let area = self.boxes.len();
        let planes = grid.network().shape().sizes()[2];
        let mut firsts: Vec<usize> = planes_of(changed, area)
            .into_iter()
            .flat_map(|plane| plane.saturating_sub(1)..=plane)
            .filter(|plane| plane + 2 < planes)
            .collect();
        firsts.dedup();
        for plane in firsts {
            let Some(from) = self.reader.plane(grid, plane).keeper else { continue };
            let Some(to) = self.reader.plane(grid, plane + 1).keeper else { continue };
            // A push may be followed by a step back.
            if intersects(grid.domain(plane * area + to), &self.boxes[to]) {
                continue;
            }
            let reason = Reason::Global("no-return");
            grid.drop_tiles((plane + 2) * area + from, &self.keepers[from], reason, trace)?;
        }
        Ok(())
    }
}
