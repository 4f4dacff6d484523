//! The source of the solutions to verify or replay.

use sokolab::Level;
use sokolab::text::Alphabet;
use sokolab_wire::{ClaimLine, Place, Solutions};

use crate::input::claims::{offered, stored};
use crate::input::level_argument::LevelArgument;

/// Where solutions come from.
pub(crate) enum ClaimSource {
    /// The command line, or a file.
    Given { claims: Solutions, has_lines: bool },
    /// A file in which a solution may be wrapped over several lines.
    Wrapped { claims: Solutions },
    /// The levels themselves and, once one has no solution, standard input.
    Stored { offered: Offered },
}

/// The solutions on standard input.
pub(crate) enum Offered {
    /// It has not been read yet.
    NotAsked,
    Nothing,
    Solutions(Solutions),
}

impl ClaimSource {
    /// No solutions at all.
    pub(crate) const NOTHING: ClaimSource = ClaimSource::Stored { offered: Offered::Nothing };

    pub(crate) fn take(
        &mut self,
        place: &Place,
        level: &Level,
        named: &[LevelArgument],
        alphabet: Alphabet,
    ) -> anyhow::Result<Vec<ClaimLine>> {
        let beside = match self {
            ClaimSource::Given { claims, .. } => return Ok(claims.take(place, level)),
            ClaimSource::Wrapped { claims } => return Ok(claims.take_wrapped(place, level)),
            ClaimSource::Stored { offered } => offered,
        };
        let own = stored(level);
        if !own.is_empty() {
            return Ok(own);
        }
        if matches!(beside, Offered::NotAsked) {
            let claims = offered(named, alphabet)?;
            *beside = claims.map_or(Offered::Nothing, Offered::Solutions);
        }
        match beside {
            Offered::Solutions(claims) => Ok(claims.take(place, level)),
            Offered::NotAsked | Offered::Nothing => Ok(Vec::new()),
        }
    }

    /// Whether solutions are matched with levels in reading order.
    pub(crate) fn is_in_order(&self) -> bool {
        match self {
            ClaimSource::Given { claims, .. } | ClaimSource::Wrapped { claims } => {
                claims.is_in_order()
            }
            ClaimSource::Stored { offered: Offered::Solutions(claims) } => claims.is_in_order(),
            ClaimSource::Stored { offered: Offered::NotAsked | Offered::Nothing } => false,
        }
    }

    /// Whether solutions are identified by lines of a file.
    pub(crate) fn has_lines(&self) -> bool {
        match self {
            ClaimSource::Given { has_lines, .. } => *has_lines,
            ClaimSource::Wrapped { .. } => true,
            ClaimSource::Stored { offered } => matches!(offered, Offered::Solutions(_)),
        }
    }

    /// The solutions that were given in addition to the levels.
    pub(crate) fn given(self) -> Option<Solutions> {
        match self {
            ClaimSource::Given { claims, .. }
            | ClaimSource::Wrapped { claims }
            | ClaimSource::Stored { offered: Offered::Solutions(claims) } => Some(claims),
            ClaimSource::Stored { offered: Offered::NotAsked | Offered::Nothing } => None,
        }
    }
}
