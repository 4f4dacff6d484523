//! The alarm on the states of known solutions, where it must be silent.

use std::time::Duration;

use sokolab::insight::verdict::{Dead, Detectors, JudgeLimits, Judgement, judge};
use sokolab::{Board, MoveKind, Moves, State, check, make_move};

use super::clock::{limit, now};
use super::figures::{percentile, show};
use super::input::{LevelFile, Numbered, all};

/// Processor time of such a search.
const SEARCH_TIME: Duration = Duration::from_millis(200);

/// How much is looked at.
pub(super) struct Plan {
    /// The detectors look at one in this many states.
    pub(super) every: usize,
    /// A search looks at one in this many of those; at none if it is zero.
    pub(super) per_search: usize,
}

/// Lets the alarm look at the states of all known solutions; prints figures, and returns where it
/// fires.
pub(super) fn measure(files: &[LevelFile], plan: &Plan) -> Vec<String> {
    let (mut solutions, mut passed, mut searched) = (0, 0, 0);
    let (mut times, mut faults) = (Vec::new(), Vec::new());
    for (file, numbered) in all(files).filter(|it| !it.1.solutions.is_empty()) {
        show("known", file, numbered.number);
        let (board, _) = check(&numbered.level).expect("only playable levels are read");
        for moves in &numbered.solutions {
            solutions += 1;
            let mut detectors = Detectors::default();
            for (push, state) in states(numbered, moves).iter().enumerate() {
                passed += 1;
                if !usize::is_multiple_of(passed, plan.every) {
                    continue;
                }
                let begin = now();
                let mut dead = detectors.detect(&board, state);
                times.push(now().saturating_sub(begin).as_secs_f64() * 1e3);
                // Nothing is a multiple of zero but zero itself.
                if dead.is_none() && times.len().is_multiple_of(plan.per_search) {
                    searched += 1;
                    dead = search(&board, state);
                }
                let place = format!("{file}#{}, push {push}", numbered.number);
                faults.extend(dead.map(|it| format!("{place}: {}", it.sentence)));
            }
        }
    }
    let unmatched: usize = files.iter().map(|it| it.unmatched).sum();
    println!(
        "{solutions} known solutions, {} states, {} false alarms; {searched} states were also \
         searched; detectors take {:.2} ms in the median, {:.1} ms at 95 %, {:.0} ms at most, \
         {:.0} s in all",
        times.len(),
        faults.len(),
        percentile(&times, 0.5),
        percentile(&times, 0.95),
        percentile(&times, 1.0),
        times.iter().sum::<f64>() / 1e3
    );
    if unmatched > 0 {
        println!("{unmatched} solutions in the tables fit no level");
    }
    faults
}

/// Why a state is dead, if a search finds that it is.
fn search(board: &Board, state: &State) -> Option<Dead> {
    match judge(board, state, &JudgeLimits::default(), &mut limit(SEARCH_TIME)) {
        Judgement::Dead(dead) => Some(dead),
        _ => None,
    }
}

/// The start, and the state after every push.
fn states(numbered: &Numbered, moves: &Moves) -> Vec<State> {
    let (board, mut state) = check(&numbered.level).expect("only playable levels are read");
    let mut states = vec![state.clone()];
    for it in moves.as_slice() {
        let kind = make_move(&board, &mut state, it.direction);
        if kind.expect("the referee accepted the moves") == MoveKind::Push {
            states.push(state.clone());
        }
    }
    states
}
