//! The hint for one level.

use sokolab::insight::alarm::boxes_to_spare;
use sokolab::insight::hint::HintAnswer;
use sokolab::{Board, GoalKind, Level, State};
use sokolab_wire::{HintLine, LostLine, Place};

use crate::exit::{self, Exit};
use crate::export::json_lines::JsonResult;

/// A level, the state in question, and the hint.
#[derive(Debug)]
pub(super) struct HintedLevel {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) board: Board,
    pub(super) state: State,
    pub(super) answer: HintAnswer,
    /// Where the game was lost, if it was.
    pub(super) lost: Option<LostLine>,
    /// How many moves were made.
    pub(super) moves: usize,
}

impl HintedLevel {
    /// The exit code of the answer.
    pub(super) fn exit(&self) -> Exit {
        match &self.answer {
            HintAnswer::Solvable(_) => exit::DONE,
            HintAnswer::Dead(_) => exit::NEGATIVE,
            HintAnswer::Unknown(_) => exit::UNDECIDED,
            HintAnswer::Failed(_) => exit::FAILED,
        }
    }

    /// How many boulders can be spared, under rules with holes.
    pub(super) fn spare(&self) -> Option<usize> {
        let is_asked = self.board.rules().goal() == GoalKind::Fill;
        let is_open = matches!(self.answer, HintAnswer::Solvable(_) | HintAnswer::Unknown(_));
        if is_asked && is_open { boxes_to_spare(&self.board, &self.state) } else { None }
    }
}

impl JsonResult for HintedLevel {
    const SCHEMA: &'static str = "sokolab/hint/1";

    fn into_line(self) -> impl serde::Serialize {
        let spare = self.spare();
        let HintedLevel { place, level, board, answer, lost, .. } = self;
        let line = HintLine::new(place, (&level, &board), &answer);
        HintLine { spare, lost, ..line }
    }
}
