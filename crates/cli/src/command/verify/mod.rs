//! `soko verify`: replay solutions and say whether they solve their levels.

mod format;
mod result;
mod source;
mod text;

use std::path::{Path, PathBuf};

use anyhow::Context;
use sokolab::text::Alphabet;
use sokolab::{LetterCase, Level, Moves, Severity, verify};
use sokolab_wire::{Claim, ClaimLine, Place, Unused, VerifyLine};

use self::format::VerifyFormat;
use self::result::VerifiedClaim;
use self::source::{Offered, Source};
use crate::arguments::AlphabetName;
use crate::boundary;
use crate::exit::{self, Exit};
use crate::input::claims::{claims_for, is_selected};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::terminal::diagnostics;
use crate::terminal::level_drawing::rows_where_refused;

/// Replay solutions and say whether they solve their levels.
///
/// Without --moves and --solutions, these are the solutions that are stored with the levels, as in
/// the JSON lines of soko generate, and, for levels without any, those on standard input.
#[derive(Debug, clap::Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    claimed: Claimed,

    /// Refuse a small letter for a push and a capital for a step, instead of correcting it.
    #[arg(long)]
    strict: bool,

    /// The letters of the moves.
    #[arg(long, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: AlphabetName,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: VerifyFormat,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Claimed {
    /// The moves, for every level named; `-` reads them from standard input.
    #[arg(long, value_name = "LURD", allow_hyphen_values = true)]
    moves: Option<String>,

    /// A file of solutions: what `solve` wrote as JSON lines or lurd, or a plan of a planner.
    ///
    /// JSON lines are matched by file and level, or by `id` where the file is another one; lines of
    /// moves in order, line i to level i, or by name below lines as in `; level: soko4-1`, which
    /// soko generate writes. Solutions for levels that were not named are passed over, and a line
    /// that cannot be read is refused without ending the others.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
}

impl Verify {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let alphabet = Alphabet::from(self.moves_alphabet);
        let named = &self.input.levels;
        let mut source = self.source(alphabet)?;
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut exporter = self.format.exporter(self.claimed.solutions.as_deref());
        let (mut verdict, mut is_any) = (exit::DONE, false);
        while let Some(Entry { place, level }) = levels.next(output) {
            let mut claimed = source.take(&place, &level, named, alphabet)?;
            is_any |= !claimed.is_empty();
            if claimed.is_empty() {
                claimed.push(ClaimLine { line: 0, claim: Claim::Nothing, id: None });
            }
            diagnostics::warn_of_oddities(&place, &level, output);
            let form = exporter.failure_form();
            for claimed in claimed {
                let judged = boundary::around(&place, &level, form, output, |_| {
                    self.judge(place.clone(), &level, &claimed)
                })?;
                let Some(mut verified) = judged else { continue };
                let line = claimed.line;
                verified.line.line = Some(line).filter(|&line| line > 0 && source.has_lines());
                if !verified.line.ok {
                    verdict = exit::NEGATIVE;
                }
                exporter.level(verified, output)?;
            }
        }
        if !is_any && matches!(source, Source::Stored { .. }) {
            // Nobody has said what to verify.
            verdict = exit::USAGE;
        }
        let claims = source.given();
        // What was not read because of an interrupt is not missing.
        if !interrupt::is_interrupted() {
            let is_wanted = |place: &Place| is_selected(named, place);
            for unused in claims.map(|it| it.unused(&is_wanted)).unwrap_or_default() {
                verdict = exit::NEGATIVE;
                exporter.level(without_level(unused).into(), output)?;
            }
        }
        let verdict = verdict.and(exporter.end(output)?);
        Ok(levels.exit().and(verdict))
    }

    /// Where solutions come from. Levels that nobody named are read from standard input, and then
    /// their solutions can only be their own.
    fn source(&self, alphabet: Alphabet) -> anyhow::Result<Source> {
        let (moves, path) = (self.claimed.moves.as_deref(), self.claimed.solutions.as_deref());
        let is_same_input = self.input.levels.is_empty() && path == Some(Path::new("-"));
        if (moves, path) == (None, None) || is_same_input {
            return Ok(Source::Stored { offered: Offered::NotAsked });
        }
        let has_lines = path.is_some();
        let claims = claims_for(&self.input.levels, moves, path, alphabet)?;
        Ok(Source::Given { claims: claims.context("give --moves or --solutions")?, has_lines })
    }

    fn judge(&self, place: Place, level: &Level, claimed: &ClaimLine) -> VerifiedClaim {
        let refused = |code: &str, message: String| {
            VerifyLine::refused(place.clone(), Some(level), code, message)
        };
        let moves = match (&claimed.claim, claimed.claim.moves()) {
            (Claim::Unreadable { reason }, _) => {
                return refused("unreadable", unreadable(claimed.line, reason)).into();
            }
            // Why there is no level is more to the point than that it has no solution.
            (_, None) if has_errors(level) => Moves::default(),
            (_, None) => {
                let has_source = self.claimed.moves.is_some() || self.claimed.solutions.is_some();
                let why = if has_source {
                    "no solution is claimed"
                } else {
                    "no solution is stored with this level: give --moves or --solutions"
                };
                return refused("not_solved", why.to_owned()).into();
            }
            (_, Some(Err(letter))) => {
                let index = Some(letter.index);
                let line = VerifyLine { index, ..refused("bad_letter", letter.to_string()) };
                return line.into();
            }
            (_, Some(Ok(moves))) => moves,
        };
        let is_keys = is_keys(&claimed.claim);
        let is_strict = self.strict && !is_keys;
        let case = if is_strict { LetterCase::Strict } else { LetterCase::Corrected };
        let mut verdict = verify(level, &moves, case);
        if let Ok(verified) = &mut verdict
            && is_keys
        {
            verified.wrong_case = None;
        }
        let line = VerifyLine::new(place, level, &verdict);
        // A person wants to see where it went wrong.
        let refusal = verdict.err();
        let picture = refusal.and_then(|it| rows_where_refused(level, &moves, &it));
        VerifiedClaim { line, picture }
    }
}

/// The verdict on a claim for which there is no level.
fn without_level(unused: Unused) -> VerifyLine {
    let Unused { place, claimed: ClaimLine { line, claim, .. } } = unused;
    let (code, message) = match claim {
        Claim::Unreadable { reason } => ("unreadable", unreadable(line, &reason)),
        Claim::Moves { .. } | Claim::Nothing => {
            ("no_such_level", "no such level was read".to_owned())
        }
    };
    VerifyLine { line: Some(line), ..VerifyLine::refused(place, None, code, message) }
}

/// Whether the text of a level has errors, so that it cannot be played.
fn has_errors(level: &Level) -> bool {
    level.findings.iter().any(|it| it.kind.severity() == Severity::Error)
}

/// Whether moves are keys to type, all in lower case, which do not tell pushes from steps.
fn is_keys(claim: &Claim) -> bool {
    matches!(claim, Claim::Moves { text, alphabet: Alphabet::Vi }
        if !text.chars().any(char::is_uppercase))
}

fn unreadable(line: usize, reason: &str) -> String {
    format!("line {line} of the solutions cannot be read: {reason}")
}
