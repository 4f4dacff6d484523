//! The forced moves at the start of a level: gone, or longer.

use sokolab_core::{MoveKind, Session, check};

use super::room::tight;
use super::{KnownLevel, Trimmer};
use crate::rating::forced_starts;

/// The level begun after its prelude, and how many pushes that is; `None` if it has none. The
/// level may then split otherwise, but its crossings may not become more.
pub(super) fn removed(
    known: &KnownLevel,
    trimmer: &mut Trimmer<'_, '_>,
) -> Option<(KnownLevel, usize)> {
    let prelude = known.condition.prelude;
    // A level that is nothing but its prelude stays.
    if prelude == 0 || prelude >= known.condition.pushes {
        return None;
    }
    let mut session = Session::new(&known.level).ok()?;
    let mut pushes = 0;
    for one in known.solution.moves().as_slice() {
        pushes += usize::from(one.kind == MoveKind::Push);
        session.play(one.direction).ok()?;
        if pushes == prelude {
            break;
        }
    }
    let picture = known.level.picture.with_state(session.board(), session.state());
    let level = tight(&known.level, picture)?;
    let found = trimmer.know(&level).ok()?;
    let is_rest = found.condition.pushes + prelude == known.condition.pushes;
    is_rest.then_some((found, prelude))
}

/// The level begun up to `wanted` pushes earlier, each of which is forced, and how many they are.
///
/// Every solution from there passes through the start of `known`, so the rest is the same puzzle.
pub(super) fn extended(
    known: &KnownLevel,
    wanted: usize,
    trimmer: &mut Trimmer<'_, '_>,
) -> Option<(KnownLevel, usize)> {
    let (board, state) = check(&known.level).ok()?;
    let limits = (wanted, trimmer.limits.states_max, trimmer.limits.budget.memory_bytes_max);
    let (starts, pushes) = forced_starts(&board, &state, limits, trimmer.observer).ok()?;
    for start in starts {
        if trimmer.is_over() {
            return None;
        }
        let picture = known.level.picture.with_state(&board, &start);
        let Some(level) = tight(&known.level, picture) else { continue };
        let Ok(found) = trimmer.know(&level) else { continue };
        let is_longer = found.condition.pushes == known.condition.pushes + pushes
            && found.condition.prelude >= pushes;
        if is_longer {
            return Some((found, pushes));
        }
    }
    None
}
