//! `--after`: a level in the state after some moves.

use sokolab::{Moves, Session};

use crate::input::Entry;

/// The level of `entry` after `moves`; an invalid level is returned unchanged.
///
/// # Errors
///
/// If a move is illegal.
pub(super) fn played(entry: Entry, moves: &Moves) -> anyhow::Result<Entry> {
    let Entry { place, mut level } = entry;
    let Ok(mut session) = Session::new(&level) else { return Ok(Entry { place, level }) };
    for (index, it) in moves.as_slice().iter().enumerate() {
        session.play(it.direction).map_err(|hindrance| {
            let name = format!("{}#{}", place.file, place.level);
            anyhow::anyhow!("{name}: --after, move {}: {hindrance}", index + 1)
        })?;
    }
    level.picture = level.picture.with_state(session.board(), session.state());
    Ok(Entry { place, level })
}
