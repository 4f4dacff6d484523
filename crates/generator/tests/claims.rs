//! Generated levels: their solutions, and claims about the fewest pushes.

use std::ops::ControlFlow;

use sokolab_core::reference::fewest_pushes;
use sokolab_core::testing::is_slow;
use sokolab_core::{GoalKind, LetterCase, Rules, check, verify};
use sokolab_generator::evolve::{Evolution, Evolve, Template};
use sokolab_generator::{
    Chambers, GeneratedLevel, Murase, PlanKind, PlanKinds, Recipe, Reverse, Selection,
    StreamRequest, stream,
};
use sokolab_solver::{Method, Objective, Outcome, Request, solve};

fn made(recipe: &dyn Recipe, count: u64, seed: u64) -> Vec<GeneratedLevel> {
    let wish = StreamRequest {
        seed,
        first_index: 1,
        count: Some(if is_slow() { 50 * count } else { count }),
        trials_max: 200_000,
        threads: 1,
        selection: Selection::default(),
    };
    let mut levels = Vec::new();
    let harvest = stream(recipe, &wish, &|| true, &mut |made| {
        levels.push(made);
        ControlFlow::Continue(())
    });
    assert!(harvest.is_ok(), "{harvest:?}");
    levels
}

/// Returns whether the level claims a push-optimal solution, and checks the claim.
fn check_made(made: &GeneratedLevel) -> bool {
    let name = format!("{} {} {}-{}", made.generator, made.level.rules, made.seed, made.index);
    let verdict = verify(&made.level, made.solution.moves(), LetterCase::Strict);
    let pushes = verdict.expect("a solution").solution.measures().pushes;
    let (board, state) = check(&made.level).expect("playable");
    if made.solution.is_fewest() {
        assert_eq!(fewest_pushes(&board, &state), Some(pushes), "{name}");
    }
    made.solution.is_fewest()
}

#[test]
fn small_levels_of_every_generator_have_the_fewest_pushes_where_that_is_claimed() {
    for rules in Rules::ALL {
        let is_hole = rules.goal() == GoalKind::Fill;
        let width = if is_hole { 9..=9 } else { 6..=7 };
        let reverse = Reverse { width, height: 6..=6, boxes: 2..=2, ..Reverse::new(rules) };
        let murase = Murase { rules, ..Murase::murase1996() };
        let mut recipes: Vec<&dyn Recipe> = vec![&reverse];
        if murase.check().is_ok() {
            recipes.push(&murase);
        }
        let chambers = Chambers { boxes: 2..=2, decoy_percent: 0, ..Chambers::new(rules) };
        if chambers.check().is_ok() {
            recipes.push(&chambers);
        }
        for recipe in recipes {
            let all = made(recipe, 4, 1);
            let claimed = all.iter().filter(|it| check_made(it)).count();
            assert_eq!(claimed, all.len(), "{recipe:?}");
        }
    }
}

/// A template in which the exit can be reached past the holes: pulls from the filled board miss
/// such wins.
#[test]
fn evolution_claims_nothing_where_the_exit_can_be_come_to_past_a_hole() {
    const DRAWN: &str = "##########\n#????????#\n#????^???#\n#??<?????#\n##########";
    let template = Template::parse(DRAWN).expect("a template");
    let mut claimed = 0;
    for rules in [Rules::NETHACK, Rules::NETHACK_GAME, Rules::NETHACK_DIAGONAL] {
        let settings = Evolve { nodes_max: 3_000, ..Evolve::new(rules, template.clone(), 2) };
        let mut evolution = Evolution::new(settings).expect("good settings");
        for _ in 0..4 {
            assert!(evolution.step(&|| true));
        }
        for evolved in evolution.best().into_iter().take(6) {
            claimed += usize::from(check_made(&evolution.generated(evolved)));
        }
    }
    assert!(claimed < 18, "some exit can be come to at once");
}

/// The fewest pushes, found by a search without limits.
fn fewest_by_astar(made: &GeneratedLevel) -> usize {
    let (objective, method) = (Objective::Pushes, Method::AStar);
    let request = Request { objective, method, ..Request::new(&made.level) };
    match solve(&request, &mut |_| None).outcome {
        Outcome::Solved { solution, optimal: true, .. } => solution.measures().pushes,
        other => panic!("A* without a limit proves what it finds: {other:?}"),
    }
}

/// A generator that proves nothing would make no false claim either.
#[test]
fn issue_16_nearly_all_levels_of_chambers_keep_a_proved_flag() {
    let all = made(&Chambers::new(Rules::OFFICIAL), 20, 5);
    let proved: Vec<&GeneratedLevel> = all.iter().filter(|it| it.solution.is_fewest()).collect();
    for made in &proved {
        assert_eq!(made.solution.measures().pushes, fewest_by_astar(made), "{}", made.index);
    }
    assert!(100 * proved.len() >= 95 * all.len(), "{} of {}", proved.len(), all.len());
}

/// A search that reached its limit returned a solution that was not the shortest, and the flag came
/// from the settings. The levels concerned had goal locks of four.
#[test]
fn issue_16_a_solution_of_a_limited_search_is_not_called_the_fewest() {
    let plans = PlanKinds::of(&[PlanKind::Lock]);
    let locks = Chambers { plans, boxes: 4..=4, ..Chambers::new(Rules::OFFICIAL) };
    for made in made(&locks, 8, 5) {
        let (own, fewest) = (made.solution.measures().pushes, fewest_by_astar(&made));
        assert!(!made.solution.is_fewest() || own == fewest, "{own} pushes, {fewest} suffice");
    }
}
