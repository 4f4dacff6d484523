//! Whether a level needs a piece.

use sokolab_core::{Budget, Findings, Level, Objective, Observer, Solution, Stop};
use sokolab_solver::{Outcome, Report, Request, solve};

use super::{Piece, without};

/// What is proved of a level.
#[derive(Clone, Debug)]
pub enum Standing {
    /// This solution has the fewest pushes.
    Solved(Solution),
    /// It has no solution.
    Unsolvable,
}

/// What becomes of the fewest pushes when a piece is taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// They stay the same, or there still is no solution: the piece is not needed.
    None,
    /// There is a solution with fewer.
    Shorter,
    /// Every solution has more.
    Longer,
    /// The level becomes unsolvable.
    Unsolvable,
    /// There is a solution now.
    Solvable,
    /// The level becomes invalid.
    Unplayable(Findings),
}

impl Effect {
    /// Whether the piece is needed.
    #[must_use]
    pub fn is_needed(&self) -> bool {
        *self != Effect::None
    }

    /// The name used in results.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Effect::None => "none",
            Effect::Shorter => "shorter",
            Effect::Longer => "longer",
            Effect::Unsolvable => "unsolvable",
            Effect::Solvable => "solvable",
            Effect::Unplayable(_) => "unplayable",
        }
    }
}

/// Whether a level needs a piece, and what shows it.
#[derive(Clone, Debug)]
pub struct Need {
    /// The piece.
    pub piece: Piece,
    /// The level without it.
    pub level: Level,
    /// What that changes.
    pub effect: Effect,
    /// A solution of the level without it: with the fewest pushes, or with fewer than before.
    pub solution: Option<Solution>,
    /// States that the search expanded.
    pub nodes: u64,
}

/// Finds the fewest pushes of a level, or that it has no solution.
///
/// # Errors
/// Why that was not found out. A level that cannot be played gives [`Stop::Failed`].
pub fn standing(
    level: &Level,
    budget: Budget,
    observer: &mut Observer<'_>,
) -> Result<Standing, Stop> {
    match search(level, Objective::Pushes, budget, observer).outcome {
        Outcome::Solved { solution, optimal: true, .. } => Ok(Standing::Solved(solution)),
        Outcome::Unsolvable => Ok(Standing::Unsolvable),
        other => Err(stop_of(&other)),
    }
}

/// Finds out whether a level of this standing needs a piece. `None` if the piece is a wall behind
/// which the keeper cannot get, so that nothing changes without it, or the level is too large.
///
/// # Errors
/// Why that was not found out.
pub fn need_of(
    level: &Level,
    standing: &Standing,
    piece: Piece,
    budget: Budget,
    observer: &mut Observer<'_>,
) -> Option<Result<Need, Stop>> {
    let changed = without(level, &[piece])?;
    if same_puzzle(level, &changed) {
        return None;
    }
    let objective = match standing {
        Standing::Solved(_) => Objective::Pushes,
        Standing::Unsolvable => Objective::Any,
    };
    let report = search(&changed, objective, budget, observer);
    let effect = match effect(standing, &report) {
        Ok(effect) => effect,
        Err(stop) => return Some(Err(stop)),
    };
    let (solution, nodes) = (report.solution().cloned(), report.nodes);
    Some(Ok(Need { piece, level: changed, effect, solution, nodes }))
}

fn effect(standing: &Standing, report: &Report) -> Result<Effect, Stop> {
    let pushes = |solution: &Solution| solution.measures().pushes;
    Ok(match (standing, &report.outcome) {
        (_, Outcome::Invalid(findings)) => Effect::Unplayable(findings.clone()),
        (Standing::Unsolvable, Outcome::Solved { .. }) => Effect::Solvable,
        (Standing::Unsolvable, Outcome::Unsolvable) => Effect::None,
        (Standing::Solved(_), Outcome::Unsolvable) => Effect::Unsolvable,
        (Standing::Solved(before), Outcome::Solved { solution, .. })
            if pushes(solution) < pushes(before) =>
        {
            Effect::Shorter
        }
        (Standing::Solved(before), Outcome::Solved { solution, optimal: true, .. }) => {
            if pushes(solution) > pushes(before) { Effect::Longer } else { Effect::None }
        }
        (_, other) => return Err(stop_of(other)),
    })
}

