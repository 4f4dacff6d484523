//! Every technique on small worlds: its solutions are valid, its proofs are right, and its claims
//! of optimality hold.

use sokolab_constraint::tiles::TileRules;
use sokolab_constraint::{
    CandidateSolution, ConstraintOptions, DisabledHeuristics, Heuristic, Task, Technique,
    TechniqueAnswer, solve,
};
use sokolab_core::reference::{fewest_moves, fewest_pushes};
use sokolab_core::testing::{is_slow, level, random_levels};
use sokolab_core::text::{Format, WriteOptions, write_level};
use sokolab_core::{
    Board, Budget, Level, Meter, MoveKind, Push, Rules, State, apply_push, check, is_won, region,
    try_push,
};

/// Random levels that the techniques support: as many boxes as goals, no dead fields.
fn levels(count: usize) -> impl Iterator<Item = (Level, Board, State)> {
    let playable = random_levels(Rules::OFFICIAL, usize::MAX).filter_map(|level| {
        let (board, state) = check(&level).ok()?;
        let is_even = state.boxes.len() == board.goals().len();
        (is_even && board.dead_fields().is_empty()).then_some((level, board, state))
    });
    playable.take(count)
}

fn ask(task: &Task<'_>, nodes_max: u64) -> TechniqueAnswer {
    let mut observer = |_: &_| None;
    solve(task, &mut Meter::new(Budget::of_nodes(nodes_max), &mut observer))
}

fn task<'a>(board: &'a Board, start: &'a State, technique: Technique) -> Task<'a> {
    let options = ConstraintOptions { seed: 7, ..ConstraintOptions::default() };
    Task { options, ..Task::new(board, start, technique) }
}

