//! Files of solutions: JSON lines, one solution a line, or the plan of a planner.
//!
//! Every line is read by itself. One that cannot be read is kept as such, so that whoever judges
//! solutions can say so and go on with the others.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sokolab::Moves;
use sokolab::text::{Alphabet, BadLetter, PlanError, parse_moves_in, plan_to_moves};

use crate::place::Place;

/// The most bytes of a line; the moves of any level in use fit many times.
const LINE_BYTES_MAX: usize = 16 << 20;

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
    /// Nobody can tell: the line cannot be read.
    Unreadable {
        /// Why, as a sentence without a beginning: "it is not JSON".
        reason: String,
    },
}

impl Claim {
    /// The moves; `None` if none are claimed.
    ///
    /// # Errors
    /// The first letter that is not a move.
    pub fn moves(&self) -> Option<Result<Moves, BadLetter>> {
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
}

/// A claim for which no level was taken, with the level it is for as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// The level; without a file if the line names none.
    pub place: Place,
    /// The claim.
    pub claimed: ClaimLine,
}

/// The solutions of a file and the levels they are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The same for every level.
    Every(Claim),
    /// One a level: the first for the first that is read, or for the first of its file.
    InOrder { claims: Vec<Option<ClaimLine>>, next: usize, numbering: Numbering },
    /// By number and file; several for one level are possible.
    ByPlace(BTreeMap<(usize, String), Vec<ClaimLine>>),
}

