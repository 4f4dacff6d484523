//! A line of `soko generate --format jsonl`, and its report.

use std::collections::BTreeMap;

use serde::Serialize;
use sokolab::generator::evolve::Evolution;
use sokolab::generator::murase::{TableRow, table_1};
use sokolab::generator::{Funnel, FunnelRow, GeneratedLevel, REVISION};
use sokolab::insight::rating::{Rating, RatingMeasures};
use sokolab::{Ground, Level, Note};

use crate::rate::missing_reasons;
use crate::solve::rounded;

/// A level that was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GenerateLine {
    /// `sokolab/generate/1`.
    pub schema: String,
    /// The number of the trial that made it, counted from 1; `--index` repeats the trial.
    pub index: u64,
    /// The seed.
    pub seed: u64,
    /// The generator.
    pub generator: String,
    /// The revision of the generators: with the same one, equal seeds give equal levels.
    pub version: String,
    /// The generator's settings.
    pub params: BTreeMap<String, Param>,
    /// The rule set's name.
    pub rules: String,
    /// The level: XSB, or a map where there are holes.
    pub rows: Vec<String>,
    /// A solution.
    pub solution: String,
    /// Its pushes.
    pub pushes: usize,
    /// Its moves.
    pub moves: usize,
    /// Whether it is proved that no solution has fewer pushes.
    pub optimal: bool,
    /// The difficulty from 1 (easy) to 10, based on this solution.
    pub grade: u8,
    /// The score behind the grade: 0 is the mean, and higher is harder.
    pub score: f64,
    /// What can be counted.
    pub measures: GeneratedMeasures,
    /// Why measures are not there, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<&'static str, String>,
    /// The level's name up to symmetry.
    pub id: String,
    /// Notes of the generator as names and values, such as the plan and what was proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<(String, String)>,
}

/// Measures of a level and its solution.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GeneratedMeasures {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Goals, holes or sinks.
    pub goals: usize,
    /// Runs of pushes without a step between them.
    pub pushing_sessions: usize,
    /// What `soko rate` measures, too.
    #[serde(flatten)]
    pub rated: RatingMeasures,
}

impl GenerateLine {
    /// The line for a level and the rating of its solution.
    #[must_use]
    pub fn new(made: &GeneratedLevel, rating: &Rating) -> GenerateLine {
        let measures = made.solution.measures();
        let params = made.params.iter().map(|(key, value)| (key.clone(), typed(value)));
        GenerateLine {
            schema: "sokolab/generate/1".to_owned(),
            index: made.index,
            seed: made.seed,
            generator: made.generator.to_owned(),
            version: REVISION.to_string(),
            params: params.collect(),
            rules: made.level.rules.name().to_owned(),
            rows: rows_of(&made.level),
            solution: made.solution.moves().to_string(),
            pushes: measures.pushes,
            moves: measures.moves,
            optimal: made.solution.is_fewest(),
            grade: rating.grade.step,
            score: rounded(rating.grade.score),
            measures: GeneratedMeasures::new(made, rating.measures),
            missing: missing_reasons(&rating.measures),
            id: made.id.to_string(),
            notes: made.level.notes.0.iter().filter_map(said).collect(),
        }
    }
}

fn said(note: &Note) -> Option<(String, String)> {
    match note {
        Note::Field { key, value } => Some((key.clone(), value.clone())),
        Note::Comment(_) => None,
    }
}

impl GeneratedMeasures {
    fn new(made: &GeneratedLevel, rated: RatingMeasures) -> GeneratedMeasures {
        let picture = &made.level.picture;
        let is_goal = |it: &&sokolab::Place| it.ground == Ground::Goal;
        GeneratedMeasures {
            width: picture.width(),
            height: picture.height(),
            goals: picture.places().iter().filter(is_goal).count(),
            pushing_sessions: made.solution.measures().pushing_sessions,
            rated,
        }
    }
}

/// A setting: a number if it is one, else text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Param {
    /// A number.
    Number(u64),
    /// Text.
    Text(String),
}

fn typed(value: &str) -> Param {
    value.parse().map_or_else(|_| Param::Text(value.to_owned()), Param::Number)
}

/// The rows of a level in the characters of its rule set, in a tight frame.
fn rows_of(level: &Level) -> Vec<String> {
    level.to_string().lines().map(str::to_owned).collect()
}

/// What was tried, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GenerateReport {
    /// `sokolab/generate-report/1`.
    pub schema: String,
    /// The generator.
    pub generator: String,
    /// The seed.
    pub seed: u64,
    /// The rows of the funnel, in order.
    pub funnel: Vec<FunnelRow>,
    /// For Murase's generator: Table 1 of the paper beside our counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<TableRow>>,
}

impl GenerateReport {
    /// The report on a funnel.
    #[must_use]
    pub fn new(generator: &str, seed: u64, funnel: &Funnel) -> GenerateReport {
        GenerateReport {
            schema: "sokolab/generate-report/1".to_owned(),
            generator: generator.to_owned(),
            seed,
            funnel: funnel.rows().to_vec(),
            table: None,
        }
    }

    /// The same with Table 1; `good` is the number of levels that our grade calls good.
    #[must_use]
    pub fn with_table(self, funnel: &Funnel, good: Option<u64>) -> GenerateReport {
        GenerateReport { table: Some(table_1(funnel, good)), ..self }
    }
}

/// What an evolution tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvolveReport {
    /// `sokolab/evolve-report/1`.
    pub schema: String,
    /// Generations.
    pub generations: u64,
    /// Levels evaluated, including rejected ones.
    pub judged: u64,
    /// Those that came to nothing.
    pub barren: u64,
    /// How often an island was restarted.
    pub resettled: u64,
    /// The best levels that are kept.
    pub hall: usize,
    /// Those that no other beats.
    pub front: usize,
}

impl EvolveReport {
    /// The report on an evolution.
    #[must_use]
    pub fn new(evolution: &Evolution) -> EvolveReport {
        EvolveReport {
            schema: "sokolab/evolve-report/1".to_owned(),
            generations: evolution.generation(),
            judged: evolution.judged(),
            barren: evolution.barren(),
            resettled: evolution.resettled(),
            hall: evolution.best().len(),
            front: evolution.front().len(),
        }
    }
}
