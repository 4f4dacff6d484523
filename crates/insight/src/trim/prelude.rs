//! Removes or extends the forced pushes at the start of a level.

use sokolab_core::{MoveKind, Session, check};

use super::room::tight;
use super::{KnownLevel, Trimmer};
use crate::rating::forced_starts;

/// The level begun after its prelude, and the number of pushes skipped; `None` if it has none. The
/// level may then split differently, but it must not have more crossings.
pub(super) fn removed(
    known: &KnownLevel,
    trimmer: &mut Trimmer<'_, '_>,
) -> Option<(KnownLevel, usize)> {
    let prelude = known.condition.prelude;
    // A level that consists only of its prelude stays.
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

/// The level begun up to `wanted` pushes earlier, all forced, and the number of pushes added.
pub(super) fn extended(
    known: &KnownLevel,
    wanted: usize,
    trimmer: &mut Trimmer<'_, '_>,
) -> Option<(KnownLevel, usize)> {
    let mut best = known.clone();
    let mut count = 0;
    while count < wanted {
        let Some(longer) = earlier(&best, trimmer) else { break };
        best = longer;
        count += 1;
    }
    (count > 0).then_some((best, count))
}

/// The level begun one push earlier, if some such push is forced.
fn earlier(known: &KnownLevel, trimmer: &mut Trimmer<'_, '_>) -> Option<KnownLevel> {
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

/// The states from which one push leads to `state`, up to a walk. Boxes that have disappeared do
/// not return.
fn pulled(board: &Board, state: &State) -> Vec<State> {
    let mut found = Vec::new();
    for keeper in region(board, state).iter() {
        for &way in board.rules().pushes().list() {
            let ahead = board.neighbour(keeper, way);
            let behind = board.neighbour(keeper, way.opposite());
            let (Some(ahead), Some(behind)) = (ahead, behind) else { continue };
            let is_free = |square: Square| {
                !state.boxes.contains(square) && !state.is_open_hole(board, square)
            };
            let is_swallowed =
                board.rules().goal() == GoalKind::Sink && board.goals().contains(keeper);
            if !state.boxes.contains(ahead) || !is_free(behind) || is_swallowed {
                continue;
            }
            let mut before = state.clone();
            before.boxes.remove(ahead);
            before.boxes.insert(keeper);
            before.keeper = behind;
            found.push(before);
        }
    }
    found
}
