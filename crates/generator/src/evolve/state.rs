//! Serialisation of an evolution, so that it can be resumed.
//!
//! Only genomes are stored: the rest of a level follows from its genome, so nothing can be
//! inconsistent.

use std::fmt;

use sha2::{Digest, Sha256};

use super::evaluate::Evolved;
use super::genome::Genome;
use super::hall_of_fame::HallOfFame;
use super::island::{Island, Origin};
use super::judgement::GenomeCriteria;
use super::{Evolution, Evolve};
use crate::seed::REVISION;
use crate::settings::BadSettings;

const MAGIC: &[u8; 8] = b"sokoevo1";

/// Why an evolution cannot be resumed from some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateError {
    /// They are something else, or corrupt.
    Damaged,
    /// They belong to other settings, another seed or another revision.
    OtherSettings,
    /// The settings themselves are invalid.
    Settings(BadSettings),
}

impl fmt::Display for StateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Damaged => formatter.write_str("this is not the state of an evolution"),
            StateError::OtherSettings => formatter
                .write_str("this evolution was begun with other settings, or another version"),
            StateError::Settings(why) => write!(formatter, "{why}"),
        }
    }
}

impl std::error::Error for StateError {}

impl Evolution {
    /// Serialises the evolution.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(fingerprint(&self.settings));
        for number in [self.generation, self.lineages, self.barren] {
            bytes.extend(number.to_le_bytes());
        }
        for island in &self.islands {
            bytes.extend(island.idle.to_le_bytes());
            bytes.extend(island.lineage.to_le_bytes());
            match &island.origin {
                Origin::Chance => bytes.push(0),
                Origin::Colony(genome) => {
                    bytes.push(1);
                    bytes.extend(genome.to_bytes());
                }
            }
            put_levels(&mut bytes, island.living.iter());
        }
        put_levels(&mut bytes, self.hall.list().into_iter());
        let sum: [u8; 32] = Sha256::digest(&bytes).into();
        bytes.extend(&sum[..8]);
        bytes
    }

    /// Deserialises an evolution.
    ///
    /// # Errors
    /// Why it cannot be resumed.
    pub fn from_bytes(settings: Evolve, bytes: &[u8]) -> Result<Evolution, StateError> {
        let mut evolution = Evolution::new(settings).map_err(StateError::Settings)?;
        let body = bytes.len().checked_sub(8).ok_or(StateError::Damaged)?;
        let (body, sum) = bytes.split_at(body);
        let right: [u8; 32] = Sha256::digest(body).into();
        let mut source = Source { bytes: body };
        if source.take(MAGIC.len())? != MAGIC || sum != &right[..8] {
            return Err(StateError::Damaged);
        }
        if source.take(32)? != fingerprint(&evolution.settings) {
            return Err(StateError::OtherSettings);
        }
        evolution.generation = source.number()?;
        evolution.lineages = source.number()?;
        evolution.barren = source.number()?;
        let mut islands = Vec::new();
        for _ in 0..evolution.settings.islands {
            let (idle, lineage) = (source.number()?, source.number()?);
            let origin = match source.take(1)? {
                [0] => Origin::Chance,
                _ => Origin::Colony(source.genome(&evolution)?),
            };
            let living = source.levels(&evolution)?;
            islands.push(Island { living, idle, lineage, origin });
        }
        evolution.hall = HallOfFame::restored(source.levels(&evolution)?);
        evolution.islands = islands;
        if source.bytes.is_empty() { Ok(evolution) } else { Err(StateError::Damaged) }
    }
}

fn fingerprint(settings: &Evolve) -> [u8; 32] {
    let params = format!("{:?}", settings.params());
    let text = format!("{} {} {REVISION} {params}", settings.rules.name(), settings.seed);
    Sha256::digest(text.as_bytes()).into()
}

fn put_levels<'a>(bytes: &mut Vec<u8>, levels: impl ExactSizeIterator<Item = &'a Evolved>) {
    bytes.extend((levels.len() as u64).to_le_bytes());
    for level in levels {
        bytes.extend(level.index.to_le_bytes());
        bytes.extend(level.lineage.to_le_bytes());
        bytes.extend(level.genome.to_bytes());
    }
}

/// The bytes that remain to be read.
struct Source<'a> {
    bytes: &'a [u8],
}

impl<'a> Source<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], StateError> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(StateError::Damaged)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, StateError> {
        let bytes = self.take(8)?.try_into().map_err(|_| StateError::Damaged)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn genome(&mut self, evolution: &Evolution) -> Result<Genome, StateError> {
        let bytes = self.take(evolution.habitat.template.places.len())?;
        Genome::from_bytes(bytes, &evolution.habitat).ok_or(StateError::Damaged)
    }

    fn levels(&mut self, evolution: &Evolution) -> Result<Vec<Evolved>, StateError> {
        let settings = &evolution.settings;
        let judgement = GenomeCriteria {
            habitat: &evolution.habitat,
            rules: settings.rules,
            boxes: settings.boxes,
            nodes_max: settings.nodes_max,
            aims: &settings.aims,
            // Goals are already in their final places.
            sweep_from: usize::MAX,
        };
        let count = self.number()?;
        let mut levels = Vec::new();
        for _ in 0..count {
            let (index, lineage) = (self.number()?, self.number()?);
            let genome = self.genome(evolution)?;
            let level = judgement.judge(genome, index, lineage, &|| true);
            levels.push(level.map_err(|_| StateError::Damaged)?);
        }
        Ok(levels)
    }
}
