//! Lines of `soko lint --prove` and `soko lint --repair` with `--format jsonl`.

use serde::{Deserialize, Serialize};
use sokolab::insight::piece::{Need, Piece, Repair, Standing};
use sokolab::proof::Claim;
use sokolab::{Level, Moves, Stop};

use crate::place::{Place, Subject};

/// What shows that a piece is needed or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateLine {
    /// `solution`: these moves solve the level without the piece; `proof`: a certificate, which the
    /// checker has accepted; `search`: only an exact search, because a certificate would have
    /// exceeded the limits; `rules`: the rest is not a valid level.
    pub kind: String,
    /// The moves of a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// What a proof claims: `unsolvable` or `pushes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The least that every solution costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// States that a proof lists or a search expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// Its number in the file of `--proof`, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
}

impl CertificateLine {
    /// A solution shows it.
    #[must_use]
    pub fn solution(moves: &Moves) -> CertificateLine {
        let (kind, solution) = ("solution".to_owned(), Some(moves.to_string()));
        CertificateLine { kind, solution, ..CertificateLine::default() }
    }

    /// A certificate shows it.
    #[must_use]
    pub fn proof(claim: Claim, states: u64, number: Option<usize>) -> CertificateLine {
        let name = if claim == Claim::Unsolvable { "unsolvable" } else { "pushes" };
        CertificateLine {
            kind: "proof".to_owned(),
            solution: None,
            claim: Some(name.to_owned()),
            bound: claim.bound(),
            states: Some(states),
            number,
        }
    }

    /// A search has shown it.
    #[must_use]
    pub fn search(nodes: u64) -> CertificateLine {
        let (kind, states) = ("search".to_owned(), Some(nodes));
        CertificateLine { kind, states, ..CertificateLine::default() }
    }

    /// The rules of levels show it.
    #[must_use]
    pub fn rules() -> CertificateLine {
        CertificateLine { kind: "rules".to_owned(), ..CertificateLine::default() }
    }
}

/// A piece by its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PiecePlace {
    /// `box`, `goal` or `wall`.
    pub piece: String,
    /// The name of its square, in the level as read.
    pub square: String,
    /// The line in the file, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl PiecePlace {
    /// The place of a piece of a level.
    #[must_use]
    pub fn new(level: &Level, piece: &Piece) -> PiecePlace {
        let location = level.location(piece.x, piece.y);
        PiecePlace {
            piece: piece.kind.name().to_owned(),
            square: piece.square(),
            line: location.line,
            column: location.column,
        }
    }
}

/// Whether one piece of a level is needed. Its rows show the level without the piece, so that a
/// certificate can be checked against the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceLine {
    /// `sokolab/lint-prove/1`.
    pub schema: String,
    /// Which level, as it is without the piece.
    #[serde(flatten)]
    pub subject: Subject,
    /// Which piece.
    #[serde(flatten)]
    pub place: PiecePlace,
    /// Whether it is needed; `null` if that is undecided.
    pub needed: Option<bool>,
    /// The effect of removing it on the fewest pushes: `none`, `shorter`, `longer`, `unsolvable`,
    /// `solvable` or `unplayable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// The fewest pushes of the level; `null` without a solution.
    pub pushes: Option<usize>,
    /// The pushes of a solution without the piece: the fewest, or fewer than those of the level.
    pub pushes_without: Option<usize>,
    /// What shows it; `null` if it is undecided.
    pub certificate: Option<CertificateLine>,
    /// Why it is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl PieceLine {
    /// The name and version of the form.
    pub const SCHEMA: &'static str = "sokolab/lint-prove/1";

    /// The line for a piece that is known to be needed or not.
    #[must_use]
    pub fn decided(
        place: Place,
        level: &Level,
        standing: &Standing,
        need: &Need,
        certificate: CertificateLine,
    ) -> PieceLine {
        let pushes = match standing {
            Standing::Solved(solution) => Some(solution.measures().pushes),
            Standing::Unsolvable => None,
        };
        PieceLine {
            schema: PieceLine::SCHEMA.to_owned(),
            subject: Subject::changed(place, level, &need.level),
            place: PiecePlace::new(level, &need.piece),
            needed: Some(need.effect.is_needed()),
            effect: Some(need.effect.name().to_owned()),
            pushes,
            pushes_without: need.solution.as_ref().map(|it| it.measures().pushes),
            certificate: Some(certificate),
            reason: None,
        }
    }

    /// The line for a piece of which that is undecided.
    #[must_use]
    pub fn undecided(place: Place, level: &Level, piece: &Piece, stop: Stop) -> PieceLine {
        PieceLine {
            schema: PieceLine::SCHEMA.to_owned(),
            subject: Subject::new(place, level),
            place: PiecePlace::new(level, piece),
            needed: None,
            effect: None,
            pushes: None,
            pushes_without: None,
            certificate: None,
            reason: Some(stop.name().to_owned()),
        }
    }
}

/// A repair of a level without a solution. Its rows show the repaired level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairLine {
    /// `sokolab/lint-repair/1`.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// `solvable`: nothing to repair; `repaired`; `impossible`: whatever is removed, there is no
    /// solution or nothing to push; or `stopped`, by a limit.
    pub status: String,
    /// The pieces to remove; `null` if none are known.
    pub remove: Option<Vec<PiecePlace>>,
    /// Whether it is proved that removing fewer pieces is not enough.
    pub fewest: bool,
    /// A lower bound on the number of pieces that a repair removes.
    pub at_least: usize,
    /// A solution of the level without them.
    pub solution: Option<String>,
    /// The limit that left something undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RepairLine {
    /// The name and version of the form.
    pub const SCHEMA: &'static str = "sokolab/lint-repair/1";

    /// The line for a level.
    #[must_use]
    pub fn new(place: Place, level: &Level, repair: &Repair) -> RepairLine {
        let plain = |place: Place, status: &str| RepairLine {
            schema: RepairLine::SCHEMA.to_owned(),
            subject: Subject::new(place, level),
            status: status.to_owned(),
            remove: None,
            fewest: true,
            at_least: 0,
            solution: None,
            reason: None,
        };
        match repair {
            Repair::NotNeeded(solution) => RepairLine {
                remove: Some(Vec::new()),
                solution: Some(solution.moves().to_string()),
                ..plain(place, "solvable")
            },
            Repair::Found { removed, level: left, solution, undecided, at_least } => RepairLine {
                subject: Subject::changed(place.clone(), level, left),
                remove: Some(removed.iter().map(|it| PiecePlace::new(level, it)).collect()),
                fewest: undecided.is_none(),
                at_least: *at_least,
                solution: Some(solution.moves().to_string()),
                reason: undecided.map(|stop| stop.name().to_owned()),
                ..plain(place, "repaired")
            },
            Repair::Impossible => plain(place, "impossible"),
            Repair::Stopped { stop, at_least } => RepairLine {
                fewest: false,
                at_least: *at_least,
                reason: Some(stop.name().to_owned()),
                ..plain(place, "stopped")
            },
        }
    }
}
