//! Hints from the start and from random states: are they right, quick, and do they lead to a win?

use std::time::Duration;

use rand::RngExt;
use sokolab::insight::hint::{HintAnswer, HintTrail, RemainingWork, Rung};
use sokolab::insight::verdict::{JudgeLimits, level_of_state};
use sokolab::{
    Board, Budget, LetterCase, MoveKind, Outcome, Request, State, check, is_won, make_move, solve,
    verify,
};

use super::clock::{limit, now};
use super::figures::{Chance, chance_for, percentile, random_push, show};
use super::input::{ByFile, LevelFile, Numbered, all};
use super::truth::can_win;

/// The most random pushes that leave the way.
const ASIDE_MAX: usize = 3;

/// The most random pushes on a level without a known way.
const ASTRAY_MAX: usize = 12;

/// States of a search that tries to refute "dead" where the oracle cannot.
const REFUTATION_NODES: u64 = 100_000;

/// What is asked.
pub(super) struct Plan {
    pub(super) levels_max: usize,
    pub(super) states: usize,
    pub(super) time: Duration,
    pub(super) truth_max: usize,
    pub(super) seed: u64,
}

/// The answers on the levels of one file.
#[derive(Default)]
struct Tally {
    levels: usize,
    solvable: usize,
    dead: usize,
    /// Dead states that the oracle has confirmed.
    confirmed: usize,
    unknown: usize,
    /// States from which following the hints won.
    followed: usize,
    /// Milliseconds of processor time for first answers.
    times: Vec<f64>,
}

/// Asks for hints; prints a table, and returns what is wrong.
pub(super) fn measure(files: &[LevelFile], plan: &Plan) -> Vec<String> {
    let (mut tallies, mut faults) = (ByFile::<Tally>::new(), Vec::new());
    for (file, numbered) in all(files).take(plan.levels_max) {
        show("ladder", file, numbered.number);
        let tally = tallies.entry(file.to_owned()).or_default();
        let mut asking = Asking { plan, tally, faults: &mut faults };
        asking.level(file, numbered);
    }
    println!(
        "| file | levels | states | solvable | dead | confirmed | unknown | followed to a win | \
         median | 95 % | most |\n|---|---|---|---|---|---|---|---|---|---|---|"
    );
    for (file, it) in &tallies {
        let ms = |share| format!("{:.1} ms", percentile(&it.times, share));
        println!(
            "| {file} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            it.levels,
            it.times.len(),
            it.solvable,
            it.dead,
            it.confirmed,
            it.unknown,
            it.followed,
            ms(0.5),
            ms(0.95),
            ms(1.0)
        );
    }
    faults
}

struct Asking<'a> {
    plan: &'a Plan,
    tally: &'a mut Tally,
    faults: &'a mut Vec<String>,
}

impl Asking<'_> {
    fn level(&mut self, file: &str, numbered: &Numbered) {
        let (board, start) = check(&numbered.level).expect("only playable levels are read");
        let name = format!("{file}#{}", numbered.number);
        self.tally.levels += 1;
        let way = self.state(&name, &board, &start);
        let mut chance = chance_for(self.plan.seed, file, numbered.number);
        for index in 0..self.plan.states {
            let state = along(&board, &way, &mut chance);
            self.state(&format!("{name}, state {index}"), &board, &state);
        }
    }

    /// Asks about one state, and returns the states of a game that follows the hints.
    fn state(&mut self, name: &str, board: &Board, state: &State) -> Vec<State> {
        let mut trail = HintTrail::new(board.clone());
        let begin = now();
        let mut observer = limit(self.plan.time);
        let answer = trail.hint(state, Rung::Solvable, &JudgeLimits::default(), &mut observer);
        self.tally.times.push(now().saturating_sub(begin).as_secs_f64() * 1e3);
        match answer {
            HintAnswer::Solvable(_) => {
                self.tally.solvable += 1;
                match self.follow(&mut trail, state) {
                    Ok(way) => {
                        self.tally.followed += 1;
                        return way;
                    }
                    Err(fault) => self.faults.push(format!("{name}: {fault}")),
                }
            }
            HintAnswer::Dead(dead) => {
                self.tally.dead += 1;
                match is_refuted(board, state, self.plan.truth_max) {
                    Some(true) => self.faults.push(format!("{name}: {}", dead.sentence)),
                    Some(false) => self.tally.confirmed += 1,
                    None => {}
                }
            }
            HintAnswer::Unknown(_) => self.tally.unknown += 1,
            HintAnswer::Failed(error) => self.faults.push(format!("{name}: {}", error.message)),
        }
        vec![state.clone()]
    }

    /// Makes the push of every hint until the level is solved. Returns the states after the pushes.
    fn follow(&self, trail: &mut HintTrail, start: &State) -> Result<Vec<State>, String> {
        let board = trail.board().clone();
        let (mut way, mut state) = (vec![start.clone()], start.clone());
        let mut played = Vec::new();
        loop {
            let mut observer = limit(self.plan.time);
            let answer = trail.hint(&state, Rung::Rest, &JudgeLimits::default(), &mut observer);
            let HintAnswer::Solvable(hint) = answer else {
                return Err(format!("after {} hints the answer is {:?}", way.len(), answer.name()));
            };
            let next = match hint.left() {
                RemainingWork::Nothing => break,
                RemainingWork::Walk => hint.rest(),
                RemainingWork::Pushes => hint.push().map(|it| &it.moves),
            };
            for it in next.ok_or("a hint without a move")?.as_slice() {
                let kind = make_move(&board, &mut state, it.direction);
                if kind != Ok(it.kind) {
                    return Err(format!("a hint that cannot be played: {kind:?}"));
                }
                played.push(*it);
                if it.kind == MoveKind::Push {
                    way.push(state.clone());
                }
            }
        }
        if !is_won(&board, start) {
            let level = level_of_state(&board, start);
            let moves = played.into_iter().collect();
            verify(&level, &moves, LetterCase::Strict).map_err(|it| it.to_string())?;
        }
        Ok(way)
    }
}

/// A random state along the way: a moment of a won game, and a few random pushes from there.
fn along(board: &Board, way: &[State], chance: &mut Chance) -> State {
    let mut state = way[chance.random_range(0..way.len())].clone();
    let aside = match way.len() {
        1 => 1 + chance.random_range(0..ASTRAY_MAX),
        _ => chance.random_range(0..=ASIDE_MAX),
    };
    for _ in 0..aside {
        let Some(after) = random_push(board, &state, chance) else { break };
        state = after;
    }
    state
}

/// Whether a state that is called dead can be won after all; `None` if no search could tell.
fn is_refuted(board: &Board, state: &State, truth_max: usize) -> Option<bool> {
    let level = level_of_state(board, state);
    if let Some(can_win) = can_win(&level, truth_max) {
        return Some(can_win);
    }
    let budget = Budget::of_nodes(REFUTATION_NODES);
    let report = solve(&Request { budget, ..Request::new(&level) }, &mut |_| None);
    matches!(report.outcome, Outcome::Solved { .. }).then_some(true)
}
