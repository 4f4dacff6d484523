//! The meaning of single pushes of a solution, for people who watch it: which pushes bring a box to
//! another chamber, and where there is no choice.
//!
//! A stretch of pushes is forced if, before each of them, every other push loses the level or
//! undoes the last push. If a level has few enough states, this is decided for all of them.
//! Otherwise a deadlock detector must prove that the other pushes lose. A forced stretch may then
//! be missed, but none is reported wrongly.

use std::collections::BTreeMap;

use sokolab_analysis::{chambers, cut_squares, tunnels};
use sokolab_core::{
    Board, GoalKind, Level, Push, Rules, Solution, SquareSet, State, apply_push, is_won,
    normalized, region, try_push,
};
use sokolab_solver::{Observer, Progress};

use super::crossings::crossings;
use super::names::names;
use crate::rating::{NotRated, RatingLimits, Replay, Walkthrough};
use crate::verdict::Detectors;

/// What there is to say about the pushes of a solution, which are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commentary {
    rules: Rules,
    /// For pushes that cross: the names of the chambers that the box leaves and comes to.
    crossings: BTreeMap<usize, (String, String)>,
    stretches: Vec<(usize, usize)>,
}

impl Commentary {
    /// The chambers that the box of a push leaves and comes to, if it comes to another one.
    #[must_use]
    pub fn crossing(&self, push: usize) -> Option<(&str, &str)> {
        self.crossings.get(&push).map(|(from, to)| (from.as_str(), to.as_str()))
    }

    /// The forced stretches, each by its first and last push.
    #[must_use]
    pub fn stretches(&self) -> &[(usize, usize)] {
        &self.stretches
    }

    /// What there is to say about a push, in the words of the rule set and without a full stop.
    #[must_use]
    pub fn sentence(&self, push: usize) -> Option<String> {
        let crossing = self.crossing(push);
        let crossing = crossing.map(|(from, to)| format!("the box crosses from {from} into {to}"));
        let stretch = self.stretches.iter().find(|it| (it.0..=it.1).contains(&push));
        let forced = stretch.map(|&(first, last)| {
            let what = if first == last {
                "forced".to_owned()
            } else {
                format!("forced stretch, pushes {first} to {last}")
            };
            format!("{what}: every other push loses or goes back")
        });
        let parts: Vec<String> = crossing.into_iter().chain(forced).collect();
        (!parts.is_empty()).then(|| self.rules.translate(&parts.join("; ")))
    }
}

/// Examines every push of `solution`, within limits. If the observer stops it, the commentary
/// contains what is known by then.
///
/// # Errors
/// What is wrong with the level.
///
/// # Panics
/// If the solution is that of another level.
pub fn commentary(
    level: &Level,
    solution: &Solution,
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Result<Commentary, NotRated> {
    let walkthrough = Walkthrough::new(level, Some(solution), limits, observer)?;
    let (board, start) = (&walkthrough.board, &walkthrough.start);
    let cut = cut_squares(board);
    let chambers = chambers(board, &cut, &tunnels(board, &cut));
    let named = names(board, start, &chambers);
    let named_crossings = crossings(&walkthrough, &chambers, &named)
        .into_iter()
        .map(|it| (it.at + 1, (named[it.from].name.clone(), named[it.to].name.clone())));
    let is_only: Vec<bool> = match &walkthrough.choices {
        Ok(choices) => choices.iter().map(|it| it.is_only).collect(),
        Err(_) => only_by_detectors(board, &Replay::new(board, start, solution.moves()), observer),
    };
    let crossings = named_crossings.collect();
    Ok(Commentary { rules: level.rules, crossings, stretches: stretches(&is_only) })
}

/// Runs of pushes without a choice, from the first push on.
fn stretches(is_only: &[bool]) -> Vec<(usize, usize)> {
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for (at, _) in is_only.iter().enumerate().filter(|(_, it)| **it) {
        match stretches.last_mut().filter(|it| it.1 == at) {
            Some(stretch) => stretch.1 = at + 1,
            None => stretches.push((at + 1, at + 1)),
        }
    }
    stretches
}

/// For each push whether detectors see that every other one loses.
fn only_by_detectors(board: &Board, replay: &Replay, observer: &mut Observer<'_>) -> Vec<bool> {
    let (mut is_only, mut detectors) = (Vec::new(), Detectors::default());
    for (at, push) in replay.pushes.iter().enumerate() {
        if observer(&Progress::default()).is_some() {
            break;
        }
        let before = at.checked_sub(1).map(|at| normalized(board, &replay.states[at]));
        let played = Push { from: push.from, direction: push.direction };
        let states = (before.as_ref(), &replay.states[at]);
        is_only.push(is_only_push(board, states, played, &mut detectors));
    }
    is_only
}

/// Whether `played` does not lead back to the state `before`, and every other push in `state` does
/// or loses by what a detector says.
fn is_only_push(
    board: &Board,
    (before, state): (Option<&State>, &State),
    played: Push,
    detectors: &mut Detectors,
) -> bool {
    let reached = region(board, state);
    let goes_back = |after: &State| before.is_some_and(|it| *it == normalized(board, after));
    if is_over(board, state, &reached) || goes_back(&after(board, state, played)) {
        return false;
    }
    pushes(board, state, &reached).filter(|&it| it != played).all(|push| {
        let after = after(board, state, push);
        goes_back(&after) || detectors.detect(board, &after).is_some()
    })
}

/// Whether the level is won, or would be by a walk.
fn is_over(board: &Board, state: &State, reached: &SquareSet) -> bool {
    let is_exit_near = board.exits().iter().any(|it| reached.contains(it));
    is_won(board, state) || (board.rules().goal() == GoalKind::Fill && is_exit_near)
}

/// The pushes that can be made from the region of the keeper.
fn pushes<'a>(
    board: &'a Board,
    state: &'a State,
    reached: &'a SquareSet,
) -> impl Iterator<Item = Push> + 'a {
    let ways = board.rules().pushes().list();
    let all = state.boxes.iter().flat_map(move |from| ways.iter().map(move |&it| (from, it)));
    all.filter_map(move |(from, direction)| {
        let behind = board.neighbour(from, direction.opposite());
        let push = Push { from, direction };
        let can_be = behind.is_some_and(|it| reached.contains(it));
        (can_be && try_push(board, state, push).is_ok()).then_some(push)
    })
}