/// Whether two playable levels are equal but for their frames.
fn same_puzzle(one: &Level, other: &Level) -> bool {
    let drawn = |level: &Level| {
        let (board, state) = sokolab_core::check(level).ok()?;
        Some(sokolab_core::Picture::of_puzzle(&board, &state))
    };
    drawn(one).is_some_and(|it| drawn(other) == Some(it))
}

pub(super) fn search(
    level: &Level,
    objective: Objective,
    budget: Budget,
    observer: &mut Observer<'_>,
) -> Report {
    solve(&Request { objective, budget, ..Request::new(level) }, observer)
}

/// Why an outcome answers nothing.
pub(super) fn stop_of(outcome: &Outcome) -> Stop {
    match outcome {
        Outcome::Stopped(stop) => *stop,
        Outcome::Solved { stopped, .. } => stopped.unwrap_or(Stop::Incomplete),
        Outcome::Unsolvable | Outcome::Invalid(_) | Outcome::Failed(_) => Stop::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Piece, PieceKind, pieces};
    use super::{Effect, need_of, standing};
    use sokolab_core::reference::fewest_pushes;
    use sokolab_core::testing::{is_slow, random_levels};
    use sokolab_core::{Budget, Edge, GoalKind, Ground, Level, Occupant, Place, Rules, check};

    /// What an exhaustive search finds.
    #[derive(Clone, Copy, PartialEq)]
    enum Exhausted {
        Unplayable,
        Unsolvable,
        Fewest(usize),
    }

    fn exhausted(level: &Level) -> Exhausted {
        let Ok((board, state)) = check(level) else { return Exhausted::Unplayable };
        fewest_pushes(&board, &state).map_or(Exhausted::Unsolvable, Exhausted::Fewest)
    }

    fn expected(before: Exhausted, after: Exhausted) -> &'static str {
        match (before, after) {
            (Exhausted::Unplayable, _) | (_, Exhausted::Unplayable) => "unplayable",
            (Exhausted::Unsolvable, Exhausted::Unsolvable) => "none",
            (Exhausted::Unsolvable, Exhausted::Fewest(_)) => "solvable",
            (Exhausted::Fewest(_), Exhausted::Unsolvable) => "unsolvable",
            (Exhausted::Fewest(before), Exhausted::Fewest(after)) => match after.cmp(&before) {
                std::cmp::Ordering::Less => "shorter",
                std::cmp::Ordering::Equal => "none",
                std::cmp::Ordering::Greater => "longer",
            },
        }
    }

    /// The level without a piece, by a change of its picture alone. Its edge must be solid.
    fn erased(level: &Level, piece: Piece) -> Level {
        assert_eq!(level.picture.edge(), Edge::Solid);
        let mut changed = level.clone();
        let place = level.picture.at(piece.x, piece.y);
        let is_swallowed = level.rules.goal() == GoalKind::Sink && place.occupant == Occupant::Box;
        let left = match piece.kind {
            PieceKind::Box => Place { occupant: Occupant::Nothing, ..place },
            // A box that is drawn on a sink is gone from the start.
            PieceKind::Goal if is_swallowed => Place::bare(Ground::Floor),
            PieceKind::Goal => Place { ground: Ground::Floor, ..place },
            PieceKind::Wall => Place::bare(Ground::Floor),
        };
        changed.picture.put(piece.x, piece.y, left);
        changed
    }

    #[test]
    fn needs_are_those_that_exhaustion_finds() {
        let mut seen = std::collections::BTreeSet::new();
        for rules in Rules::ALL {
            for level in random_levels(rules, if is_slow() { 200 } else { 12 }) {
                let before = exhausted(&level);
                let known = standing(&level, Budget::DEFAULT, &mut |_| None).expect("no limit");
                for piece in pieces(&level) {
                    let found = need_of(&level, &known, piece, Budget::DEFAULT, &mut |_| None);
                    let after = exhausted(&erased(&level, piece));
                    let effect = expected(before, after);
                    let found = found.map(|it| it.expect("no limit").effect);
                    let name = found.as_ref().map_or("none", Effect::name);
                    assert_eq!(name, effect, "{piece:?} {level:?}");
                    seen.insert(name);
                }
            }
        }
        assert!(seen.len() >= 5, "{seen:?}");
    }
}
