//! Solutions and the levels they are for.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sokolab::text::{Alphabet, ParseMovesError, parse_moves_in};
use sokolab::{LetterCase, Level, Moves, Refusal, verify};

use crate::place::{Place, id_of};

/// Maximum number of lines over which one solution may be wrapped.
const WRAPPED_LINES_MAX: usize = 2_000;

/// What is claimed for a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// These moves solve it.
    Moves {
        /// The moves as written.
        text: String,
        /// The letters they are written in.
        alphabet: Alphabet,
    },
    /// Nothing: it was not solved.
    Nothing,
    /// Unknown, because the line cannot be read.
    Unreadable {
        /// The reason as a clause, such as "it is not JSON".
        reason: String,
    },
}

impl Claim {
    /// The moves; `None` if none are claimed.
    ///
    /// # Errors
    /// The first letter that is not a move.
    pub fn moves(&self) -> Option<Result<Moves, ParseMovesError>> {
        match self {
            Claim::Moves { text, alphabet } => Some(parse_moves_in(text, *alphabet)),
            Claim::Nothing | Claim::Unreadable { .. } => None,
        }
    }
}

/// A claim and the line it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimLine {
    /// The line in the file, from 1.
    pub line: usize,
    /// What it claims.
    pub claim: Claim,
    /// The hash of its level, if the line gives it.
    pub id: Option<String>,
}

/// A claim that no level has used, with as much as is known about its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// The level; it has no file if the line names none.
    pub place: Place,
    /// The claim.
    pub claimed: ClaimLine,
}

/// The solutions of a file and the levels they are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions(pub(crate) Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The same for every level.
    Every(Claim),
    /// One per level, in the order in which levels are read, or in the order of the file.
    InOrder { claims: Vec<Option<ClaimLine>>, next: usize, numbering: Numbering },
    /// By number and file; a level may have several.
    ByPlace(Claims),
    /// By the name of the level or its file.
    ByName(Vec<(String, Option<ClaimLine>)>),
}

/// Claims by the number of the level and the file; of a file whose claims were taken, none.
pub(crate) type Claims = BTreeMap<(usize, String), Vec<ClaimLine>>;

/// Which level a line without a place is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// Line i is for the level that is read as number i.
    AsRead,
    /// Line i is for the level that has number i in its file.
    InFile,
}

impl Solutions {
    /// The same moves for every level.
    #[must_use]
    pub fn for_every_level(text: String, alphabet: Alphabet) -> Solutions {
        Solutions(Kind::Every(Claim::Moves { text, alphabet }))
    }

    /// Announces that only some levels of a file are read, the last of them with number `highest`.
    /// If the file of solutions has that many lines, line i is for level i; if it has fewer, line i
    /// is for the i-th level that is read.
    pub fn for_selection(&mut self, highest: usize) {
        if let Kind::InOrder { claims, numbering, .. } = &mut self.0
            && claims.len() >= highest
        {
            *numbering = Numbering::InFile;
        }
    }

