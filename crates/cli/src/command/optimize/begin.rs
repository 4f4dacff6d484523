//! The initial solution: given, stored with the level, or found by solving it.

use sokolab::{
    LetterCase, Level, Measures, Objective, Outcome, Solution, check, parse_moves, verify,
};
use sokolab_wire::{Claim, Place, Status, reason_of};

use crate::io::output::Output;
use crate::search::settings::Settings;
use crate::search::solve::solve_watched;
use crate::search::watch::Watch;
use crate::terminal::diagnostics;

/// An initial solution.
#[derive(Debug)]
pub(super) struct Begin {
    pub(super) solution: Solution,
    /// Its origin: given, stored or solved.
    pub(super) origin: &'static str,
}

/// Why there is no initial solution.
#[derive(Debug)]
pub(super) struct NoBegin {
    pub(super) status: Status,
    pub(super) reason: Option<String>,
}

/// The solution claimed for a level, if it is valid.
pub(super) fn given(level: &Level, claim: &Claim) -> Result<Begin, NoBegin> {
    let refused = |reason: String| Err(NoBegin { status: Status::Invalid, reason: Some(reason) });
    let nothing = || {
        let reason = Some("no solution is given".to_owned());
        Err(NoBegin { status: Status::Stopped, reason })
    };
    if let Claim::Unreadable { reason } = claim {
        return refused(format!("unreadable: {reason}"));
    }
    let moves = match claim.moves() {
        None => return nothing(),
        Some(Ok(moves)) => moves,
        Some(Err(letter)) => return refused(format!("bad_letter: {letter}")),
    };
    if moves.is_empty() && check(level).is_ok_and(|_| !is_solution(level, "")) {
        return nothing();
    }
    match verify(level, &moves, LetterCase::Corrected) {
        Ok(verdict) => Ok(Begin { solution: verdict.solution, origin: "given" }),
        Err(refusal) => refused(format!("{}: {refusal}", refusal.code())),
    }
}

fn is_solution(level: &Level, text: &str) -> bool {
    parse_moves(text).is_ok_and(|moves| verify(level, &moves, LetterCase::Corrected).is_ok())
}

/// The best solution stored with a level; saved games that do not solve it are ignored.
pub(super) fn stored(level: &Level, objective: Objective) -> Option<Solution> {
    let solutions = level.snapshots.iter().filter_map(|snapshot| {
        let moves = parse_moves(&snapshot.moves).ok()?;
        Some(verify(level, &moves, LetterCase::Corrected).ok()?.solution)
    });
    solutions.min_by_key(|solution| {
        let Measures { pushes, moves, .. } = solution.measures();
        if objective == Objective::Moves { (moves, pushes) } else { (pushes, moves) }
    })
}

/// Solves a level for which there is no solution yet.
pub(super) fn solved(
    level: &Level,
    place: &Place,
    settings: &Settings,
    watch: &mut Watch,
    output: &Output,
) -> Result<Begin, NoBegin> {
    let (status, reason) = match solve_watched(level, place, settings, watch, output).outcome {
        Outcome::Solved { solution, .. } => return Ok(Begin { solution, origin: "solved" }),
        Outcome::Unsolvable => (Status::Unsolvable, None),
        Outcome::Stopped(reason) => (Status::Stopped, Some(reason.name().to_owned())),
        Outcome::Invalid(findings) => {
            diagnostics::print_findings(&place.file, level, &findings);
            (Status::Invalid, Some(level.rules.translate(&reason_of(&findings))))
        }
        Outcome::Failed(error) => (Status::Failed, Some(error.message)),
    };
    Err(NoBegin { status, reason })
}
