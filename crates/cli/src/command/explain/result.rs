//! One level explained.

use sokolab::insight::explain::{Explanation, PlanStep, SolutionPlan};
use sokolab::text::TextDrawing;
use sokolab::{Board, Level, Move, MoveKind, Picture, Session, Square, plan_heading};
use sokolab_wire::{ExplainLine, Place, Spoil};

use super::known::KnownSolution;
use crate::export::json_lines::JsonResult;
use crate::terminal::layout::beside;
use crate::terminal::level_drawing::{plain_drawn, plain_named_rows};

/// A level, its solution if there is one, and the explanation of both.
#[derive(Debug)]
pub(super) struct ExplainedLevel {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) board: Board,
    pub(super) known: KnownSolution,
    pub(super) explained: Explanation,
    /// Whether storage chambers are drawn full.
    pub(super) spoil: Spoil,
}

impl ExplainedLevel {
    /// The name of its file and its number there.
    fn name(&self) -> String {
        format!("{}#{}", self.place.file, self.place.level)
    }

    pub(super) fn title(&self) -> String {
        let name = self.name();
        match &self.level.title {
            Some(title) => format!("{name} {title}"),
            None => name,
        }
    }

    /// The title for a page, without folders, because the page may be read on another machine.
    pub(super) fn page_title(&self) -> String {
        let name = self.name();
        let name = name.rsplit(['/', '\\']).next().unwrap_or(&name);
        match &self.level.title {
            Some(title) => format!("{name}: {title}"),
            None => name.to_owned(),
        }
    }

    /// The level with the letters of the chambers on its floor, and `:` on floor outside chambers.
    pub(super) fn map(&self) -> TextDrawing {
        let mut drawn = plain_drawn(&self.level, &self.level.picture);
        let (left, top) = drawn.origin;
        let mut rows: Vec<Vec<char>> = drawn.rows.iter().map(|it| it.chars().collect()).collect();
        let mut write = |square: Square, sign: char| {
            let (x, y) = self.board.position(square);
            let (x, y) = (x.checked_add_signed(-left), y.checked_add_signed(-top));
            let row = y.and_then(|it| rows.get_mut(it));
            let place = row.zip(x).and_then(|(row, x)| row.get_mut(x));
            if let Some(place) = place {
                *place = sign;
            }
        };
        self.board.squares().for_each(|it| write(it, ':'));
        for note in &self.explained.chambers {
            let sign = note.letter.chars().next().unwrap_or('?');
            note.squares.iter().for_each(|&it| write(it, sign));
        }
        drawn.rows = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        drawn
    }

    /// The level, and beside it its chambers.
    pub(super) fn pictures(&self) -> Vec<String> {
        let level = plain_named_rows(&self.level, &self.level.picture);
        if self.explained.chambers.is_empty() {
            return level;
        }
        beside(&level, &self.map().with_coordinates())
    }

    /// The level with every storage full.
    pub(super) fn full(&self) -> Option<Picture> {
        let mut session = Session::new(&self.level).ok()?.state().clone();
        let squares = self.explained.chambers.iter().flat_map(|it| &it.full);
        let squares: Vec<Square> = squares.copied().collect();
        if squares.is_empty() {
            return None;
        }
        session.boxes.clear();
        session.boxes.extend(squares);
        Some(self.level.picture.with_state(&self.board, &session))
    }

    /// The position after this many moves.
    pub(super) fn after(&self, moves: usize) -> Option<Vec<String>> {
        let mut session = Session::new(&self.level).ok()?;
        for it in self.known.solution.as_ref()?.moves().as_slice().iter().take(moves) {
            session.play(it.direction).ok()?;
        }
        let picture = self.level.picture.with_state(session.board(), session.state());
        Some(plain_named_rows(&self.level, &picture))
    }

    /// The heading of the plan.
    pub(super) fn plan_heading(&self, plan: &SolutionPlan) -> String {
        plan_heading(plan, self.known.solution.as_ref(), &self.known.remark)
    }

    /// How many moves have been made after a step.
    pub(super) fn moves_after(&self, step: &PlanStep) -> Option<usize> {
        let moves = self.known.solution.as_ref()?.moves().as_slice().iter().enumerate();
        let is_push = |it: &Move| it.kind == MoveKind::Push;
        let mut pushes = moves.filter(|(_, it)| is_push(it)).map(|(at, _)| at + 1);
        pushes.nth(step.last_push - 1)
    }
}

impl JsonResult for ExplainedLevel {
    const SCHEMA: &'static str = "sokolab/explain/1";

    fn into_line(self) -> impl serde::Serialize {
        let ExplainedLevel { place, level, board, known, explained, spoil } = self;
        let subject = (&level, &board);
        let mut line = ExplainLine::new(place, subject, &explained, known.solution.as_ref(), spoil);
        known.status.clone_into(&mut line.status);
        line.reason = known.reason.map(str::to_owned);
        line.why = known.why;
        line
    }
}
