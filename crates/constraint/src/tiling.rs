//! Model synthesis over super tiles: Breakout for the whole time span, or Punch Out in slabs of
//! time.
//!
//! Each number of moves is a separate problem. Propagation alone may refute it; otherwise a
//! randomised run gets a few choices before the next number has its turn, and when all numbers of a
//! round have had theirs, all get more. So no number is abandoned, and the first solution found
//! ends the search.

use std::collections::BTreeSet;

use sokolab_tiling::{
    Breakout, Choice, Problem, PunchOut, Sweep, TilingOutcome, TilingRun, break_out, punch_out,
    write_poms, write_problem,
};

use crate::lone_moves::LoneMoves;
use crate::preprocess::{PreprocessedLevel, preprocess};
use crate::rules::{restrict_by_floods, rules_for};
use crate::space_time::SpaceTime;
use crate::task::{CandidateSolution, Heuristic, Task, Technique, TechniqueAnswer};
use crate::tiles::EMPTY;
use sokolab_core::{Budget, Meter, Progress, Stop};

/// Numbers of moves in the first round; the number doubles in each round.
const FIRST_NUMBERS: u32 = 16;

/// Choices per number in the first round; the number doubles in each round.
const FIRST_CHOICES: u64 = 200;

/// Radius of softening in time.
const SOFTEN_TIME: usize = 8;

/// Number of softenings before a run is restarted.
const SOFTENINGS_MAX: u32 = 30;

/// Rounds of belief propagation before each choice, if enabled.
const BELIEF_ROUNDS: u32 = 6;

/// Number of planes in a slab that is punched out.
const SLAB: usize = 8;

/// Searches for a solution by randomised runs.
pub(crate) fn solve(
    task: &Task<'_>,
    ready: &PreprocessedLevel,
    meter: &mut Meter<'_>,
) -> Result<TechniqueAnswer, Stop> {
    let mut space = SpaceTime::new(task.board, task.start, task.options.tile_rules, &ready.shut);
    let lone = LoneMoves::new(task.board, task.start, meter)?;
    let mut refuted: BTreeSet<u32> = BTreeSet::new();
    let first = ready.pushes_min.max(1);
    for round in 0_u32.. {
        let numbers = FIRST_NUMBERS.saturating_mul(1 << round.min(20));
        let last = first.saturating_add(numbers).min(task.options.horizon.unwrap_or(u32::MAX));
        for moves in first..=last {
            if refuted.contains(&moves) {
                continue;
            }
            meter.ask()?;
            let problem = problem_of(&mut space, moves as usize, &lone, task, meter)?;
            meter.take_bytes(problem.grid().bytes() * 4)?;
            let choices = FIRST_CHOICES << round.min(40);
            let run = attempt(task, &space, &problem, moves, round, choices, meter)?;
            match run.outcome {
                TilingOutcome::Tiled(tiling) => {
                    if let Some(way) = space.moves_of(&tiling) {
                        let is_fewest = (first..moves).all(|it| refuted.contains(&it));
                        return Ok(TechniqueAnswer::Solved {
                            way: CandidateSolution::Moves(way),
                            is_fewest,
                        });
                    }
                }
                TilingOutcome::Refuted => {
                    refuted.insert(moves);
                    let least = (first..=last).find(|it| !refuted.contains(it)).unwrap_or(last);
                    ready.raise_bound(u64::from(least), meter);
                }
                TilingOutcome::Stopped(_) => {}
            }
        }
        if let Some(horizon) = task.options.horizon
            && (first..=horizon).all(|it| refuted.contains(&it))
        {
            return Ok(TechniqueAnswer::NoSolutionUpTo(horizon));
        }
    }
    Err(Stop::Horizon)
}

/// A level as a tiling problem with this many moves, as text for the tiling engine: super tiles,
/// their rules and the domain of each cell. Its tilings are the solutions of that length; rules
/// about whole planes only make them easier to find and are not part of it.
#[must_use]
pub fn tiling_file(task: &Task<'_>, moves: u32) -> Option<String> {
    let ready = preprocess(&task.with_horizon(None)).ok()?;
    let mut space = SpaceTime::new(task.board, task.start, task.options.tile_rules, &ready.shut);
    let mut observer = |_: &_| None;
    let meter = &mut Meter::new(Budget::UNLIMITED, &mut observer);
    let lone = LoneMoves::new(task.board, task.start, meter).ok()?;
    let problem = problem_of(&mut space, moves.max(1) as usize, &lone, task, meter).ok()?;
    let tiles = space.tiles();
    let name = |tile| {
        let pieces = tiles.cross(tile).into_iter().flatten();
        pieces.map(|piece| piece.character()).collect::<String>()
    };
    Some(write_problem(&problem, tiles, name))
}

