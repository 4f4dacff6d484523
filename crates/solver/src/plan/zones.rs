//! Boxes out of plan: places that will be cut off from all that is still to be done.
//!
//! When the boxes that have been placed for good are walls, some places no longer lead to any
//! later step of the plan. A box left there is lost, so it should go before that happens: the
//! zone of a step is the one that the next change will bring.

use super::packing::Plan;
use crate::feature::reach::hauled;
use crate::meter::SearchMeter;
use crate::problem::Problem;
use sokolab_core::Stop;
use sokolab_field::{Bits, Haul, Macros};

/// The zones, by the number of steps that have been taken.
#[derive(Clone, Debug)]
pub(crate) struct Zones<const N: usize> {
    by_step: Vec<Bits<N>>,
}

impl<const N: usize> Zones<N> {
    /// No zones at all.
    pub(crate) fn none() -> Zones<N> {
        Zones { by_step: Vec::new() }
    }

    /// The zones of a plan.
    pub(crate) fn new(
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        plan: &Plan<N>,
        meter: &mut SearchMeter<'_>,
    ) -> Result<Zones<N>, Stop> {
        let mut by_step: Vec<Bits<N>> = Vec::new();
        let mut known: Option<(Bits<N>, Bits<N>, Bits<N>)> = None;
        for step in 0..plan.len().saturating_sub(1) {
            let (walls, wanted) = (plan.settled(step + 1), plan.wanted(step + 1));
            let zone = match &known {
                Some((same, targets, zone)) if *same == walls && *targets == wanted => *zone,
                _ => cut_off(problem, macros, (&walls, &wanted), meter)?,
            };
            known = Some((walls, wanted, zone));
            by_step.push(zone);
        }
        // Places are to be cleared before they are cut off.
        let (mut last, mut current) = (0, Bits::EMPTY);
        for step in 0..by_step.len() {
            if by_step[step] != current {
                current = by_step[step];
                by_step[last..=step].fill(current);
                last = step;
            }
        }
        Ok(Zones { by_step })
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.by_step.capacity() * size_of::<Bits<N>>()) as u64
    }

    /// The places that will be cut off soon.
    pub(crate) fn after(&self, packed: usize) -> Bits<N> {
        self.by_step.get(packed).copied().unwrap_or(Bits::EMPTY)
    }
}

/// The places, among `walls`, from which none of the `wanted` places can be reached.
fn cut_off<const N: usize>(
    problem: &Problem<'_, N>,
    macros: &mut Macros<N>,
    (walls, wanted): (&Bits<N>, &Bits<N>),
    meter: &mut SearchMeter<'_>,
) -> Result<Bits<N>, Stop> {
    let mut sources = Bits::EMPTY;
    for place in (*wanted & !*walls).iter() {
        meter.work(5 * problem.squares.len() as u64)?;
        sources |= hauled(problem, macros, Haul::Pull, place, walls);
    }
    Ok(problem.lands & !*walls & !sources)
}
