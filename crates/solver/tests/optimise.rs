//! The optimiser on small boards: turns wasteful solutions into optimal ones under every rule set.

use std::collections::{BTreeMap, VecDeque};

use sokolab_core::reference::{expand, fewest_moves, fewest_pushes, is_won_by_walking};
use sokolab_core::testing::{Chance, is_slow, level, random_levels};
use sokolab_core::{
    Board, LetterCase, Level, Moves, Push, Rules, Solution, State, apply_push, check, is_won,
    normalized, verify, walk,
};
use sokolab_solver::{Budget, ImprovementRequest, Objective, Stop, optimise};

/// Every state reachable from `start`, with the fewest pushes to a win if there is one.
fn all_costs(board: &Board, start: &State) -> BTreeMap<State, Option<usize>> {
    let mut costs = BTreeMap::from([(normalized(board, start), None)]);
    let mut parents: BTreeMap<State, Vec<State>> = BTreeMap::new();
    let mut pending: Vec<State> = costs.keys().cloned().collect();
    let mut won = VecDeque::new();
    while let Some(state) = pending.pop() {
        if is_won_by_walking(board, &state) {
            won.push_back((state.clone(), 0));
        }
        for (_, child) in expand(board, &state) {
            let child = normalized(board, &child);
            parents.entry(child.clone()).or_default().push(state.clone());
            if !costs.contains_key(&child) {
                costs.insert(child.clone(), None);
                pending.push(child);
            }
        }
        if costs.len() > 4_000 {
            return BTreeMap::new();
        }
    }
    while let Some((state, cost)) = won.pop_front() {
        let known = costs.entry(state.clone()).or_default();
        if known.is_none() {
            *known = Some(cost);
            let before = parents.get(&state).into_iter().flatten();
            won.extend(before.map(|it| (it.clone(), cost + 1)));
        }
    }
    costs
}

/// A solution that wanders for a while before it heads for a win; `None` if there is none or the
/// board is too large to know.
fn wasteful(level: &Level, chance: &mut Chance) -> Option<Solution> {
    let (board, start) = check(level).ok()?;
    let costs = all_costs(&board, &start);
    let cost = |state: &State| *costs.get(&normalized(&board, state))?;
    cost(&start)?;
    let mut state = start.clone();
    let mut moves = Moves::new();
    let mut idle = 14;
    while !is_won_by_walking(&board, &state) || idle > 0 {
        let children = expand(&board, &state);
        let now = cost(&state)?;
        let is_good = |child: &State| match cost(child) {
            Some(rest) => idle > 0 || rest < now,
            None => false,
        };
        let good: Vec<Push> =
            children.into_iter().filter(|it| is_good(&it.1)).map(|it| it.0).collect();
        if good.is_empty() {
            break;
        }
        let push = good[chance.below(good.len())];
        let behind = board.neighbour(push.from, push.direction.opposite())?;
        walk(&board, &state, behind)?.into_iter().for_each(|step| moves.step(step));
        moves.push(push.direction);
        apply_push(&board, &mut state, push);
        idle = usize::saturating_sub(idle, 1);
    }
    if !is_won(&board, &state) {
        let ways = board.exits().iter().filter_map(|exit| walk(&board, &state, exit));
        ways.min_by_key(Vec::len)?.into_iter().for_each(|step| moves.step(step));
    }
    Some(verify(level, &moves, LetterCase::Strict).expect("legal play to a win").solution)
}

#[test]
fn wasteful_solutions_become_the_best_under_every_rule_set() {
    for rules in Rules::ALL {
        let mut chance = Chance::new(8);
        let count = if is_slow() { 3_000 } else { 150 };
        let mut looked_at = 0;
        for level in random_levels(rules, count) {
            let Some(solution) = wasteful(&level, &mut chance) else { continue };
            looked_at += 1;
            let (board, start) = check(&level).expect("random levels are playable");
            let request = ImprovementRequest::new(&level, &solution);
            let pushes = optimise(&request, &mut |_| None).solution.measures().pushes;
            assert_eq!(Some(pushes), fewest_pushes(&board, &start), "{rules}: {level:?}");
            let request = ImprovementRequest { objective: Objective::Moves, ..request };
            let moves = optimise(&request, &mut |_| None).solution.measures().moves;
            assert_eq!(Some(moves), fewest_moves(&board, &start), "{rules}: {level:?}");
        }
        assert!(looked_at > count / 8, "{rules}: only {looked_at} levels were looked at");
    }
}

/// Two boxes for two goals, with room to waste moves.
fn yard() -> Level {
    level(
        "
        ########
        #      #
        # $ $  #
        #   .  #
        #@  .  #
        ########",
    )
}

/// A solution of the yard that pushes boxes back and forth.
fn long_way(level: &Level) -> Solution {
    wasteful(level, &mut Chance::new(3)).expect("the yard has solutions")
}

#[test]
fn every_number_of_threads_finds_the_best_way() {
    let level = yard();
    let solution = long_way(&level);
    let (board, start) = check(&level).expect("playable");
    for threads in [1, 2, 3] {
        let request = ImprovementRequest { threads, ..ImprovementRequest::new(&level, &solution) };
        let improved = optimise(&request, &mut |_| None);
        let pushes = improved.solution.measures().pushes;
        assert_eq!(Some(pushes), fewest_pushes(&board, &start));
        assert!(pushes < solution.measures().pushes);
        assert_eq!(improved.stopped, None);
    }
}

#[test]
fn a_limit_keeps_what_there_is_and_nothing_gets_worse() {
    let level = yard();
    let solution = long_way(&level);
    for nodes in [0, 1, 5, 20, 80, 320] {
        for objective in [Objective::Pushes, Objective::Moves] {
            let budget = Budget::of_nodes(nodes);
            let request = ImprovementRequest {
                budget,
                objective,
                ..ImprovementRequest::new(&level, &solution)
            };
            let improved = optimise(&request, &mut |_| None);
            let (old, new) = (solution.measures(), improved.solution.measures());
            match objective {
                Objective::Moves => assert!((new.moves, new.pushes) <= (old.moves, old.pushes)),
                _ => assert!((new.pushes, new.moves) <= (old.pushes, old.moves)),
            }
            assert!(improved.nodes <= nodes);
            let again = optimise(&request, &mut |_| None);
            assert_eq!(again.solution, improved.solution);
            assert_eq!(again.nodes, improved.nodes);
        }
    }
}

#[test]
fn the_observer_stops_the_work() {
    let level = yard();
    let solution = long_way(&level);
    let request = ImprovementRequest::new(&level, &solution);
    let improved = optimise(&request, &mut |_| Some(Stop::Time));
    assert_eq!(improved.stopped, Some(Stop::Time));
    assert!(improved.solution.measures().pushes <= solution.measures().pushes);
}
