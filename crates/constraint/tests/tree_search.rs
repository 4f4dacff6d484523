//! Tree search: judges, the cost of steps, and what inference prunes.

use std::sync::atomic::{AtomicU64, Ordering};

use sokolab_constraint::{
    CandidateSolution, ConstraintOptions, Heuristic, Judge, Opinion, Position, Pruned, Task,
    Technique, TechniqueAnswer, solve_counting,
};
use sokolab_core::testing::position_in;
use sokolab_core::{Board, Budget, Direction, Meter, Push, Rules, State};

/// Two boxes that can be pushed to either goal; the keeper stands beside one of them.
const HALL: &str = "
    ##########
    #.      .#
    #        #
    #@$    $ #
    #        #
    ##########";

/// If the four goals in the middle are filled first, the goal on the left is out of reach.
const BARRIER: &str = "
    ##############
    #.   **  $ @ #
    #    *. $    #
    ##############";

fn search(
    board: &Board,
    start: &State,
    options: ConstraintOptions,
    judge: Option<&dyn Judge>,
) -> (TechniqueAnswer, Pruned, u64) {
    let task = Task { options, judge, ..Task::new(board, start, Technique::TreeSearch) };
    let mut observer = |_: &_| None;
    let mut meter = Meter::new(Budget::of_nodes(20_000), &mut observer);
    let (answer, pruned) = solve_counting(&task, &mut meter);
    (answer, pruned.expect("tree search counts"), meter.progress.nodes)
}

fn first_push(answer: &TechniqueAnswer) -> Option<Push> {
    match answer {
        TechniqueAnswer::Solved { way: CandidateSolution::Pushes(pushes), .. } => {
            pushes.first().copied()
        }
        _ => None,
    }
}

/// A judge that counts its questions and wants the last push of the list.
#[derive(Debug, Default)]
struct Stubborn {
    asked: AtomicU64,
}

impl Judge for Stubborn {
    fn worth(&self, position: &Position<'_>) -> f64 {
        position.worth_of(f64::from(position.estimate))
    }

    fn opinion(&self, position: &Position<'_>, pushes: &[Push]) -> Option<Opinion> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let mut weights = vec![0.0; pushes.len()];
        if let Some(last) = weights.last_mut() {
            *last = 1.0;
        }
        Some(Opinion { worth: self.worth(position), weights })
    }
}

#[test]
fn any_judge_is_asked_about_every_node() {
    let (board, start) = position_in(HALL, Rules::OFFICIAL);
    let judge = Stubborn::default();
    let (answer, _, nodes) = search(&board, &start, ConstraintOptions::default(), Some(&judge));
    assert!(matches!(answer, TechniqueAnswer::Solved { .. }), "{answer:?}");
    assert_eq!(judge.asked.load(Ordering::Relaxed), nodes);
}

#[test]
fn steps_make_the_nearer_box_first() {
    let (board, start) = position_in(HALL, Rules::OFFICIAL);
    let options = ConstraintOptions { step_cost: 5.0, ..ConstraintOptions::default() };
    for seed in 0..10 {
        let (answer, ..) = search(&board, &start, ConstraintOptions { seed, ..options }, None);
        let push = first_push(&answer).expect("a solution");
        let (x, _) = board.position(push.from);
        let left = start.boxes.iter().map(|it| board.position(it).0).min();
        assert_eq!(Some(x), left, "{push:?} with seed {seed}");
        assert_ne!(push.direction, Direction::Left);
    }
}

#[test]
fn propagation_prunes_what_the_other_rules_leave() {
    let (board, start) = position_in(BARRIER, Rules::OFFICIAL);
    let usual = ConstraintOptions::default();
    let (answer, pruned, _) = search(&board, &start, usual, None);
    assert!(pruned.propagation > 0, "{pruned:?}");
    let disabled = usual.disabled.disable(Heuristic::Propagation);
    let (other, pruned, _) = search(&board, &start, ConstraintOptions { disabled, ..usual }, None);
    assert_eq!(pruned.propagation, 0);
    assert_eq!(std::mem::discriminant(&answer), std::mem::discriminant(&other));
    assert!(!matches!(answer, TechniqueAnswer::Stopped { .. }), "{answer:?}");
}
