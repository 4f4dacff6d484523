//! The plan of a planner as moves.

use anyhow::Context;
use sokolab::text::{plan_to_moves, write_moves_in};

use super::Convert;
use crate::exit::{self, Exit};
use crate::io::output::Output;
use crate::io::standard_input;
use crate::terminal::diagnostics;

/// Writes one line of moves per plan.
pub(super) fn convert(convert: &Convert, output: &mut Output) -> anyhow::Result<Exit> {
    let mut plans: Vec<anyhow::Result<(String, String)>> = Vec::new();
    for argument in &convert.input.levels {
        plans.push(argument.read_to_string().map(|text| (argument.name(), text)));
    }
    if plans.is_empty()
        && let Some(reader) = standard_input::offered()?
    {
        let bytes = standard_input::read_to_end(reader).context("cannot read the plan")?;
        plans.push(Ok(("-".to_owned(), String::from_utf8_lossy(&bytes).into_owned())));
    }
    if plans.is_empty() {
        anyhow::bail!("name a plan file, or - for standard input");
    }
    output.redirect(convert.output.as_deref())?;
    let mut verdict = exit::DONE;
    for plan in plans {
        let moves = plan.and_then(|(name, text)| {
            plan_to_moves(&text).map_err(|error| anyhow::anyhow!("{name}: {error}"))
        });
        match moves {
            Ok(moves) => output.line(&write_moves_in(&moves, convert.moves_alphabet))?,
            Err(error) => {
                diagnostics::print_error(&error);
                verdict = exit::USAGE;
            }
        }
    }
    Ok(verdict)
}
