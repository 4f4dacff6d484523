//! A finished level, with its solution and what is needed to reproduce it.

use sokolab_analysis::{CanonicalForm, LevelId};
use sokolab_core::{Findings, Level, Note, Notes, Snapshot, State, check};
use sokolab_insight::Assessed;

use crate::seed::REVISION;

/// A level that a generator has finished.
#[derive(Clone, Debug)]
pub struct GeneratedLevel {
    /// The level: a bare picture with its rule set. [`GeneratedLevel::labelled`] adds its origin.
    pub level: Level,
    /// A verified solution, and whether it is proved to have the fewest pushes.
    pub solution: Assessed,
    /// The number of the trial that made it, from 1.
    pub index: u64,
    /// The seed it was made from.
    pub seed: u64,
    /// Name of the generator.
    pub generator: &'static str,
    /// The settings of the generator, in a fixed order.
    pub params: Vec<(String, String)>,
    /// Its identifier up to symmetry.
    pub id: LevelId,
}

impl GeneratedLevel {
    /// The level with a title, notes on its origin and its solution, ready to be written to a file.
    #[must_use]
    pub fn labelled(&self) -> Level {
        let field = |key: &str, value: String| Note::Field { key: key.to_owned(), value };
        let measures = self.solution.measures();
        let mut notes = self.level.notes.clone();
        notes.0.extend([
            field("Generator", format!("{} (revision {REVISION})", self.generator)),
            field("Seed", self.seed.to_string()),
            field("Index", self.index.to_string()),
            field("Pushes", measures.pushes.to_string()),
            field("Moves", measures.moves.to_string()),
        ]);
        let title = format!("{} {}-{}", self.generator, self.seed, self.index);
        let solution = Snapshot {
            title: "Solution".to_owned(),
            moves: self.solution.moves().to_string(),
            notes: Notes::default(),
        };
        let mut snapshots = self.level.snapshots.clone();
        snapshots.push(solution);
        let title = Some(self.level.title.clone().unwrap_or(title));
        Level { title, notes, snapshots, ..self.level.clone() }
    }

    /// The identifier of its board up to symmetry: equal for levels that differ only in where boxes
    /// and keeper start.
    ///
    /// # Panics
    /// Never: a level with a solution is playable.
    #[must_use]
    pub fn board_id(&self) -> LevelId {
        let id = board_id(&self.level);
        id.expect("a level with a solution is playable")
    }
}

/// The identifier of a level's board up to symmetry.
///
/// # Errors
/// What is wrong with the level, as reported by [`check`].
pub fn board_id(level: &Level) -> Result<LevelId, Findings> {
    let (board, state) = check(level)?;
    let none = board.no_squares();
    let bare = State { boxes: none.clone(), filled: none, keeper: state.keeper };
    Ok(CanonicalForm::of_state(&board, &bare).id())
}
