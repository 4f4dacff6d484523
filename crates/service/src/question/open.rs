//! `open`: the level of a shared address.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Question, json};
use crate::fragment;
use crate::job::Job;
use crate::listing::Listing;
use crate::refusal::Refusal;

/// Reads a shared address.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Open {
    /// The part of the address after `#`.
    fragment: String,
}

#[derive(Debug, Serialize)]
struct Opened {
    #[serde(flatten)]
    listing: Listing,
    moves: String,
}

impl Question for Open {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let (level, moves) = fragment::read(&self.fragment, &job.limits)?;
        json(&Opened { listing: Listing::of_levels(&[level], &job.limits), moves })
    }
}
