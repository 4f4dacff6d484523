//! The solutions that pictures show: given on the command line or in a file, or stored with levels.

use anyhow::anyhow;
use sokolab::{LetterCase, Level, Moves, verify};
use sokolab_wire::{Claim, Place, Solutions};

use super::failure::Failure;
use crate::exit;
use crate::input::claims::{stored, take_claim};
use crate::terminal::level_drawing::rows_where_refused;

/// Where solutions come from.
pub(super) struct Solved {
    given: Option<Solutions>,
}

impl Solved {
    pub(super) fn new(given: Option<Solutions>) -> Solved {
        Solved { given }
    }

    /// The solution of a level, if one is known. Only one that is given must fit.
    pub(super) fn take(&mut self, place: &Place, level: &Level) -> Result<Option<Moves>, Failure> {
        if let Some(given) = &mut self.given {
            return match take_claim(given, place, level) {
                None => Ok(None),
                Some(claim) => verified(level, &claim),
            };
        }
        let own = stored(level).pop();
        Ok(own.and_then(|it| verified(level, &it.claim).ok().flatten()))
    }
}

/// The moves of a claim, with corrected letter case.
fn verified(level: &Level, claim: &Claim) -> Result<Option<Moves>, Failure> {
    let moves = match (claim, claim.moves()) {
        (Claim::Unreadable { reason }, _) => {
            let error = anyhow!("the given solution cannot be read: {reason}");
            return Err(Failure::of_level(error));
        }
        (_, None) => return Ok(None),
        (_, Some(Err(letter))) => return Err(Failure::of_level(anyhow!("{letter}"))),
        (_, Some(Ok(moves))) => moves,
    };
    match verify(level, &moves, LetterCase::Corrected) {
        Ok(verdict) => Ok(Some(verdict.solution.moves().clone())),
        Err(refusal) => Err(Failure::Level {
            error: anyhow!("these moves do not solve the level: {refusal}"),
            rows: rows_where_refused(level, &moves, &refusal).unwrap_or_default(),
            exit: exit::NEGATIVE,
        }),
    }
}
