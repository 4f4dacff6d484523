//! Two trees that meet on a target board: one reaches an open board, the other heads for it.

use super::context::Context;
use super::forest::{Forest, Growth, TreeNumber};
use super::gather::{Gather, Weighing};
use super::scatter::{Measure, Scatter};
use super::tree::{Number, Tree};
use crate::meter::SearchMeter;
use crate::slice::SliceResult;
use sokolab_core::Stop;
use sokolab_field::Haul;

/// The first search gets one part in this many of a slice.
const FIRST_SHARE: u64 = 3;

/// A tree that scatters the boxes of one end, and trees that gather those of the other end there.
#[derive(Debug)]
pub(crate) struct Imagined {
    scatter: TreeNumber,
    haul: Haul,
    is_over: bool,
    best: Number,
    /// With equal weights, and with advice.
    gathers: Option<[TreeNumber; 2]>,
}

impl Imagined {
    /// `haul` is the direction of the search that scatters.
    pub(crate) fn new<const N: usize>(
        context: &mut Context<'_, N>,
        forest: &mut Forest<'_, N>,
        haul: Haul,
        measure: Measure,
    ) -> Imagined {
        let scatter = forest.plant(Tree::new(Scatter::new(context, haul, measure)));
        Imagined { scatter, haul, is_over: false, best: Number::MAX, gathers: None }
    }

    pub(crate) fn trees(&self) -> impl Iterator<Item = TreeNumber> {
        std::iter::once(self.scatter).chain(self.gathers.into_iter().flatten())
    }

    /// Searches for `units` work units.
    pub(crate) fn grow<const N: usize>(
        &mut self,
        (context, forest): (&mut Context<'_, N>, &mut Forest<'_, N>),
        meter: &mut SearchMeter<'_>,
        units: u64,
        bytes_max: u64,
    ) -> Result<SliceResult, Stop> {
        if !self.is_over {
            meter.begin_slice(units / FIRST_SHARE);
            match forest.grow(self.scatter, context, meter, bytes_max / 3)? {
                Growth::Found(way) => return Ok(SliceResult::Found(way)),
                Growth::Spent => {}
                Growth::Won | Growth::Exhausted | Growth::Full => self.is_over = true,
            }
            self.imagine(context, forest);
        }
        let Some(gathers) = self.gathers else { return Ok(SliceResult::Over) };
        let mut is_over = true;
        for (tree, share) in gathers.into_iter().zip([units / 2, units / 6]) {
            meter.begin_slice(share);
            match forest.grow(tree, context, meter, bytes_max / 3)? {
                Growth::Found(way) => return Ok(SliceResult::Found(way)),
                Growth::Full => return Err(Stop::Memory),
                Growth::Spent => is_over = false,
                Growth::Won | Growth::Exhausted => {}
            }
        }
        Ok(if is_over && self.is_over { SliceResult::Over } else { SliceResult::Spent })
    }

    /// Makes the best board of the first search the target of the second, if it has changed.
    fn imagine<const N: usize>(
        &mut self,
        context: &mut Context<'_, N>,
        forest: &mut Forest<'_, N>,
    ) {
        let Some(tree) = forest.get(self.scatter) else { return };
        let number = tree.best_number();
        let Some(best) = tree.best().filter(|_| number != self.best) else { return };
        self.best = number;
        let boxes = best.state.boxes;
        for former in self.gathers.into_iter().flatten() {
            forest.fell(former);
        }
        let haul = match self.haul {
            Haul::Push => Haul::Pull,
            Haul::Pull => Haul::Push,
        };
        let plant = |weighing| {
            let land = Gather::new(context, haul, boxes, weighing);
            forest.plant(Tree::new(land))
        };
        self.gathers = Some([Weighing::None, Weighing::Advised].map(plant));
    }
}