/// The plays of exactly so many moves as a configuration file of Punch Out Model Synthesis, with
/// the constraints of the notes: the first plane is the level, traps are nowhere and transitional
/// tiles not in the last plane. Only tiles that fit the level's walls and goals are in it.
#[must_use]
pub fn poms_file(task: &Task<'_>, moves: u32) -> Option<String> {
    preprocess(&task.with_horizon(None)).ok()?;
    let nothing = task.board.no_squares();
    let mut space = SpaceTime::new(task.board, task.start, task.options.tile_rules, &nothing);
    let problem = space.problem(moves.max(1) as usize);
    let tiles = space.tiles();
    let name = |tile| {
        let pieces = tiles.cross(tile).into_iter().flatten();
        let name: String = pieces.map(|piece| piece.character()).collect();
        if name.is_empty() { "_____".to_owned() } else { name }
    };
    Some(write_poms(&problem, tiles, EMPTY, name))
}

/// The problem of finding a play of this many moves.
pub(crate) fn problem_of(
    space: &mut SpaceTime<'_>,
    moves: usize,
    lone: &LoneMoves,
    task: &Task<'_>,
    meter: &mut Meter<'_>,
) -> Result<Problem, Stop> {
    meter.ask()?;
    let mut problem = space.problem(moves);
    if task.options.disabled.enables(Heuristic::BoxFlood) {
        restrict_by_floods(&mut problem, space, lone, moves, meter)?;
    }
    Ok(problem)
}

fn attempt(
    task: &Task<'_>,
    space: &SpaceTime<'_>,
    problem: &Problem,
    moves: u32,
    round: u32,
    choices: u64,
    meter: &mut Meter<'_>,
) -> Result<TilingRun, Stop> {
    let rest = meter.budget.less_nodes(meter.progress.nodes);
    let seed = task
        .options
        .seed
        .wrapping_mul(1_000_003)
        .wrapping_add(u64::from(moves) << 8 | u64::from(round));
    let mut tell = |_: &Progress| meter.ask().err();
    let mut own = Meter::new(rest.with_nodes(choices), &mut tell);
    let run = if task.technique == Technique::TilingPunchOut {
        let how = punch_out_of(task, space, seed, round);
        punch_out(problem, &how, &mut own, None)
    } else {
        let breakout = breakout_of(task, space, seed);
        let mut rules = rules_for(space, moves as usize, task.options.disabled);
        break_out(problem, &breakout, &mut rules, &mut own, None)
    };
    meter.progress.nodes += run.choices;
    match run.outcome {
        TilingOutcome::Stopped(stop) if stop != Stop::Nodes || meter.nodes_left() == 0 => Err(stop),
        _ => Ok(run),
    }
}

/// The parameters of a randomised run.
pub(crate) fn breakout_of(task: &Task<'_>, space: &SpaceTime<'_>, seed: u64) -> Breakout {
    let (width, height) = space.size();
    Breakout {
        soften: vec![width, height, SOFTEN_TIME],
        softenings_max: Some(SOFTENINGS_MAX),
        choice: if task.options.disabled.enables(Heuristic::Belief) {
            Choice::Belief { rounds: BELIEF_ROUNDS }
        } else {
            Choice::LeastEntropy { noise: 0.1 }
        },
        seed,
        ..Breakout::new(3)
    }
}

/// The parameters of a Punch Out round: from the start, or from the end.
pub(crate) fn punch_out_of(
    task: &Task<'_>,
    space: &SpaceTime<'_>,
    seed: u64,
    round: u32,
) -> PunchOut {
    let (width, height) = space.size();
    let sweep = if round.is_multiple_of(2) { Sweep::FromFirst } else { Sweep::FromLast };
    let breakout = breakout_of(task, space, seed);
    PunchOut { patch: vec![width, height, SLAB], sweep, breakout, ..PunchOut::new(3) }
}
