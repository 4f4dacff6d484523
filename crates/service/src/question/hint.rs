//! `hint`: a hint that never reveals more than requested.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sokolab::insight::Assessed;
use sokolab::insight::alarm::boxes_to_spare;
use sokolab::insight::hint::{Hint as Advice, HintAnswer, HintTrail, RemainingWork, Rung};
use sokolab::insight::verdict::JudgeLimits;
use sokolab::{GoalKind, LetterCase, Level, Square, check, quantity, square_name, verify};
use sokolab_wire::HintLine;

use super::{Question, json};
use crate::job::Job;
use crate::level_text::{LevelText, place};
use crate::position::{Position, read_moves};
use crate::refusal::Refusal;

/// The question for a hint.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Hint {
    level: LevelText,
    /// The moves made so far.
    #[serde(default)]
    moves: String,
    /// How much to reveal.
    #[serde(default)]
    rung: Option<Rung>,
    /// The solution that earlier hints followed, from the last answer.
    #[serde(default)]
    line: String,
    /// The time limit.
    #[serde(default)]
    seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Hinted {
    #[serde(flatten)]
    line: HintLine,
    /// The hint for the player, in a sentence or two.
    said: String,
    /// The solution that hints follow from the start, to be sent with the next question. It is a
    /// spoiler.
    #[serde(rename = "line", skip_serializing_if = "Option::is_none")]
    followed: Option<String>,
}

/// The default time limit.
const SECONDS_DEFAULT: f64 = 10.0;

impl Question for Hint {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let Position { board, state } = Position::after(&level, &self.moves, &job.limits)?;
        job.limit_seconds(self.seconds.unwrap_or(SECONDS_DEFAULT));
        let limits = JudgeLimits { budget: job.budget(None), threads: 1 };
        let mut trail = HintTrail::new(board.clone());
        offer(&mut trail, &level, &self.line, job)?;
        let answer = trail.hint(&state, self.rung.unwrap_or_default(), &limits, &mut |progress| {
            job.look(progress)
        });
        if let HintAnswer::Failed(error) = &answer {
            return Err(Refusal::new("failed", error.to_string()));
        }
        let followed = match trail.known(&state, Rung::Rest) {
            Some(HintAnswer::Solvable(all)) => {
                all.rest().map(|rest| format!("{}{rest}", self.moves))
            }
            _ => None,
        };
        let mut line = HintLine::new(place(1), (&level, &board), &answer);
        if level.rules.goal() == GoalKind::Fill && !matches!(answer, HintAnswer::Dead(_)) {
            line.spare = boxes_to_spare(&board, &state);
        }
        let name = |square: Square| square_name(&board, square);
        let said = level.rules.translate(&said(&answer, line.spare, &name));
        json(&Hinted { line, said, followed })
    }
}

/// Makes hints follow an earlier solution, if it is valid.
fn offer(trail: &mut HintTrail, level: &Level, line: &str, job: &Job<'_>) -> Result<(), Refusal> {
    if line.is_empty() {
        return Ok(());
    }
    let moves = read_moves(line, &job.limits)?;
    let (_, start) = check(level).map_err(|it| Refusal::unplayable(&it, level.rules))?;
    if let Ok(verdict) = verify(level, &moves, LetterCase::Corrected) {
        let solution = Assessed::unproved(verdict.solution);
        trail.offer(&start, &solution).map_err(|it| Refusal::moves(it.to_string()))?;
    }
    Ok(())
}

/// The sentence for the player, about boxes and goals.
fn said(answer: &HintAnswer, spare: Option<usize>, name: &dyn Fn(Square) -> String) -> String {
    match answer {
        HintAnswer::Solvable(hint) => {
            let spare = spare.map_or_else(String::new, |count| match count {
                0 => "; no box can be spared".to_owned(),
                _ => format!("; at most {} can be spared", quantity(count, "box")),
            });
            advised(hint, &spare, name)
        }
        HintAnswer::Dead(dead) => format!("No: {}.", dead.sentence),
        HintAnswer::Unknown(stop) => format!("Not known yet: the search was {stop}."),
        HintAnswer::Failed(error) => error.to_string(),
    }
}

fn advised(hint: &Advice, spare: &str, name: &dyn Fn(Square) -> String) -> String {
    match (hint.left(), hint.rung()) {
        (RemainingWork::Nothing, _) => "Solved: nothing is left to do.".to_owned(),
        (RemainingWork::Walk | RemainingWork::Pushes, Rung::Solvable) => {
            format!("Yes: this can still be won{spare}.")
        }
        (RemainingWork::Walk, _) => "Walk to the exit; no push is left.".to_owned(),
        (RemainingWork::Pushes, _) => {
            match (hint.box_square().map(name), hint.target().map(name)) {
                (Some(from), Some(to)) => format!("Push the box on {from} to {to}."),
                (Some(from), None) => format!("Push the box on {from} next."),
                _ => "This can still be won.".to_owned(),
            }
        }
    }
}
