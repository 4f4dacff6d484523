//! The effects of a sequence of moves, precomputed for display.

use sokolab::game::{BoxLine, Game, box_lines};
use sokolab::{MoveKind, quantity, square_name};

/// The moves of a game, with pushes counted and box lines described.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    /// The number of pushes among the first moves, by their number.
    pushes: Vec<usize>,
    lines: Vec<BoxLine>,
}

impl Script {
    /// The moves of the line on which a game is.
    pub(crate) fn new(game: &Game) -> Script {
        let line = game.line();
        let mut pushes = vec![0];
        for (index, it) in line.as_slice().iter().enumerate() {
            pushes.push(pushes[index] + usize::from(it.kind == MoveKind::Push));
        }
        let lines = box_lines(game.board(), game.start(), &line).unwrap_or_default();
        Script { pushes, lines }
    }

    /// How many moves there are.
    pub(crate) fn move_count(&self) -> usize {
        self.pushes.len() - 1
    }

    /// How many pushes there are.
    pub(crate) fn push_count(&self) -> usize {
        self.pushes[self.move_count()]
    }

    /// The number of pushes among the first moves, by their number.
    pub(crate) fn pushes_after(&self, moves: usize) -> usize {
        self.pushes[moves.min(self.move_count())]
    }

    /// The number of moves after which this many pushes have been made; all moves if there are
    /// fewer.
    pub(crate) fn moves_to_push(&self, push: usize) -> usize {
        self.pushes.partition_point(|&it| it < push).min(self.move_count())
    }

    /// The number of moves at the end of the box line that continues or begins after this many
    /// moves.
    pub(crate) fn line_end_after(&self, moves: usize) -> usize {
        let at = self.lines.partition_point(|it| it.moves <= moves);
        self.lines.get(at).map_or(self.move_count(), |it| it.moves)
    }

    /// The number of moves at the end of the box line before this many moves; 0 if there is none.
    pub(crate) fn line_end_before(&self, moves: usize) -> usize {
        let at = self.lines.partition_point(|it| it.moves < moves);
        at.checked_sub(1).map_or(0, |at| self.lines[at].moves)
    }

    /// The last move of a game in words, with its number.
    pub(crate) fn caption(&self, game: &Game) -> String {
        let (moves, of) = (game.move_count(), self.move_count());
        let Some(last) = game.last() else {
            let (pushes, moves) = (quantity(self.push_count(), "push"), quantity(of, "move"));
            return format!("start: {pushes}, {moves}");
        };
        let (board, keeper) = (game.board(), game.state().keeper);
        let (pushes, all) = (self.pushes_after(moves), self.push_count());
        if last.kind() == MoveKind::Step {
            let to = square_name(board, keeper);
            return format!("move {moves} of {of}: goes {} to {to}", last.direction);
        }
        let direction = last.direction;
        let to = board.neighbour(keeper, direction).expect("a push stays on the floor");
        let end = last.effect;
        let push = BoxLine { from: keeper, to, direction, end, pushes: 1, moves };
        let words = board.rules().translate(&push.sentence(board));
        format!("push {pushes} of {all}, move {moves} of {of}: {words}")
    }

    /// The box line to which the last push of a game belongs, or the next one at the start.
    pub(crate) fn box_line(&self, game: &Game) -> Option<String> {
        let at = self.lines.partition_point(|it| it.moves < game.move_count());
        let line = self.lines.get(at)?;
        let words = game.board().rules().translate(&line.sentence(game.board()));
        Some(format!("box line {} of {}: {words}", at + 1, self.lines.len()))
    }
}
