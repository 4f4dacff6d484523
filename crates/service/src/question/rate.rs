//! `rate`: how hard a level is, and why.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sokolab::insight::rating::{RatingLimits, rate};
use sokolab_wire::RateLine;

use super::{Question, json};
use crate::job::Job;
use crate::level_text::{LevelText, place};
use crate::refusal::Refusal;

/// Measures a level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Rate {
    level: LevelText,
    /// The time limit.
    #[serde(default)]
    seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Rated {
    #[serde(flatten)]
    line: RateLine,
    /// The measures that a person compares levels by, ready to be shown.
    listed: Vec<Listed>,
}

#[derive(Debug, Serialize)]
struct Listed {
    name: &'static str,
    meaning: &'static str,
    shown: String,
}

/// The default time limit.
const SECONDS_DEFAULT: f64 = 20.0;

/// The largest number of states of a level that is explored completely.
const STATES_MAX: usize = 300_000;

impl Question for Rate {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        job.limit_seconds(self.seconds.unwrap_or(SECONDS_DEFAULT));
        let limits = RatingLimits::new(job.budget(Some(1_000_000)), STATES_MAX);
        let rating = rate(&level, &limits, &mut |progress| job.look(progress));
        let listed = rating.as_ref().map(sokolab::insight::rating::Rating::listed);
        let listed = listed.unwrap_or_default().into_iter().map(|it| Listed {
            name: it.name,
            meaning: it.meaning,
            shown: it.shown,
        });
        let place = place(self.level.number.unwrap_or(1));
        let line = RateLine::new(place, &level, &rating, job.spent());
        json(&Rated { line, listed: listed.collect() })
    }
}
