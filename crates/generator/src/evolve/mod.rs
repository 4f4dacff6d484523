//! Evolution of levels: `SokEvo`'s idea with exact searches.
//!
//! A genome is the ground of an area; its level has boxes and keeper where the push-optimal
//! solution is longest, found by pulls from the solved board, and its goals move to where it is
//! longer still. Genomes live on islands. In every generation each island has children, by mutation
//! and sometimes by crossover. A child replaces the level with the same structure of solution, or
//! else the most similar of a few rivals, unless that one dominates it; levels that are equal up to
//! symmetry are kept once. An island without progress is resettled. The best of each lineage enter
//! the hall of fame, whatever happens to their islands.
//!
//! Generations are synchronous: children have their own random streams, are judged in parallel and
//! merged in order, so a run is the same for every number of threads, and an interrupted and
//! resumed run is the same as an uninterrupted one.

mod aim;
mod evaluate;
mod genome;
mod hall_of_fame;
mod hardest;
mod island;
mod judgement;
mod state;
mod template;
#[cfg(test)]
mod tests;

pub use aim::Aim;
pub use evaluate::Evolved;
pub use state::StateError;
pub use template::{Template, TemplateError};

use rayon::prelude::*;
use sokolab_core::{GoalKind, Rules};

use crate::generated_level::GeneratedLevel;
use crate::recipe::KeepGoing;
use crate::seed::Chance;
use crate::settings::BadSettings;
use genome::Habitat;
use hall_of_fame::HallOfFame;
use island::{Island, Origin};
use judgement::{Failure, GenomeCriteria, goal_count};

/// The generator's name.
const NAME: &str = "evolve";

/// The settings of an evolution.
#[derive(Clone, Debug)]
pub struct Evolve {
    /// The rule set.
    pub rules: Rules,
    /// The area, and its fixed places.
    pub template: Template,
    /// Number of boxes.
    pub boxes: usize,
    /// The measures to maximise; with several, levels that are not dominated survive.
    pub aims: Vec<Aim>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Maximum number of states to visit for one level.
    pub nodes_max: usize,
    /// Number of islands.
    pub islands: usize,
    /// Maximum number of levels on an island.
    pub population: usize,
    /// Children per island and generation.
    pub children: usize,
    /// Generations without progress after which an island is resettled.
    pub patience: u64,
}

impl Evolve {
    /// The default settings for an area.
    #[must_use]
    pub fn new(rules: Rules, template: Template, boxes: usize) -> Evolve {
        Evolve {
            rules,
            template,
            boxes,
            aims: vec![Aim::Pushes],
            seed: 1,
            nodes_max: 100_000,
            islands: 2,
            population: 20,
            children: 32,
            patience: 200,
        }
    }

    /// Checks that these settings can produce levels.
    ///
    /// # Errors
    /// The first problem with them.
    pub fn check(&self) -> Result<(), BadSettings> {
        let squares =
            self.template.places.iter().filter(|it| it.is_none_or(|it| !it.is_solid())).count();
        if self.boxes == 0 {
            return Err(BadSettings::Range("number of boxes above 0"));
        }
        if self.boxes.saturating_mul(2) + 1 > squares {
            return Err(BadSettings::TooManyBoxes(self.boxes, squares));
        }
        if self.aims.is_empty() {
            return Err(BadSettings::Range("aim"));
        }
        if [self.islands, self.population, self.children].contains(&0) {
            return Err(BadSettings::Range("size of a population above 0"));
        }
        let fixed = self.template.fixed_goals();
        if self.rules.goal() != GoalKind::Sink && fixed > self.boxes {
            return Err(BadSettings::Rules("the template has more goals than there are boxes"));
        }
        Ok(())
    }

