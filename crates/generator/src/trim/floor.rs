//! Floor that nobody needs.

use sokolab_core::{Ground, Occupant, Place, check};

use super::room::tight;
use super::{Judge, Known};

/// The level with every square filled that changes neither its principle nor its fewest pushes,
/// and how many there were; `None` if there was none.
pub(super) fn filled(known: &Known, judge: &mut Judge<'_, '_>) -> Option<(Known, usize)> {
    let mut best = known.clone();
    let mut count = 0;
    loop {
        let (board, _) = check(&best.level).ok()?;
        let mut found = None;
        for square in board.squares() {
            let (x, y) = board.position(square);
            let place = best.level.picture.at(x, y);
            if place.ground != Ground::Floor || place.occupant != Occupant::Nothing {
                continue;
            }
            let mut picture = best.level.picture.clone();
            picture.put(x, y, Place::bare(Ground::Wall));
            let Some(level) = tight(&best.level, picture) else { continue };
            if let Some(it) = judge.alike(&level, &best)
                && it.condition.pushes == best.condition.pushes
            {
                found = Some(it);
                break;
            }
        }
        match found {
            Some(it) => {
                count += 1;
                best = it;
            }
            None => return (count > 0).then_some((best, count)),
        }
    }
}
