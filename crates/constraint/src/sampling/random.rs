//! Random walks from the start, restarted until one is a solution. They avoid pushes that obviously
//! lose.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sokolab_core::{Board, Meter, Push, Square, State, Stop, is_won};

use super::live_pushes::LivePushes;
use crate::blocks::blocks;
use crate::potentials::Potentials;
use crate::preprocess::PreprocessedLevel;
use crate::task::{CandidateSolution, Heuristic, Task, TechniqueAnswer};

/// How strongly pushes that bring a box closer to a goal are preferred.
const BIAS: f64 = 0.7;

/// Makes random walks until one is a solution.
pub(crate) fn solve(
    task: &Task<'_>,
    ready: &PreprocessedLevel,
    meter: &mut Meter<'_>,
) -> Result<TechniqueAnswer, Stop> {
    let board = task.board;
    let blocks = blocks(task, &ready.shut, meter)?;
    let live = LivePushes::new(board, &ready.shut, blocks, task.options.disabled);
    let potentials = Potentials::new(board, task.start);
    if live.pushes(task.start).is_empty() {
        return Ok(TechniqueAnswer::Unsolvable);
    }
    let gain = |push: Push, to| potentials.gain(push.from, to).map_or(0.0, |gain| gain as f64);
    let bias = if task.options.disabled.enables(Heuristic::Bias) { BIAS } else { 0.0 };
    let mut chance = Pcg64Mcg::seed_from_u64(task.options.seed);
    let pushes_max = 4 * ready.pushes_min as usize + 40;
    loop {
        let (mut state, mut way) = (task.start.clone(), Vec::new());
        while way.len() < pushes_max {
            meter.count_node()?;
            ready.show(|visits| visits.add(way.len(), &state, board.square_count()));
            meter.work(effort(board, &state))?;
            let mut pushes = live.candidates(&state);
            let weigh = |&(push, to): &(Push, Square)| (bias * gain(push, to)).exp();
            let mut weights: Vec<f64> = pushes.iter().map(weigh).collect();
            // A dead successor is detected only when it is drawn.
            let next = loop {
                let Some(chosen) = draw(&weights, &mut chance) else { break None };
                weights.swap_remove(chosen);
                let (push, to) = pushes.swap_remove(chosen);
                if let Some(after) = live.after(&state, push, to) {
                    break Some((push, after));
                }
            };
            let Some((push, after)) = next else { break };
            way.push(push);
            state = after;
            if is_won(board, &state) {
                return Ok(TechniqueAnswer::Solved {
                    way: CandidateSolution::Pushes(way),
                    is_fewest: false,
                });
            }
        }
    }
}

/// The cost of listing the pushes of a state, in units of the meter.
pub(super) fn effort(board: &Board, state: &State) -> u64 {
    (board.square_count() + 20 * state.boxes.len()) as u64
}

/// Draws an index by weight; `None` if there is none.
fn draw(weights: &[f64], chance: &mut Pcg64Mcg) -> Option<usize> {
    let sum: f64 = weights.iter().sum();
    let mut rest = chance.random::<f64>() * sum;
    let chosen = weights.iter().position(|weight| {
        rest -= weight;
        rest < 0.0
    });
    chosen.or(weights.len().checked_sub(1))
}
