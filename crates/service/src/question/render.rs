//! `render`: a level as a picture.

use serde::Deserialize;
use serde_json::json;
use sokolab::render::{Drawing, Theme, svg};

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
            picture: &level.picture,
            rules: level.rules,
            title: level.title.as_deref(),
            layers: Vec::new(),
            theme: Theme::LIGHT,
        };
        Ok(json!({ "svg": svg(&drawing) }).to_string())
    }
}
