//! Helpers of the advisors: find the best child with a given property.

use super::context::Context;
use super::state::{FessState, MacroChild, MacroMove};
use sokolab_field::{Bits, Haul};

/// The best child by score that `fits`; children already expanded are excluded.
pub(crate) fn best(children: &[MacroChild], fits: impl Fn(&MacroChild) -> bool) -> Option<usize> {
    let fitting = children.iter().enumerate().filter(|(_, it)| !it.is_old && fits(it));
    fitting.max_by_key(|(index, it)| (it.score, *index)).map(|(index, _)| index)
}

/// Gives the recommended children weight 0.
pub(crate) fn recommend(children: &mut [MacroChild], advice: &[Option<usize>]) {
    for &index in advice.iter().flatten() {
        children[index].weight = 0;
    }
}

/// The best macro push that `fits`, opens a side of another box, and could be undone if the box
/// were alone.
pub(crate) fn explorer<const N: usize>(
    context: &mut Context<'_, N>,
    state: &FessState<N>,
    region: &Bits<N>,
    children: &[MacroChild],
    fits: impl Fn(&MacroChild) -> bool,
) -> Option<usize> {
    if state.boxes.len() < 2 {
        return None;
    }
    let walks_max = context.problem.walks_max() as usize;
    in_order(children, fits).into_iter().take(walks_max).find(|&it| {
        let carry = children[it].carry;
        opens_up(context, state, region, carry, Haul::Push) && context.is_reversible(carry)
    })
}

/// The best macro pull that opens a side of another box.
pub(crate) fn any_opener<const N: usize>(
    context: &Context<'_, N>,
    state: &FessState<N>,
    region: &Bits<N>,
    children: &[MacroChild],
) -> Option<usize> {
    if state.boxes.len() < 2 {
        return None;
    }
    let opens = |&it: &usize| opens_up(context, state, region, children[it].carry, Haul::Pull);
    let walks_max = context.problem.walks_max() as usize;
    in_order(children, |_| true).into_iter().take(walks_max).find(opens)
}

/// The children that `fits` accepts, best first; children already expanded are excluded.
fn in_order(children: &[MacroChild], fits: impl Fn(&MacroChild) -> bool) -> Vec<usize> {
    let is_fit = |&it: &usize| !children[it].is_old && fits(&children[it]);
    let mut order: Vec<usize> = (0..children.len()).filter(is_fit).collect();
    order.sort_unstable_by_key(|&it| (u64::MAX - children[it].score, it));
    order
}

/// Whether a macro move lets the keeper reach a side of another box that it could not reach before,
/// and push, or pull, the box from there.
fn opens_up<const N: usize>(
    context: &Context<'_, N>,
    state: &FessState<N>,
    region: &Bits<N>,
    carry: MacroMove,
    haul: Haul,
) -> bool {
    let field = context.field();
    let now = context.region_after(state, carry);
    let fresh = now & !*region & !state.boxes;
    if fresh.is_empty() {
        return false;
    }
    let mut boxes = state.boxes;
    boxes.remove(carry.from);
    let others = boxes;
    boxes.insert(carry.to);
    let open = field.floor & !boxes;
    let by = [1, field.stride];
    by.into_iter().any(|by| {
        // The keeper below the box, or above it.
        let (up, down) = (fresh.up(by) & others, fresh.down(by) & others);
        if haul == Haul::Pull {
            (up & open.up(2 * by) | down & open.down(2 * by)).intersects(&others)
        } else {
            (up & open.down(by) | down & open.up(by)).intersects(&others)
        }
    })
}
