//! Solutions that are claimed for levels, from the command line or a file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context;
use sokolab::text::{Alphabet, plan_to_moves, write_moves_in};
use sokolab::{LetterCase, Level, Solution, parse_moves, verify};
use sokolab_wire::Place;

use crate::diagnostics;

/// What is claimed for a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// These moves solve it.
    Moves(String),
    /// Nothing: it was not solved.
    Nothing,
}

/// Claims and the levels they are for.
#[derive(Debug)]
pub(crate) enum Claims {
    /// The same for every level.
    Every(String),
    /// One for each level, in the order in which levels are read.
    InOrder { claims: std::vec::IntoIter<Claim>, number: usize },
    /// By file and number.
    ByPlace { claims: BTreeMap<(String, usize), Claim>, files: BTreeMap<String, String> },
}

impl Claims {
    /// What is given on the command line: moves for every level, or else a file of solutions.
    pub(crate) fn given(
        moves: Option<&str>,
        solutions: Option<&Path>,
        alphabet: Alphabet,
    ) -> anyhow::Result<Option<Claims>> {
        match (moves, solutions) {
            (Some(moves), _) => Claims::for_every_level(moves).map(Some),
            (None, Some(path)) => Claims::read(path, alphabet).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The moves given on the command line; `-` reads them from standard input.
    fn for_every_level(moves: &str) -> anyhow::Result<Claims> {
        if moves != "-" {
            return Ok(Claims::Every(moves.to_owned()));
        }
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("cannot read the moves")?;
        Ok(Claims::Every(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// The solutions in a file.
    fn read(path: &Path, alphabet: Alphabet) -> anyhow::Result<Claims> {
        let reader: Box<dyn Read> = if path == Path::new("-") {
            Box::new(std::io::stdin().lock())
        } else {
            let file = File::open(path);
            Box::new(file.with_context(|| format!("cannot read {}", path.display()))?)
        };
        let mut lines = Vec::new();
        for line in BufReader::new(reader).split(b'\n') {
            let line = line.with_context(|| format!("cannot read {}", path.display()))?;
            let line = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
            lines.push(line);
        }
        let first = lines.iter().map(|line| line.trim()).find(|line| !line.is_empty());
        match first {
            Some(line) if line.starts_with('{') => Claims::from_json(&lines, path),
            Some(line) if line.starts_with('(') && line.ends_with(')') => {
                let moves = plan_to_moves(&lines.join("\n"))
                    .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
                Ok(Claims::Every(write_moves_in(&moves, alphabet)))
            }
            _ => {
                let claims: Vec<Claim> = lines.into_iter().map(Claim::Moves).collect();
                Ok(Claims::InOrder { claims: claims.into_iter(), number: 0 })
            }
        }
    }

    /// What `solve --format jsonl` wrote. Only the place and the solution matter here.
    fn from_json(lines: &[String], path: &Path) -> anyhow::Result<Claims> {
        let mut claims = BTreeMap::new();
        let mut files = BTreeMap::new();
        for (index, line) in lines.iter().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let wrong = || format!("{}, line {}", path.display(), index + 1);
            let value: serde_json::Value =
                serde_json::from_str(line).with_context(|| format!("{}: not JSON", wrong()))?;
            let level = value.get("level").and_then(serde_json::Value::as_u64);
            let level = level.with_context(|| format!("{}: no number `level`", wrong()))?;
            let file = value.get("file").and_then(|it| it.as_str()).unwrap_or_default();
            let claim = match value.get("solution").and_then(|it| it.as_str()) {
                Some(moves) => Claim::Moves(moves.to_owned()),
                None => Claim::Nothing,
            };
            files.insert(base_name(file).to_owned(), file.to_owned());
            claims.insert((file.to_owned(), level as usize), claim);
        }
        Ok(Claims::ByPlace { claims, files })
    }

    /// What is claimed for a level; `None` if nothing is said about it.
    pub(crate) fn take(&mut self, place: &Place) -> Option<Claim> {
        match self {
            Claims::Every(moves) => Some(Claim::Moves(moves.clone())),
            Claims::InOrder { claims, number } => {
                *number += 1;
                claims.next()
            }
            Claims::ByPlace { claims, files } => {
                // The same file may have been named from another folder, or not at all.
                let exact = claims.remove(&(place.file.clone(), place.level));
                exact
                    .or_else(|| {
                        let file = files.get(base_name(&place.file))?;
                        claims.remove(&(file.clone(), place.level))
                    })
                    .or_else(|| claims.remove(&(String::new(), place.level)))
            }
        }
    }

    /// The places of claims for which no level was read.
    pub(crate) fn unused(self) -> Vec<Place> {
        match self {
            Claims::Every(_) => Vec::new(),
            Claims::InOrder { claims, number } => {
                // Trailing empty lines claim nothing.
                let rest: Vec<Claim> = claims.collect();
                let is_claim = |claim: &Claim| *claim != Claim::Moves(String::new());
                let last = rest.iter().rposition(is_claim).map_or(0, |last| last + 1);
                let places = (1..=last).map(|index| number + index);
                places.map(|level| Place { file: String::new(), level }).collect()
            }
            Claims::ByPlace { claims, .. } => {
                claims.into_keys().map(|(file, level)| Place { file, level }).collect()
            }
        }
    }
}

fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// The solution that is given for a level, if it is one.
pub(crate) fn given(level: &Level, place: &Place, claim: &Claim) -> Option<Solution> {
    let Claim::Moves(text) = claim else { return None };
    let moves = parse_moves(text).map_err(|letter| letter.to_string());
    let verdict = moves.and_then(|moves| {
        verify(level, &moves, LetterCase::Corrected).map_err(|refusal| refusal.to_string())
    });
    match verdict {
        Ok(verdict) => Some(verdict.solution),
        Err(why) => {
            let name = format!("{}#{}", place.file, place.level);
            let error = anyhow::anyhow!("the solution given for {name} is none: {why}");
            diagnostics::print_error(&error);
            None
        }
    }
}
