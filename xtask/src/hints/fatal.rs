//! The alarm on the fatal pushes of a random player.

use std::collections::BTreeMap;
use std::time::Duration;

use sokolab::insight::alarm::{Alarm, LastSafe, alarm, sound};
use sokolab::insight::hint::HintTrail;
use sokolab::insight::verdict::JudgeLimits;
use sokolab::{Board, State, check, is_won, normalized};

use super::clock::limit;
use super::figures::{chance_for, random_push, show};
use super::input::{ByFile, LevelFile, Numbered, all};
use super::truth::Truth;

/// The share of the fatal pushes that must raise the alarm.
const CAUGHT_SHARE_MIN: f64 = 0.95;

/// The most pushes of a random game.
const PUSHES_MAX: usize = 300;

/// Processor time for a push, as in `soko play`.
const ALARM_TIME: Duration = Duration::from_secs(4);

/// What is played.
pub(super) struct Plan {
    pub(super) games: usize,
    pub(super) truth_max: usize,
    pub(super) seed: u64,
}

/// The fatal pushes on the levels of one file.
#[derive(Default)]
struct Tally {
    levels: usize,
    /// Levels with too many states.
    skipped: usize,
    fatal: usize,
    /// Seen by detectors, at once.
    detected: usize,
    /// Seen by detectors or by a search in the background.
    caught: usize,
}

/// Plays random games; prints a table, and returns what is wrong.
pub(super) fn measure(files: &[LevelFile], plan: &Plan) -> Vec<String> {
    let (mut tallies, mut faults) = (ByFile::<Tally>::new(), Vec::new());
    for (file, numbered) in all(files) {
        show("fatal", file, numbered.number);
        let tally = tallies.entry(file.to_owned()).or_default();
        play(file, numbered, plan, tally, &mut faults);
    }
    println!(
        "| file | levels | too many states | fatal pushes | seen by detectors | alarm |\n\
         |---|---|---|---|---|---|"
    );
    for (file, it) in &tallies {
        let share = |part: usize| 100.0 * part as f64 / it.fatal.max(1) as f64;
        println!(
            "| {file} | {} | {} | {} | {} ({:.1} %) | {} ({:.1} %) |",
            it.levels,
            it.skipped,
            it.fatal,
            it.detected,
            share(it.detected),
            it.caught,
            share(it.caught)
        );
    }
    let sum = |part: fn(&Tally) -> usize| tallies.values().map(part).sum::<usize>();
    let (fatal, caught) = (sum(|it| it.fatal), sum(|it| it.caught));
    if (caught as f64) < CAUGHT_SHARE_MIN * fatal as f64 {
        faults.push(format!("the alarm catches {caught} of {fatal} fatal pushes only"));
    }
    faults
}

fn play(file: &str, numbered: &Numbered, plan: &Plan, tally: &mut Tally, faults: &mut Vec<String>) {
    let Some(truth) = Truth::of(&numbered.level, plan.truth_max) else {
        tally.skipped += 1;
        return;
    };
    tally.levels += 1;
    let (board, start) = check(&numbered.level).expect("only playable levels are read");
    let mut chance = chance_for(plan.seed, file, numbered.number);
    // Equal fatal pushes are judged once and counted as often as they are made.
    let mut fatal: BTreeMap<State, (State, usize)> = BTreeMap::new();
    for _ in 0..plan.games {
        let mut state = start.clone();
        for _ in 0..PUSHES_MAX {
            if is_won(&board, &state) || !truth.can_win(&board, &state) {
                break;
            }
            let Some(after) = random_push(&board, &state, &mut chance) else { break };
            if !truth.can_win(&board, &after) {
                let made = fatal.entry(normalized(&board, &after)).or_insert((state, 0));
                made.1 += 1;
                break;
            }
            state = after;
        }
    }
    for (after, (before, count)) in &fatal {
        let (seen, found) = look(&board, [before, after]);
        tally.fatal += count;
        tally.detected += if seen { *count } else { 0 };
        let Some(found) = found else { continue };
        tally.caught += count;
        let known = found.last_safe.filter(|it| it.is_exact());
        if known.is_some_and(|it| it != LastSafe { safe: Some(0), dead: 1 }) {
            let place = format!("{file}#{}", numbered.number);
            faults.push(format!("{place}: lost in {:?}", found.last_safe));
        }
    }
}

/// Whether detectors see that the second state is dead, and the alarm.
fn look(board: &Board, [before, after]: [&State; 2]) -> (bool, Option<Alarm>) {
    let mut trail = HintTrail::new(board.clone());
    let seen = sound(&mut trail, after).is_some();
    let history = [before.clone(), after.clone()];
    let mut observer = limit(ALARM_TIME);
    let found = alarm(&mut trail, &history, &JudgeLimits::default(), &mut observer);
    (seen, found)
}
