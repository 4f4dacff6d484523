//! `soko verify`: replay solutions and say whether they solve their levels.

mod answers;
mod format;
mod result;
mod source;
mod text;

use std::path::{Path, PathBuf};

use anyhow::Context;
use sokolab::text::Alphabet;
use sokolab::{LetterCase, Level, Moves, Refusal, Session, Severity, verify};
use sokolab_wire::{Claim, ClaimLine, Place, Unused, VerifyLine};

use self::answers::{Questions, judge_all, summary_text, write_summary};
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
use crate::terminal::level_drawing::named_rows;

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

    /// Write what the verdicts on --answers come to as JSON: shares with confidence intervals.
    #[arg(long, value_name = "FILE", requires = "answers")]
    summary: Option<PathBuf>,
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

    /// A file of answers, as language models give them: every line gets a verdict.
    ///
    /// A line is an object with `answer` and `id`, `level` or `file` and `level`; a list of moves;
    /// or just the moves, then line i is for level i. Moves may be lurd letters, words (right),
    /// arrows, with commas or without. A line that cannot be read is `unreadable`, one for no level
    /// that was read `unknown_level`, one without moves `empty`. What all verdicts come to is
    /// printed at the end, with confidence intervals of 95 %.
    #[arg(long, value_name = "FILE", conflicts_with = "moves_alphabet")]
    answers: Option<PathBuf>,
}

impl Verify {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        if let Some(path) = &self.claimed.answers {
            return self.judge_answers(path, output);
        }
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

    /// Judges every line of a file of answers.
    fn judge_answers(&self, path: &Path, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let questions = Questions::read(&mut levels, output);
        let mut exporter = self.format.exporter(Some(path));
        let summary = judge_all(path, &questions, self.case(), &mut *exporter, output)?;
        let verdict = exporter.end(output)?;
        let text = summary_text(&summary);
        match self.format {
            VerifyFormat::Text => output.write(&text)?,
            VerifyFormat::Jsonl if output.is_quiet() => {}
            VerifyFormat::Jsonl => anstream::eprint!("{text}"),
        }
        if let Some(path) = &self.summary {
            write_summary(&summary, path)?;
        }
        Ok(levels.exit().and(verdict))
    }

    fn case(&self) -> LetterCase {
        if self.strict { LetterCase::Strict } else { LetterCase::Corrected }
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
        let verdict = verify(level, &moves, self.case());
        let line = VerifyLine::new(place, level, &verdict);
        // A person wants to see where it went wrong.
        let refusal = verdict.err();
        let picture = refusal.and_then(|refusal| draw_refusal(level, &claimed.claim, &refusal));
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

fn unreadable(line: usize, reason: &str) -> String {
    format!("line {line} of the solutions cannot be read: {reason}")
}

/// The rows of the state in which a move was refused.
fn draw_refusal(level: &Level, claim: &Claim, refusal: &Refusal) -> Option<Vec<String>> {
    let moves = claim.moves()?.ok()?;
    let mut session = Session::new(level).ok()?;
    for it in moves.as_slice().iter().take(refusal.index()?) {
        session.play(it.direction).ok()?;
    }
    let picture = level.picture.with_state(session.board(), session.state());
    Some(named_rows(level, &picture))
}
