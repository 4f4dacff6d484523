//! Files of solutions: JSON lines, one solution per line, or the plan of a planner.
//!
//! Every line is read separately. An unreadable line is kept as such, so that the caller can report
//! it and continue with the others. In a file with one solution per line, a line `; level: NAME`
//! before a solution names its level; other lines that begin with a semicolon are comments.

use std::collections::BTreeSet;

use serde_json::Value;
use sokolab::text::{Alphabet, PlanError, plan_to_moves};

use crate::solutions::{Claim, ClaimLine, Claims, Kind, Numbering, Solutions};

/// The most bytes of a line; the moves of any level in use fit many times.
const LINE_BYTES_MAX: usize = 16 << 20;

/// Maximum length in bytes of a skipped line; a longer one is not part of a file of solutions, and
/// may be endless.
const SKIPPED_BYTES_MAX: usize = 64 << 20;

/// Reads a file of solutions from bytes, in chunks of any size.
#[derive(Debug)]
pub struct SolutionsReader {
    alphabet: Alphabet,
    line: Vec<u8>,
    /// The rest of an overlong line is being skipped.
    is_skipping: bool,
    /// How many of its bytes were.
    skipped: usize,
    /// Reading has stopped at an overlong line.
    is_over: bool,
    number: usize,
    entries: Vec<(usize, Entry)>,
}

/// What a line is by itself.
#[derive(Debug)]
enum Entry {
    Plain(String),
    /// The name of the level that the next line is for.
    Name(String),
    Json {
        file: String,
        level: Option<usize>,
        id: Option<String>,
        claim: Claim,
    },
    Unreadable(String),
}

impl SolutionsReader {
    /// A reader at the beginning of a file. Plain lines are in `alphabet`, JSON lines in `lurd`.
    #[must_use]
    pub fn new(alphabet: Alphabet) -> SolutionsReader {
        let (line, entries) = (Vec::new(), Vec::new());
        let (is_skipping, skipped, is_over) = (false, 0, false);
        SolutionsReader { alphabet, line, is_skipping, skipped, is_over, number: 0, entries }
    }

