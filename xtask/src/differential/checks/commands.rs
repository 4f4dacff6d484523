//! Checks of commands that make claims about a level: `analyze`, `rate`, `explain`, `trim` and
//! `optimize`, through the functions that they call.

use sokolab::analysis::analyse;
use sokolab::analysis::locks::GroupLimits;
use sokolab::insight::explain::{Explanation, SolutionKnowledge, explain as explain_level};
use sokolab::insight::rating::{NotRated, Rating, RatingLimits, rate as rate_level};
use sokolab::insight::trim::{NotTrimmed, Prelude, Trimmed, trim as trim_level};
use sokolab::{
    Board, Budget, ImprovementRequest, Method, Objective, Outcome, Solution, Square, SquareSet,
    optimise,
};

use super::super::case::{Case, CheckResult, Decided, Failure, OracleResult, STATES_MAX};
use super::super::oracle::{Oracle, Situation, Truth};
use super::super::whole::StateSpace;
use super::solving::{Solving, check_solution, exact, told};

/// Limits of a command: enough for every level here.
const LIMITS: RatingLimits = RatingLimits::new(Budget::of_nodes(200_000), STATES_MAX);

/// The oracle's places for squares of the program's board.
fn places(oracle: &Oracle, board: &Board, squares: impl Iterator<Item = Square>) -> u128 {
    let place = |square: Square| {
        let (x, y) = board.position(square);
        oracle.number_at(x, y)
    };
    squares.filter_map(place).fold(0, |set, it| set | 1 << it)
}

fn set(oracle: &Oracle, board: &Board, squares: &SquareSet) -> u128 {
    places(oracle, board, squares.iter())
}

/// The number of boxes of a situation that a win needs, including those already on goals; `None` if
/// that is not known without a search.
fn boxes_needed(oracle: &Oracle, situation: Situation) -> Option<u32> {
    let boxes = Oracle::boxes(situation).count_ones();
    if oracle.has_exit() {
        None
    } else if oracle.keeps_boxes() {
        Some(boxes.min(oracle.goals().count_ones()))
    } else if oracle.has_holes() {
        Some(oracle.open_holes(situation).count_ones())
    } else {
        Some(boxes)
    }
}

/// Checks locked squares, frozen boxes, lost boxes and the bound.
pub(crate) fn analyze(case: &Case) -> CheckResult {
    let OracleResult::Playable { oracle, truth } = &case.known else { return Ok(Decided::Nothing) };
    let facts = analyse(&case.level, GroupLimits::default())
        .map_err(|it| Failure::new("analyze: invalid", told(truth), format!("{it:?}")))?;
    match (facts.measures.matching_bound, truth.pushes) {
        (Some(bound), Some(pushes)) if bound > pushes => {
            let got = format!("at least {bound} pushes");
            return Err(Failure::new("analyze: a bound too high", told(truth), got));
        }
        (None, Some(_)) => {
            let got = "no way to serve every goal: unsolvable";
            return Err(Failure::new("analyze: calls it unsolvable", told(truth), got));
        }
        _ => {}
    }
    let whole = StateSpace::of(oracle, STATES_MAX);
    if let Some(whole) = &whole {
        check_frozen(set(oracle, &facts.board, &facts.frozen), whole, truth)?;
    }
    if truth.pushes.is_none() {
        return Ok(Decided::Claim);
    }
    if let Some(deadlock) = facts.crate_locks.deadlock(&facts.board, &facts.state) {
        let got = format!("{deadlock:?}");
        return Err(Failure::new("analyze: a crate lock that is none", told(truth), got));
    }
    let Some(whole) = whole else { return Ok(Decided::Nothing) };
    let locked = set(oracle, &facts.board, &facts.locked.any);
    for situation in whole.live_situations() {
        let boxes = Oracle::boxes(situation);
        let usable = (boxes & !locked).count_ones();
        if boxes_needed(oracle, situation).is_some_and(|needed| usable < needed) {
            let got = format!("locked squares {locked:b}, yet boxes on {boxes:b} can still win");
            return Err(Failure::new("analyze: a locked square that is none", told(truth), got));
        }
    }
    Ok(Decided::Claim)
}

/// A frozen box must stay where it is in every game, won or not.
fn check_frozen(frozen: u128, whole: &StateSpace, truth: &Truth) -> Result<(), Failure> {
    let mut boxes = whole.situations().map(Oracle::boxes);
    boxes.find(|boxes| frozen & !boxes != 0).map_or(Ok(()), |boxes| {
        let got = format!("boxes {frozen:b} never move, yet play leads to {boxes:b}");
        Err(Failure::new("analyze: a frozen box that moves", told(truth), got))
    })
}

/// Compares a claimed value.
fn equal<T: PartialEq + std::fmt::Debug>(kind: &str, expected: &T, got: &T) -> Result<(), Failure> {
    if expected == got {
        Ok(())
    } else {
        Err(Failure::new(kind, format!("{expected:?}"), format!("{got:?}")))
    }
}

