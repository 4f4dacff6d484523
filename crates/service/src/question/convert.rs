//! `convert`: a level in another format.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use sokolab::text::{
    Alphabet, Format, WriteError, WriteOptions, pddl_domain, pddl_problem, write_collection,
    write_moves_in,
};
use sokolab::{Level, Notes, Snapshot};

use super::Question;
use crate::job::Job;
use crate::level_text::LevelText;
use crate::position::read_moves;
use crate::refusal::Refusal;

/// Writes a level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Convert {
    level: LevelText,
    /// A level format, `pddl-domain`, `pddl-problem`, `lurd`, or `vi` for the keys of `NetHack`.
    to: String,
    /// A solution or saved game to write with it.
    #[serde(default)]
    moves: String,
}

impl Question for Convert {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let moves = read_moves(&self.moves, &job.limits)?;
        let (text, ending) = match self.to.as_str() {
            "lurd" => (moves.to_string(), "lurd"),
            "vi" => (write_moves_in(&moves, Alphabet::Vi), "txt"),
            other => {
                let mut level = self.level.level(&job.limits)?;
                if !moves.is_empty() {
                    level.snapshots = vec![saved(moves.to_string())];
                }
                written(&level, other)?
            }
        };
        Ok(json!({ "text": text, "ending": ending }).to_string())
    }
}

fn saved(moves: String) -> Snapshot {
    Snapshot { title: "Solution".to_owned(), moves, notes: Notes::default() }
}

fn written(level: &Level, to: &str) -> Result<(String, &'static str), Refusal> {
    let refused = |error: WriteError| Refusal::level(format!("it cannot be written: {error}"));
    match to {
        "pddl-domain" => Ok((pddl_domain(level.rules).map_err(refused)?, "pddl")),
        "pddl-problem" => Ok((pddl_problem(level, "level-1").map_err(refused)?, "pddl")),
        name => {
            let format = name.parse()?;
            let levels = std::slice::from_ref(level);
            let text = write_collection(&level.collection, levels, &WriteOptions::new(format));
            Ok((text.map_err(refused)?, ending(format)))
        }
    }
}

fn ending(format: Format) -> &'static str {
    match format {
        Format::Sok | Format::Boxoban => "sok",
        Format::Slc => "slc",
        Format::NethackMap | Format::Petersohn => "txt",
        Format::NethackDes => "des",
        Format::NethackLua => "lua",
        Format::JsonLines => "jsonl",
    }
}
