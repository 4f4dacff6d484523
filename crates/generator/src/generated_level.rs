//! A finished level: with its solution, which is the proof, and with what makes it again.

use sokolab_analysis::{CanonicalForm, LevelId};
use sokolab_core::{Findings, Level, Note, Notes, Snapshot, State, check};
use sokolab_insight::Assessed;

use crate::seed::REVISION;

/// A level that a generator has finished.
#[derive(Clone, Debug)]
pub struct Made {
    /// The level: a bare picture with its rule set. [`Made::labelled`] says where it comes from.
    pub level: Level,
    /// A solution of it, proved by the referee, and whether it is proved to have the fewest pushes.
    pub solution: Assessed,
    /// The number of the trial that made it, counted from 1.
    pub index: u64,
    /// The seed it was made from.
    pub seed: u64,
    /// The generator.
    pub generator: &'static str,
    /// The settings of the generator, in a fixed order.
    pub params: Vec<(String, String)>,
    /// Its name up to symmetry.
    pub id: LevelId,
}

impl Made {
    /// The level with a title, with notes on its origin and with its solution, as it should be
    /// written to a file.
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

    /// The name of its board up to symmetry: equal for levels that differ only by where boxes and
    /// keeper start.
    ///
    /// # Panics
    /// Never: a level with a solution is playable.
    #[must_use]
    pub fn board_id(&self) -> LevelId {
        let id = board_id(&self.level);
        id.expect("a level with a solution is playable")
    }
}

/// The name of a level's board up to symmetry.
///
/// # Errors
/// What is wrong with the level, as [`check`] says.
pub fn board_id(level: &Level) -> Result<LevelId, Findings> {
    let (board, state) = check(level)?;
    let none = board.no_squares();
    let bare = State { boxes: none.clone(), filled: none, keeper: state.keeper };
    Ok(CanonicalForm::of_state(&board, &bare).id())
}
