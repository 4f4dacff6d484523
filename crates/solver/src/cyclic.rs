//! Cyclic levels: levels that start solved and must be solved again with at least one push.
//!
//! The state after each possible first push is solved as a level of its own. The answer is the best
//! of these solutions, preceded by the walk to the first push and the push itself.

use sokolab_core::reference::expand;
use sokolab_core::{
    LetterCase, Level, Move, MoveKind, Moves, Objective, Observer, Progress, Push, Solution, Stop,
    check, is_won, verify, walk,
};

use crate::report::{Outcome, Report};
use crate::request::Request;
use crate::solve;

/// Solves a level that starts solved by a solution with at least one push. A level that does not
/// start solved is solved as usual.
#[must_use]
pub fn solve_cyclic(request: &Request<'_>, observer: &mut Observer<'_>) -> Report {
    let (board, start) = match check(request.level) {
        Ok(checked) => checked,
        Err(findings) => return Report::without_search(Outcome::Invalid(findings)),
    };
    if !is_won(&board, &start) {
        return solve(request, observer);
    }
    let mut whole = Report::without_search(Outcome::Unsolvable);
    let (mut stopped, mut best) = (None, None);
    for (push, child) in expand(&board, &start) {
        let rest = if is_won(&board, &child) {
            Some(Moves::default())
        } else {
            let picture = request.level.picture.with_state(&board, &child);
            let level = Level { picture, findings: Vec::new(), ..request.level.clone() };
            let report = solve_part(request, &level, &mut whole, observer);
            match report.outcome {
                Outcome::Solved { solution, stopped: why, .. } => {
                    stopped = stopped.or(why);
                    Some(solution.moves().clone())
                }
                Outcome::Unsolvable => None,
                Outcome::Stopped(why) => {
                    stopped = Some(why);
                    None
                }
                Outcome::Invalid(_) | Outcome::Failed(_) => return report,
            }
        };
        let Some(rest) = rest else { continue };
        let behind = board.neighbour(push.from, push.direction.opposite());
        let steps = behind.and_then(|behind| walk(&board, &start, behind));
        let steps = steps.expect("the keeper walks to every push that the rules list");
        let verdict = verify(request.level, &joined(&steps, push, &rest), LetterCase::Strict);
        let solution = verdict.expect("a push and a solution after it").solution;
        best = Some(better(request.objective, best, solution));
        if request.objective == Objective::Any {
            break;
        }
    }
    whole.outcome = concluded(request.objective, best, stopped);
    whole
}

/// Solves the level after a first push with the rest of the budget.
fn solve_part(
    request: &Request<'_>,
    level: &Level,
    whole: &mut Report,
    observer: &mut Observer<'_>,
) -> Report {
    let nodes = whole.nodes;
    let part = Request { level, budget: request.budget.less_nodes(nodes), ..*request };
    let report = solve(&part, &mut |progress: &Progress| {
        observer(&Progress { nodes: progress.nodes + nodes, ..*progress })
    });
    whole.add(&report);
    report
}

fn concluded(objective: Objective, best: Option<Solution>, stopped: Option<Stop>) -> Outcome {
    match (best, stopped) {
        (Some(solution), stopped) => {
            let optimal = objective != Objective::Any && stopped.is_none();
            let stopped = stopped.filter(|_| objective != Objective::Any);
            Outcome::Solved { solution, optimal, stopped }
        }
        (None, Some(why)) => Outcome::Stopped(why),
        (None, None) => Outcome::Unsolvable,
    }
}

fn joined(steps: &[sokolab_core::Direction], push: Push, rest: &Moves) -> Moves {
    let step = |&direction| Move { direction, kind: MoveKind::Step };
    let first = Move { direction: push.direction, kind: MoveKind::Push };
    steps.iter().map(step).chain([first]).chain(rest.as_slice().iter().copied()).collect()
}

fn better(objective: Objective, known: Option<Solution>, new: Solution) -> Solution {
    let cost = |solution: &Solution| match objective {
        Objective::Moves => (solution.measures().moves, 0),
        Objective::Any | Objective::Pushes => {
            (solution.measures().pushes, solution.measures().moves)
        }
    };
    match known {
        Some(known) if cost(&known) <= cost(&new) => known,
        _ => new,
    }
}

#[cfg(test)]
mod tests {
    use super::solve_cyclic;
    use crate::{Outcome, Request};
    use sokolab_core::Objective;
    use sokolab_core::testing::level;

    /// The moves of the solution; `None` if the level is unsolvable.
    fn moves(text: &str, objective: Objective) -> Option<String> {
        let level = level(text);
        let request = Request { objective, ..Request::new(&level) };
        match solve_cyclic(&request, &mut |_| None).outcome {
            Outcome::Solved { solution, optimal, .. } => {
                assert_eq!(optimal, objective != Objective::Any);
                Some(solution.moves().to_string())
            }
            Outcome::Unsolvable => None,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_box_goes_away_and_comes_back() {
        let text = "
            ######
            #    #
            #@*  #
            #    #
            ######";
        for objective in Objective::ALL {
            let found = moves(text, objective).expect("there and back");
            let pushes = found.chars().filter(char::is_ascii_uppercase).count();
            assert!(pushes >= 2 && (objective == Objective::Any || pushes == 2), "{found}");
        }
    }

    #[test]
    fn a_box_that_can_never_come_back_has_no_cycle() {
        let text = "
            ######
            #@*  #
            ######";
        assert_eq!(moves(text, Objective::Pushes), None);
    }

    #[test]
    fn a_level_that_does_not_start_solved_is_solved_as_usual() {
        let text = "
            ######
            #@$ .#
            ######";
        assert_eq!(moves(text, Objective::Pushes).as_deref(), Some("RR"));
    }
}
