//! `read`: levels in any format.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Question, json};
use crate::job::Job;
use crate::level_text::LevelText;
use crate::listing::Listing;
use crate::refusal::Refusal;

/// Reads levels.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Read {
    /// The text; `number` is ignored.
    level: LevelText,
}

impl Question for Read {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        json(&Listing::of_text(&self.level, &job.limits)?)
    }
}
