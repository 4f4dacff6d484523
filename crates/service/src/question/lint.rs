//! `lint`: findings for a level's author.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sokolab::analysis::lint;
use sokolab_wire::LintLine;

use super::{Question, json};
use crate::job::Job;
use crate::level_text::{LevelText, line_of, place};
use crate::refusal::Refusal;
use crate::view::View;

/// Looks for mistakes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Lint {
    level: LevelText,
}

#[derive(Debug, Serialize)]
struct Linted {
    #[serde(flatten)]
    line: LintLine,
    /// A text of this level alone, for further questions.
    text: Option<String>,
    view: View,
}

impl Question for Lint {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let line = LintLine::new(place(self.level.number.unwrap_or(1)), &level, &lint(&level));
        json(&Linted { line, text: line_of(&level), view: View::new(&level) })
    }
}
