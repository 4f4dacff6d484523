//! Explanations of levels that people have explained.

use sokolab_core::testing::{SOKEVO, level, level_in};
use sokolab_core::{Level, Rules};
use sokolab_solver::{Objective, Outcome, Request, solve};

use super::{Explanation, Role, explain};
use crate::rating::RatingLimits;

fn explained(level: &Level) -> Explanation {
    let request = Request { objective: Objective::Pushes, ..Request::new(level) };
    let Outcome::Solved { solution, .. } = solve(&request, &mut |_| None).outcome else {
        panic!("it has a solution")
    };
    explain(level, Some(&solution), &RatingLimits::DEFAULT, &mut |_| None).expect("playable")
}

#[test]
fn the_sokevo_puzzles_have_the_high_level_solution_of_the_document() {
    for (picture, capacity) in SOKEVO.into_iter().zip([3, 2, 2]) {
        let found = explained(&level_in(picture, Rules::NETHACK));
        let plan = found.plan.expect("a solution");
        assert_eq!(plan.crossings, 9);
        let steps: Vec<&str> = plan.steps.iter().map(|it| it.text.as_str()).collect();
        println!("{steps:#?} {:#?}", found.chambers);
        let storage = found.chambers.iter().find(|it| it.role == Role::Storage);
        let storage = storage.expect("the left chamber");
        assert_eq!(storage.name, "the left chamber");
        assert_eq!((storage.capacity, storage.needed), (Some(capacity), Some(2)));
        let centre = found.chambers.iter().find(|it| it.name == "the central chamber");
        let text = centre.expect("the central chamber").sentences.join(" ");
        let claim = "It must hand two boxes over to the left chamber before it lets any pass.";
        assert!(text.contains(claim), "{text}");
    }
    let _ = level;
}
