//! `collection`: the levels that come with Sokolab.

use schemars::JsonSchema;
use serde::Deserialize;
use sokolab::levels::{FIRST_STEPS, QUARRY, QUARRY_SOLUTIONS, WORKSHOP};
use sokolab::text::{ReadOptions, read_text};
use sokolab::{Notes, Snapshot};

use super::{Question, json};
use crate::job::Job;
use crate::listing::Listing;
use crate::refusal::Refusal;

/// Lists a collection.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Collection {
    name: CollectionName,
}

/// The collections.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum CollectionName {
    /// Small levels for a first look.
    FirstSteps,
    /// The official rules, from easy to hard.
    Workshop,
    /// The rules of `NetHack`, from easy to hard.
    Quarry,
}

impl Question for Collection {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let text = match self.name {
            CollectionName::FirstSteps => FIRST_STEPS,
            CollectionName::Workshop => WORKSHOP,
            CollectionName::Quarry => QUARRY,
        };
        let mut levels = read_text(text.as_bytes(), ReadOptions::default()).levels;
        if matches!(self.name, CollectionName::Quarry) {
            for (level, moves) in levels.iter_mut().zip(QUARRY_SOLUTIONS.lines()) {
                let (title, moves) = ("Solution".to_owned(), moves.to_owned());
                level.snapshots.push(Snapshot { title, moves, notes: Notes::default() });
            }
        }
        json(&Listing::of_levels(&levels, &job.limits))
    }
}
