//! Levels as PDDL problems for planners such as Fast Downward, and their plans as moves.
//!
//! The problems are typed STRIPS with action costs: a push costs 1 and a step nothing, so the cost
//! of a plan is its number of pushes. Boxes are anonymous, since their identity never matters.
//! `(clear ?l)` means that the keeper may walk there: no box, no open hole.

mod plan;

use std::fmt::Write;

use super::write_error::WriteError;
use crate::board::Board;
use crate::check::check;
use crate::direction::Direction;
use crate::level::Level;
use crate::rule_set::{Directions, GoalKind, Rules};
use crate::square::Square;
use crate::state::State;

pub use plan::{PlanError, plan_to_moves};

const FORMAT: &str = "pddl";

/// The domain of a rule set, shared by the problems of all its levels.
///
/// # Errors
/// If the rule set has diagonal moves.
pub fn domain(rules: Rules) -> Result<String, WriteError> {
    check_rules(rules)?;
    let mut out = String::new();
    let mut add = |text: &str| out.push_str(text);
    add(&format!("(define (domain sokoban-{})\n", rules.name()));
    add("  (:requirements :strips :typing :action-costs)\n");
    add("  (:types location direction)\n");
    add("  (:constants left up right down - direction)\n");
    add("  (:predicates\n");
    add("    (adjacent ?from ?to - location ?towards - direction)\n");
    add("    (keeper ?l - location)\n");
    add("    (box ?l - location)\n");
    add("    (clear ?l - location)\n");
    add("    (box-may ?l - location)");
    add(match rules.goal() {
        GoalKind::Keep => ")\n",
        GoalKind::Sink => "\n    (sink ?l - location))\n",
        GoalKind::Fill => {
            "\n    (hole ?l - location)\n    (filled ?l - location)\n    (exit ?l - location)\n    \
             (out))\n"
        }
    });
    add("  (:functions (total-cost) - number)\n");
    add(MOVE);
    add(&push("push", "(clear ?over) (box-may ?over)", "(box ?over) (not (clear ?over))"));
    match rules.goal() {
        GoalKind::Keep => {}
        GoalKind::Sink => add(&push("push-into-sink", "(sink ?over)", "")),
        GoalKind::Fill => {
            let effect = "(not (hole ?over)) (filled ?over) (clear ?over)";
            add(&push("push-into-hole", "(hole ?over)", effect));
            add(LEAVE);
        }
    }
    add(")\n");
    Ok(out)
}

const MOVE: &str = "  (:action move
    :parameters (?from ?to - location ?towards - direction)
    :precondition (and (keeper ?from) (adjacent ?from ?to ?towards) (clear ?to))
    :effect (and (not (keeper ?from)) (keeper ?to) (increase (total-cost) 0)))
";

/// A disjunctive goal would need derived predicates, which few admissible heuristics support. So
/// the keeper leaves the level by some exit, after which no action is possible.
const LEAVE: &str = "  (:action leave
    :parameters (?from - location)
    :precondition (and (keeper ?from) (exit ?from))
    :effect (and (not (keeper ?from)) (out) (increase (total-cost) 0)))
";

fn push(name: &str, precondition: &str, effect: &str) -> String {
    format!(
        "  (:action {name}
    :parameters (?from ?to ?over - location ?towards - direction)
    :precondition (and (keeper ?from) (adjacent ?from ?to ?towards) (box ?to)
      (adjacent ?to ?over ?towards) {precondition})
    :effect (and (not (keeper ?from)) (keeper ?to) (not (box ?to)) (clear ?to)
      {effect} (increase (total-cost) 1)))
"
    )
}

/// The problem of a level. Locations are called `s-COLUMN-ROW`, counted from 0.
///
/// # Errors
/// If the rule set has diagonal moves, or the level cannot be played.
pub fn problem(level: &Level, name: &str) -> Result<String, WriteError> {
    check_rules(level.rules)?;
    let (board, state) = check(level).map_err(WriteError::Level)?;
    let rules = board.rules();
    let mut out = String::new();
    let _ = writeln!(out, "(define (problem {})", symbol(name));
    let _ = writeln!(out, "  (:domain sokoban-{})", rules.name());
    out.push_str("  (:objects\n");
    for square in board.squares() {
        let _ = writeln!(out, "    {}", location(&board, square));
    }
    out.push_str("    - location)\n  (:init\n    (= (total-cost) 0)\n");
    for square in board.squares() {
        for direction in Direction::ORTHOGONAL {
            if let Some(beside) = board.neighbour(square, direction) {
                let (from, to) = (location(&board, square), location(&board, beside));
                let _ = writeln!(out, "    (adjacent {from} {to} {direction})");
            }
        }
        for fact in facts(&board, &state, square) {
            let _ = writeln!(out, "    ({fact} {})", location(&board, square));
        }
    }
    out.push_str("  )\n  (:goal (and\n");
    let demands = demands(&board, &state);
    if demands.is_empty() {
        // An empty goal is legal but confuses planners; the level starts won.
        let _ = writeln!(out, "    (keeper {})", location(&board, state.keeper));
    }
    for demand in demands {
        let _ = writeln!(out, "    {demand}");
    }
    out.push_str("  ))\n  (:metric minimize (total-cost)))\n");
    Ok(out)
}

fn check_rules(rules: Rules) -> Result<(), WriteError> {
    match (rules.steps(), rules.pushes()) {
        (Directions::Four, Directions::Four) => Ok(()),
        _ => Err(WriteError::NoWay { format: FORMAT, what: "diagonal moves" }),
    }
}

