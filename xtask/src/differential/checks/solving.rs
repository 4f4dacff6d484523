//! Checks of `soko solve`: outcomes, solutions, bounds and claims of optimality.

use sokolab::{
    Budget, ConstraintOptions, Method, Objective, Outcome, RefutedHorizon, Report, Request, Stop,
    Unit, solve,
};
use sokolab_core::testing::Chance;
use sokolab_core::{Level, Solution, check as make_board, reference};

use super::super::case::{
    Case, CheckResult, Decided, Failure, OracleResult, cpu_seconds, is_over, last_elsewhere,
    panicked,
};
use super::super::oracle::{Oracle, Truth};

/// A request to solve a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solving {
    pub(crate) objective: Objective,
    pub(crate) method: Method,
    pub(crate) threads: usize,
    /// Without a limit, an exact method must find an answer.
    pub(crate) nodes_max: Option<u64>,
    /// The horizon of the constraint methods.
    pub(crate) horizon: Option<u32>,
}

/// One thread and no limits.
pub(crate) const fn exact(objective: Objective, method: Method) -> Solving {
    Solving { objective, method, threads: 1, nodes_max: None, horizon: None }
}

/// The requests made for every level.
pub(crate) const EXACT: [Solving; 8] = [
    exact(Objective::Any, Method::Auto),
    exact(Objective::Pushes, Method::Auto),
    exact(Objective::Pushes, Method::AStar),
    exact(Objective::Pushes, Method::IdaStar),
    exact(Objective::Pushes, Method::BreadthFirst),
    exact(Objective::Moves, Method::AStar),
    exact(Objective::Moves, Method::IdaStar),
    exact(Objective::Moves, Method::BreadthFirst),
];

impl Solving {
    /// A random method with a limit that is sometimes too low for an answer.
    pub(crate) fn drawn(chance: &mut Chance) -> Solving {
        let nodes_max = match chance.below(8) {
            0 => 1 + chance.below(30) as u64,
            1 => 30 + chance.below(300) as u64,
            _ => 4_000,
        };
        let horizon = 6 + chance.below(20) as u32;
        let method = Method::ALL[chance.below(Method::ALL.len())];
        Solving {
            objective: Objective::ALL[chance.below(3)],
            method,
            threads: [1, 1, 1, 1, 1, 2, 2, 4][chance.below(8)],
            nodes_max: Some(nodes_max),
            horizon: matches!(method, Method::Constrained(_)).then_some(horizon),
        }
    }

    /// The default method for a random objective.
    pub(crate) fn plain(chance: &mut Chance) -> Solving {
        exact(Objective::ALL[chance.below(3)], Method::Auto)
    }

    pub(crate) fn name(&self) -> String {
        match self.nodes_max {
            None => format!("{} by {}", self.objective.name(), self.method.name()),
            Some(_) => format!("limited {}", self.method.name()),
        }
    }

    /// Whether it must find an answer.
    fn must_decide(&self) -> bool {
        self.nodes_max.is_none()
    }

    pub(crate) fn ask(&self, level: &Level) -> Report {
        let request = Request {
            objective: self.objective,
            method: self.method,
            threads: self.threads,
            budget: Budget {
                nodes_max: self.nodes_max.unwrap_or(u64::MAX),
                memory_bytes_max: 1 << 30,
            },
            constraint: ConstraintOptions { horizon: self.horizon, ..ConstraintOptions::default() },
            ..Request::new(level)
        };
        let start = cpu_seconds();
        solve(&request, &mut |_| is_over(start).then_some(Stop::Time))
    }
}

/// Solves the level and compares the result.
pub(crate) fn check(case: &Case, solving: &Solving) -> CheckResult {
    compare(&solving.ask(&case.level), &case.known, solving)
}

/// Compares a report with the truth.
pub(crate) fn compare(report: &Report, known: &OracleResult, solving: &Solving) -> CheckResult {
    let (oracle, truth) = match known {
        OracleResult::Playable { oracle, truth } => (oracle, truth),
        OracleResult::Invalid(why) => {
            return match report.outcome {
                Outcome::Invalid(_) => Ok(Decided::Claim),
                _ => Err(Failure::new(
                    format!("takes a level without meaning for playable: {why}"),
                    format!("invalid: {why}"),
                    said(&report.outcome),
                )),
            };
        }
    };
    // A panic in a thread of the search is visible only in its report.
    if !report.errors.is_empty() || matches!(report.outcome, Outcome::Failed(_)) {
        return Err(panicked(&last_elsewhere()));
    }
    check_bounds(report, truth, solving.objective)?;
    match &report.outcome {
        Outcome::Solved { solution, optimal, .. } => {
            check_solution(oracle, truth, solution)?;
            check_cost(solution, *optimal, truth, solving)?;
            Ok(Decided::Claim)
        }
        Outcome::Unsolvable if truth.pushes.is_some() => Err(Failure::new(
            format!("{}: calls a solvable level unsolvable", report.method.name()),
            told(truth),
            "unsolvable",
        )),
        Outcome::Unsolvable => Ok(Decided::Claim),
        Outcome::Stopped(reason) if solving.must_decide() => Err(Failure::new(
            format!("{}: comes to no answer", solving.name()),
            told(truth),
            format!("stopped: {}", reason.name()),
        )),
        Outcome::Stopped(_) => Ok(Decided::Nothing),
        other @ (Outcome::Invalid(_) | Outcome::Failed(_)) => {
            Err(Failure::new("calls a playable level invalid", told(truth), said(other)))
        }
    }
}

