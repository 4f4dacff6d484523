//! `share`: a level as the fragment of an address.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::Question;
use crate::fragment;
use crate::job::Job;
use crate::level_text::LevelText;
use crate::position::read_moves;
use crate::refusal::Refusal;

/// Writes a level into an address.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Share {
    level: LevelText,
    /// The moves to share with the level.
    #[serde(default)]
    moves: String,
}

impl Question for Share {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let moves = read_moves(&self.moves, &job.limits)?.to_string();
        Ok(json!({ "fragment": fragment::write(&level, &moves) }).to_string())
    }
}
