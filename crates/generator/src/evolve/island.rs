//! Islands: populations of levels in which children replace others.

use super::aim::dominates;
use super::evaluate::Evolved;
use super::genome::Genome;
use crate::seed::Chance;

/// Number of levels a child is compared with.
const RIVALS: usize = 12;

/// The origin of the first genomes of an island.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Random genomes.
    Chance,
    /// Descendants of this genome.
    Colony(Genome),
}

/// A population of levels.
#[derive(Clone, Debug)]
pub(super) struct Island {
    pub(super) living: Vec<Evolved>,
    /// Generations without improvement.
    pub(super) idle: u64,
    pub(super) lineage: u64,
    pub(super) origin: Origin,
}

impl Island {
    /// An island without levels.
    pub(super) fn settled(lineage: u64) -> Island {
        Island { living: Vec::new(), idle: 0, lineage, origin: Origin::Chance }
    }

    /// Two parents, each the better of two random ones; `None` if the island is empty.
    pub(super) fn parents(&self, chance: &mut Chance) -> Option<(&Evolved, &Evolved)> {
        if self.living.is_empty() {
            return None;
        }
        let mut pick = || {
            let one = &self.living[chance.below(self.living.len())];
            let two = &self.living[chance.below(self.living.len())];
            if one.values >= two.values { one } else { two }
        };
        Some((pick(), pick()))
    }

    /// Adds children. A child replaces the level with the same structure of solution or, on a full
    /// island, the most similar of a few random rivals, unless that one dominates it. So the island
    /// preserves several ideas for long.
    pub(super) fn merge(&mut self, born: Vec<Evolved>, room: usize, chance: &mut Chance) {
        let before = self.peaks();
        for child in born {
            if self.living.iter().any(|it| it.id == child.id) {
                continue;
            }
            let same = self.living.iter().position(|it| it.structure == child.structure);
            let rival = match same {
                Some(rival) => rival,
                None if self.living.len() < room => {
                    self.living.push(child);
                    continue;
                }
                None => self.nearest(&child.genome, chance),
            };
            if !dominates(&self.living[rival].values, &child.values) {
                self.living[rival] = child;
            }
        }
        let is_better = self.peaks().iter().zip(&before).any(|(now, before)| now > before);
        let is_first = before.is_empty() && !self.living.is_empty();
        self.idle = if is_better || is_first { 0 } else { self.idle + 1 };
    }

    /// The most similar to a genome among a few random rivals.
    fn nearest(&self, genome: &Genome, chance: &mut Chance) -> usize {
        let picked: Vec<usize> = (0..RIVALS).map(|_| chance.below(self.living.len())).collect();
        let distance = |&it: &usize| self.living[it].genome.distance(genome);
        picked.into_iter().min_by_key(distance).unwrap_or(0)
    }

    /// The maximum number of pushes of a level here.
    pub(super) fn most_pushes(&self) -> usize {
        self.living.iter().map(|it| it.measures.pushes).max().unwrap_or(0)
    }

    /// The maximum of each aim.
    fn peaks(&self) -> Vec<i64> {
        let aims = self.living.first().map_or(0, |it| it.values.len());
        let most = |aim: usize| self.living.iter().map(|it| it.values[aim]).max().unwrap_or(0);
        (0..aims).map(most).collect()
    }
}