fn check_not_rated(why: &NotRated, truth: &Truth, command: &str) -> CheckResult {
    match why {
        NotRated::Unsolvable if truth.pushes.is_none() => Ok(Decided::Claim),
        NotRated::Stopped(_) => Ok(Decided::Nothing),
        other => {
            let kind = format!("{command}: calls a solvable level unsolvable or invalid");
            Err(Failure::new(kind, told(truth), format!("{other:?}")))
        }
    }
}

/// Checks the solution, its optimality, gaps to bounds, states, wrong turns and the prelude.
pub(crate) fn rate(case: &Case) -> CheckResult {
    let OracleResult::Playable { oracle, truth } = &case.known else { return Ok(Decided::Nothing) };
    match rate_level(&case.level, &LIMITS, &mut |_| None) {
        Ok(rating) => check_rating(&rating, oracle, truth),
        Err(why) => check_not_rated(&why, truth, "rate"),
    }
}

fn check_rating(rating: &Rating, oracle: &Oracle, truth: &Truth) -> CheckResult {
    check_solution(oracle, truth, &rating.solution)?;
    let (it, pushes) = (&rating.measures, rating.solution.measures().pushes);
    if rating.solution.is_fewest() {
        equal("rate: not the fewest pushes", &truth.pushes, &Some(pushes as u32))?;
    }
    equal("rate: pushes", &pushes, &it.pushes)?;
    equal("rate: boxes", &(Oracle::boxes(oracle.start()).count_ones() as usize), &it.boxes)?;
    for (name, gap) in [("bound gap", it.bound_gap), ("pair gap", it.pair_gap)] {
        let bound = gap.ok().map(|gap| (pushes as u64).checked_sub(gap));
        if bound.is_some_and(|it| it.is_none_or(|it| it > truth.pushes.map_or(0, u64::from))) {
            let got = format!("{gap:?} beyond the bound, of {pushes} pushes");
            return Err(Failure::new(format!("rate: {name}"), told(truth), got));
        }
    }
    let Ok(found) = &it.whole else { return Ok(Decided::Claim) };
    let Some(whole) = StateSpace::of(oracle, STATES_MAX) else { return Ok(Decided::Claim) };
    equal("rate: states", &whole.len(), &found.states)?;
    let dead = (whole.len() - whole.live()) as f64 / whole.len() as f64;
    if (dead - found.dead_share).abs() > 1e-9 {
        let (expected, got) = (format!("{dead}"), format!("{}", found.dead_share));
        return Err(Failure::new("rate: share of lost states", expected, got));
    }
    let path = oracle.replay(&rating.solution.moves().to_string()).unwrap_or_default();
    let wrong: Option<Vec<usize>> =
        path.iter().map(|&situation| whole.wrong_turns(oracle, situation)).collect();
    if let Some(wrong) = wrong {
        equal("rate: wrong turns", &wrong.iter().sum(), &found.wrong_turns)?;
    }
    if let Ok(prelude) = found.prelude {
        equal("rate: prelude", &forced(oracle, &whole, &path).prelude, &prelude)?;
    }
    Ok(Decided::Claim)
}

/// What no solution avoids along a solution.
struct Forced {
    /// Whether every solution passes through the situation after each push, up to a walk.
    pushes: Vec<bool>,
    /// Number of such pushes before the first other one.
    prelude: usize,
}

fn forced(oracle: &Oracle, whole: &StateSpace, path: &[Situation]) -> Forced {
    let is_forced = |it: &Situation| whole.is_unavoidable(oracle, *it);
    let pushes: Vec<bool> = path.iter().skip(1).map(is_forced).collect();
    let prelude = pushes.iter().take_while(|it| **it).count();
    Forced { pushes, prelude }
}

/// Checks the prelude, what is forced, and how many boxes every solution has in a storage at once.
pub(crate) fn explain(case: &Case) -> CheckResult {
    let OracleResult::Playable { oracle, truth } = &case.known else { return Ok(Decided::Nothing) };
    let request = Solving {
        nodes_max: Some(LIMITS.budget.nodes_max),
        ..exact(Objective::Pushes, Method::Auto)
    };
    let outcome = request.ask(&case.level).outcome;
    let (solution, known) = match &outcome {
        Outcome::Solved { solution, .. } => (Some(solution), SolutionKnowledge::Solution(solution)),
        Outcome::Unsolvable => (None, SolutionKnowledge::Unsolvable),
        _ => (None, SolutionKnowledge::Nothing),
    };
    let explained = explain_level(&case.level, known, &LIMITS, &mut |_| None);
    let explained = match explained {
        Ok(explained) => explained,
        Err(why) => return check_not_rated(&why, truth, "explain"),
    };
    let Some(whole) = StateSpace::of(oracle, STATES_MAX) else { return Ok(Decided::Nothing) };
    check_needs(case, oracle, &whole, &explained)?;
    match solution {
        Some(solution) => check_plan(oracle, &whole, &explained, solution),
        None => Ok(Decided::Claim),
    }
}