fn after(board: &Board, state: &State, push: Push) -> State {
    let mut after = state.clone();
    apply_push(board, &mut after, push);
    after
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::{Chance, Reachable, level, random_level};
    use sokolab_core::{Board, LetterCase, Level, Rules, State, check, parse_moves, verify};
    use sokolab_solver::{Outcome, Request, solve};

    use super::{Commentary, commentary, only_by_detectors, stretches};
    use crate::rating::{RatingLimits, Replay};

    fn commentary_of(level: &Level, moves: &str) -> Commentary {
        let moves = parse_moves(moves).expect("letters");
        let verdict = verify(level, &moves, LetterCase::Corrected).expect("a solution");
        let limits = RatingLimits::DEFAULT;
        commentary(level, &verdict.solution, &limits, &mut |_| None).expect("playable")
    }

    #[test]
    fn crossings_name_both_chambers_and_stretches_their_pushes() {
        let level = level(
            "
            ##############
            #    #########
            # $@      .  #
            #    #####   #
            ##########   #
            ##############",
        );
        let commentary = commentary_of(&level, "ulldRRRRRRRR");
        let crossed: Vec<usize> = (1..=8).filter(|&it| commentary.crossing(it).is_some()).collect();
        assert_eq!(crossed.len(), 1, "{commentary:?}");
        let (from, to) = commentary.crossing(crossed[0]).expect("it crosses");
        assert_eq!((from, to), ("the main chamber", "the goal chamber"), "{commentary:?}");
        let text = commentary.sentence(crossed[0]).expect("it is worth a sentence");
        assert!(text.starts_with("the box crosses from the main chamber into the goal chamber"));
    }

    #[test]
    fn a_corridor_leaves_no_choice() {
        let commentary = commentary_of(&level("########\n#@$   .#\n########\n"), "RRRR");
        assert_eq!(commentary.stretches(), [(1, 4)]);
        let text = "forced stretch, pushes 1 to 4: every other push loses or goes back";
        assert_eq!(commentary.sentence(2).as_deref(), Some(text));
        assert_eq!(stretches(&[true, false, true, true]), [(1, 1), (3, 4)]);
    }

    #[test]
    fn forced_pushes_are_those_that_trying_everything_leaves() {
        for rules in Rules::ALL {
            let mut chance = Chance::new(0xC0 + rules.name().len() as u64);
            let (mut exact, mut seen) = (0, 0);
            for _ in 0..400 {
                let level = random_level(&mut chance, rules, 5, 3);
                let Ok((board, start)) = check(&level) else { continue };
                let Some(all) = Reachable::new(&board, &start, 3_000) else { continue };
                let report = solve(&Request::new(&level), &mut |_| None);
                let Outcome::Solved { solution, .. } = report.outcome else { continue };
                let limits = RatingLimits::DEFAULT;
                let commentary = commentary(&level, &solution, &limits, &mut |_| None);
                let commentary = commentary.expect("playable");
                let replay = Replay::new(&board, &start, solution.moves());
                let expected = only_by_trying(&board, &all, &replay);
                assert_eq!(commentary.stretches(), stretches(&expected), "{rules}: {level:?}");
                let detected = only_by_detectors(&board, &replay, &mut |_| None);
                for (at, (&detected, &expected)) in detected.iter().zip(&expected).enumerate() {
                    assert!(expected || !detected, "push {} under {rules}: {level:?}", at + 1);
                    exact += usize::from(expected);
                    seen += usize::from(detected);
                }
            }
            assert!(exact > 10 && seen > 0, "{rules}: {exact} forced pushes, {seen} by detectors");
        }
    }

    /// For each push whether every other one loses or leads back, by trying everything.
    fn only_by_trying(board: &Board, all: &Reachable, replay: &Replay) -> Vec<bool> {
        let id = |state: &State| all.find(board, state).expect("it can be reached");
        let is_live = |it: usize| all.can_win(it, |_, _, _| true);
        let mut is_over = false;
        let mut only = |at: usize| {
            let state = id(&replay.states[at]);
            is_over |= all.is_won(state);
            let before = at.checked_sub(1).map(|at| id(&replay.states[at]));
            let played = id(&replay.states[at + 1]);
            let others = all.after(state).iter().map(|it| it.1);
            let live: Vec<usize> = others.filter(|&it| Some(it) != before && is_live(it)).collect();
            !is_over && live == [played]
        };
        (0..replay.pushes.len()).map(&mut only).collect()
    }
}