/// `name` as a PDDL symbol.
fn symbol(name: &str) -> String {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    let word: String = name.chars().map(|it| if is_part(it) { it } else { '-' }).collect();
    if word.starts_with(|it: char| it.is_ascii_alphabetic()) {
        word
    } else {
        format!("level-{word}")
    }
}

fn location(board: &Board, square: Square) -> String {
    let (x, y) = board.position(square);
    format!("s-{x}-{y}")
}

/// The facts that hold for a square initially.
fn facts(board: &Board, state: &State, square: Square) -> Vec<&'static str> {
    let has_box = state.boxes.contains(square);
    let is_hole = state.is_open_hole(board, square);
    let is_sink = board.rules().goal() == GoalKind::Sink && board.goals().contains(square);
    let mut facts = Vec::new();
    let mut add = |holds: bool, fact| {
        if holds {
            facts.push(fact);
        }
    };
    add(state.keeper == square, "keeper");
    add(has_box, "box");
    add(!has_box && !is_hole, "clear");
    add(is_hole, "hole");
    add(is_sink, "sink");
    add(!is_sink && !board.dead_fields().contains(square), "box-may");
    // A single exit is named in the goal.
    add(board.exits().len() > 1 && board.exits().contains(square), "exit");
    facts
}

/// The conditions of the goal.
fn demands(board: &Board, state: &State) -> Vec<String> {
    let named = |fact: &str, square: Square| format!("({fact} {})", location(board, square));
    let goals = board.goals();
    let mut exits = board.exits().iter();
    match board.rules().goal() {
        GoalKind::Keep if state.boxes.len() >= goals.len() => {
            goals.iter().map(|goal| named("box", goal)).collect()
        }
        // With fewer boxes than goals, every box must be on a goal.
        GoalKind::Keep | GoalKind::Sink => {
            let elsewhere = board.squares().filter(|&square| !goals.contains(square));
            elsewhere.map(|square| named("clear", square)).collect()
        }
        GoalKind::Fill => match (exits.next(), exits.next()) {
            (Some(exit), None) => vec![named("keeper", exit)],
            (Some(_), Some(_)) => vec!["(out)".to_owned()],
            (None, _) => {
                let open = goals.iter().filter(|&goal| !state.filled.contains(goal));
                open.map(|goal| named("filled", goal)).collect()
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{domain, plan_to_moves, problem};
    use crate::rule_set::{Directions, Rules};
    use crate::testing::level_in;
    use crate::text::WriteError;
    use crate::verify::{LetterCase, verify};

    /// The goal conditions of the problem of a level, one per line.
    fn goal(level: &str, rules: Rules) -> Vec<String> {
        let text = problem(&level_in(level, rules), "x").expect("playable");
        let (_, goal) = text.split_once("(:goal (and\n").expect("there is a goal");
        let (goal, _) = goal.split_once("  ))").expect("it ends");
        goal.lines().map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn brackets_match_under_every_rule_set() {
        for rules in Rules::ALL {
            let level = level_in("------\n|@0^<|\n------", rules);
            let texts = [domain(rules), problem(&level, "some name")];
            if rules.steps() == Directions::Eight {
                assert!(texts.iter().all(|text| matches!(text, Err(WriteError::NoWay { .. }))));
                continue;
            }
            for text in texts {
                let text = text.expect("four directions");
                let count = |bracket| text.matches(bracket).count();
                assert_eq!(count('('), count(')'), "{text}");
                assert!(text.ends_with(")\n"));
            }
        }
    }

    #[test]
    fn every_goal_wants_a_box_or_every_box_a_goal() {
        let level = "#######\n#@$ ..#\n#######";
        assert_eq!(goal(&level.replacen('.', "$", 1), Rules::OFFICIAL), ["(box s-5-1)"]);
        let elsewhere = ["(clear s-1-1)", "(clear s-2-1)", "(clear s-3-1)"];
        assert_eq!(goal(level, Rules::OFFICIAL), elsewhere);
        assert_eq!(goal(level, Rules::SINK), elsewhere);
    }

    #[test]
    fn the_keeper_wants_an_exit_or_all_holes_filled() {
        assert_eq!(goal("------\n|@0^<|\n------", Rules::NETHACK), ["(keeper s-4-1)"]);
        assert_eq!(goal("-------\n|<@0^<|\n-------", Rules::NETHACK), ["(out)"]);
        assert_eq!(goal("------\n|@0^.|\n------", Rules::NETHACK), ["(filled s-3-1)"]);
    }

    #[test]
    fn a_square_says_what_is_on_it() {
        let text = problem(&level_in("######\n#@$x.#\n######", Rules::OFFICIAL), "7 up!");
        let text = text.expect("playable");
        assert!(text.starts_with("(define (problem level-7-up-)\n  (:domain sokoban-official)"));
        for fact in
            ["(keeper s-1-1)", "(clear s-1-1)", "(box s-2-1)", "(adjacent s-1-1 s-2-1 right)"]
        {
            assert!(text.contains(fact), "{fact}");
        }
        assert!(!text.contains("(clear s-2-1)") && !text.contains("(box-may s-3-1)"));
    }

    #[test]
    fn a_plan_is_verified_like_any_moves() {
        let level = level_in("------\n|@0^<|\n------", Rules::NETHACK);
        let plan = "(push-into-hole s-1-1 s-2-1 s-3-1 right)\n(move s-2-1 s-3-1 right)\n\
            (move s-3-1 s-4-1 right)\n; cost = 1 (general cost)\n";
        let moves = plan_to_moves(plan).expect("well formed");
        assert!(verify(&level, &moves, LetterCase::Strict).is_ok());
    }
}
