//! What a library knows about a level.

use rusqlite::OptionalExtension;
use sokolab_analysis::LevelId;
use sokolab_core::{LetterCase, Level, Moves, Objective, Solution, parse_moves, verify};

use crate::carry::{Carried, KeeperStart, carry};
use crate::drawing::Playable;
use crate::error::{LibraryError, TransactionError};
use crate::library::Library;
use crate::origin::Origin;
use crate::prepared::Prepared;

/// Everything known about a level.
#[derive(Clone, Debug)]
pub struct LevelKnowledge {
    /// The level.
    pub id: LevelId,
    /// Its best solutions for the drawing in the query: first the one with the fewest pushes, last
    /// the one with the fewest moves. None beats another in both.
    pub solutions: Vec<KnownSolution>,
    /// The fewest pushes, if proved.
    pub fewest_pushes: Option<usize>,
    /// The fewest moves, if proved for this drawing.
    pub fewest_moves: Option<usize>,
    /// How often a player has solved it.
    pub wins: usize,
}

/// A known solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSolution {
    /// The solution, for the level as given in the query.
    pub solution: Solution,
    /// Its source.
    pub origin: Origin,
}

/// The answer to a `solve` request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The solution.
    pub solution: Solution,
    /// Whether it is proved to be the best for the objective.
    pub is_optimal: bool,
    /// Lower bound on the cost of any solution in the objective's unit (pushes for any solution); 0
    /// if nothing is known.
    pub lower_bound: usize,
}

impl LevelKnowledge {
    /// The best solution for `objective`: one that is proved to have the fewest pushes or moves, or
    /// any.
    #[must_use]
    pub fn answer(&self, objective: Objective) -> Option<StoredAnswer> {
        let found = match objective {
            Objective::Any => self.solutions.first(),
            Objective::Pushes => self
                .solutions
                .first()
                .filter(|it| Some(it.solution.measures().pushes) == self.fewest_pushes),
            Objective::Moves => self
                .solutions
                .last()
                .filter(|it| Some(it.solution.measures().moves) == self.fewest_moves),
        };
        let bound = match objective {
            Objective::Any | Objective::Pushes => self.fewest_pushes,
            Objective::Moves => self.fewest_moves,
        };
        found.map(|it| StoredAnswer {
            solution: it.solution.clone(),
            is_optimal: objective != Objective::Any,
            lower_bound: bound.unwrap_or(0),
        })
    }
}

/// The row of a level.
struct Facts {
    key: i64,
    text: String,
    fewest_pushes: Option<i64>,
    fewest_moves: Option<i64>,
    wins: i64,
}

impl Library {
    /// What is known about a level; `None` if it is not in the library or cannot be played.
    ///
    /// A stored solution that the referee refuses is omitted; [`Library::check`] reports it.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn known(&self, level: &Level) -> Result<Option<LevelKnowledge>, LibraryError> {
        let Ok(prepared) = Prepared::new(level) else { return Ok(None) };
        self.known_of(&prepared)
    }

    pub(crate) fn known_of(
        &self,
        prepared: &Prepared,
    ) -> Result<Option<LevelKnowledge>, LibraryError> {
        let Some(facts) = self.facts_of(prepared.id)? else { return Ok(None) };
        let solutions = self.solutions_of(facts.key)?;
        let is_same = facts.text == prepared.text;
        let stored =
            if is_same { None } else { Some(self.read(|_| Playable::stored(&facts.text))?) };
        let mut start = if is_same { KeeperStart::Same } else { KeeperStart::Other };
        let mut known = Vec::with_capacity(solutions.len());
        for (moves, origin) in solutions {
            let Some(carried) = onto_asked(prepared, stored.as_ref(), &moves) else { continue };
            start = carried.start;
            known.push(KnownSolution { solution: carried.solution, origin });
        }
        let count = |it: Option<i64>| it.and_then(|it| usize::try_from(it).ok());
        Ok(Some(LevelKnowledge {
            id: prepared.id,
            solutions: front_of(known),
            fewest_pushes: count(facts.fewest_pushes),
            fewest_moves: count(facts.fewest_moves).filter(|_| start == KeeperStart::Same),
            wins: count(Some(facts.wins)).unwrap_or(0),
        }))
    }

    fn facts_of(&self, id: LevelId) -> Result<Option<Facts>, LibraryError> {
        let find = "SELECT key, text, fewest_pushes, fewest_moves, wins FROM level WHERE id = ?1";
        self.read(|connection| {
            let facts = connection.prepare_cached(find)?.query_row([id.to_string()], |row| {
                Ok(Facts {
                    key: row.get(0)?,
                    text: row.get(1)?,
                    fewest_pushes: row.get(2)?,
                    fewest_moves: row.get(3)?,
                    wins: row.get(4)?,
                })
            });
            Ok(facts.optional()?)
        })
    }

    /// The stored solutions of a level, for the stored drawing.
    fn solutions_of(&self, key: i64) -> Result<Vec<(Moves, Origin)>, LibraryError> {
        let find = "SELECT lurd, origin FROM solution WHERE level = ?1 ORDER BY pushes";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(find)?;
            let mut rows = statement.query([key])?;
            let mut solutions = Vec::new();
            while let Some(row) = rows.next()? {
                let (lurd, origin): (String, String) = (row.get(0)?, row.get(1)?);
                let moves = parse_moves(&lurd);
                if let (Ok(moves), Ok(origin)) = (moves, origin.parse::<Origin>()) {
                    solutions.push((moves, origin));
                }
            }
            Ok::<_, TransactionError>(solutions)
        })
    }
}

/// Transfers a stored solution to the drawing in the query.
fn onto_asked(prepared: &Prepared, stored: Option<&Playable>, moves: &Moves) -> Option<Carried> {
    if let Some(stored) = stored {
        return carry(stored, &prepared.playable, moves);
    }
    let verdict = verify(&prepared.playable.level, moves, LetterCase::Corrected).ok()?;
    Some(Carried { solution: verdict.solution, start: KeeperStart::Same })
}

/// The solutions that no other one beats, by pushes: another initial walk may change the order.
fn front_of(mut solutions: Vec<KnownSolution>) -> Vec<KnownSolution> {
    solutions.sort_by_key(|it| (it.solution.measures().pushes, it.solution.measures().moves));
    let mut fewest = usize::MAX;
    solutions.retain(|it| {
        let moves = it.solution.measures().moves;
        let is_better = moves < fewest;
        fewest = fewest.min(moves);
        is_better
    });
    solutions
}
