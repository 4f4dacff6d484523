//! The results of `soko lint --prove` on a level, for people and programs.

use sokolab::insight::piece::{Effect, Need, Piece, PieceKind, Standing};
use sokolab::proof::Claim;
use sokolab::{Level, Moves, Solution, Stop, noun_for, quantity};
use sokolab_wire::{CertificateLine, PieceLine, Place};

use super::each_level::Answered;
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;
use crate::search::certificate::fewest;
use crate::terminal::level_drawing::named_rows;

/// The evidence for an answer.
#[derive(Clone, Debug)]
pub(super) enum Shown {
    /// A solution of the level without the piece.
    Solution(Moves),
    /// A certificate that the checker accepts, and its number in the file, if there is one.
    Proof { claim: Claim, states: u64, number: Option<usize> },
    /// An exact search with this number of nodes.
    Search(u64),
    /// Without the piece, the level is invalid.
    Rules,
}

impl Shown {
    fn line(&self) -> CertificateLine {
        match self {
            Shown::Solution(moves) => CertificateLine::solution(moves),
            Shown::Proof { claim, states, number } => {
                CertificateLine::proof(*claim, *states, *number)
            }
            Shown::Search(nodes) => CertificateLine::search(*nodes),
            Shown::Rules => CertificateLine::rules(),
        }
    }
}

/// A piece, whether it is needed, and the evidence.
#[derive(Debug)]
pub(super) struct JudgedPiece {
    pub(super) piece: Piece,
    pub(super) judgement: Result<(Need, Shown), Stop>,
}

/// A level with its pieces.
#[derive(Debug)]
pub(super) struct ProvedLevel {
    pub(super) place: Place,
    pub(super) level: Level,
    pub(super) standing: Result<Standing, Stop>,
    /// The evidence for the fewest pushes of the level itself; `None` if there is only a search.
    pub(super) shown: Option<Shown>,
    pub(super) pieces: Vec<JudgedPiece>,
}

impl Answered for ProvedLevel {
    fn exit(&self) -> Exit {
        let of_piece = |piece: &JudgedPiece| match &piece.judgement {
            Ok((need, _)) if need.effect.is_needed() => exit::DONE,
            Ok(_) => exit::NEGATIVE,
            Err(_) => exit::UNDECIDED,
        };
        let first = if self.standing.is_ok() { exit::DONE } else { exit::UNDECIDED };
        self.pieces.iter().map(of_piece).fold(first, Exit::and)
    }
}

/// Writes one JSON object per piece.
#[derive(Debug)]
pub(super) struct PieceLines;

impl Exporter<ProvedLevel> for PieceLines {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Json(PieceLine::SCHEMA)
    }

    fn level(&mut self, proved: ProvedLevel, output: &mut Output) -> anyhow::Result<()> {
        let ProvedLevel { place, level, standing, pieces, .. } = proved;
        for JudgedPiece { piece, judgement } in &pieces {
            let place = place.clone();
            let line = match (judgement, &standing) {
                (Ok((need, shown)), Ok(known)) => {
                    PieceLine::decided(place, &level, known, need, shown.line())
                }
                (Err(stop), _) | (_, Err(stop)) => {
                    PieceLine::undecided(place, &level, piece, *stop)
                }
            };
            output.json(&line)?;
        }
        Ok(())
    }
}

/// The pieces for a person: what each kind needs, and the squares by name.
#[derive(Debug)]
pub(super) struct PieceText;

impl Exporter<ProvedLevel> for PieceText {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, proved: ProvedLevel, output: &mut Output) -> anyhow::Result<()> {
        let ProvedLevel { place, level, standing, shown, pieces } = &proved;
        let title = level.title.as_ref().map_or(String::new(), |it| format!(" {it}"));
        let known = match standing {
            Ok(Standing::Solved(it)) => fewest(it.measures().pushes as u64, "push"),
            Ok(Standing::Unsolvable) => "there is no solution".to_owned(),
            Err(stop) => format!("undecided, the search for the fewest pushes was {stop}"),
        };
        let shown = match shown {
            Some(Shown::Proof { states, .. }) => {
                format!(" (certificate of {})", quantity(*states, "state"))
            }
            _ if standing.is_ok() => " (by search; no certificate within the limits)".to_owned(),
            _ => String::new(),
        };
        output.line(&format!("{}#{}{title}: {known}{shown}", place.file, place.level))?;
        for kind in PieceKind::ALL {
            let of_kind: Vec<&JudgedPiece> =
                pieces.iter().filter(|it| it.piece.kind == kind).collect();
            for line in described(kind, &of_kind) {
                output.line(&level.rules.translate(&line))?;
            }
        }
        for row in named_rows(level, &level.picture) {
            output.line(&format!("  {row}"))?;
        }
        Ok(())
    }
}

/// Lines about the pieces of one kind.
fn described(kind: PieceKind, pieces: &[&JudgedPiece]) -> Vec<String> {
    let mut groups: [Vec<String>; 3] = Default::default();
    for JudgedPiece { piece, judgement } in pieces {
        let square = piece.square();
        match judgement {
            Ok((need, shown)) if need.effect.is_needed() => {
                groups[0].push(format!("{square} ({}{})", changed(need), searched(shown)));
            }
            Ok((_, shown)) => groups[1].push(format!("{square}{}", searched(shown))),
            Err(stop) => groups[2].push(format!("{square} ({stop})")),
        }
    }
    let names = ["needed", "not needed", "undecided"];
    let counts: Vec<String> = names
        .iter()
        .zip(&groups)
        .filter(|(_, group)| !group.is_empty())
        .map(|(name, group)| format!("{} {name}", group.len()))
        .collect();
    let noun = noun_for(pieces.len() as u32, kind.name());
    let mut lines = vec![match counts.as_slice() {
        [] => format!("  no {}", noun_for(2_u32, kind.name())),
        counts => format!("  {} {noun}: {}", pieces.len(), counts.join(", ")),
    }];
    for (name, group) in names.iter().zip(&groups).filter(|(_, group)| !group.is_empty()) {
        lines.push(format!("    {name}: {}", group.join(", ")));
    }
    lines
}

/// The difference that a needed piece makes.
fn changed(need: &Need) -> String {
    let pushes = || need.solution.as_ref().map_or_else(String::new, pushes_of);
    match &need.effect {
        Effect::None => "nothing changes".to_owned(),
        Effect::Shorter | Effect::Longer | Effect::Solvable => format!("{} without it", pushes()),
        Effect::Unsolvable => "no solution without it".to_owned(),
        Effect::Unplayable(_) => "no level without it".to_owned(),
    }
}

/// A note if only a search supports an answer.
fn searched(shown: &Shown) -> &'static str {
    if matches!(shown, Shown::Search(_)) { ", by search" } else { "" }
}

fn pushes_of(solution: &Solution) -> String {
    quantity(solution.measures().pushes as u64, "push")
}
