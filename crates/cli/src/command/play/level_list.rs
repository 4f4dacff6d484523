//! The levels to play, with the progress on each.

use sokolab::{LetterCase, Level, Measures, Solution, parse_moves, verify};
use sokolab_wire::Place;

/// A level of the list.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) record: Record,
    /// Whether the library has been asked about it.
    pub(super) recall: Recall,
}

/// Whether the library was asked about a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recall {
    NotYet,
    Done,
}

/// What is known about a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    /// Whether the player has solved it.
    pub(super) standing: Standing,
    /// The solutions known: one with the fewest pushes and one with the fewest moves.
    known: Vec<Solution>,
}

/// Whether the player has solved a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Standing {
    #[default]
    Unsolved,
    Solved,
}

impl Record {
    /// Adds a solution. Returns whether it beats all others in pushes or in moves.
    pub(super) fn learn(&mut self, solution: Solution) -> bool {
        let new = solution.measures();
        let is_beaten = |it: &Solution| {
            let old = it.measures();
            old.pushes <= new.pushes && old.moves <= new.moves
        };
        if self.known.iter().any(is_beaten) {
            return false;
        }
        self.known.retain(|it| {
            let old = it.measures();
            old.pushes < new.pushes || old.moves < new.moves
        });
        self.known.push(solution);
        true
    }

    /// The solutions known.
    pub(super) fn known(&self) -> &[Solution] {
        &self.known
    }

    /// The numbers of the known solutions.
    pub(super) fn known_measures(&self) -> Vec<Measures> {
        self.known.iter().map(Solution::measures).collect()
    }

    /// The solution with the fewest pushes.
    pub(super) fn best(&self) -> Option<&Solution> {
        self.known.iter().min_by_key(|it| (it.measures().pushes, it.measures().moves))
    }
}

/// All levels in order; at least one.
#[derive(Clone, Debug)]
pub(super) struct LevelList {
    stages: Vec<Stage>,
}

impl LevelList {
    /// A list of at least one level. Solutions stored with a level count as known.
    pub(super) fn new(levels: Vec<(Place, Level)>) -> LevelList {
        assert!(!levels.is_empty(), "a list of levels has a level");
        let stages = levels.into_iter().map(|(place, level)| {
            let mut record = Record::default();
            for snapshot in &level.snapshots {
                let moves = parse_moves(&snapshot.moves).ok();
                let verdict = moves.and_then(|it| verify(&level, &it, LetterCase::Corrected).ok());
                if let Some(verdict) = verdict {
                    record.learn(verdict.solution);
                }
            }
            Stage { place, level, record, recall: Recall::NotYet }
        });
        LevelList { stages: stages.collect() }
    }

    pub(super) fn count(&self) -> usize {
        self.stages.len()
    }

    pub(super) fn solved_count(&self) -> usize {
        self.stages.iter().filter(|it| it.record.standing == Standing::Solved).count()
    }

    pub(super) fn stage(&self, at: usize) -> &Stage {
        &self.stages[at]
    }

    pub(super) fn stage_mut(&mut self, at: usize) -> &mut Stage {
        &mut self.stages[at]
    }

    /// The level with this number in a file: of the file of the level `at`, or else of any.
    pub(super) fn find(&self, at: usize, number: usize) -> Option<usize> {
        let file = &self.stages[at].place.file;
        let is_here = |it: &Stage| it.place.file == *file && it.place.level == number;
        self.stages
            .iter()
            .position(is_here)
            .or_else(|| self.stages.iter().position(|it| it.place.level == number))
    }
}
