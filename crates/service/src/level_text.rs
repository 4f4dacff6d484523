//! The level that a question is about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sokolab::text::{Format, ReadOptions, Text, read_text};
use sokolab::{Level, Rules};
use sokolab_wire::{Place, Subject};

use crate::limits::Limits;
use crate::refusal::Refusal;

/// A level as text, in any format that Sokolab reads.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LevelText {
    /// The text: a board, a collection, a terminal screen, or a JSON line from `soko`.
    pub text: String,
    /// The format; detected from the content if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// The rule set; the one implied by the format if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// The number of the level in the text, from 1; the first if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
}

impl LevelText {
    /// Everything in the text.
    ///
    /// # Errors
    /// If the text is too long.
    pub fn read(&self, limits: &Limits) -> Result<Text, Refusal> {
        if self.text.len() > limits.text_bytes_max {
            let most = limits.text_bytes_max >> 20;
            return Err(Refusal::too_large(format!("the text is larger than {most} MB")));
        }
        let options = ReadOptions { format: self.format, legend: None };
        let mut text = read_text(self.text.as_bytes(), options);
        if let Some(rules) = self.rules {
            for level in &mut text.levels {
                level.rules = rules;
            }
        }
        Ok(text)
    }

    /// The selected level.
    ///
    /// # Errors
    ///
    /// If there is no such level, or if it is too large.
    pub fn level(&self, limits: &Limits) -> Result<Level, Refusal> {
        let text = self.read(limits)?;
        let number = self.number.unwrap_or(1);
        let count = text.levels.len();
        let level = number.checked_sub(1).and_then(|index| text.levels.into_iter().nth(index));
        let Some(level) = level else {
            return Err(match (count, text.findings.first()) {
                (0, Some(finding)) => Refusal::level(finding.kind.to_string()),
                (0, None) => Refusal::level("there is no level in the text"),
                _ => Refusal::level(format!("the text has {count} levels, but no level {number}")),
            });
        };
        if level.picture.places().len() > limits.places_max {
            let (width, height) = (level.picture.width(), level.picture.height());
            let most = limits.places_max;
            return Err(Refusal::too_large(format!(
                "the level has {width} by {height} places: more than {most} in all"
            )));
        }
        Ok(level)
    }
}

/// A level as lossless text: one of our JSON lines. `None` if rows cannot show it.
pub(crate) fn line_of(level: &Level) -> Option<String> {
    let subject = Subject { input: None, ..Subject::new(place(1), level) };
    subject.rows.as_ref()?;
    let line = serde_json::to_string(&subject).ok()?;
    Some(line.replacen('{', r#"{"schema":"sokolab/level/1","#, 1))
}

/// The place of a level in a question.
pub(crate) fn place(number: usize) -> Place {
    Place { file: "-".to_owned(), level: number }
}
