//! The manifest of a data set made by `soko generate --split`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sokolab::generator::{GeneratedLevel, REVISION};

/// The contents of a data set, and how to reproduce it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataSetManifest {
    /// `sokolab/data-set/1`.
    pub schema: String,
    /// The generator.
    pub generator: String,
    /// The seed.
    pub seed: u64,
    /// The revision of the generators.
    pub version: String,
    /// The generator's settings.
    pub params: BTreeMap<String, String>,
    /// The rule set's name.
    pub rules: String,
    /// The format of the level files: `boxoban`, or `jsonl` if there are only JSON lines.
    pub format: String,
    /// The requested shares in percent: train, valid, test.
    pub split: Vec<usize>,
    /// What is promised about the parts.
    pub separation: String,
    /// Levels of each part.
    pub counts: BTreeMap<String, usize>,
    /// Levels of each part by grade.
    #[serde(default)]
    pub grades: BTreeMap<String, BTreeMap<u8, usize>>,
    /// The files.
    pub files: Vec<DataSetFile>,
}

/// A file of a data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataSetFile {
    /// Where it is, from the manifest.
    pub path: String,
    /// Its levels.
    pub levels: usize,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl DataSetManifest {
    /// A manifest without files for levels like this one.
    #[must_use]
    pub fn new(made: &GeneratedLevel) -> DataSetManifest {
        DataSetManifest {
            schema: "sokolab/data-set/1".to_owned(),
            generator: made.generator.to_owned(),
            seed: made.seed,
            version: REVISION.to_string(),
            params: made.params.iter().cloned().collect(),
            rules: made.level.rules.name().to_owned(),
            format: "boxoban".to_owned(),
            split: Vec::new(),
            separation: "levels on boards that are equal up to symmetry are in one part".to_owned(),
            counts: BTreeMap::new(),
            grades: BTreeMap::new(),
            files: Vec::new(),
        }
    }
}