    /// The settings by name, in a fixed order.
    #[must_use]
    pub fn params(&self) -> Vec<(String, String)> {
        let aims: Vec<&str> = self.aims.iter().map(|aim| aim.name()).collect();
        let rows = self.template.draw().lines().map(str::to_owned).collect::<Vec<_>>().join("|");
        [
            ("template", rows),
            ("boxes", self.boxes.to_string()),
            ("aims", aims.join(",")),
            ("nodes", self.nodes_max.to_string()),
            ("islands", self.islands.to_string()),
            ("population", self.population.to_string()),
            ("children", self.children.to_string()),
            ("patience", self.patience.to_string()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .to_vec()
    }
}

/// An evolution in progress.
#[derive(Debug)]
pub struct Evolution {
    settings: Evolve,
    habitat: Habitat,
    generation: u64,
    /// Number of lineages begun so far.
    lineages: u64,
    /// Number of children that gave no level.
    barren: u64,
    islands: Vec<Island>,
    hall: HallOfFame,
}

impl Evolution {
    /// A new evolution.
    ///
    /// # Errors
    /// What is wrong with the settings.
    pub fn new(settings: Evolve) -> Result<Evolution, BadSettings> {
        settings.check()?;
        let goals = goal_count(settings.rules, settings.boxes);
        let habitat = Habitat::new(settings.template.clone(), goals);
        let lineages = settings.islands as u64;
        let islands = (0..lineages).map(Island::settled).collect();
        let hall = HallOfFame::default();
        Ok(Evolution { settings, habitat, generation: 0, lineages, barren: 0, islands, hall })
    }

    /// Number of complete generations.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Number of genomes judged so far, including those without a level.
    #[must_use]
    pub fn judged(&self) -> u64 {
        self.generation * (self.settings.islands * self.settings.children) as u64
    }

    /// Number of genomes without a level.
    #[must_use]
    pub fn barren(&self) -> u64 {
        self.barren
    }

    /// How often an island was resettled.
    #[must_use]
    pub fn resettled(&self) -> u64 {
        self.lineages - self.settings.islands as u64
    }

    /// The best levels so far: first those that no other dominates, with ties broken by the first
    /// aim.
    #[must_use]
    pub fn best(&self) -> Vec<&Evolved> {
        self.hall.list()
    }

    /// The levels that no other dominates.
    #[must_use]
    pub fn front(&self) -> Vec<&Evolved> {
        self.hall.front()
    }

    /// The level as other generators return it.
    #[must_use]
    pub fn generated(&self, evolved: &Evolved) -> GeneratedLevel {
        GeneratedLevel {
            level: evolved.level.clone(),
            solution: evolved.solution.clone(),
            index: evolved.index,
            seed: self.settings.seed,
            generator: NAME,
            params: self.settings.params(),
            id: evolved.id,
        }
    }

    /// Runs one generation on the current thread pool. Returns `false` if it was interrupted; the
    /// state is then unchanged.
    pub fn step(&mut self, keep_going: KeepGoing<'_>) -> bool {
        let first = self.judged();
        let count = self.settings.islands * self.settings.children;
        let judge = |child: usize| self.child(first + child as u64 + 1, child, keep_going);
        let children: Vec<Result<Evolved, Failure>> =
            (0..count).into_par_iter().map(judge).collect();
        if children.iter().any(|it| matches!(it, Err(Failure::Stopped))) {
            return false;
        }
        self.generation += 1;
        let mut children = children.into_iter();
        for number in 0..self.islands.len() {
            let born: Vec<Evolved> =
                children.by_ref().take(self.settings.children).filter_map(Result::ok).collect();
            self.barren += (self.settings.children - born.len()) as u64;
            for child in &born {
                self.hall.admit(child);
            }
            let island = &mut self.islands[number];
            let turn = self.generation * self.settings.islands as u64 + number as u64;
            let mut chance = Chance::new(self.settings.seed, "evolve merge", turn);
            island.merge(born, self.settings.population, &mut chance);
            if island.idle > self.settings.patience {
                self.resettle(number);
            }
        }
        true
    }

    /// The child with this index.
    fn child(
        &self,
        index: u64,
        number: usize,
        keep_going: KeepGoing<'_>,
    ) -> Result<Evolved, Failure> {
        if !keep_going() {
            return Err(Failure::Stopped);
        }
        let settings = &self.settings;
        let mut chance = Chance::new(settings.seed, NAME, index);
        let island = &self.islands[number / settings.children];
        let parents = island.parents(&mut chance);
        let sweep_from = island.most_pushes() + 1;
        let genome = match parents {
            Some((one, other)) => self.habitat.child(&one.genome, &other.genome, &mut chance),
            None => match &island.origin {
                Origin::Chance => self.habitat.random(&mut chance),
                Origin::Colony(genome) => {
                    let random = self.habitat.random(&mut chance);
                    let mut genome = genome.clone();
                    for _ in 0..3 {
                        genome = self.habitat.child(&genome, &random, &mut chance);
                    }
                    genome
                }
            },
        };
        let judgement = GenomeCriteria {
            habitat: &self.habitat,
            rules: settings.rules,
            boxes: settings.boxes,
            nodes_max: settings.nodes_max,
            aims: &settings.aims,
            sweep_from,
        };
        judgement.judge(genome, index, island.lineage, keep_going)
    }

    /// Resettles an island: with random genomes, or every third time from a level of the hall of
    /// fame.
    fn resettle(&mut self, number: usize) {
        let lineage = self.lineages;
        self.lineages += 1;
        self.islands[number] = Island::settled(lineage);
        if lineage.is_multiple_of(3) {
            let mut chance = Chance::new(self.settings.seed, "evolve colony", lineage);
            let best = self.hall.list();
            let few = &best[..best.len().min(6)];
            if let Some(evolved) = chance.pick(few) {
                self.islands[number].origin = Origin::Colony(evolved.genome.clone());
            }
        }
    }
}