/// Which level a line without a place is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbering {
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

    /// Says that levels up to number `highest` of one file are read, but not all before it. A file
    /// with a line for each of them then has line i for level i; one with fewer lines has line i
    /// for the level that is read as number i.
    pub fn for_selection(&mut self, highest: usize) {
        if let Kind::InOrder { claims, numbering, .. } = &mut self.0
            && claims.len() >= highest
        {
            *numbering = Numbering::InFile;
        }
    }

    /// Takes what is claimed for a level out of the solutions; nothing if nothing is said about it.
    pub fn take(&mut self, place: &Place) -> Vec<ClaimLine> {
        match &mut self.0 {
            Kind::Every(claim) => vec![ClaimLine { line: 1, claim: claim.clone() }],
            Kind::InOrder { claims, next, numbering } => {
                *next += 1;
                let index = match numbering {
                    Numbering::AsRead => *next,
                    Numbering::InFile => place.level,
                };
                claims.get_mut(index - 1).and_then(Option::take).into_iter().collect()
            }
            Kind::ByPlace(claims) => {
                let key = key_for(claims, place);
                key.and_then(|key| claims.remove(&key)).unwrap_or_default()
            }
        }
    }

    /// The claims that were not taken although `is_wanted` says that their levels are among those
    /// looked at. Lines that cannot be read are always among them.
    #[must_use]
    pub fn unused(self, is_wanted: &dyn Fn(&Place) -> bool) -> Vec<Unused> {
        let all: Vec<Unused> = match self.0 {
            Kind::Every(_) => Vec::new(),
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

/// Whether a line says nothing, as empty lines at the end of a file do.
fn is_empty(claim: &Claim) -> bool {
    match claim {
        Claim::Moves { text, .. } => text.trim().is_empty(),
        Claim::Nothing => true,
        Claim::Unreadable { .. } => false,
    }
}

/// Whether one file is meant by both names: it may have been named from another folder.
#[must_use]
pub fn is_same_file(one: &str, other: &str) -> bool {
    base_name(one) == base_name(other)
}

fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// A file without a name, or standard input: it may be any.
fn is_nameless(file: &str) -> bool {
    file.is_empty() || file == "-"
}

/// The key of what is claimed for a level.
fn key_for(
    claims: &BTreeMap<(usize, String), Vec<ClaimLine>>,
    place: &Place,
) -> Option<(usize, String)> {
    let here = || {
        let first = (place.level, String::new());
        claims.range(first..).map(|(key, _)| key).take_while(|(level, _)| *level == place.level)
    };
    let exact = here().find(|(_, file)| *file == place.file);
    let same = || here().find(|(_, file)| !is_nameless(file) && is_same_file(file, &place.file));
    let nameless = || here().find(|(_, file)| is_nameless(file));
    let key = exact.or_else(same).or_else(nameless);
    if key.is_some() || !is_nameless(&place.file) {
        return key.cloned();
    }
    // A level without a name may be the only one with its number that was solved.
    let mut all = here();
    let only = all.next()?;
    all.next().is_none().then(|| only.clone())
}

/// Reads a file of solutions from bytes that are fed to it in any portions.
#[derive(Debug)]
pub struct SolutionsReader {
    alphabet: Alphabet,
    line: Vec<u8>,
    /// The rest of a line beyond the limit is left out.
    is_skipping: bool,
    number: usize,
    entries: Vec<(usize, Entry)>,
}

/// What a line is by itself.
#[derive(Debug)]
enum Entry {
    Plain(String),
    Json { file: String, level: Option<usize>, claim: Claim },
    Unreadable(String),
}

impl SolutionsReader {
    /// A reader at the beginning of a file. Plain lines are in `alphabet`, JSON lines in `lurd`.
    #[must_use]
    pub fn new(alphabet: Alphabet) -> SolutionsReader {
        let (line, entries) = (Vec::new(), Vec::new());
        SolutionsReader { alphabet, line, is_skipping: false, number: 0, entries }
    }

    /// Takes in the next bytes of the file.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = rest.iter().position(|&byte| byte == b'\n');
            let piece = &rest[..end.unwrap_or(rest.len())];
            self.is_skipping |= self.line.len() + piece.len() > LINE_BYTES_MAX;
            if self.is_skipping {
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(piece);
            }
            let Some(end) = end else { return };
            self.end_line();
            rest = &rest[end + 1..];
        }
    }

    fn end_line(&mut self) {
        self.number += 1;
        let bytes = std::mem::take(&mut self.line);
        let entry = if std::mem::take(&mut self.is_skipping) {
            Some(Entry::Unreadable(format!("it is longer than {} MiB", LINE_BYTES_MAX >> 20)))
        } else {
            match std::str::from_utf8(&bytes) {
                Ok(text) => entry_of(text.trim_start_matches('\u{FEFF}')),
                Err(_) => Some(Entry::Unreadable("it is not UTF-8".to_owned())),
            }
        };
        self.entries.extend(entry.map(|entry| (self.number, entry)));
    }

    /// The solutions, once the file is at its end.
    ///
    /// # Errors
    /// What is wrong with a plan; lines of other files are claims of their own.
    pub fn finish(mut self) -> Result<Solutions, PlanError> {
        if !self.line.is_empty() || self.is_skipping {
            self.end_line();
        }
        let is_json = |(_, entry): &(usize, Entry)| matches!(entry, Entry::Json { .. });
        if self.entries.iter().any(is_json) {
            return Ok(Solutions(json_kind(self.entries)));
        }
        let mut texts = self.entries.iter().filter_map(|(_, entry)| match entry {
            Entry::Plain(text) => Some(text.as_str()),
            Entry::Json { .. } | Entry::Unreadable(_) => None,
        });
        let first = texts.find(|text| !text.trim().is_empty()).unwrap_or_default().trim();
        if first.starts_with('(') && first.ends_with(')') {
            let plan: Vec<&str> = std::iter::once(first).chain(texts).collect();
            let text = plan_to_moves(&plan.join("\n"))?.to_string();
            return Ok(Solutions::for_every_level(text, Alphabet::Lurd));
        }
        let alphabet = self.alphabet;
        let claim = |entry: Entry| match entry {
            Entry::Plain(text) => Claim::Moves { text, alphabet },
            Entry::Json { claim, .. } => claim,
            Entry::Unreadable(reason) => Claim::Unreadable { reason },
        };
        let claims = self.entries.into_iter();
        let claims = claims.map(|(line, entry)| Some(ClaimLine { line, claim: claim(entry) }));
        Ok(Solutions(in_order(claims.collect())))
    }
}

