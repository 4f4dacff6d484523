//! Fills floor that the puzzle does not need.

use sokolab_core::{Ground, Occupant, Place, check};

use super::room::tight;
use super::{KnownLevel, Trimmer};

/// The level with every square filled that changes neither its principle nor its fewest pushes and
/// makes it no easier, and the number of squares removed; `None` if there are none. Floor behind a
/// filled square is removed with it.
pub(super) fn filled(
    known: &KnownLevel,
    trimmer: &mut Trimmer<'_, '_>,
) -> Option<(KnownLevel, usize)> {
    let mut best = known.clone();
    loop {
        let (board, _) = check(&best.level).ok()?;
        let mut found = None;
        for square in board.squares() {
            let (x, y) = board.position(square);
            let place = best.level.picture.at(x, y);
            if place.ground != Ground::Floor || place.occupant != Occupant::Nothing {
                continue;
            }
            // A vast board has thousands of squares, and drawing each candidate takes a while.
            if trimmer.is_over() {
                break;
            }
            let mut picture = best.level.picture.clone();
            picture.put(x, y, Place::bare(Ground::Wall));
            let Some(level) = tight(&best.level, picture) else { continue };
            if let Some(it) = trimmer.same_puzzle(&level, &best)
                && it.condition.pushes == best.condition.pushes
                && it.condition.is_as_hard_as(&best.condition)
            {
                found = Some(it);
                break;
            }
        }
        if let Some(it) = found {
            best = it;
        } else {
            let gone = known.condition.squares - best.condition.squares;
            return (gone > 0).then_some((best, gone));
        }
    }
}