/// The same task with other heuristics disabled.
fn without(task: Task<'_>, disabled: DisabledHeuristics) -> Task<'_> {
    Task { options: ConstraintOptions { disabled, ..task.options }, ..task }
}

/// The level as text, for failure messages.
fn draw(level: &Level) -> String {
    let mut text = String::new();
    let written = write_level(level, 1, &WriteOptions::new(Format::Sok), &mut text);
    assert!(written.is_ok());
    text
}

/// Plays a solution to its end; returns the number of moves and pushes.
fn play(board: &Board, start: &State, way: &CandidateSolution) -> (usize, usize) {
    let mut state = start.clone();
    let counts = match way {
        CandidateSolution::Pushes(pushes) => {
            for &push in pushes {
                let behind = board.neighbour(push.from, push.direction.opposite());
                assert!(region(board, &state).contains(behind.expect("room for the keeper")));
                assert!(try_push(board, &state, push).is_ok());
                apply_push(board, &mut state, push);
            }
            (0, pushes.len())
        }
        CandidateSolution::Moves(moves) => {
            let mut pushes = 0;
            for step in moves.as_slice() {
                let to = board.neighbour(state.keeper, step.direction).expect("no wall");
                assert_eq!(step.kind == MoveKind::Push, state.boxes.contains(to));
                if step.kind == MoveKind::Push {
                    let push = Push { from: to, direction: step.direction };
                    assert!(try_push(board, &state, push).is_ok());
                    apply_push(board, &mut state, push);
                    pushes += 1;
                } else {
                    state.keeper = to;
                }
            }
            (moves.len(), pushes)
        }
    };
    assert!(is_won(board, &state));
    counts
}

/// Compares the answer of a technique that tries increasing lengths with the truth, up to a
/// horizon.
fn check_sweep(technique: Technique, count: usize, horizon: u32) -> (usize, usize) {
    let (mut solved, mut none) = (0, 0);
    for (level, board, start) in levels(count) {
        let counts_moves = technique != Technique::SatPushes;
        let truth =
            if counts_moves { fewest_moves(&board, &start) } else { fewest_pushes(&board, &start) };
        let rows = draw(&level);
        let asked = task(&board, &start, technique).with_horizon(Some(horizon));
        match ask(&asked, u64::MAX) {
            TechniqueAnswer::Solved { way, is_fewest } => {
                let (moves, pushes) = play(&board, &start, &way);
                let cost = if counts_moves { moves } else { pushes };
                assert!(is_fewest && truth == Some(cost), "{technique:?} {truth:?}: {rows}");
                solved += 1;
            }
            TechniqueAnswer::NoSolutionUpTo(bound) => {
                assert_eq!(bound, horizon);
                assert!(truth.is_none_or(|it| it > horizon as usize), "{technique:?}: {rows}");
                none += 1;
            }
            TechniqueAnswer::Unsolvable => assert_eq!(truth, None, "{technique:?}: {rows}"),
            TechniqueAnswer::Stopped { stop, .. } => panic!("{stop:?} without a limit"),
        }
    }
    (solved, none)
}

#[test]
fn sat_by_pushes_finds_the_fewest_pushes() {
    let count = if is_slow() { 5_000 } else { 400 };
    let (solved, _) = check_sweep(Technique::SatPushes, count, 16);
    assert!(solved > count / 10, "{solved} of {count}");
    let (_, none) = check_sweep(Technique::SatPushes, count / 2, 2);
    assert!(none > 0, "{none} of {count}");
}

#[test]
fn sat_by_steps_finds_the_fewest_moves() {
    let count = if is_slow() { 3_000 } else { 200 };
    let (solved, _) = check_sweep(Technique::SatSteps, count, 20);
    assert!(solved > count / 10, "{solved} of {count}");
    let (_, none) = check_sweep(Technique::SatSteps, count / 2, 5);
    assert!(none > 0, "{none} of {count}");
}

#[test]
fn the_complete_tiling_finds_the_fewest_moves() {
    let count = if is_slow() { 3_000 } else { 200 };
    let (solved, _) = check_sweep(Technique::TilingComplete, count, 20);
    assert!(solved > count / 10, "{solved} of {count}");
    let (_, none) = check_sweep(Technique::TilingComplete, count / 2, 5);
    assert!(none > 0, "{none} of {count}");
}

#[test]
fn heuristics_change_no_answer() {
    for heuristic in Heuristic::ALL {
        for technique in [Technique::SatPushes, Technique::SatSteps, Technique::TilingComplete] {
            for (level, board, start) in levels(25) {
                let asked = task(&board, &start, technique).with_horizon(Some(12));
                let off = without(asked, DisabledHeuristics::DEFAULT.disable(heuristic));
                let cost = |answer: &TechniqueAnswer| match answer {
                    TechniqueAnswer::Solved { way: CandidateSolution::Moves(moves), .. } => {
                        Some(moves.len())
                    }
                    TechniqueAnswer::Solved { way: CandidateSolution::Pushes(pushes), .. } => {
                        Some(pushes.len())
                    }
                    _ => None,
                };
                let with = without(asked, DisabledHeuristics::DEFAULT.enable(heuristic));
                let rows = draw(&level);
                let truth = cost(&ask(&asked, u64::MAX));
                for other in [off, with] {
                    let found = cost(&ask(&other, u64::MAX));
                    assert_eq!(truth, found, "{technique:?} {heuristic:?}: {rows}");
                }
            }
        }
    }
}

#[test]
fn what_chance_finds_is_a_solution_and_what_it_proves_is_true() {
    for (technique, nodes, least) in [
        (Technique::Random, 3_000, 90),
        (Technique::TreeSearch, 3_000, 99),
        (Technique::Tiling, 400, 60),
        (Technique::TilingPunchOut, 400, 1),
    ] {
        let (mut solved, mut solvable) = (0, 0);
        let count = if is_slow() { 1_000 } else { 80 };
        for (level, board, start) in levels(count) {
            let truth = fewest_pushes(&board, &start);
            solvable += usize::from(truth.is_some());
            match ask(&task(&board, &start, technique), nodes) {
                TechniqueAnswer::Solved { way, is_fewest } => {
                    let (moves, _) = play(&board, &start, &way);
                    if is_fewest && moves > 0 {
                        assert_eq!(fewest_moves(&board, &start), Some(moves));
                    }
                    solved += 1;
                }
                TechniqueAnswer::Unsolvable => {
                    assert_eq!(truth, None, "{technique:?}: {}", draw(&level));
                }
                TechniqueAnswer::NoSolutionUpTo(_) => panic!("there is no horizon"),
                TechniqueAnswer::Stopped { .. } => {}
            }
        }
        assert!(solved * 100 >= solvable * least, "{technique:?}: {solved} of {solvable}");
    }
}

/// The keeper must cross a goal to get anywhere.
const ACROSS_A_GOAL: &str = "
    #######
    #@.   #
    ### $ #
    ###   #
    #######";

#[test]
fn the_published_tiles_do_not_step_onto_open_goals() {
    let level = level(ACROSS_A_GOAL);
    let (board, start) = check(&level).expect("playable");
    let truth = fewest_moves(&board, &start).map(|it| it as u32);
    let asked = task(&board, &start, Technique::TilingComplete);
    let TechniqueAnswer::Solved { way, is_fewest: true } = ask(&asked, u64::MAX) else {
        panic!("{truth:?} moves")
    };
    assert_eq!(Some(play(&board, &start, &way).0 as u32), truth);
    let (tile_rules, horizon) = (TileRules::Published, Some(45));
    let options = ConstraintOptions { tile_rules, horizon, ..asked.options };
    let published = Task { options, ..asked };
    assert_eq!(ask(&published, u64::MAX), TechniqueAnswer::NoSolutionUpTo(45));
}

#[test]
fn equal_seeds_give_equal_answers_and_limits_are_kept() {
    for (_, board, start) in levels(10) {
        for technique in [Technique::Random, Technique::TreeSearch, Technique::Tiling] {
            let asked = task(&board, &start, technique);
            assert_eq!(ask(&asked, 200), ask(&asked, 200), "{technique:?}");
            let mut observer = |_: &_| None;
            let mut meter = Meter::new(Budget::of_nodes(10), &mut observer);
            let _ = solve(&asked, &mut meter);
            assert!(meter.progress.nodes <= 10, "{technique:?}");
        }
    }
}
