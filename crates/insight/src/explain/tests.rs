//! Explanations of levels that people have explained.

use sokolab_core::testing::{SOKEVO, level, level_in};
use sokolab_core::{Level, Rules};
use sokolab_solver::{Objective, Outcome, Request, solve};

use super::{Detail, Explanation, Role, SolutionKnowledge, explain, plainest};
use crate::rating::RatingLimits;

/// The level explained with a push-optimal solution.
fn explained(level: &Level) -> Explanation {
    let request = Request { objective: Objective::Pushes, ..Request::new(level) };
    let Outcome::Solved { solution, .. } = solve(&request, &mut |_| None).outcome else {
        panic!("it has a solution")
    };
    explain(level, SolutionKnowledge::Solution(&solution), &RatingLimits::DEFAULT, &mut |_| None)
        .expect("playable")
}

#[test]
fn the_sokevo_puzzles_have_the_high_level_solution_of_the_document() {
    for (picture, capacity) in SOKEVO.into_iter().zip([3, 2, 2]) {
        let level = level_in(picture, Rules::NETHACK);
        let found = explained(&level);
        let storage = found.chambers.iter().find(|it| it.role == Role::Storage);
        let storage = storage.expect("the left chamber");
        assert_eq!(storage.name, "the left chamber");
        assert_eq!((storage.capacity, storage.needed), (Some(capacity), Some(2)));
        let centre = found.chambers.iter().find(|it| it.name == "the central chamber");
        let text = centre.expect("the central chamber").sentences.join(" ");
        let claim =
            "must hand two boulders over to the left chamber before the first boulder goes home.";
        assert!(text.contains(claim), "{text}");
        assert_eq!(found.plan.as_ref().map(|it| it.crossings), Some(9), "the fewest pushes too");

        let plain = plainest(&level, &found, &mut |_| None).expect("it splits");
        let found = explain(
            &level,
            SolutionKnowledge::Solution(&plain),
            &RatingLimits::DEFAULT,
            &mut |_| None,
        );
        let plan = found.expect("playable").plan.expect("a solution");
        assert_eq!((plan.crossings, plan.prelude.is_some_and(|it| it >= 13)), (9, true));
        let steps: Vec<&str> = plan.steps.iter().map(|it| it.text.as_str()).collect();
        let expected = [
            "Push two boulders from the central chamber into the left chamber.",
            "Push two boulders from the left chamber through the central chamber into the holes.",
            "Push one boulder from the central chamber into the left chamber.",
            "Push one boulder from the left chamber through the central chamber into the holes.",
        ];
        assert_eq!(steps, expected);
    }
}

#[test]
fn a_level_that_does_not_split_is_told_box_by_box() {
    let found = explained(&level(
        "
        #######
        #     #
        #@$ . #
        #  $  #
        #  .  #
        #######",
    ));
    assert!(found.chambers.is_empty());
    let plan = found.plan.expect("a solution");
    let steps: Vec<&str> = plan.steps.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(steps, ["Push the box on c3 to the goal e3.", "Push the box on d4 to the goal d5."]);
    assert!(found.remarks[0].contains("one room"), "{:?}", found.remarks);
}

#[test]
fn a_chamber_with_one_neighbour_lies_beside_it() {
    // Behind the holes is a room whose other doors lead to closets.
    let found = explained(&level_in(
        "
        ----------------
        |....---|....+.|
        |.0..@^^.....---
        |..0.---|....+.|
        |....-----------
        ------",
        Rules::NETHACK,
    ));
    let sentences: Vec<String> = found.chambers.into_iter().flat_map(|it| it.sentences).collect();
    let text = sentences.join(" ");
    assert!(!text.contains("lies.") && !text.contains("lies and"), "{text}");
    assert!(text.contains("beside the holes and starts empty."), "{text}");
    assert!(!text.contains("box"), "{text}");
}

/// A boulder enters the lower right chamber and comes back, so it does not only pass through.
#[test]
fn a_chamber_with_two_doors_that_stores_is_not_said_to_be_passed_only() {
    let found = explained(&level_in(
        "
        ---
        |<|
        |^|
        |0|
        |^|
        |^|
        |^|   ----
        |^|   |..|
        |@----|..|
        |....||.---
        |.0.0--...|
        |.-00.....|
        |.....-----
        -------",
        Rules::NETHACK_GAME,
    ));
    let plan = found.plan.expect("a solution");
    let step = "Push one boulder from the lower right chamber into the lower left chamber.";
    assert_eq!(plan.steps[1].text, step);
    let note = found.chambers.iter().find(|it| it.name == "the lower right chamber");
    let text = note.expect("the chamber of the plan").sentences.join(" ");
    assert!(!text.contains("pass through"), "{text}");
    assert!(text.contains("Every solution has one boulder in here at some time."), "{text}");
    assert!(text.contains("In the solution below it holds one boulder at a time."), "{text}");
}

