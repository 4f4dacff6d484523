//! The checker: reads a certificate and recomputes every step of it.

mod pass;
mod record;

use std::io::Read;

use sokolab_core::{LetterCase, Level, Stop, check, verify};

use self::pass::{Pass, Spent};
use crate::block::{Kind, read_block, read_magic, unreadable};
use crate::facts::Facts;
use crate::header::{Claim, Header};
use crate::puzzle::puzzle_rows;
use crate::reader::read_header;
use crate::table::Part;
use crate::verdict::{Accepted, Failure, Refused};

/// Limits on a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckLimits {
    /// The largest number of bytes for tables. With less memory, the file is read more often.
    pub memory_bytes_max: u64,
}

impl Default for CheckLimits {
    fn default() -> CheckLimits {
        CheckLimits { memory_bytes_max: 2 << 30 }
    }
}

/// The progress of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckProgress {
    /// States checked in this pass.
    pub states: u64,
    /// Patterns checked in this pass.
    pub patterns: u64,
    /// Bytes read in this pass, counted without compression.
    pub bytes: u64,
    /// The number of the pass, from 1, and the number of passes.
    pub pass: (u64, u64),
}

/// The largest number of parts into which states are divided to save memory.
const PARTS_MAX: u64 = 1 << 12;

/// Checks one certificate of `level`. `open` returns its bytes from the beginning, once per pass;
/// `observer` is called regularly and can stop the check.
///
/// # Errors
/// The first step that does not hold, or why the certificate cannot be read.
pub fn check_proof<'s>(
    level: &Level,
    open: &mut dyn FnMut() -> std::io::Result<Box<dyn Read + 's>>,
    limits: CheckLimits,
    observer: &mut dyn FnMut(&CheckProgress) -> Option<Stop>,
) -> Result<Accepted, Failure> {
    let (board, start) = check(level)
        .map_err(|_| Refused::new("header", "the level is invalid, so no claim about it holds"))?;
    let facts = Facts::new(&board, &start)
        .ok_or_else(|| Refused::new("header", "the board is too large for a proof"))?;
    let mut parts = 1;
    loop {
        if let Some(accepted) = check_parts(level, &facts, open, parts, limits, observer)? {
            return Ok(accepted);
        }
        parts *= 2;
    }
}

/// Checks a certificate in as many passes as there are parts; `None` if the memory is not enough
/// and more parts are possible.
fn check_parts<'s>(
    level: &Level,
    facts: &Facts<'_>,
    open: &mut dyn FnMut() -> std::io::Result<Box<dyn Read + 's>>,
    parts: u64,
    limits: CheckLimits,
    observer: &mut dyn FnMut(&CheckProgress) -> Option<Stop>,
) -> Result<Option<Accepted>, Failure> {
    let mut accepted: Option<Accepted> = None;
    for number in 0..parts {
        let mut source = open()?;
        let (header, bytes) = begin(level, facts, &mut *source)?;
        let mut pass =
            Pass::new(facts, header, Part { number, count: parts }, limits.memory_bytes_max);
        pass.statistics.bytes += bytes as u64;
        match read_through(&mut pass, &mut *source, observer) {
            Ok(()) => {}
            Err(Spent::Memory) if parts < PARTS_MAX => return Ok(None),
            Err(Spent::Memory) => return Err(Failure::Stopped(Stop::Memory)),
            Err(Spent::Failed(failure)) => return Err(failure),
        }
        let found = pass.end()?;
        match &mut accepted {
            None => accepted = Some(found),
            Some(known) => known.patterns.extend(found.patterns),
        }
    }
    let mut accepted = accepted.expect("there is at least one part");
    accepted.statistics.passes = parts;
    accepted.patterns.sort_by_key(|it| std::cmp::Reverse(it.uses));
    Ok(Some(accepted))
}

/// Reads the header and compares it with the level.
fn begin(
    level: &Level,
    facts: &Facts<'_>,
    source: &mut dyn Read,
) -> Result<(Header, usize), Failure> {
    if !read_magic(source)? {
        return Err(unreadable("the file has no certificate").into());
    }
    let (header, bytes) = read_header(source)?;
    if header.rules != level.rules || header.rows != puzzle_rows(facts.board, facts.start) {
        return Err(Refused::new("header", "this proof is about another level").into());
    }
    if let Some(moves) = &header.solution {
        let verdict = verify(level, moves, LetterCase::Corrected).map_err(|refusal| {
            Refused::new("header", &format!("the solution is refused: {refusal}"))
        })?;
        let measures = verdict.solution.measures();
        let is_best = match header.claim {
            Claim::Unsolvable => false,
            Claim::Pushes(count) => measures.pushes == count as usize,
            Claim::Moves(count) => measures.moves == count as usize,
        };
        if !is_best || (header.cyclic && measures.pushes == 0) {
            return Err(Refused::new("header", "the solution has another cost than claimed").into());
        }
    }
    Ok((header, bytes))
}

/// Reads the blocks of a certificate up to the last one.
fn read_through(
    pass: &mut Pass<'_>,
    source: &mut dyn Read,
    observer: &mut dyn FnMut(&CheckProgress) -> Option<Stop>,
) -> Result<(), Spent> {
    loop {
        if let Some(stop) = observer(&pass.progress()) {
            return Err(Spent::Failed(Failure::Stopped(stop)));
        }
        let (kind, content) = read_block(source).map_err(Failure::from)?;
        pass.block(kind, &content)?;
        if kind == Kind::End {
            return Ok(());
        }
    }
}