fn in_order(claims: Vec<Option<ClaimLine>>) -> Kind {
    Kind::InOrder { claims, next: 0, numbering: Numbering::AsRead }
}

/// What a line is; `None` for one that is about no level. Empty lines count, for one solution a
/// line may be empty.
fn entry_of(line: &str) -> Option<Entry> {
    let text = line.trim();
    if !text.starts_with('{') {
        return Some(Entry::Plain(text.to_owned()));
    }
    json_entry(text).unwrap_or_else(|reason| Some(Entry::Unreadable(reason)))
}

fn json_entry(text: &str) -> Result<Option<Entry>, String> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| format!("it is not JSON at column {}", error.column()))?;
    let absent = |key: &str| value.get(key).is_none_or(Value::is_null);
    let is_ours =
        value.get("schema").and_then(Value::as_str).is_some_and(|it| it.starts_with("sokolab/"));
    if is_ours && absent("level") && absent("rows") && absent("solution") {
        return Ok(None);
    }
    let level = match value.get("level") {
        None | Some(Value::Null) => None,
        Some(level) => {
            let level = level.as_u64().filter(|&level| level > 0);
            Some(level.ok_or("its `level` is not a number from 1")? as usize)
        }
    };
    let text_of = |key: &str| match value.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("its `{key}` is not text")),
    };
    let claim = text_of("solution")?
        .map_or(Claim::Nothing, |text| Claim::Moves { text, alphabet: Alphabet::Lurd });
    Ok(Some(Entry::Json { file: text_of("file")?.unwrap_or_default(), level, claim }))
}

/// The claims of JSON lines: by place or, if none of them says which level it is for, in order.
fn json_kind(entries: Vec<(usize, Entry)>) -> Kind {
    let mut lines: Vec<(Option<(String, usize)>, ClaimLine)> = Vec::new();
    for (line, entry) in entries {
        let (place, claim) = match entry {
            Entry::Plain(text) if text.is_empty() => continue,
            Entry::Plain(_) => (None, Claim::Unreadable { reason: "it is not JSON".to_owned() }),
            Entry::Unreadable(reason) => (None, Claim::Unreadable { reason }),
            Entry::Json { file, level, claim } => (level.map(|level| (file, level)), claim),
        };
        lines.push((place, ClaimLine { line, claim }));
    }
    if lines.iter().all(|(place, _)| place.is_none()) {
        return in_order(lines.into_iter().map(|(_, claim)| Some(claim)).collect());
    }
    let mut claims: BTreeMap<(usize, String), Vec<ClaimLine>> = BTreeMap::new();
    let places: Vec<Option<(String, usize)>> =
        lines.iter().map(|(place, _)| place.clone()).collect();
    let named: BTreeSet<&(String, usize)> = places.iter().flatten().collect();
    for (index, (place, claim)) in lines.into_iter().enumerate() {
        // A line without a place stands between two others: it is for the level between theirs.
        let (file, level) = place.unwrap_or_else(|| {
            let before = index.checked_sub(1).and_then(|before| places[before].clone());
            let before = before.map(|(file, level)| (file, level + 1));
            let after = || {
                let (file, level) = places.get(index + 1)?.clone()?;
                Some((file, level.checked_sub(1).filter(|&level| level > 0)?))
            };
            let between = before.or_else(after).filter(|place| !named.contains(place));
            between.unwrap_or_else(|| (String::new(), index + 1))
        });
        claims.entry((level, file)).or_default().push(claim);
    }
    Kind::ByPlace(claims)
}

#[cfg(test)]
#[path = "solutions_tests.rs"]
mod tests;