    /// Whether solutions are matched with levels in reading order.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        matches!(&self.0, Kind::InOrder { numbering: Numbering::AsRead, .. })
    }

    /// Removes and returns the claims for a level; empty if there are none.
    pub fn take(&mut self, place: &Place, level: &Level) -> Vec<ClaimLine> {
        match &mut self.0 {
            Kind::Every(claim) => vec![ClaimLine { line: 1, claim: claim.clone(), id: None }],
            Kind::InOrder { claims, next, numbering } => {
                *next += 1;
                let index = match numbering {
                    Numbering::AsRead => *next,
                    Numbering::InFile => place.level,
                };
                take_in_order(claims, index - 1, level).into_iter().collect()
            }
            Kind::ByPlace(claims) => take_by_place(claims, place, level),
            Kind::ByName(claims) => {
                let found = claims
                    .iter_mut()
                    .find(|(name, claim)| claim.is_some() && is_called(place, level, name));
                found.and_then(|(_, claim)| claim.take()).into_iter().collect()
            }
        }
    }

    /// Like `take`, but one solution may be wrapped over several lines: leading blank lines are
    /// skipped, and lines are joined while the moves are legal and until they solve the level. If
    /// joining does not give a solution, each line is one.
    pub fn take_wrapped(&mut self, place: &Place, level: &Level) -> Vec<ClaimLine> {
        if let Kind::InOrder { claims, next, numbering } = &mut self.0 {
            let starts = match numbering {
                Numbering::AsRead => vec![*next],
                // The number of a level is the number of its line, or any paragraph may be its.
                Numbering::InFile => {
                    std::iter::once(place.level - 1).chain(paragraphs(claims)).collect()
                }
            };
            let found = starts.into_iter().find_map(|start| join(claims, start, level));
            if let Some((lines, joined)) = found {
                *next = lines.end;
                claims[lines].fill(None);
                return vec![joined];
            }
        }
        self.take(place, level)
    }

    /// The files that are named, also by claims that were taken.
    #[must_use]
    pub fn files(&self) -> BTreeSet<String> {
        match &self.0 {
            Kind::ByPlace(claims) => claims.keys().map(|(_, file)| file.clone()).collect(),
            Kind::Every(_) | Kind::InOrder { .. } | Kind::ByName(_) => BTreeSet::new(),
        }
    }

    /// The unused claims whose levels `is_wanted` selects. Unreadable lines are always included.
    #[must_use]
    pub fn unused(self, is_wanted: &dyn Fn(&Place) -> bool) -> Vec<Unused> {
        let all: Vec<Unused> = match self.0 {
            // If the user selects single levels, solutions for other levels are to be expected.
            Kind::Every(_) | Kind::ByName(_) => Vec::new(),
            Kind::InOrder { claims, .. } => {
                let claims = claims.into_iter().enumerate();
                let claims = claims.filter_map(|(index, claim)| Some((index + 1, claim?)));
                let unused = claims.map(|(level, claimed)| {
                    let place = Place { file: String::new(), level };
                    Unused { place, claimed }
                });
                unused.filter(|it| !is_empty(&it.claimed.claim)).collect()
            }
            Kind::ByPlace(claims) => {
                let unused = claims.into_iter().flat_map(|((level, file), claims)| {
                    let place = Place { file, level };
                    claims.into_iter().map(move |claimed| Unused { place: place.clone(), claimed })
                });
                unused.collect()
            }
        };
        let is_bad = |it: &Unused| matches!(it.claimed.claim, Claim::Unreadable { .. });
        all.into_iter().filter(|it| is_bad(it) || is_wanted(&it.place)).collect()
    }
}

/// The first line, and the lines after blank ones.
fn paragraphs(claims: &[Option<ClaimLine>]) -> impl Iterator<Item = usize> + '_ {
    (0..claims.len()).filter(|&index| index == 0 || is_blank(claims[index - 1].as_ref()))
}

fn is_blank(claim: Option<&ClaimLine>) -> bool {
    claim.is_none_or(|it| is_empty(&it.claim))
}

/// The lines from `next` on that together solve a level, and the joined claim; `None` if they do
/// not solve it or are not moves.
fn join(
    claims: &[Option<ClaimLine>],
    next: usize,
    level: &Level,
) -> Option<(Range<usize>, ClaimLine)> {
    let first = next + claims.get(next..)?.iter().position(|it| !is_blank(it.as_ref()))?;
    let mut together = String::new();
    for index in first..claims.len().min(first + WRAPPED_LINES_MAX) {
        let ClaimLine { claim: Claim::Moves { text, alphabet }, id: None, .. } =
            claims[index].as_ref()?
        else {
            return None;
        };
        if text.trim().is_empty() {
            return None;
        }
        together.push_str(text);
        let moves = parse_moves_in(&together, *alphabet).ok()?;
        match verify(level, &moves, LetterCase::Corrected) {
            Ok(_) => {
                let claim = Claim::Moves { text: together, alphabet: *alphabet };
                let line = claims[first].as_ref()?.line;
                return Some((next..index + 1, ClaimLine { line, claim, id: None }));
            }
            Err(Refusal::NotSolved { .. }) => {}
            Err(_) => return None,
        }
    }
    None
}

/// Whether a line is empty, as at the end of a file.
fn is_empty(claim: &Claim) -> bool {
    match claim {
        Claim::Moves { text, .. } => text.trim().is_empty(),
        Claim::Nothing => true,
        Claim::Unreadable { .. } => false,
    }
}

