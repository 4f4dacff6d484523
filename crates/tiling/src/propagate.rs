//! Propagation: removes tiles until everything left has a neighbour that allows it.
//!
//! This is AC-3 with bit-parallel supports: what the tiles of a cell allow next to them is the
//! union of one row of bits for each, and the neighbour keeps what is in it. Rules about the whole
//! grid are applied whenever that reaches a fixed point.

use std::error::Error;
use std::fmt;

use crate::grid::{Contradiction, Grid};
use crate::shape::Direction;
use crate::trace::{Reason, Trace};
use sokolab_core::{Meter, Stop};

/// A rule about the grid as a whole.
///
/// It may remove only tiles that occur in no tiling that satisfies the rule, and must be
/// idempotent: applying it twice to the same grid changes nothing the second time.
pub trait GlobalRule {
    /// Its name in traces.
    fn name(&self) -> &'static str;

    /// Removes tiles; `changed` are the cells that lost some since the last call, each once.
    ///
    /// # Errors
    /// If no tiling is left.
    fn apply(
        &mut self,
        grid: &mut Grid<'_>,
        changed: &[usize],
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction>;
}

/// Why propagation ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// No tiling is left.
    Contradiction(Contradiction),
    /// The meter stopped it; the grid is sound, but not at a fixed point.
    Stopped(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stopped(stop)
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Contradiction(contradiction) => contradiction.fmt(formatter),
            Halt::Stopped(stop) => write!(formatter, "propagation {stop}"),
        }
    }
}

impl Error for Halt {}

impl From<Contradiction> for Halt {
    fn from(contradiction: Contradiction) -> Halt {
        Halt::Contradiction(contradiction)
    }
}

/// The work of revising the neighbours of a cell, in units of the meter.
pub(crate) const REVISION: u64 = 5;

impl Grid<'_> {
    /// Removes what fits nowhere until a fixed point is reached.
    ///
    /// # Errors
    /// If no tiling is left, or the meter stops.
    pub fn propagate(
        &mut self,
        globals: &mut [Box<dyn GlobalRule + '_>],
        meter: &mut Meter<'_>,
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Halt> {
        let mut support = vec![0; self.network().words()];
        loop {
            while let Some(cell) = self.queue.pop() {
                self.tell_neighbours(cell, &mut support, trace)?;
                meter.work(REVISION)?;
            }
            let changed = self.queue.take_changed();
            if changed.is_empty() {
                return Ok(());
            }
            for global in globals.iter_mut() {
                global.apply(self, &changed, trace)?;
            }
        }
    }

    /// Removes from the neighbours of a cell what none of its tiles allows.
    fn tell_neighbours(
        &mut self,
        cell: usize,
        support: &mut [u64],
        trace: &mut Option<&mut dyn Trace>,
    ) -> Result<(), Contradiction> {
        let network = self.network();
        for direction in Direction::all(network.shape().dimensions()) {
            let Some(link) = network.link(cell, direction) else { continue };
            support.fill(0);
            for bit in self.bits_of(cell) {
                for (sum, word) in support.iter_mut().zip(network.row(link.table, bit)) {
                    *sum |= word;
                }
            }
            self.keep(link.to as usize, support, Reason::Rule(direction), trace)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Halt;
    use crate::problem::Problem;
    use crate::shape::{Axis, GridShape};
    use crate::tile_set::{Rules, TileSet};
    use crate::trace::{Event, Reason, Trace};
    use sokolab_core::{Budget, Meter};

    /// `steps` tiles in a row, each the successor of the one before it.
    fn staircase(steps: u32) -> TileSet {
        let mut tiles = TileSet::new(1);
        for step in 0..steps {
            tiles.add(&step.to_string(), 1.0);
        }
        for step in 1..steps {
            tiles.allow(step - 1, step, Axis::new(0).forward());
        }
        tiles
    }

    #[test]
    fn a_staircase_is_known_as_soon_as_it_fills_the_row() {
        // 70 tiles take two words.
        let (tiles, shape) = (staircase(70), GridShape::new(&[70]).expect("a row"));
        let problem = Problem::new(&tiles, shape);
        let mut grid = problem.grid();
        let mut events = Vec::new();
        let mut trace: Option<&mut dyn Trace> = Some(&mut events);
        grid.propagate(&mut [], &mut Meter::new(Budget::UNLIMITED, &mut |_: &_| None), &mut trace)
            .expect("there is one tiling");
        assert_eq!(grid.tiling(), Some((0..70).collect()));
        assert_eq!(events.len(), 70 * 69);
        let of_rules =
            |event: &Event| matches!(event, Event::Removed { reason: Reason::Rule(_), .. });
        assert!(events.iter().all(of_rules));
    }

    #[test]
    fn a_row_longer_than_the_staircase_is_refuted() {
        let (tiles, shape) = (staircase(5), GridShape::new(&[6]).expect("a row"));
        let problem = Problem::new(&tiles, shape);
        let halt = problem.grid().propagate(
            &mut [],
            &mut Meter::new(Budget::UNLIMITED, &mut |_: &_| None),
            &mut None,
        );
        assert!(matches!(halt, Err(Halt::Contradiction(_))), "{halt:?}");
    }

    #[test]
    fn what_a_choice_removed_comes_back() {
        let (tiles, shape) = (staircase(6), GridShape::new(&[3]).expect("a row"));
        let problem = Problem::new(&tiles, shape);
        let mut observer = |_: &_| None;
        let mut meter = Meter::new(Budget::UNLIMITED, &mut observer);
        let mut grid = problem.grid();
        grid.propagate(&mut [], &mut meter, &mut None).expect("there are tilings");
        let counts = |grid: &crate::Grid<'_>| [0, 1, 2].map(|cell| grid.count(cell));
        assert_eq!(counts(&grid), [4, 4, 4]);
        let mark = grid.mark();
        let only = grid.network().domain_of(1, |tile| tile == 2);
        assert_eq!(grid.keep(1, &only, Reason::Choice, &mut None), Ok(true));
        grid.propagate(&mut [], &mut meter, &mut None).expect("1, 2, 3");
        assert_eq!(grid.tiling(), Some(vec![1, 2, 3]));
        grid.undo(mark);
        assert_eq!(counts(&grid), [4, 4, 4]);
        assert_eq!(tiles.tile_count(), 6);
    }
}
