//! The solutions that are stored with levels.

use sokolab::text::write_moves_in;
use sokolab::{LetterCase, Level, Moves, parse_moves, verify};

use super::Convert;
use crate::exit::{self, Exit};
use crate::input::{Entry, WithoutFile};
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// One line per level: the first solution stored with it. A level without one gets an empty line
/// only if another follows, so that line i belongs to level i.
pub(super) fn convert(convert: &Convert, output: &mut Output) -> anyhow::Result<Exit> {
    let mut levels = convert.input.open(WithoutFile::Mistake)?;
    output.redirect(convert.output.as_deref())?;
    let (mut verdict, mut empty_lines) = (exit::DONE, 0_usize);
    while let Some(Entry { place, level }) = levels.next(output) {
        match stored_solution(&level) {
            Ok(moves) => {
                let empty = "\n".repeat(std::mem::take(&mut empty_lines));
                let moves = write_moves_in(&moves, convert.moves_alphabet);
                output.line(&format!("{empty}{moves}"))?;
            }
            Err(why) => {
                let place = format!("{}#{}", place.file, place.level);
                diagnostics::print_error(&anyhow::anyhow!("{place}: {why}"));
                empty_lines += 1;
                verdict = exit::NEGATIVE;
            }
        }
    }
    Ok(levels.exit().and(verdict))
}

/// The first solution that is stored with a level; otherwise why there is none, and what to do.
fn stored_solution(level: &Level) -> Result<Moves, String> {
    let mut refused = None;
    for snapshot in &level.snapshots {
        let moves = parse_moves(&snapshot.moves).map_err(|letter| letter.to_string());
        let verdict = moves.and_then(|moves| {
            verify(level, &moves, LetterCase::Corrected).map_err(|refusal| refusal.to_string())
        });
        match verdict {
            Ok(verdict) => return Ok(verdict.solution.moves().clone()),
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    let find = "soko solve --format lurd finds one";
    Err(match refused {
        None => format!("no solution is stored with this level: {find}"),
        Some(why) => format!("the moves stored with this level do not solve it ({why}): {find}"),
    })
}
