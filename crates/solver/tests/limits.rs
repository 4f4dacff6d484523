//! Limits hold on large boards: little work is done between two calls of the observer, and little
//! after it has stopped the search.

use sokolab_core::testing::level;
use sokolab_core::{Level, Rules};
use sokolab_solver::{Budget, Method, Objective, Outcome, Progress, Request, Stop, solve};

/// The most processor time between two calls of the observer, in seconds. A test build runs
/// reference routines beside the fast ones; an optimised program needs a twentieth of it (`cargo
/// xtask abuse`).
const GAP_MAX: f64 = 2.0;

/// The processor time after which a search is stopped, in seconds.
const SPENT_MAX: f64 = 0.2;

/// An empty room with boxes near one corner and goals near the opposite one.
fn room(side: usize, boxes: usize) -> Level {
    let mut rows = vec![format!("#{}#", " ".repeat(side)); side];
    let mut put = |x: usize, y: usize, what: &str| rows[y].replace_range(x..=x, what);
    for number in 0..boxes {
        let (x, y) = (3 + number % 8 * 3, 3 + number / 8 * 3);
        put(x, y, "$");
        put(side - x, side - 1 - y, ".");
    }
    put(1, 0, "@");
    let wall = "#".repeat(side + 2);
    level(&format!("{wall}\n{}\n{wall}", rows.join("\n")))
}

/// Rooms of four by four squares with doors between them, and a box in the first.
fn rooms(count: usize) -> Level {
    let wall = "#".repeat(5 * count + 1);
    let door = "#  ##".repeat(count) + "#";
    let inside = "#    ".repeat(count) + "#";
    let passage = format!("#{} #", " ".repeat(5 * count - 2));
    let mut rows = vec![wall.clone()];
    for _ in 0..count {
        rows.extend([inside.clone(), passage.clone(), inside.clone(), inside.clone()]);
        rows.push(door.clone());
    }
    *rows.last_mut().expect("a wall") = wall;
    rows[2].replace_range(1..5, "@ $ ");
    let last = rows.len() - 3;
    rows[last].replace_range(5 * count - 2..5 * count - 1, ".");
    level(&rows.join("\n"))
}

/// The processor time that this thread has taken so far, if the system reports it.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// Solves a level for at most `spent_max` seconds and returns the longest time between two calls of
/// the observer, or after the last one.
fn longest_gap(request: &Request<'_>, spent_max: f64) -> Option<f64> {
    let start = cpu_seconds()?;
    let (mut last, mut longest) = (start, 0.0_f64);
    let mut observer = |_: &Progress| {
        let now = cpu_seconds()?;
        longest = longest.max(now - last);
        last = now;
        (now - start > spent_max).then_some(Stop::Time)
    };
    drop(solve(request, &mut observer));
    Some(longest.max(cpu_seconds()? - last))
}

/// Once, hundreds of rooms were compared with each other before the observer was asked.
#[test]
fn a_board_of_many_rooms_is_made_ready_without_delay() {
    let level = rooms(38);
    for method in [Method::Auto, Method::Fess] {
        let request =
            Request { method, budget: Budget::of_memory(64 << 20), ..Request::new(&level) };
        let Some(gap) = longest_gap(&request, SPENT_MAX) else { return };
        assert!(gap < GAP_MAX, "{}: {gap:.2} s", method.name());
    }
}

/// With many holes a state takes long to score, which shows only after a while.
#[test]
fn scores_of_states_with_many_holes_are_asked_about_often_enough() {
    for rules in Rules::ALL.into_iter().filter(|&it| it != Rules::OFFICIAL) {
        let level = room(40, 30).with_rules(rules);
        let request = Request { method: Method::Fess, ..Request::new(&level) };
        let Some(gap) = longest_gap(&request, 2.0) else { return };
        assert!(gap < GAP_MAX, "{rules}: {gap:.2} s");
    }
}

#[test]
fn every_method_asks_often_enough_on_large_boards() {
    for (side, boxes) in [(190, 1), (60, 20), (45, 40), (190, 60)] {
        let level = room(side, boxes);
        for method in Method::ALL {
            let request =
                Request { method, budget: Budget::of_memory(64 << 20), ..Request::new(&level) };
            let Some(gap) = longest_gap(&request, SPENT_MAX) else { return };
            assert!(gap < GAP_MAX, "{} with {boxes} boxes on {side}: {gap:.2} s", method.name());
        }
    }
}

#[test]
fn every_objective_asks_often_enough_on_large_boards() {
    for (side, boxes) in [(190, 1), (60, 20)] {
        let level = room(side, boxes);
        for objective in Objective::ALL {
            let request = Request { objective, ..Request::new(&level) };
            let Some(gap) = longest_gap(&request, SPENT_MAX) else { return };
            assert!(gap < GAP_MAX, "{objective:?} with {boxes} boxes on {side}: {gap:.2} s");
        }
    }
}

#[test]
fn a_box_in_a_vast_room_is_brought_home_at_once() {
    let level = room(190, 1);
    let request = Request { budget: Budget::of_nodes(2_000), ..Request::new(&level) };
    let report = solve(&request, &mut |_| None);
    assert!(matches!(report.outcome, Outcome::Solved { .. }), "{:?}", report.outcome);
    assert!(report.memory_bytes < 128 << 20, "{} bytes", report.memory_bytes);
}

/// A state with many boxes has many successors, and each of them takes a while on a large board.
/// Once, the observer was asked only between states: 2.4 s late with 1,000 boxes.
#[test]
fn issue_16_the_observer_is_asked_between_the_successors_of_a_state() {
    let level = room(95, 100);
    let asked = |nodes| {
        let (method, budget) = (Method::Petersohn, Budget::of_nodes(nodes));
        let mut asked = 0;
        let report = solve(&Request { method, budget, ..Request::new(&level) }, &mut |_| {
            asked += 1;
            None
        });
        assert_eq!(report.nodes, nodes);
        asked
    };
    let (before, after) = (asked(0), asked(1));
    assert!(after > before + 10, "asked {before} times before the first node, {after} after it");
}

/// Once, neither the distances to many goals nor the successors of a state with many boxes counted
/// before the next state was expanded: 167 MB with `--memory 64M`, on a board of 200 x 200.
#[test]
fn issue_16_petersohns_tables_and_successors_count_as_memory() {
    for (side, boxes, memory_bytes_max) in [(190, 480, 64 << 20), (95, 100, 5 << 20)] {
        let level = room(side, boxes);
        let budget = Budget { nodes_max: 10, memory_bytes_max };
        let request = Request { method: Method::Petersohn, budget, ..Request::new(&level) };
        let report = solve(&request, &mut |_| None);
        let is_stopped = matches!(report.outcome, Outcome::Stopped(Stop::Memory));
        assert!(is_stopped && report.nodes == 0, "{} nodes, {:?}", report.nodes, report.outcome);
    }
}
