//! Where the solutions come from that are verified.

use sokolab::Level;
use sokolab::text::Alphabet;
use sokolab_wire::{ClaimLine, Place, Solutions};

use crate::input::LevelArgument;
use crate::input::claims::{offered, stored};

/// Where solutions come from.
pub(super) enum Source {
    /// The command line, or a file.
    Given { claims: Solutions, has_lines: bool },
    /// The levels themselves and, once one has none, what standard input offers.
    Stored { offered: Offered },
}

/// What standard input offers beside the levels.
pub(super) enum Offered {
    /// Nobody has looked yet.
    NotAsked,
    Nothing,
    Solutions(Solutions),
}

impl Source {
    /// No solutions at all.
    pub(super) const NOTHING: Source = Source::Stored { offered: Offered::Nothing };

    pub(super) fn take(
        &mut self,
        place: &Place,
        level: &Level,
        named: &[LevelArgument],
        alphabet: Alphabet,
    ) -> anyhow::Result<Vec<ClaimLine>> {
        let beside = match self {
            Source::Given { claims, .. } => return Ok(claims.take(place, level)),
            Source::Stored { offered } => offered,
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

    /// Whether lines of a file tell solutions from each other.
    pub(super) fn has_lines(&self) -> bool {
        match self {
            Source::Given { has_lines, .. } => *has_lines,
            Source::Stored { offered } => matches!(offered, Offered::Solutions(_)),
        }
    }

    /// What was given beside the levels.
    pub(super) fn given(self) -> Option<Solutions> {
        match self {
            Source::Given { claims, .. }
            | Source::Stored { offered: Offered::Solutions(claims) } => Some(claims),
            Source::Stored { offered: Offered::NotAsked | Offered::Nothing } => None,
        }
    }
}