#[test]
fn what_is_forced_is_marked_push_by_push() {
    let found = explained(&level_in(SOKEVO[0], Rules::NETHACK));
    let plan = found.plan.expect("a solution");
    let marked = plan.steps.iter().flat_map(|it| &it.details).flat_map(|it| &it.forced);
    let marked: Vec<usize> = marked.flat_map(|&(first, last)| first..=last).collect();
    let claimed: Vec<usize> = plan.forced.iter().flat_map(|&(first, last)| first..=last).collect();
    assert_eq!(marked, claimed, "every forced push stands in one detail");
    let detail = |first_push, last_push, forced: &[(usize, usize)]| Detail {
        text: String::new(),
        first_push,
        last_push,
        moves_before: 0,
        forced: forced.to_vec(),
    };
    let note = |first, last, forced: &[(usize, usize)]| detail(first, last, forced).forced_note();
    assert_eq!(note(3, 5, &[]), None);
    assert_eq!(note(3, 5, &[(3, 5)]).as_deref(), Some("forced"));
    assert_eq!(note(3, 5, &[(3, 4)]).as_deref(), Some("pushes 3 to 4 forced"));
    assert_eq!(note(3, 7, &[(3, 3), (5, 6)]).as_deref(), Some("pushes 3 and 5 to 6 forced"));
    assert_eq!(note(3, 5, &[(4, 4)]).as_deref(), Some("push 4 forced"));
}

#[test]
fn nothing_has_to_be_done_in_a_level_without_a_solution() {
    // The box at the wall can be brought to no goal.
    let level = level(
        "
        ##########
        #   ##  .#
        #$$@    .#
        #   ##   #
        ##########",
    );
    let said = |known| {
        let found = explain(&level, known, &RatingLimits::DEFAULT.without_states(), &mut |_| None);
        let found = found.expect("playable");
        let sentences: Vec<String> =
            found.chambers.into_iter().flat_map(|it| it.sentences).collect();
        sentences.join(" ")
    };
    let (unknown, unsolvable) =
        (said(SolutionKnowledge::Nothing), said(SolutionKnowledge::Unsolvable));
    assert!(unknown.contains("both have to leave"), "{unknown}");
    assert!(unsolvable.contains("both would have to leave"), "{unsolvable}");
    // The state space also proves it.
    let found = explain(&level, SolutionKnowledge::Nothing, &RatingLimits::DEFAULT, &mut |_| None);
    let sentences: Vec<String> =
        found.expect("playable").chambers.into_iter().flat_map(|it| it.sentences).collect();
    assert_eq!(sentences.join(" "), unsolvable);
}

#[test]
fn goals_that_shut_others_off_are_told() {
    let found = explained(&level(
        "
        #########
        #   #####
        #@$ $ ..#
        #   #####
        #########",
    ));
    let text = found.remarks.join(" ");
    assert!(text.contains("A box left on g3 shuts off h3: fill that one first."), "{text}");
}

#[test]
fn a_level_without_a_known_solution_is_told_by_its_chambers() {
    let level = level_in(SOKEVO[0], Rules::NETHACK);
    let limits = RatingLimits { states_max: 10, ..RatingLimits::DEFAULT };
    let found =
        explain(&level, SolutionKnowledge::Nothing, &limits, &mut |_| None).expect("playable");
    assert!(found.plan.is_none() && found.chambers.len() == 3);
}

#[test]
fn letters_of_the_chambers_spoken_of_leave_none_out() {
    // Behind the holes are closets, which are niches, and the room between them.
    let found = explained(&level_in(
        "
        ----------------
        |.+....---|....|
        ---.0..@^^.....|
        |.+..0.---|....|
        ---....---------
          ------",
        Rules::NETHACK,
    ));
    let letters: Vec<&str> = found.chambers.iter().map(|it| it.letter.as_str()).collect();
    assert_eq!(letters, ["A", "B", "C"]);
}

#[test]
fn a_decisive_moment_is_no_part_of_the_prelude() {
    // One box, one path: every push is forced, though others are possible and would lose.
    let found = explained(&level(
        "
        ######
        #    #
        #@$ .#
        #    #
        ######",
    ));
    let plan = found.plan.expect("a solution");
    assert_eq!((plan.prelude, plan.decisive), (Some(2), None));
    for level in SOKEVO.map(|it| level_in(it, Rules::NETHACK)) {
        let plan = explained(&level).plan.expect("a solution");
        let prelude = plan.prelude.expect("a small level");
        assert!(plan.decisive.is_none_or(|it| it.push > prelude));
    }
}
