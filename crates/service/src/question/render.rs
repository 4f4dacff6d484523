//! `render`: a level as a picture.

use serde::Deserialize;
use serde_json::json;
use sokolab::render::{Drawing, svg};

use super::Question;
use crate::job::Job;
use crate::level_text::LevelText;
use crate::position::Position;
use crate::refusal::Refusal;

/// Draws a level.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Render {
    level: LevelText,
    /// Moves made already.
    #[serde(default)]
    moves: String,
}

impl Question for Render {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let level = match self.moves.as_str() {
            "" => level,
            moves => Position::after(&level, moves, &job.limits)?.as_level(&level),
        };
        let drawing = Drawing {
            rules: level.rules,
            title: level.title.as_deref(),
            ..Drawing::new(&level.picture)
        };
        Ok(json!({ "svg": svg(&drawing) }).to_string())
    }
}
