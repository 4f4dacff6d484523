//! Compares the claims of reports with exhaustive search, for every method, objective and rule set.
//!
//! A report may say that a solution is optimal, that there is none, that none costs less than a
//! lower bound, or that none has up to a number of moves or pushes. Each of these claims is
//! checked, with and without limits.

use sokolab_core::reference::{fewest_moves, fewest_pushes};
use sokolab_core::testing::{Chance, is_slow, random_chambers, random_levels};
use sokolab_core::{LetterCase, Level, Picture, Rules, check, verify};
use sokolab_solver::{
    Budget, ConstraintOptions, ImprovementRequest, Method, Objective, Outcome, Report, Request,
    Stop, Technique, Unit, optimise, solve,
};

/// A level and its true optima.
struct LevelTruth {
    level: Level,
    pushes: Option<usize>,
    moves: Option<usize>,
}

impl LevelTruth {
    fn some(rules: Rules, count: usize) -> impl Iterator<Item = LevelTruth> {
        let count = if is_slow() { 50 * count } else { count };
        let levels = random_levels(rules, count).chain(random_chambers(rules, count / 4));
        levels.filter_map(|level| {
            let (board, state) = check(&level).expect("random levels are playable");
            let level = Level::from_picture(Picture::of_puzzle(&board, &state), level.rules);
            // A puzzle whose holes are all filled has no goal left.
            let (board, state) = check(&level).ok()?;
            let (pushes, moves) = (fewest_pushes(&board, &state), fewest_moves(&board, &state));
            Some(LevelTruth { level, pushes, moves })
        })
    }

    fn fewest(&self, objective: Objective) -> Option<usize> {
        match objective {
            Objective::Any | Objective::Pushes => self.pushes,
            Objective::Moves => self.moves,
        }
    }

    /// Checks everything that a report claims. Returns whether it claims an optimal solution.
    fn check(&self, request: &Request<'_>, report: &Report) -> bool {
        let place = || {
            let rows = sokolab_core::text::Legend::xsb().rows(&self.level.picture).join("\n");
            let Request { method, objective, budget, .. } = request;
            let (rules, outcome) = (self.level.rules, &report.outcome);
            format!("{method:?} {objective:?} {budget:?} {rules}\n{rows}\n{outcome:?}")
        };
        let fewest = self.fewest(request.objective);
        if let Some(fewest) = fewest {
            assert!(report.lower_bound <= fewest as u64, "{}: {}", report.lower_bound, place());
        }
        if let Some(none) = report.none_up_to {
            let truth = if none.unit == Unit::Moves { self.moves } else { self.pushes };
            assert!(truth.is_none_or(|it| it as u64 > none.count), "{none:?} {}", place());
        }
        match &report.outcome {
            Outcome::Solved { solution, optimal, .. } => {
                let verdict = verify(&self.level, solution.moves(), LetterCase::Strict);
                let measures = verdict.expect("a solution").solution.measures();
                let cost = match request.objective {
                    Objective::Any | Objective::Pushes => measures.pushes,
                    Objective::Moves => measures.moves,
                };
                assert!(Some(cost) >= fewest && fewest.is_some(), "{}", place());
                if *optimal {
                    assert_ne!(request.objective, Objective::Any, "{}", place());
                    assert_eq!(Some(cost), fewest, "{}", place());
                }
                *optimal
            }
            Outcome::Unsolvable => {
                assert_eq!(fewest, None, "{}", place());
                true
            }
            Outcome::Stopped(reason) => {
                let is_limited =
                    request.budget.nodes_max < u64::MAX || request.constraint.horizon.is_some();
                // Petersohn's corridor checker may reject solvable states; then nothing is proved.
                let is_incomplete =
                    *reason == Stop::Incomplete && request.method == Method::Petersohn;
                assert!(is_limited || is_incomplete, "no limit was set: {reason:?} {}", place());
                false
            }
            Outcome::Invalid(findings) => panic!("{findings:?} {}", place()),
            Outcome::Failed(error) => panic!("{}: {}", error.message, place()),
        }
    }
}

