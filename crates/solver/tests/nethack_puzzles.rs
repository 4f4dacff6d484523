//! The complete puzzles of the `NetHack` 4 document: P1 to P6.

use sokolab_core::Rules;
use sokolab_core::testing::{SOKEVO, level_in};
use sokolab_solver::{Objective, Outcome, Request, solve};

/// The fewest pushes that solve a level; `None` if it is unsolvable.
fn pushes(text: &str, rules: Rules) -> Option<usize> {
    let level = level_in(text, rules);
    let request = Request { objective: Objective::Pushes, ..Request::new(&level) };
    match solve(&request, &mut |_| None).outcome {
        Outcome::Solved { solution, optimal: true, .. } => Some(solution.measures().pushes),
        Outcome::Unsolvable => None,
        outcome => panic!("undecided: {outcome:?}"),
    }
}

#[test]
fn p1_possible_under_official_rules_only() {
    let text = "
        -------
        |@^.0.|
        ---...|
          -----";
    assert_eq!(pushes(text, Rules::OFFICIAL), Some(2));
    assert_eq!(pushes(text, Rules::NETHACK), None);
}

#[test]
fn p2_possible_under_nethack_rules_only() {
    let text = "
        --------
        |@0^0^<|
        --------";
    assert_eq!(pushes(text, Rules::NETHACK), Some(2));
    assert_eq!(pushes(text, Rules::OFFICIAL), None);
}

#[test]
fn p3_p4_a_puzzle_and_the_same_turned_by_45_degrees() {
    let straight = "
           ----
           |..|
        ----0.--
        |@..0^^|
        |...--<|
        --------";
    let turned = "
           ---
          --@-- ---
          |.-.---.--
          --.-.-0-.|
           --.-0-.--
            ----^--
               --^|
               |<--
               ---";
    for rules in [Rules::OFFICIAL, Rules::NETHACK] {
        assert_eq!(pushes(straight, rules), Some(8), "{rules}");
        assert_eq!(pushes(turned, rules), None, "{rules}");
    }
    assert_eq!(pushes(turned, Rules::NETHACK_DIAGONAL), Some(8));
}

#[test]
fn p5_three_puzzles_of_one_principle() {
    for rules in [Rules::OFFICIAL, Rules::NETHACK] {
        for (text, expected) in SOKEVO.into_iter().zip([72, 66, 56]) {
            assert_eq!(pushes(text, rules), Some(expected), "{rules} {text}");
        }
    }
}

#[test]
fn p6_the_first_of_them_after_its_prelude() {
    let after = "
        -----
        |...----
        |...|..--
        --..|0..-----
         |..|...^^^<|
         |0.|0..-----
         |@....--
         |..|..|
         -------";
    for rules in [Rules::OFFICIAL, Rules::NETHACK] {
        assert_eq!(pushes(after, rules), Some(60), "{rules}");
    }
}

#[test]
fn a_storage_is_needed_where_it_was_composed_to_be() {
    let composed = "
        ------
        ---..-
        ---..-
        ---..-
        ---.--
        ---.--
        -.0..-
        -..0.-
        -..0.-
        ----.-
        ----@-
        ----^-
        ----^-
        ----^-
        ----<-
        ------";
    assert_eq!(pushes(composed, Rules::NETHACK), Some(39));
    let walled = composed.replacen("---.--", "------", 1);
    assert_eq!(pushes(&walled, Rules::NETHACK), None);
}

#[test]
fn a_goal_lock_of_three_needs_a_storage_for_three() {
    let lock = "
        --------------------
        -@...---.^^^..------
        -.0..---.---..------
        -..0.....---.---...-
        -..0.--............-
        -....-------..--...-
        ----------------...-
        --------------------";
    let for_two = "
        ---------------------
        -@...---.^^^..-------
        -.0..---.---..-------
        -..0.....---.--------
        -..0.--.............-
        -....-------..--....-
        ---------------------";
    assert_eq!(pushes(lock, Rules::OFFICIAL), Some(82));
    assert_eq!(pushes(for_two, Rules::OFFICIAL), None);
}
