//! `--format petersohn`: the pushes of a solution as petersohn's solver prints them.

use sokolab::Direction;

use super::petersohn_pushes::pushes;
use super::result::SolvedLevel;
use crate::boundary::FailureForm;
use crate::export::{Exporter, WithSolution};
use crate::io::output::Output;

/// How a push is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PushStyle {
    /// `( 7,  3) --> left`.
    Direction,
    /// `( 7,  3) --> ( 6,  3)`.
    Squares,
}

/// Writes a line for each push, and an empty line after each level.
#[derive(Debug)]
pub(super) struct Petersohn {
    pub(super) style: PushStyle,
}

impl Exporter<SolvedLevel> for Petersohn {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Nothing
    }

    fn level(&mut self, result: SolvedLevel, output: &mut Output) -> anyhow::Result<()> {
        let mut text = String::new();
        if let Some(moves) = result.solution() {
            for (from, direction) in pushes(&result.level, moves) {
                text.push_str(&line(from, direction, self.style));
            }
        }
        text.push('\n');
        output.write(&text)
    }
}

fn line((x, y): (usize, usize), direction: Direction, style: PushStyle) -> String {
    match style {
        PushStyle::Direction => format!("({x:>2}, {y:>2}) --> {}\n", direction.name()),
        PushStyle::Squares => {
            let (to_x, to_y) = (x as i32 + direction.dx(), y as i32 + direction.dy());
            format!("({x:>2}, {y:>2}) --> ({to_x:>2}, {to_y:>2})\n")
        }
    }
}