/// Replays a solution with the oracle's rules.
pub(crate) fn check_solution(
    oracle: &Oracle,
    truth: &Truth,
    solution: &Solution,
) -> Result<(), Failure> {
    let moves = solution.moves().to_string();
    let replayed = oracle.replay(&moves).map_err(|why| {
        Failure::new("a solution that is none", "a solution", format!("{moves}: {why}"))
    })?;
    let measures = solution.measures();
    let counted = (replayed.len() - 1, moves.len());
    if (measures.pushes, measures.moves) != counted {
        let got = format!("{} pushes, {} moves", measures.pushes, measures.moves);
        let expected = format!("{} pushes, {} moves", counted.0, counted.1);
        return Err(Failure::new("a solution counted wrongly", expected, got));
    }
    let is_below = |count: usize, fewest: Option<u32>| fewest.is_none_or(|it| count < it as usize);
    if is_below(measures.pushes, truth.pushes) || is_below(measures.moves, truth.moves) {
        return Err(Failure::new("a solution that beats the oracle", told(truth), moves));
    }
    Ok(())
}

fn check_cost(
    solution: &Solution,
    optimal: bool,
    truth: &Truth,
    solving: &Solving,
) -> Result<(), Failure> {
    let measures = solution.measures();
    let (cost, fewest) = match solving.objective {
        Objective::Any => return Ok(()),
        Objective::Pushes => (measures.pushes, truth.pushes),
        Objective::Moves => (measures.moves, truth.moves),
    };
    let fewest = fewest.map(|it| it as usize);
    if optimal && Some(cost) != fewest {
        return Err(Failure::new(
            format!("{}: calls a solution the best that is not", solving.name()),
            told(truth),
            format!("{cost} {}, optimal", solving.objective.name()),
        ));
    }
    if solving.must_decide() && !optimal {
        return Err(Failure::new(
            format!("{}: does not prove its solution", solving.name()),
            told(truth),
            format!("{cost} {}, not proved", solving.objective.name()),
        ));
    }
    Ok(())
}

fn check_bounds(report: &Report, truth: &Truth, objective: Objective) -> Result<(), Failure> {
    let fewest = match objective {
        Objective::Any | Objective::Pushes => truth.pushes,
        Objective::Moves => truth.moves,
    };
    let name = report.method.name();
    if fewest.is_some_and(|it| report.lower_bound > u64::from(it)) {
        let got = format!("at least {} {}", report.lower_bound, objective.name());
        return Err(Failure::new(format!("{name}: a bound too high"), told(truth), got));
    }
    if let Some(RefutedHorizon { count, unit }) = report.none_up_to {
        let fewest = match unit {
            Unit::Pushes => truth.pushes,
            Unit::Moves => truth.moves,
        };
        if fewest.is_some_and(|it| u64::from(it) <= count) {
            let got = format!("none up to {count}, counted in {unit:?}");
            return Err(Failure::new(format!("{name}: refutes a solution"), told(truth), got));
        }
    }
    Ok(())
}

/// The truth in words.
pub(crate) fn told(truth: &Truth) -> String {
    match truth.pushes.zip(truth.moves) {
        Some((pushes, moves)) => format!("fewest pushes {pushes}, fewest moves {moves}"),
        None => "unsolvable".to_owned(),
    }
}

fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Solved { solution, .. } => format!("solved: {}", solution.moves()),
        other => format!("{other:?}"),
    }
}

/// Compares the library's reference expansion with the oracle.
pub(crate) fn check_reference(case: &Case) -> CheckResult {
    let OracleResult::Playable { truth, .. } = &case.known else { return Ok(Decided::Nothing) };
    let Ok((board, start)) = make_board(&case.level) else {
        return Err(Failure::new("calls a playable level invalid", told(truth), "invalid"));
    };
    let found = (
        reference::fewest_pushes(&board, &start).map(|it| it as u32),
        reference::fewest_moves(&board, &start).map(|it| it as u32),
    );
    if found == (truth.pushes, truth.moves) {
        Ok(Decided::Claim)
    } else {
        Err(Failure::new("reference and oracle disagree", told(truth), format!("{found:?}")))
    }
}