/// Techniques that may run forever on a level without a solution.
fn is_endless(method: Method) -> bool {
    matches!(method, Method::Constrained(_))
}

#[test]
fn reports_claim_what_is_true_for_every_method_and_objective() {
    for rules in Rules::ALL {
        let mut proved = 0;
        for known in LevelTruth::some(rules, 60) {
            for method in Method::ALL {
                for objective in Objective::ALL {
                    let mut request = Request { method, objective, ..Request::new(&known.level) };
                    if is_endless(method) {
                        request.budget.nodes_max = 150;
                        request.constraint.horizon = Some(8);
                    }
                    let report = solve(&request, &mut |_| None);
                    proved += usize::from(known.check(&request, &report));
                }
            }
        }
        assert!(proved > 100, "{rules}: {proved}");
    }
}

#[test]
fn limits_take_claims_away_and_make_none() {
    let mut chance = Chance::new(11);
    for rules in Rules::ALL {
        for known in LevelTruth::some(rules, 100) {
            for _ in 0..8 {
                let method = Method::ALL[chance.below(Method::ALL.len())];
                let objective = Objective::ALL[chance.below(3)];
                let budget = Budget::of_nodes(chance.below(30) as u64);
                let threads = 1 + chance.below(2);
                let base = Request::new(&known.level);
                let request = Request { method, objective, budget, threads, ..base };
                known.check(&request, &solve(&request, &mut |_| None));
                let mut left = chance.below(4);
                let told = Request { budget: Budget::of_nodes(10_000), ..request };
                let report = solve(&told, &mut |_| {
                    left = left.saturating_sub(1);
                    (left == 0).then_some(Stop::Time)
                });
                known.check(&told, &report);
            }
        }
    }
}

#[test]
fn horizons_refute_what_has_no_solution_and_no_more() {
    let techniques = [Technique::SatPushes, Technique::SatSteps, Technique::TilingComplete];
    for known in LevelTruth::some(Rules::OFFICIAL, 30) {
        for technique in techniques {
            for horizon in [0, 1, 3, 12] {
                for objective in Objective::ALL {
                    let request = Request {
                        method: Method::Constrained(technique),
                        objective,
                        constraint: ConstraintOptions {
                            horizon: Some(horizon),
                            ..ConstraintOptions::default()
                        },
                        budget: Budget::of_nodes(2_000),
                        ..Request::new(&known.level)
                    };
                    known.check(&request, &solve(&request, &mut |_| None));
                }
            }
        }
    }
}

#[test]
fn improved_solutions_are_solutions_and_never_worse() {
    for rules in Rules::ALL {
        for known in LevelTruth::some(rules, 40) {
            for method in [Method::Greedy, Method::Fess, Method::Chambers] {
                let request = Request { method, ..Request::new(&known.level) };
                let Outcome::Solved { solution, .. } = solve(&request, &mut |_| None).outcome
                else {
                    continue;
                };
                for objective in [Objective::Pushes, Objective::Moves] {
                    let budget = Budget::of_nodes(500);
                    let base = ImprovementRequest::new(&known.level, &solution);
                    let improved =
                        optimise(&ImprovementRequest { objective, budget, ..base }, &mut |_| None);
                    let verdict =
                        verify(&known.level, improved.solution.moves(), LetterCase::Strict);
                    let (new, old) = (verdict.expect("a solution").solution, solution.measures());
                    let new = new.measures();
                    let (cost, before, fewest) = match objective {
                        Objective::Moves => (new.moves, old.moves, known.moves),
                        _ => (new.pushes, old.pushes, known.pushes),
                    };
                    assert!(cost <= before && Some(cost) >= fewest, "{method:?} {objective:?}");
                }
            }
        }
    }
}
