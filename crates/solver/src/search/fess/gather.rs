//! The `Gather` landscape: scores states by how close their boxes are to a target board that the
//! search from the other end has reached.

use super::advice::best;
use super::context::Context;
use super::hauls::{View, list_hauls, two_away};
use super::landscape::Landscape;
use super::score::{FeatureBits, Score};
use super::state::{FessState, MacroChild, after};
use crate::feature::targets::Targets;
use sokolab_field::{Bits, Field, Haul};

const MATCHED: FeatureBits = FeatureBits::more(62, 1);
const PARTS: FeatureBits = FeatureBits::less(54, 8);
const THERE: FeatureBits = FeatureBits::more(44, 10);
const STUCK: FeatureBits = FeatureBits::less(36, 8);
const PUSHES: FeatureBits = FeatureBits::less(12, 24);

// Used by `Weighing::Nearest`.
const NEAREST: FeatureBits = FeatureBits::less(34, 24);
const SETTLED: FeatureBits = FeatureBits::more(24, 10);

/// How macro moves are weighted and ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weighing {
    /// By cells; moves that are not recommended weigh more.
    Advised,
    /// By cells; all moves weigh the same.
    None,
    /// Nearest to the target board first, without cells.
    Nearest,
}

/// State of the `Gather` landscape.
#[derive(Debug)]
pub(crate) struct Gather<const N: usize> {
    haul: Haul,
    targets: Targets<N>,
    weighing: Weighing,
    // The current state.
    view: View<N>,
    pushes: Option<u32>,
}

impl<const N: usize> Gather<N> {
    pub(crate) fn new(
        context: &mut Context<'_, N>,
        haul: Haul,
        imagined: Bits<N>,
        weighing: Weighing,
    ) -> Gather<N> {
        let targets = Targets::new(context.problem, &mut context.macros, haul, imagined);
        Gather { haul, targets, weighing, view: View::default(), pushes: None }
    }

    fn score_of(
        &self,
        field: &Field<N>,
        boxes: &Bits<N>,
        parts: usize,
        pushes: Option<u32>,
    ) -> Score {
        let wanted = self.targets.places;
        if self.weighing == Weighing::Nearest {
            let pushes = pushes.map_or(usize::MAX, |it| it as usize);
            return NEAREST.put(pushes) | SETTLED.put((*boxes & wanted).len()) | 1;
        }
        let stuck = match self.haul {
            Haul::Push => hemmed(field, boxes, &wanted),
            Haul::Pull => 0,
        };
        MATCHED.put(usize::from(pushes.is_some()))
            | PARTS.put(parts)
            | THERE.put((*boxes & wanted).len())
            | STUCK.put(stuck)
            | PUSHES.put(pushes.map_or(usize::MAX, |it| it as usize))
            | 1
    }
}

/// The number of boxes off the targets with a wall or box beside them, plus the number of empty
/// targets that no box can enter.
fn hemmed<const N: usize>(field: &Field<N>, boxes: &Bits<N>, wanted: &Bits<N>) -> usize {
    let open = field.floor & !*boxes;
    let occupied = !open;
    let hemmed = *boxes & !*wanted & field.beside(&occupied);
    hemmed.len() + (*wanted & !*boxes & !two_away(field, &open)).len()
}

impl<const N: usize> Landscape<N> for Gather<N> {
    fn haul(&self) -> Haul {
        self.haul
    }

    fn list(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        children: &mut Vec<MacroChild>,
    ) {
        self.view = View::new(context, state);
        self.pushes = self.targets.enter(&state.boxes);
        list_hauls(self.haul, context, state, children);
    }

    fn own_score(&mut self, context: &mut Context<'_, N>, state: &FessState<N>) -> Score {
        self.score_of(context.field(), &state.boxes, self.view.parts, self.pushes)
    }

    fn score(
        &mut self,
        context: &mut Context<'_, N>,
        state: &FessState<N>,
        child: &MacroChild,
    ) -> Option<Score> {
        let (from, to) = (child.carry.from, child.carry.to);
        let next = after(state, child);
        let field = context.field();
        let is_lost = match self.haul {
            Haul::Push => context.is_lost(&next.boxes, child),
            Haul::Pull => context.is_unreachable(&next.boxes, child),
        };
        if is_lost {
            return None;
        }
        let pushes = self.targets.after(from, to);
        Some(self.score_of(field, &next.boxes, usize::from(child.parts), pushes))
    }

    fn advise(
        &mut self,
        _context: &mut Context<'_, N>,
        _state: &FessState<N>,
        own: Score,
        children: &mut [MacroChild],
    ) {
        if self.weighing != Weighing::Advised {
            for child in children {
                child.weight = 0;
            }
        } else if let Some(index) = best(children, |it| it.score > own) {
            children[index].weight = 0;
        }
    }

    fn cell_mask(&self) -> Score {
        match self.weighing {
            Weighing::Nearest => 0,
            Weighing::Advised | Weighing::None => PARTS.mask() | THERE.mask(),
        }
    }

    fn bytes(&self) -> u64 {
        self.targets.bytes()
    }
}
