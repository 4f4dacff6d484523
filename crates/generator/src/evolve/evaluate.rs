//! Evaluates a genome: its hardest level, and the measures of that level.

use sokolab_analysis::{CanonicalForm, LevelId, Orientation};
use sokolab_core::{Level, Solution, Square, check};
use sokolab_insight::Assessed;
use sokolab_insight::rating::{RatingLimits, RatingMeasures, Replay, SolutionToRate, rate_known};
use sokolab_solver::Stop;

use super::genome::Genome;
use super::hardest::Hardest;
use super::judgement::{Failure, GenomeCriteria};
use crate::recipe::KeepGoing;

/// A level made by evolution.
#[derive(Clone, Debug)]
pub struct Evolved {
    pub(super) genome: Genome,
    /// The level.
    pub level: Level,
    /// A verified solution, and whether it is proved to have the fewest pushes.
    pub solution: Assessed,
    /// Its measures, except those that need the complete state space.
    pub measures: RatingMeasures,
    /// Its values for each aim.
    pub values: Vec<i64>,
    /// Its identifier up to symmetry.
    pub id: LevelId,
    /// A hash of the structure of its solution: which boxes are pushed which way in which order, up
    /// to symmetry.
    pub structure: u64,
    /// Its number in the run, from 1.
    pub index: u64,
    /// Its lineage: levels with the same number have a common ancestor.
    pub lineage: u64,
}

impl GenomeCriteria<'_> {
    /// The hardest level on the ground of `genome`.
    pub(super) fn judge(
        &self,
        genome: Genome,
        index: u64,
        lineage: u64,
        keep_going: KeepGoing<'_>,
    ) -> Result<Evolved, Failure> {
        let Hardest { genome, level, solution } = self.hardest(genome, keep_going)?;
        let limits = RatingLimits::DEFAULT.without_states();
        let needs_waste = self.aims.iter().any(|aim| aim.needs_waste());
        let limits = if needs_waste { limits } else { limits.without_waste() };
        let known = SolutionToRate { solution, nodes: None };
        let mut observer = |_: &_| (!keep_going()).then_some(Stop::Interrupted);
        let rating = rate_known(&level, known, &limits, &mut observer);
        // A measure that is missing because of an interruption must not count.
        if !keep_going() {
            return Err(Failure::Stopped);
        }
        let rating = rating.map_err(|_| Failure::Barren)?;
        let id = CanonicalForm::of_level(&level).map_err(|_| Failure::Barren)?.id();
        let measures = rating.measures;
        Ok(Evolved {
            genome,
            structure: structure(&level, &rating.solution),
            solution: rating.solution,
            values: self.aims.iter().map(|aim| aim.value(&measures)).collect(),
            measures,
            level,
            id,
            index,
            lineage,
        })
    }
}

/// A hash of the structure of a solution: the box lines in the order of play, with boxes numbered
/// by their first push; the smallest of the eight rotations and reflections.
fn structure(level: &Level, solution: &Solution) -> u64 {
    let Ok((board, start)) = check(level) else { return 0 };
    let replay = Replay::new(&board, &start, solution.moves());
    let mut names: Vec<usize> = Vec::new();
    let mut lines: Vec<(usize, sokolab_core::Direction)> = Vec::new();
    let mut last: Option<Square> = None;
    for push in &replay.pushes {
        let known = names.iter().position(|&it| it == push.box_index);
        let name = known.unwrap_or_else(|| {
            names.push(push.box_index);
            names.len() - 1
        });
        let goes_on = last == Some(push.from) && lines.last() == Some(&(name, push.direction));
        if !goes_on {
            lines.push((name, push.direction));
        }
        last = Some(push.to);
    }
    let seen = |turn: Orientation| -> Vec<(usize, usize)> {
        lines.iter().map(|&(name, way)| (name, turn.direction(way).index())).collect()
    };
    let word = Orientation::ALL.into_iter().map(seen).min().unwrap_or_default();
    let mix = |hash: u64, (name, way): (usize, usize)| {
        (hash ^ (name * 8 + way) as u64).wrapping_mul(0x0000_0100_0000_01B3)
    };
    word.into_iter().fold(0xCBF2_9CE4_8422_2325, mix)
}
