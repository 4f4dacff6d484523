//! Checks of `soko generate`: the level matches its description, and claims of optimality hold.

use std::ops::ControlFlow;

use sokolab::generator::reverse::Search;
use sokolab::generator::{
    Chambers, GeneratedLevel, Murase, Recipe, Reverse, Score, Selection, StreamRequest, stream,
};
use sokolab::{Level, Method, Objective, Outcome};
use sokolab_core::Rules;
use sokolab_core::testing::Chance;

use super::super::case::{Case, CheckResult, Decided, Failure, OracleResult};
use super::solving::{Solving, check_solution, exact};

/// One trial of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Making {
    pub(crate) generator: Generator,
    pub(crate) rules: Rules,
    pub(crate) seed: u64,
    pub(crate) index: u64,
}

/// The generators that work by trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Generator {
    Reverse,
    Murase,
    Chambers,
}

impl Generator {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Generator::Reverse => "reverse",
            Generator::Murase => "murase",
            Generator::Chambers => "chambers",
        }
    }

    /// The settings of the command line that differ from the default.
    pub(crate) const fn settings(self) -> &'static str {
        match self {
            Generator::Reverse => " --width 6-8 --height 6-8 --boxes 1-3 --nodes 20000 --tries 1",
            Generator::Murase | Generator::Chambers => "",
        }
    }
}

/// Maximum number of states for judging a larger level by the exact search.
const NODES_MAX: u64 = 300_000;

/// Maximum number of squares and boxes of a level that the oracle judges.
const SMALL: (usize, usize) = (40, 3);

impl Making {
    pub(crate) fn drawn(chance: &mut Chance, rules: Rules) -> Making {
        let generator = match chance.below(8) {
            _ if rules == Rules::SINK => Generator::Reverse,
            0..5 => Generator::Chambers,
            5 if rules == Rules::OFFICIAL => Generator::Murase,
            _ => Generator::Reverse,
        };
        let (seed, index) = (1 + chance.below(1_000) as u64, 1 + chance.below(1_000) as u64);
        Making { generator, rules, seed, index }
    }

    fn recipe(&self) -> Box<dyn Recipe> {
        match self.generator {
            Generator::Murase => Box::new(Murase::murase1996()),
            Generator::Chambers => Box::new(Chambers::new(self.rules)),
            Generator::Reverse => Box::new(Reverse {
                width: 6..=8,
                height: 6..=8,
                boxes: 1..=3,
                search: Search::Closure { nodes_max: 20_000, score: Score::Pushes },
                tries: 1,
                ..Reverse::new(self.rules)
            }),
        }
    }

    /// The level of the trial, if it gives one.
    fn make(&self) -> Option<GeneratedLevel> {
        let mut made = None;
        let wish = StreamRequest {
            seed: self.seed,
            first_index: self.index,
            count: None,
            trials_max: 1,
            threads: 1,
            selection: Selection::default(),
        };
        let recipe = self.recipe();
        let _funnel = stream(recipe.as_ref(), &wish, &|| true, &mut |one| {
            made = Some(one);
            ControlFlow::Continue(())
        });
        made
    }
}

/// Makes the level and checks it.
pub(crate) fn check(making: &Making) -> CheckResult {
    let Some(made) = making.make() else { return Ok(Decided::Nothing) };
    let pushes = made.solution.measures().pushes;
    let name = making.generator.name();
    let fewest = match small(&made.level) {
        Some(case) => {
            let OracleResult::Playable { oracle, truth } = &case.known else {
                return Err(Failure::new(
                    format!("generate {name}: an invalid level"),
                    "a level",
                    "",
                ));
            };
            check_solution(oracle, truth, &made.solution)?;
            truth.pushes.map(|it| it as usize)
        }
        None => searched(&made.level),
    };
    match fewest {
        Some(fewest) if made.solution.is_fewest() && fewest != pushes => Err(Failure::new(
            format!("generate {name}: calls a solution the best that is not"),
            format!("{fewest} pushes"),
            format!("{pushes} pushes, optimal"),
        )),
        Some(_) if made.solution.is_fewest() => Ok(Decided::Claim),
        _ => Ok(Decided::Nothing),
    }
}

fn small(level: &Level) -> Option<Case> {
    let places = level.picture.places();
    let squares = places.iter().filter(|it| !it.ground.is_solid()).count();
    let boxes = places.iter().filter(|it| it.occupant == sokolab::Occupant::Box).count();
    if squares > SMALL.0 || boxes > SMALL.1 { None } else { Case::of(level.clone()) }
}

/// The fewest pushes by the exact search, which other checks cover.
fn searched(level: &Level) -> Option<usize> {
    let solving = Solving { nodes_max: Some(NODES_MAX), ..exact(Objective::Pushes, Method::Auto) };
    match solving.ask(level).outcome {
        Outcome::Solved { solution, optimal: true, .. } => Some(solution.measures().pushes),
        _ => None,
    }
}
