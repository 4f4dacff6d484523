//! A fixed count of something in every plane: one keeper, or all the boxes.

use sokolab_tiling::{Contradiction, GlobalRule, Grid, Reason, Trace};

use super::{intersects, is_subset, planes_of};

/// The allowed range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl Counts {
    /// Exactly this many.
    pub(crate) const fn exactly(count: usize) -> Counts {
        Counts { least: count, most: count }
    }
}

/// The rule that counts tiles with a certain centre.
#[derive(Debug)]
pub(crate) struct CentreCount {
    name: &'static str,
    /// For each cell of a plane, the tiles that count.
    domains: Vec<Vec<u64>>,
    counts: Counts,
}

impl CentreCount {
    pub(crate) fn new(name: &'static str, domains: Vec<Vec<u64>>, counts: Counts) -> CentreCount {
        CentreCount { name, domains, counts }
    }
}

impl GlobalRule for CentreCount {
    fn name(&self) -> &'static str {
        self.name
    }

    fn apply(
        &mut self,
        grid: &mut Grid<'_>,
        changed: &[usize],
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        let area = self.domains.len();
        let reason = Reason::Global(self.name);
        for plane in planes_of(changed, area) {
            let (mut possible, mut sure) = (Vec::new(), 0);
            for (cell, domain) in self.domains.iter().enumerate() {
                let left = grid.domain(plane * area + cell);
                if intersects(left, domain) {
                    let is_sure = is_subset(left, domain);
                    sure += usize::from(is_sure);
                    possible.push((cell, is_sure));
                }
            }
            if possible.len() < self.counts.least || sure > self.counts.most {
                return Err(Contradiction { cell: None });
            }
            if sure == possible.len() {
                continue;
            }
            for &(cell, is_sure) in &possible {
                let (at, domain) = (plane * area + cell, &self.domains[cell]);
                if possible.len() == self.counts.least {
                    grid.keep(at, domain, reason, trace)?;
                } else if sure == self.counts.most && !is_sure {
                    grid.drop_tiles(at, domain, reason, trace)?;
                }
            }
        }
        Ok(())
    }
}
