//! Marks on the board.

use std::collections::BTreeMap;

use sokolab::analysis::{KeeperWay, PushDistances, dead_squares};
use sokolab::insight::hint::HintAnswer;
use sokolab::{SquareSet, region};

use super::engine::Engine;
use super::model::{Model, Overlay};
use crate::screen::Mark;

/// Maximum number of square-goal pairs; larger boards would take too long for a key press.
const PAIRS_MAX: usize = 200_000;

impl<D: Engine> Model<D> {
    /// Shows the next overlay.
    pub(super) fn next_overlay(&mut self) {
        self.overlay = match self.overlay {
            Overlay::None => Overlay::DeadSquares,
            Overlay::DeadSquares => Overlay::Region,
            Overlay::Region => Overlay::None,
        };
        match self.overlay {
            Overlay::None => self.say("Nothing is marked."),
            Overlay::Region => self.say("Marked: where the keeper can walk."),
            Overlay::DeadSquares => {
                let board = self.game.board();
                if board.square_count() * board.goals().len().max(1) > PAIRS_MAX {
                    return self.say("The board is too large to mark its dead squares.");
                }
                let distances = PushDistances::new(board, KeeperWay::Walking);
                self.dead_squares = Some(dead_squares(board, &distances));
                self.say("Marked: squares from which a box can reach no goal.");
            }
        }
    }

    /// The marks, by column and row. Later ones cover earlier ones.
    pub(super) fn marks(&self) -> BTreeMap<(usize, usize), Mark> {
        let board = self.game.board();
        let mut marks = BTreeMap::new();
        let mut put = |squares: &SquareSet, mark: Mark| {
            marks.extend(squares.iter().map(|square| (board.position(square), mark)));
        };
        match (self.overlay, &self.dead_squares) {
            (Overlay::DeadSquares, Some(dead)) => put(dead, Mark::Dead),
            (Overlay::Region, _) => put(&region(board, self.game.state()), Mark::Region),
            _ => {}
        }
        if let Some(lost) = &self.alarm {
            put(&lost.dead.squares, Mark::Alarm);
            // Boxes may have been pushed since then, but not those of the deadlock.
            put(&lost.dead.boxes.intersection(&self.game.state().boxes), Mark::Alarm);
        }
        if let Some(HintAnswer::Dead(dead)) = &self.advice {
            put(&dead.boxes, Mark::Alarm);
        }
        if let Some(HintAnswer::Solvable(hint)) = &self.advice {
            let mut squares = board.no_squares();
            squares.extend([hint.box_square(), hint.target()].into_iter().flatten());
            put(&squares, Mark::Advice);
        }
        if let Some(chosen) = &self.chosen {
            put(&chosen.reach, Mark::Reach);
            let mut only = board.no_squares();
            only.insert(chosen.square);
            put(&only, Mark::Chosen);
        }
        marks
    }
}
