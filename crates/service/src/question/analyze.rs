//! `analyze`: facts about a level before play.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use sokolab::analysis::locks::{GroupLimits, LockSetting, explain};
use sokolab::analysis::{Analysis, analyse};
use sokolab::{Level, square_by_name};
use sokolab_wire::AnalyzeLine;

use super::Question;
use crate::job::Job;
use crate::level_text::{LevelText, place};
use crate::position::Position;
use crate::refusal::Refusal;

/// Lists facts about a level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Analyze {
    level: LevelText,
    /// The moves made so far.
    #[serde(default)]
    moves: String,
    /// Only explain why this square is locked or not; `c2` is in the third column and second row.
    #[serde(default)]
    square: Option<String>,
}

impl Question for Analyze {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let level = match self.moves.as_str() {
            "" => level,
            moves => Position::after(&level, moves, &job.limits)?.as_level(&level),
        };
        let facts = analyse(&level, GroupLimits::QUICK);
        let facts = facts.map_err(|it| Refusal::unplayable(&it, level.rules))?;
        match &self.square {
            Some(name) => why(&level, &facts, name),
            None => super::json(&AnalyzeLine::new(
                place(self.level.number.unwrap_or(1)),
                &level,
                &facts,
            )),
        }
    }
}

fn why(level: &Level, facts: &Analysis, name: &str) -> Result<String, Refusal> {
    let square = square_by_name(&facts.board, name)
        .ok_or_else(|| Refusal::question(format!("there is no floor at {name}")))?;
    let setting = LockSetting::of_level(&facts.board, &facts.state);
    let why = level.rules.translate(&explain(&setting, &facts.locked.any, square));
    let is_locked = facts.locked.any.contains(square);
    let kind = facts.lock_kinds[square.index()].map(sokolab::analysis::locks::LockKind::name);
    Ok(json!({ "square": name, "locked": is_locked, "kind": kind, "why": why }).to_string())
}
