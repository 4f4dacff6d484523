//! Levels that evolve: `SokEvo`'s idea with exact searches.
//!
//! A genome is the ground of an area; its level has boxes and keeper where the solution with the
//! fewest pushes is longest, found by pulls from the solved board, and its goals move to where it
//! is longer still. Genomes live on islands. In
//! every generation each island has children, by small changes and now and then by crossing. A
//! child takes the place of the one that has the same structure of solution, or else of the one it
//! resembles most among a few, unless it is dominated by it; levels that are equal up to symmetry
//! live once. An island on which nothing gets better is settled anew. The best of each line go to
//! the hall, whatever becomes of their islands.
//!
//! Generations are synchronous: children are made from their own chance, judged side by side and
//! merged in order, so that a run is the same for every number of threads, and one that is stopped
//! and resumed is the same as one that is not.

mod evaluate;
mod genome;
mod hall_of_fame;
mod hardest;
mod island;
mod judgement;
mod objective;
mod state;
mod template;
#[cfg(test)]
mod tests;

pub use evaluate::Evolved;
pub use objective::Aim;
pub use state::StateError;
pub use template::{Template, TemplateError};

use rayon::prelude::*;
use sokolab_core::{GoalKind, Rules};

use crate::generated_level::Made;
use crate::recipe::KeepGoing;
use crate::seed::Chance;
use crate::settings::BadSettings;
use genome::Habitat;
use hall_of_fame::HallOfFame;
use island::{Island, Origin};
use judgement::{Failure, Judgement, goal_count};

/// The generator's name.
const NAME: &str = "evolve";

/// The settings of an evolution.
#[derive(Clone, Debug)]
pub struct Evolve {
    /// The rule set.
    pub rules: Rules,
    /// The area, and what is fixed in it.
    pub template: Template,
    /// Boxes.
    pub boxes: usize,
    /// What to have more of; with several, what is not dominated survives.
    pub aims: Vec<Aim>,
    /// The seed.
    pub seed: u64,
    /// The most states to look at for one level.
    pub nodes_max: usize,
    /// Islands.
    pub islands: usize,
    /// Levels that live on an island.
    pub population: usize,
    /// Children of an island in a generation.
    pub children: usize,
    /// Generations without progress after which an island is settled anew.
    pub patience: u64,
}

impl Evolve {
    /// The usual settings for an area.
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

    /// Whether anything can come of these settings.
    ///
    /// # Errors
    /// The first thing that is wrong with them.
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
    /// Lines begun so far.
    lineages: u64,
    /// Children that gave no level.
    barren: u64,
    islands: Vec<Island>,
    hall: HallOfFame,
}

impl Evolution {
    /// The beginning of an evolution.
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

    /// Generations so far.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Levels judged so far, those that came to nothing included.
    #[must_use]
    pub fn judged(&self) -> u64 {
        self.generation * (self.settings.islands * self.settings.children) as u64
    }

    /// Those that came to nothing.
    #[must_use]
    pub fn barren(&self) -> u64 {
        self.barren
    }

    /// How often an island was settled anew.
    #[must_use]
    pub fn resettled(&self) -> u64 {
        self.lineages - self.settings.islands as u64
    }

    /// The best levels so far: first those that no other dominates, and among equals the one with
    /// more of the first aim.
    #[must_use]
    pub fn best(&self) -> Vec<&Evolved> {
        self.hall.list()
    }

    /// The levels that no other dominates.
    #[must_use]
    pub fn front(&self) -> Vec<&Evolved> {
        self.hall.front()
    }

    /// A level as other generators hand it out.
    #[must_use]
    pub fn made(&self, evolved: &Evolved) -> Made {
        Made {
            level: evolved.level.clone(),
            solution: evolved.solution.clone(),
            index: evolved.index,
            seed: self.settings.seed,
            generator: NAME,
            params: self.settings.params(),
            id: evolved.id,
        }
    }

    /// One generation, with the threads of the pool it is called in. `false` if it was stopped:
    /// then it is as if it had not begun.
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
        let judgement = Judgement {
            habitat: &self.habitat,
            rules: settings.rules,
            boxes: settings.boxes,
            nodes_max: settings.nodes_max,
            aims: &settings.aims,
            sweep_from,
        };
        judgement.judge(genome, (index, island.lineage), keep_going)
    }

    /// Settles an island anew: by chance, or every third time from a level of the hall.
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
