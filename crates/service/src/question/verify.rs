//! `verify`: the referee's verdict on moves.

use schemars::JsonSchema;
use serde::Deserialize;
use sokolab::{LetterCase, verify};
use sokolab_wire::VerifyLine;

use super::{Question, json};
use crate::job::Job;
use crate::level_text::{LevelText, place};
use crate::position::read_moves;
use crate::refusal::Refusal;

/// Replays moves.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Verify {
    level: LevelText,
    moves: String,
}

impl Question for Verify {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let moves = read_moves(&self.moves, &job.limits)?;
        let verdict = verify(&level, &moves, LetterCase::Corrected);
        json(&VerifyLine::new(place(self.level.number.unwrap_or(1)), &level, &verdict))
    }
}
