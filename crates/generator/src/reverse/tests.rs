//! Tests of the complete generator and its promises.

use super::{GoalLayout, Rate, Reverse, Search};
use crate::outline::OutlineSymmetry;
use crate::selection::{Score, Selection};
use crate::settings::BadSettings;
use crate::stream::{StreamRequest, stream};
use crate::{Frame, Funnel, GeneratedLevel};
use sokolab_core::{GoalKind, Ground, Level, Occupant, Rules, Solution, check, reference};
use std::ops::ControlFlow;
use std::sync::Arc;

fn run(recipe: &Reverse, seed: u64, count: u64, threads: usize) -> (Vec<GeneratedLevel>, Funnel) {
    assert_eq!(recipe.check(), Ok(()));
    let selection = Selection::default();
    let count = Some(count);
    let wish = StreamRequest { seed, first_index: 1, count, trials_max: 300, threads, selection };
    let mut levels = Vec::new();
    let harvest = stream(recipe, &wish, &|| true, &mut |made| {
        levels.push(made);
        ControlFlow::Continue(())
    });
    let funnel = harvest.unwrap_or_else(|it| panic!("{it}\n{}", it.harvest.funnel)).funnel;
    (levels, funnel)
}

fn boxes(made: &GeneratedLevel) -> usize {
    made.level.picture.places().iter().filter(|it| it.occupant == Occupant::Box).count()
}

#[test]
fn solutions_have_the_fewest_pushes_under_every_rule_set() {
    for rules in Rules::ALL {
        // Holes need a corridor, and so a wider area.
        let width = if rules.goal() == GoalKind::Fill { 9..=9 } else { 6..=7 };
        let recipe = Reverse { width, height: 6..=6, boxes: 2..=2, ..Reverse::new(rules) };
        for made in run(&recipe, 1, 6, 1).0 {
            let (board, state) = check(&made.level).expect("playable");
            let pushes = made.solution.measures().pushes;
            assert_eq!(reference::fewest_pushes(&board, &state), Some(pushes), "{rules}");
            assert!(pushes >= 2, "{rules}");
            assert_eq!(boxes(&made), 2, "{rules}");
            assert!(recipe.width.contains(&made.level.picture.width()));
            assert!(recipe.height.contains(&made.level.picture.height()));
        }
    }
}

#[test]
fn holes_lie_in_a_corridor_to_the_exit_where_it_fits() {
    let recipe = Reverse { width: 10..=10, height: 7..=7, ..Reverse::new(Rules::NETHACK) };
    for made in run(&recipe, 2, 5, 1).0 {
        let exits = made.level.picture.places().iter().filter(|it| it.ground == Ground::Exit);
        assert_eq!(exits.count(), 1);
    }
    let goals = GoalLayout::Corridor;
    let small = Reverse { width: 7..=7, height: 7..=7, goals, ..Reverse::new(Rules::NETHACK) };
    assert_eq!(small.check(), Err(BadSettings::TooSmall(7, 7)));
    let thin = Reverse { width: 3..=3, ..Reverse::new(Rules::OFFICIAL) };
    assert_eq!(thin.check(), Err(BadSettings::TooSmall(3, 9)));
    let official = Reverse { goals, ..Reverse::new(Rules::OFFICIAL) };
    assert!(matches!(official.check(), Err(BadSettings::Rules(_))));
}

#[test]
fn boxoban_levels_are_ten_by_ten_with_four_boxes_off_the_goals() {
    let (levels, _) = run(&Reverse::boxoban(), 3, 40, 1);
    let (others, _) = run(&Reverse::boxoban(), 3, 40, 2);
    for (made, other) in levels.iter().zip(&others) {
        assert_eq!((made.index, &made.level), (other.index, &other.level));
        let picture = &made.level.picture;
        assert_eq!((picture.width(), picture.height(), boxes(made)), (10, 10, 4));
        let is_home =
            |it: &&sokolab_core::Place| it.occupant == Occupant::Box && it.ground == Ground::Goal;
        assert!(!picture.places().iter().any(|it| is_home(&it)));
        assert!(picture.places().iter().all(|it| it.ground != Ground::Rock));
    }
    let sink = Reverse { rules: Rules::SINK, ..Reverse::boxoban() };
    assert!(matches!(sink.check(), Err(BadSettings::Rules(_))));
}

#[test]
fn scores_choose_the_start() {
    let base =
        Reverse { width: 7..=7, height: 7..=7, boxes: 2..=2, ..Reverse::new(Rules::OFFICIAL) };
    let total = |score: Score, by: Score| {
        let search = Search::Closure { nodes_max: 20_000, score };
        let levels = run(&Reverse { search, ..base.clone() }, 4, 12, 1).0;
        levels.iter().map(|it| by.of(it.solution.measures())).sum::<usize>()
    };
    assert!(total(Score::Changes, Score::Changes) > total(Score::Pushes, Score::Changes));
    assert!(total(Score::Pushes, Score::Pushes) > total(Score::Changes, Score::Pushes));
}

#[test]
fn levels_can_be_chosen_by_any_judgement() {
    let base =
        Reverse { width: 7..=7, height: 7..=7, boxes: 2..=2, ..Reverse::new(Rules::OFFICIAL) };
    let steps =
        |made: &GeneratedLevel| made.solution.measures().moves - made.solution.measures().pushes;
    let rate = Rate(Arc::new(|_: &Level, solution: &Solution| {
        let measures = solution.measures();
        (measures.moves - measures.pushes) as f64
    }));
    let total = |recipe: &Reverse| run(recipe, 6, 8, 1).0.iter().map(steps).sum::<usize>();
    let rated = Reverse { rate: Some(rate), ..base.clone() };
    assert!(total(&rated) > total(&base));
}

#[test]
fn every_outline_and_symmetry_gives_levels_and_equal_ones_for_all_threads() {
    for symmetry in [OutlineSymmetry::None, OutlineSymmetry::Mirror, OutlineSymmetry::Turn] {
        let search = Search::Closure { nodes_max: 5_000, score: Score::Lines };
        let base = Reverse::new(Rules::OFFICIAL);
        let recipe = Reverse { symmetry, search, frame: Frame::Tight, ..base };
        let (levels, funnel) = run(&recipe, 5, 8, 1);
        let (others, other_funnel) = run(&recipe, 5, 8, 2);
        assert_eq!(funnel, other_funnel);
        for (made, other) in levels.iter().zip(&others) {
            assert_eq!((made.index, &made.level), (other.index, &other.level));
            assert_eq!((made.level.picture.width(), made.level.picture.height()), (9, 9));
        }
    }
}
