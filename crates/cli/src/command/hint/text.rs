//! Hints for a person.

use sokolab::insight::hint::{Hint, HintAnswer, RemainingWork, Rung};
use sokolab::{Square, Stop, quantity, square_name};
use sokolab_wire::LostLine;

use super::result::HintedLevel;
use crate::boundary::FailureForm;
use crate::export::Exporter;
use crate::io::output::Output;
use crate::terminal::level_drawing::named_rows;

/// Writes a sentence or two for each level, and the board if the sentences name squares.
#[derive(Debug)]
pub(super) struct Text;

impl Exporter<HintedLevel> for Text {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: HintedLevel, output: &mut Output) -> anyhow::Result<()> {
        let HintedLevel { place, level, board, state, .. } = &result;
        let title = level.title.as_ref().map_or(String::new(), |it| format!(" {it}"));
        let said = level.rules.translate(&said(&result));
        output.line(&format!("{}#{}{title}: {said}", place.file, place.level))?;
        if names_squares(&result.answer) {
            let picture = level.picture.with_state(board, state);
            for row in named_rows(level, &picture) {
                output.line(&format!("  {row}"))?;
            }
        }
        if let HintAnswer::Solvable(hint) = &result.answer
            && let Some(rest) = hint.rest()
            && !rest.is_empty()
        {
            output.line(&format!("  {rest}"))?;
        }
        Ok(())
    }
}

/// Whether the sentences name squares.
fn names_squares(answer: &HintAnswer) -> bool {
    match answer {
        HintAnswer::Solvable(hint) => hint.box_square().is_some(),
        HintAnswer::Dead(_) => true,
        HintAnswer::Unknown(_) | HintAnswer::Failed(_) => false,
    }
}

/// The hint, in sentences about boxes and goals.
fn said(result: &HintedLevel) -> String {
    match &result.answer {
        HintAnswer::Solvable(hint) => {
            let name = |square: Square| square_name(&result.board, square);
            format!("{}{}", solvable(hint, &name), spared(result))
        }
        HintAnswer::Dead(dead) => {
            let lost = result.lost.map_or(String::new(), |it| lost_at(it, result.moves));
            format!("dead: {}.{lost}", dead.sentence)
        }
        HintAnswer::Unknown(stop) => {
            let advice = match stop {
                Stop::Time => " Give it more with --time.",
                Stop::Nodes => " Give it more with --nodes.",
                Stop::Memory => " Give it more with --memory.",
                Stop::Interrupted | Stop::Horizon | Stop::Failed | Stop::Incomplete => "",
            };
            format!("not known: the search was {stop}.{advice}{}", spared(result))
        }
        HintAnswer::Failed(error) => format!("failed: {}", error.message),
    }
}

fn solvable(hint: &Hint, name: &dyn Fn(Square) -> String) -> String {
    match hint.left() {
        RemainingWork::Nothing => return "solved: nothing is left to do.".to_owned(),
        RemainingWork::Walk if hint.rung() == Rung::Solvable => {
            return "still solvable.".to_owned();
        }
        RemainingWork::Walk => {
            return "still solvable. Walk to the exit; no push is left.".to_owned();
        }
        RemainingWork::Pushes => {}
    }
    let Some(from) = hint.box_square().map(name) else {
        let proof = if hint.is_fewest() { "; the fewest pushes are known" } else { "" };
        return format!("still solvable{proof}.");
    };
    let target = hint.target().map(name);
    match (hint.push(), target) {
        (Some(next), Some(target)) => {
            let direction = next.push.direction;
            format!(
                "still solvable. Push the box on {from} {direction}, on its way to {target} ({}).",
                next.moves
            )
        }
        (_, Some(target)) => format!("still solvable. Push the box on {from} to {target}."),
        (_, None) => format!("still solvable. Push the box on {from} next."),
    }
}

/// How many boulders can be spared, as an additional sentence; empty under other rules.
fn spared(result: &HintedLevel) -> String {
    let is_over = match &result.answer {
        HintAnswer::Solvable(hint) => hint.left() != RemainingWork::Pushes,
        _ => false,
    };
    match result.spare().filter(|_| !is_over) {
        None => String::new(),
        Some(0) => " No box can be spared.".to_owned(),
        Some(count) => format!(" At most {} can be spared.", quantity(count, "box")),
    }
}

/// Where the game was lost, as another sentence.
fn lost_at(lost: LostLine, moves: usize) -> String {
    let back = lost.safe_moves.map(|safe| quantity(moves - safe, "move"));
    match (lost.push, back) {
        (Some(push), Some(back)) => {
            let index = lost.dead_moves;
            format!(" Push {push}, which is move {index}, lost the game: take back {back}.")
        }
        (None, Some(back)) => format!(" Take back {back} to come to a state with a solution."),
        (_, None) if lost.dead_moves == 0 => {
            " The level has no solution from the start.".to_owned()
        }
        (_, None) => String::new(),
    }
}