/// Whether both names may refer to one file, named from different folders.
#[must_use]
pub fn is_same_file(one: &str, other: &str) -> bool {
    let (one, other) = (base_name(one), base_name(other));
    one == other || other.rsplit_once('.').is_some_and(|(stem, _)| one == stem)
}

/// Whether two names are the same path, except for how the current folder is named.
#[must_use]
pub fn is_same_path(one: &str, other: &str) -> bool {
    one.trim_start_matches("./") == other.trim_start_matches("./")
}

fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// Whether this is an unnamed file or standard input, which matches any file.
fn is_nameless(file: &str) -> bool {
    file.is_empty() || file == "-"
}

/// Takes the claim with this index, unless it names another level and some other claim names this
/// one.
fn take_in_order(
    claims: &mut [Option<ClaimLine>],
    index: usize,
    level: &Level,
) -> Option<ClaimLine> {
    let here = claims.get(index).and_then(Option::as_ref);
    let has_ids = claims.iter().flatten().any(|it| it.id.is_some());
    let id = if has_ids { id_of(level) } else { None };
    let is_for = |it: &ClaimLine| it.id.is_some() && it.id == id;
    if here.is_some_and(|it| it.id.is_none() || is_for(it)) {
        return claims[index].take();
    }
    let other = claims.iter().position(|it| it.as_ref().is_some_and(is_for)).unwrap_or(index);
    claims.get_mut(other).and_then(Option::take)
}

/// Takes the claims for a level by its file and number or, if the file differs, by its hash.
fn take_by_place(claims: &mut Claims, place: &Place, level: &Level) -> Vec<ClaimLine> {
    if let Some(key) = key_in_file(claims, place) {
        return claims.get_mut(&key).map(std::mem::take).unwrap_or_default();
    }
    let has_ids = claims.values().flatten().any(|it| it.id.is_some());
    let id = if has_ids { id_of(level) } else { None };
    if id.is_some() {
        for lines in claims.values_mut() {
            if let Some(index) = lines.iter().position(|it| it.id == id) {
                return vec![lines.remove(index)];
            }
        }
    }
    let key = key_without_file(claims, place);
    key.and_then(|key| claims.get_mut(&key)).map(std::mem::take).unwrap_or_default()
}

/// Whether a level has this name: its title, its name in the game, or its file without the
/// extension; a folder in the name must be that of the file.
fn is_called(place: &Place, level: &Level, name: &str) -> bool {
    let (folder, name) = name.rsplit_once('/').unwrap_or(("", name));
    let file = place.file.replace('\\', "/");
    let (parent, base) = file.rsplit_once('/').unwrap_or(("", &file));
    let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    let is_in_folder =
        folder.is_empty() || parent == folder || parent.ends_with(&format!("/{folder}"));
    let game = level.nethack.as_ref().map(|text| text.name.as_str());
    is_in_folder && [level.title.as_deref(), game, Some(stem)].contains(&Some(name))
}

/// The files with claims about the level with this number that were not taken yet.
fn files_of(claims: &Claims, level: usize) -> impl Iterator<Item = &(usize, String)> {
    let first = (level, String::new());
    let of_level = claims.range(first..).take_while(move |((number, _), _)| *number == level);
    of_level.filter(|(_, lines)| !lines.is_empty()).map(|(key, _)| key)
}

/// The key of the claims for a level of a file with this name.
fn key_in_file(claims: &Claims, place: &Place) -> Option<(usize, String)> {
    let exact = files_of(claims, place.level).find(|(_, file)| is_same_path(file, &place.file));
    let is_same = |file: &str| !is_nameless(file) && is_same_file(file, &place.file);
    let same = || files_of(claims, place.level).find(|(_, file)| is_same(file));
    exact.or_else(same).cloned()
}

/// The key of the claims for a level of any file, or of an unnamed file.
fn key_without_file(claims: &Claims, place: &Place) -> Option<(usize, String)> {
    let nameless = files_of(claims, place.level).find(|(_, file)| is_nameless(file));
    if nameless.is_some() || !is_nameless(&place.file) {
        return nameless.cloned();
    }
    // A level of an unnamed file matches if it is the only one with its number.
    let mut all = files_of(claims, place.level);
    let only = all.next()?;
    all.next().is_none().then(|| only.clone())
}

#[cfg(test)]
#[path = "solutions_tests.rs"]
mod tests;
