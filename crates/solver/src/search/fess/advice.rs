//! What advisors have in common: to find the best child of those that fit.

use super::landscape::{Carry, Child, Stand};
use super::tools::Tools;
use crate::space::bits::Bits;

/// The best child that fits, by score; those expanded already do not.
pub(crate) fn best(children: &[Child], fits: impl Fn(&Child) -> bool) -> Option<usize> {
    let fitting = children.iter().enumerate().filter(|(_, it)| !it.is_old && fits(it));
    fitting.max_by_key(|(index, it)| (it.score, *index)).map(|(index, _)| index)
}

/// Whether a haul lets the keeper come to a side of another box that it could not come to before,
/// and push it from there, or pull it.
pub(crate) fn opens_up<const N: usize>(
    tools: &Tools<'_, N>,
    stand: &Stand<N>,
    region: &Bits<N>,
    carry: Carry,
    is_pull: bool,
) -> bool {
    let field = tools.field();
    let now = tools.region_after(stand, carry);
    let fresh = now & !*region & !stand.boxes;
    if fresh.is_empty() {
        return false;
    }
    let mut boxes = stand.boxes;
    boxes.remove(carry.from);
    let others = boxes;
    boxes.insert(carry.to);
    let open = field.floor & !boxes;
    let by = [1, field.stride];
    by.into_iter().any(|by| {
        // The keeper below the box, or above it.
        let (up, down) = (fresh.up(by) & others, fresh.down(by) & others);
        if is_pull {
            (up & open.up(2 * by) | down & open.down(2 * by)).intersects(&others)
        } else {
            (up & open.down(by) | down & open.up(by)).intersects(&others)
        }
    })
}
