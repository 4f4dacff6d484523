//! A row of results: one level.

use serde::{Deserialize, Serialize};
use sokolab_wire::{SolveLine, Status};

/// The result of one level, as a row of the CSV file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) file: String,
    pub(crate) level: usize,
    pub(crate) title: Option<String>,
    pub(crate) rules: String,
    pub(crate) status: Status,
    pub(crate) reason: Option<String>,
    pub(crate) objective: String,
    pub(crate) method: String,
    pub(crate) optimal: bool,
    pub(crate) pushes: Option<usize>,
    pub(crate) moves: Option<usize>,
    pub(crate) lower_bound: u64,
    pub(crate) nodes: u64,
    pub(crate) lemma_nodes: u64,
    pub(crate) cpu_seconds: f64,
    pub(crate) seconds: f64,
    pub(crate) memory_bytes: u64,
}

impl From<&SolveLine> for Row {
    fn from(line: &SolveLine) -> Row {
        Row {
            file: line.subject.place.file.clone(),
            level: line.subject.place.level,
            title: line.subject.title.clone(),
            rules: line.subject.rules.clone(),
            status: line.status,
            reason: line.reason.clone(),
            objective: line.objective.clone(),
            method: line.method.clone(),
            optimal: line.optimal,
            pushes: line.pushes,
            moves: line.moves,
            lower_bound: line.lower_bound,
            nodes: line.nodes,
            lemma_nodes: line.lemma_nodes,
            cpu_seconds: line.cpu_seconds,
            seconds: line.seconds,
            memory_bytes: line.memory_bytes,
        }
    }
}

impl Row {
    /// The level of the row.
    pub(crate) fn key(&self) -> (String, usize) {
        (self.file.clone(), self.level)
    }

    /// The level's place and title, for a person.
    pub(crate) fn name(&self) -> String {
        let title = self.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
        format!("{}#{}{title}", self.file, self.level)
    }

    /// Whether the level was solved as the objective requires.
    pub(crate) fn is_solved_as_wanted(&self) -> bool {
        self.status == Status::Solved && (self.optimal || self.objective == "any")
    }

    /// Whether the result is final.
    pub(crate) fn is_decided(&self) -> bool {
        self.is_solved_as_wanted() || self.status == Status::Unsolvable
    }
}
