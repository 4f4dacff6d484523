//! `trim`: the same puzzle with less waste.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sokolab::insight::rating::RatingLimits;
use sokolab::insight::trim::{Prelude, trim};
use sokolab_wire::TrimLine;

use super::{Question, json};
use crate::job::Job;
use crate::level_text::{LevelText, line_of, place};
use crate::refusal::Refusal;
use crate::view::View;

/// Trims a level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Trim {
    level: LevelText,
    /// The time limit.
    #[serde(default)]
    seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct TrimmedLevel {
    #[serde(flatten)]
    line: TrimLine,
    /// A text of the trimmed level, for further questions.
    text: Option<String>,
    view: View,
}

/// The default time limit.
const SECONDS_DEFAULT: f64 = 30.0;

/// Maximum number of states of a level; all of them are explored.
const STATES_MAX: usize = 300_000;

impl Question for Trim {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        job.limit_seconds(self.seconds.unwrap_or(SECONDS_DEFAULT));
        let limits = RatingLimits::new(job.budget(Some(1_000_000)), STATES_MAX);
        let trimmed = trim(&level, Prelude::Keep, &limits, &mut |progress| job.look(progress));
        let now = trimmed.as_ref().map_or_else(|_| level.clone(), |it| it.level.clone());
        let place = place(self.level.number.unwrap_or(1));
        let line = TrimLine::new(place, &level, &trimmed, &now);
        json(&TrimmedLevel { line, text: line_of(&now), view: View::new(&now) })
    }
}
