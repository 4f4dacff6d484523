//! A line of `soko generate --format jsonl`, and its report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sokolab::generator::{Funnel, FunnelRow, Made, REVISION};
use sokolab::text::{Format, Legend, WriteOptions, write_level};
use sokolab::{GoalKind, Ground, Level, Note, Occupant};

/// A level that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerateLine {
    /// `sokolab/generate/1`.
    pub schema: String,
    /// The number of the trial that made it, counted from 1; `--index` makes it again.
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
    /// Whether there is no solution with fewer pushes; `false` if that is not known.
    pub optimal: bool,
    /// What can be counted.
    pub measures: GeneratedMeasures,
    /// The level's name up to symmetry.
    pub id: String,
    /// What its generator says about it, as names and values: a plan, say, and what was proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<(String, String)>,
}

/// What can be counted about a level and its solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneratedMeasures {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Boxes.
    pub boxes: usize,
    /// Goals, holes or sinks.
    pub goals: usize,
    /// Squares that are no wall.
    pub floor: usize,
    /// Runs of pushes of one box in one direction.
    pub box_lines: usize,
    /// Times another box is pushed than before, the first included.
    pub box_changes: usize,
    /// Runs of pushes without a step between them.
    pub pushing_sessions: usize,
}

impl GenerateLine {
    /// The line for a level.
    #[must_use]
    pub fn new(made: &Made) -> GenerateLine {
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
            optimal: made.optimal,
            measures: GeneratedMeasures::new(made),
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
    fn new(made: &Made) -> GeneratedMeasures {
        let picture = &made.level.picture;
        let count = |is_one: fn(&sokolab::Place) -> bool| {
            picture.places().iter().filter(|place| is_one(place)).count()
        };
        let measures = made.solution.measures();
        GeneratedMeasures {
            width: picture.width(),
            height: picture.height(),
            boxes: count(|it| it.occupant == Occupant::Box),
            goals: count(|it| it.ground == Ground::Goal),
            floor: count(|it| !it.ground.is_solid()),
            box_lines: measures.box_lines,
            box_changes: measures.box_changes,
            pushing_sessions: measures.pushing_sessions,
        }
    }
}

/// A setting: a number if it is one, else text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// The rows of a level in the characters of its rule set.
fn rows_of(level: &Level) -> Vec<String> {
    if level.rules.goal() != GoalKind::Fill {
        return Legend::xsb().rows(&level.picture);
    }
    let mut text = String::new();
    let bare = Level { title: None, ..Level::from_picture(level.picture.clone(), level.rules) };
    match write_level(&bare, 1, &WriteOptions::new(Format::NethackMap), &mut text) {
        Ok(()) => text
            .lines()
            .filter(|it| !it.is_empty() && !it.starts_with(';'))
            .map(str::to_owned)
            .collect(),
        Err(_) => Legend::xsb().rows(&level.picture),
    }
}

/// What was tried, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerateReport {
    /// `sokolab/generate-report/1`.
    pub schema: String,
    /// The generator.
    pub generator: String,
    /// The seed.
    pub seed: u64,
    /// The rows of the funnel, in order.
    pub funnel: Vec<ReportRow>,
    /// For the generator of 1996: Table 1 of the paper, beside the same counts of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<PaperRow>>,
}

/// A row of the funnel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportRow {
    /// What is counted.
    pub name: String,
    /// How many.
    pub count: u64,
    /// What they are made of, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub parts: Vec<ReportPart>,
}

/// A part of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportPart {
    /// What is counted.
    pub name: String,
    /// How many.
    pub count: u64,
}

/// A row of Table 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperRow {
    /// What is counted, in the paper's words.
    pub name: String,
    /// The paper's count.
    pub paper: u64,
    /// Ours; `null` if nobody has judged.
    pub ours: Option<u64>,
}

impl GenerateReport {
    /// The report on a funnel.
    #[must_use]
    pub fn new(generator: &str, seed: u64, funnel: &Funnel) -> GenerateReport {
        let part = |&(name, count): &(&str, u64)| ReportPart { name: name.to_owned(), count };
        let row = |row: &FunnelRow| ReportRow {
            name: row.name.to_owned(),
            count: row.count,
            parts: row.parts.iter().map(part).collect(),
        };
        GenerateReport {
            schema: "sokolab/generate-report/1".to_owned(),
            generator: generator.to_owned(),
            seed,
            funnel: funnel.rows().iter().map(row).collect(),
            table: None,
        }
    }

    /// The same with Table 1; `good` are the levels that our own grade calls good.
    #[must_use]
    pub fn with_table(self, funnel: &Funnel, good: Option<u64>) -> GenerateReport {
        let rows = sokolab::generator::murase::table_1(funnel, good);
        let row = |it: sokolab::generator::murase::TableRow| PaperRow {
            name: it.name.to_owned(),
            paper: it.paper,
            ours: it.ours,
        };
        GenerateReport { table: Some(rows.into_iter().map(row).collect()), ..self }
    }
}
