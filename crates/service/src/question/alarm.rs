//! `alarm`: whether a game is lost, why, and where it could still be won.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sokolab::insight::alarm::{LastSafe, boxes_to_spare, last_safe, sound};
use sokolab::insight::hint::{HintAnswer, HintTrail, Rung};
use sokolab::insight::verdict::{Dead, JudgeLimits};
use sokolab::{Board, GoalKind, Level, State, check, make_move, square_name};

use super::{Question, json};
use crate::job::Job;
use crate::level_text::LevelText;
use crate::position::{Position, read_moves};
use crate::refusal::Refusal;

/// The question whether the game is lost.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Alarm {
    level: LevelText,
    /// The moves made so far.
    moves: String,
    /// Time limit of the search if detectors find nothing; 0 runs only detectors.
    #[serde(default)]
    seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Alarmed {
    /// `sokolab/alarm/1`.
    schema: &'static str,
    /// Whether it is proved that the game is lost.
    dead: bool,
    /// Whether it is proved that it can.
    solvable: bool,
    /// The kind of deadlock; `search` if only a search finds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Why it is dead.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<String>,
    /// The boxes concerned.
    boxes: Vec<String>,
    /// The number of moves to the last state known to be solvable.
    #[serde(skip_serializing_if = "Option::is_none")]
    safe_moves: Option<usize>,
    /// Under rules with holes, how many boulders can be spared at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    spare: Option<usize>,
}

/// The default time limit.
const SECONDS_DEFAULT: f64 = 5.0;

/// Approximate limit in bytes on the states of a game; longer games are not bisected.
const HISTORY_BYTES_MAX: usize = 64 << 20;

impl Question for Alarm {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let Position { board, state } = Position::after(&level, &self.moves, &job.limits)?;
        let seconds = self.seconds.unwrap_or(SECONDS_DEFAULT);
        job.limit_seconds(seconds);
        let limits = JudgeLimits { budget: job.budget(None), threads: 1 };
        let mut trail = HintTrail::new(board.clone());
        let (mut dead, mut solvable) = (sound(&mut trail, &state), false);
        if dead.is_none() && seconds > 0.0 {
            let rung = Rung::Solvable;
            match trail.hint(&state, rung, &limits, &mut |progress| job.look(progress)) {
                HintAnswer::Dead(found) => dead = Some(found),
                HintAnswer::Solvable(_) => solvable = true,
                HintAnswer::Unknown(_) | HintAnswer::Failed(_) => {}
            }
        }
        let lost = match &dead {
            Some(_) => {
                let history = history(&level, &board, &self.moves, job)?;
                last_safe(&mut trail, &history, &limits, &mut |progress| job.look(progress))
            }
            None => None,
        };
        let has_holes = board.rules().goal() == GoalKind::Fill && dead.is_none();
        let spare = has_holes.then(|| boxes_to_spare(&board, &state)).flatten();
        let alarmed = Alarmed::new(&board, dead.as_ref(), lost);
        json(&Alarmed { solvable, spare, ..alarmed })
    }
}

impl Alarmed {
    fn new(board: &Board, dead: Option<&Dead>, lost: Option<LastSafe>) -> Alarmed {
        let boxes = dead.map(|it| it.boxes.iter().map(|at| square_name(board, at)).collect());
        Alarmed {
            schema: "sokolab/alarm/1",
            dead: dead.is_some(),
            solvable: false,
            kind: dead.map(|it| it.proved_by.name()),
            sentence: dead.map(|it| it.sentence.clone()),
            boxes: boxes.unwrap_or_default(),
            safe_moves: lost.and_then(|it| it.safe),
            spare: None,
        }
    }
}

/// The states of the game from the start; empty if they would take too much memory.
fn history(
    level: &Level,
    board: &Board,
    moves: &str,
    job: &Job<'_>,
) -> Result<Vec<State>, Refusal> {
    let moves = read_moves(moves, &job.limits)?;
    let bytes = board.square_count() / 4 + 64;
    if moves.len().saturating_mul(bytes) > HISTORY_BYTES_MAX {
        return Ok(Vec::new());
    }
    let (_, mut state) = check(level).map_err(|it| Refusal::unplayable(&it, level.rules))?;
    let mut states = vec![state.clone()];
    for it in moves.as_slice() {
        make_move(board, &mut state, it.direction).map_err(|it| Refusal::moves(it.to_string()))?;
        states.push(state.clone());
    }
    Ok(states)
}