    /// Whether the rest of the file would not be looked at.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_over
    }

    /// Takes in the next bytes of the file.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() && !self.is_over {
            let end = rest.iter().position(|&byte| byte == b'\n');
            let piece = &rest[..end.unwrap_or(rest.len())];
            self.is_skipping |= self.line.len() + piece.len() > LINE_BYTES_MAX;
            if self.is_skipping {
                self.skipped += self.line.len() + piece.len();
                self.line = Vec::new();
                self.is_over = self.skipped > SKIPPED_BYTES_MAX;
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
        self.skipped = 0;
        let entry = if std::mem::take(&mut self.is_skipping) {
            let (limit, end) = if self.is_over {
                (SKIPPED_BYTES_MAX, ", and nothing after that was read")
            } else {
                (LINE_BYTES_MAX, "")
            };
            Some(Entry::Unreadable(format!("it is longer than {} MiB{end}", limit >> 20)))
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
    /// What is wrong with a plan. In other files, an unreadable line is a claim.
    pub fn finish(mut self) -> Result<Solutions, PlanError> {
        if !self.line.is_empty() || self.is_skipping {
            self.end_line();
        }
        let is_json = |(_, entry): &(usize, Entry)| matches!(entry, Entry::Json { .. });
        if self.entries.iter().any(is_json) {
            return Ok(Solutions(json_kind(self.entries)));
        }
        if let Some(claims) = named_claims(&self.entries, self.alphabet) {
            return Ok(Solutions(Kind::ByName(claims)));
        }
        self.entries.retain(|(_, entry)| !matches!(entry, Entry::Name(_)));
        let mut texts = self.entries.iter().filter_map(|(_, entry)| match entry {
            Entry::Plain(text) => Some(text.as_str()),
            Entry::Json { .. } | Entry::Name(_) | Entry::Unreadable(_) => None,
        });
        let first = texts.find(|text| !text.trim().is_empty()).unwrap_or_default().trim();
        if first.starts_with('(') && first.ends_with(')') {
            let plan: Vec<&str> = std::iter::once(first).chain(texts).collect();
            let text = plan_to_moves(&plan.join("\n"))?.to_string();
            return Ok(Solutions::for_every_level(text, Alphabet::Lurd));
        }
        let alphabet = self.alphabet;
        let claim = |entry: Entry| match entry {
            Entry::Plain(text) | Entry::Name(text) => Claim::Moves { text, alphabet },
            Entry::Json { claim, .. } => claim,
            Entry::Unreadable(reason) => Claim::Unreadable { reason },
        };
        let claims = self.entries.into_iter();
        let claims =
            claims.map(|(line, entry)| Some(ClaimLine { line, claim: claim(entry), id: None }));
        Ok(Solutions(in_order(claims.collect())))
    }
}

fn in_order(claims: Vec<Option<ClaimLine>>) -> Kind {
    Kind::InOrder { claims, next: 0, numbering: Numbering::AsRead }
}

/// The claims of a file in which every solution follows the name of its level; `None` for other
/// files.
fn named_claims(
    entries: &[(usize, Entry)],
    alphabet: Alphabet,
) -> Option<Vec<(String, Option<ClaimLine>)>> {
    let moves = |text: &str| Claim::Moves { text: text.to_owned(), alphabet };
    let mut claims: Vec<(String, Option<ClaimLine>)> = Vec::new();
    let mut awaited = false;
    for (line, entry) in entries {
        let claim = match entry {
            Entry::Name(name) => {
                // No moves follow: this is the empty solution.
                let claim = ClaimLine { line: *line, claim: moves(""), id: None };
                claims.push((name.clone(), Some(claim)));
                awaited = true;
                continue;
            }
            Entry::Plain(text) if text.is_empty() => continue,
            Entry::Plain(text) => moves(text),
            Entry::Unreadable(reason) => Claim::Unreadable { reason: reason.clone() },
            Entry::Json { .. } => return None,
        };
        let (_, last) = claims.last_mut().filter(|_| awaited)?;
        *last = Some(ClaimLine { line: *line, claim, id: None });
        awaited = false;
    }
    (!claims.is_empty()).then_some(claims)
}

/// The entry of a line; `None` if the line is not about a level. Empty lines count, because a
/// solution may be empty.
fn entry_of(line: &str) -> Option<Entry> {
    let text = line.trim();
    if let Some(comment) = text.strip_prefix(';') {
        let name = comment.trim_start().strip_prefix("level:").map(str::trim);
        return name.filter(|name| !name.is_empty()).map(|name| Entry::Name(name.to_owned()));
    }
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
    // An `id` of another kind is not an error of the line.
    let id = text_of("id").ok().flatten();
    Ok(Some(Entry::Json { file: text_of("file")?.unwrap_or_default(), level, id, claim }))
}

/// The claims of JSON lines: by place or, if no line names its level, in order.
fn json_kind(entries: Vec<(usize, Entry)>) -> Kind {
    let mut lines: Vec<(Option<(String, usize)>, ClaimLine)> = Vec::new();
    for (line, entry) in entries {
        let unreadable = |reason: String| (None, None, Claim::Unreadable { reason });
        let (place, id, claim) = match entry {
            Entry::Plain(text) if text.is_empty() => continue,
            Entry::Name(_) => continue,
            Entry::Plain(_) => unreadable("it is not JSON".to_owned()),
            Entry::Unreadable(reason) => unreadable(reason),
            Entry::Json { file, level, id, claim } => (level.map(|level| (file, level)), id, claim),
        };
        lines.push((place, ClaimLine { line, claim, id }));
    }
    if lines.iter().all(|(place, _)| place.is_none()) {
        return in_order(lines.into_iter().map(|(_, claim)| Some(claim)).collect());
    }
    let mut claims = Claims::new();
    let places: Vec<Option<(String, usize)>> =
        lines.iter().map(|(place, _)| place.clone()).collect();
    let named: BTreeSet<&(String, usize)> = places.iter().flatten().collect();
    for (index, (place, claim)) in lines.into_iter().enumerate() {
        // A line without a place between two others is for the level between theirs.
        let (file, level) = place.unwrap_or_else(|| {
            let before = index.checked_sub(1).and_then(|before| places[before].clone());
            let before = before.and_then(|(file, level)| Some((file, level.checked_add(1)?)));
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
