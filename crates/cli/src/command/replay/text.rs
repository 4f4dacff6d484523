//! Solutions as drawn boards, one below the other.

use sokolab::game::{Game, Stride};

use super::dump::Frame;
use super::performance::{Act, Performance};
use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::screen::Script;
use crate::terminal::diagnostics;
use crate::terminal::level_drawing::named_rows;

/// Prints the start and every frame after it.
pub(super) fn print(
    performance: &Performance,
    stride: Stride,
    output: &mut Output,
) -> anyhow::Result<()> {
    let Performance { name, act } = performance;
    let (game, end) = match act {
        Act::Moves { game, end, .. } => (game, end),
        Act::Nothing(why) => {
            diagnostics::print_error(&anyhow::anyhow!("{name}: {why}"));
            return Ok(());
        }
    };
    output.line(&format!("; {name}"))?;
    let mut game = game.clone();
    let script = Script::new(&game);
    print_board(&game, output)?;
    while game.redo(stride) > 0 && !interrupt::is_interrupted() {
        output.line(&format!("; {}", script.caption(&game)))?;
        print_board(&game, output)?;
    }
    output.line(&format!("; {end}"))?;
    output.line("")
}

fn print_board(game: &Game, output: &mut Output) -> anyhow::Result<()> {
    let level = game.level();
    let picture = level.picture.with_state(game.board(), game.state());
    for row in named_rows(level, &picture) {
        output.line(&row)?;
    }
    output.line("")
}

/// Prints the boards of a dump in colours.
pub(super) fn print_dump(frames: &[Frame], output: &mut Output) -> anyhow::Result<Exit> {
    for frame in frames {
        if interrupt::is_interrupted() {
            break;
        }
        for line in &frame.notes {
            output.line(&format!("; {line}"))?;
        }
        for row in frame.colored() {
            output.line(&row)?;
        }
        output.line("")?;
    }
    Ok(exit::DONE)
}
