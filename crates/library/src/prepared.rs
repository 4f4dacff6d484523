//! A level with everything to be stored about it, computed before a transaction begins.

use sokolab_analysis::{CanonicalForm, LevelId};
use sokolab_core::{LetterCase, Level, Solution, parse_moves, verify};

use crate::drawing::{Playable, text_of};
use crate::error::NotStorable;

/// A level ready to be stored.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) id: LevelId,
    pub(crate) text: String,
    pub(crate) playable: Playable,
}

impl Prepared {
    pub(crate) fn new(level: &Level) -> Result<Prepared, NotStorable> {
        let playable = Playable::new(level)?;
        let id = CanonicalForm::of_state(&playable.board, &playable.start).id();
        Ok(Prepared { id, text: text_of(level)?, playable })
    }

    /// The solutions that came with the level: its snapshots that solve it. The second number
    /// counts those that do not, except saved games.
    pub(crate) fn solutions(&self) -> (Vec<Solution>, usize) {
        let mut solutions = Vec::new();
        let mut refused = 0;
        for snapshot in &self.playable.level.snapshots {
            let moves = parse_moves(&snapshot.moves).ok();
            let verdict =
                moves.and_then(|it| verify(&self.playable.level, &it, LetterCase::Corrected).ok());
            if let Some(verdict) = verdict {
                solutions.push(verdict.solution);
            } else {
                let title = snapshot.title.to_ascii_lowercase();
                refused += usize::from(title.contains("solution"));
            }
        }
        (solutions, refused)
    }
}
