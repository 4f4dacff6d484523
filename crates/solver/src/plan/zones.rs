//! Zones of a packing plan: squares that will soon be cut off from the rest of the plan.
//!
//! With the boxes that have been placed for good as walls, some squares no longer lead to any later
//! step of the plan. A box left there is lost, so it should leave before that happens: the zone of
//! a step contains the squares that the next such change cuts off.

use super::packing::Plan;
use crate::feature::reach::hauled;
use crate::meter::SearchMeter;
use crate::problem::Problem;
use sokolab_core::Stop;
use sokolab_field::{Bits, Haul, Macros};

/// The zones, by the number of completed steps.
#[derive(Clone, Debug)]
pub(crate) struct Zones<const N: usize> {
    by_step: Vec<Bits<N>>,
}

impl<const N: usize> Zones<N> {
    pub(crate) fn none() -> Zones<N> {
        Zones { by_step: Vec::new() }
    }

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
        // Squares have to be cleared before they are cut off, so each zone applies from the
        // previous change on.
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

    /// The squares that will be cut off next, after `packed` completed steps.
    pub(crate) fn after(&self, packed: usize) -> Bits<N> {
        self.by_step.get(packed).copied().unwrap_or(Bits::EMPTY)
    }
}

/// The squares from which, among `walls`, no box can reach any of the `wanted` squares.
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