fn check_needs(
    case: &Case,
    oracle: &Oracle,
    whole: &StateSpace,
    explained: &Explanation,
) -> Result<(), Failure> {
    let Ok((board, _)) = sokolab::check(&case.level) else { return Ok(()) };
    for note in &explained.chambers {
        let Some(needed) = note.needed else { continue };
        let part = places(oracle, &board, note.squares.iter().copied());
        let truth = whole.needed_at_once(part).map(|it| it as usize);
        equal(&format!("explain: boxes needed in {}", note.role.name()), &truth, &Some(needed))?;
    }
    Ok(())
}

fn check_plan(
    oracle: &Oracle,
    whole: &StateSpace,
    explained: &Explanation,
    solution: &Solution,
) -> CheckResult {
    let Some(plan) = &explained.plan else { return Ok(Decided::Nothing) };
    let path = oracle
        .replay(&solution.moves().to_string())
        .map_err(|why| Failure::new("a solution that is none", "a solution", why))?;
    if plan.missing.is_some() {
        return Ok(Decided::Nothing);
    }
    let truth = forced(oracle, whole, &path);
    equal("explain: prelude", &Some(truth.prelude), &plan.prelude)?;
    let is_in =
        |push: usize| plan.forced.iter().any(|&(first, last)| (first..=last).contains(&push));
    let claimed: Vec<bool> = (1..=truth.pushes.len()).map(is_in).collect();
    equal("explain: forced pushes", &truth.pushes, &claimed)?;
    let ends = plan.steps.last().map_or(0, |it| it.last_push);
    equal("explain: pushes in the plan", &(path.len() - 1), &ends)?;
    Ok(Decided::Claim)
}

/// The trimmed level must be solvable in the claimed number of pushes, and not larger.
pub(crate) fn trim(case: &Case, prelude: Prelude) -> CheckResult {
    let OracleResult::Playable { truth, .. } = &case.known else { return Ok(Decided::Nothing) };
    match trim_level(&case.level, prelude, &LIMITS, &mut |_| None) {
        Ok(trimmed) => check_trimmed(&trimmed, truth, prelude),
        Err(NotTrimmed::NotRated(why)) => check_not_rated(&why, truth, "trim"),
        Err(NotTrimmed::Unknown(_)) => Ok(Decided::Nothing),
    }
}

fn check_trimmed(trimmed: &Trimmed, truth: &Truth, prelude: Prelude) -> CheckResult {
    equal("trim: pushes before", &truth.pushes, &Some(trimmed.before.pushes as u32))?;
    let Some(case) = Case::of(trimmed.level.clone()) else { return Ok(Decided::Nothing) };
    let OracleResult::Playable { oracle, truth: after } = &case.known else {
        return Err(Failure::new("trim: an invalid level", "a level", format!("{:?}", case.known)));
    };
    check_solution(oracle, after, &trimmed.solution)?;
    equal("trim: pushes after", &after.pushes, &Some(trimmed.after.pushes as u32))?;
    let is_longer = matches!(prelude, Prelude::Extend(_));
    if trimmed.after.squares > trimmed.before.squares && !is_longer {
        let (before, after) = (trimmed.before.squares, trimmed.after.squares);
        let got = format!("{after} squares");
        return Err(Failure::new("trim: a larger level", format!("at most {before}"), got));
    }
    Ok(Decided::Claim)
}

/// The solution must be no worse than the given one, and not better than the optimum.
pub(crate) fn optimize(case: &Case, objective: Objective, threads: usize) -> CheckResult {
    let OracleResult::Playable { oracle, truth } = &case.known else { return Ok(Decided::Nothing) };
    let request = Solving { nodes_max: Some(20_000), ..exact(Objective::Any, Method::Greedy) };
    let Outcome::Solved { solution, .. } = request.ask(&case.level).outcome else {
        return Ok(Decided::Nothing);
    };
    let improvement = ImprovementRequest {
        objective,
        threads,
        budget: Budget::of_nodes(20_000),
        ..ImprovementRequest::new(&case.level, &solution)
    };
    let improved = optimise(&improvement, &mut |_| None).solution;
    check_solution(oracle, truth, &improved)?;
    let cost = |it: &Solution| {
        let measures = it.measures();
        match objective {
            Objective::Moves => (measures.moves, measures.pushes),
            Objective::Any | Objective::Pushes => (measures.pushes, measures.moves),
        }
    };
    if cost(&improved) > cost(&solution) {
        let (expected, got) = (format!("{:?}", cost(&solution)), format!("{:?}", cost(&improved)));
        return Err(Failure::new("optimize: a worse solution", expected, got));
    }
    Ok(Decided::Claim)
}
