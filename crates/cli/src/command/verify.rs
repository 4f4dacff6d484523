//! `soko verify`: replay solutions and say whether they solve their levels.

use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use sokolab::text::Alphabet;
use sokolab::{LetterCase, Level, Refusal, Session, quantity, verify};
use sokolab_wire::{Claim, ClaimLine, Place, Unused, VerifyLine};

use crate::arguments::AlphabetName;
use crate::boundary::{self, FailureForm};
use crate::claims::{claims_for, is_selected};
use crate::command::named_rows;
use crate::diagnostics;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::interrupt;
use crate::output::Output;

/// Replay solutions and say whether they solve their levels.
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

    /// How to print the verdicts.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: VerifyFormat,
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Claimed {
    /// The moves, for every level named; `-` reads them from standard input.
    #[arg(long, value_name = "LURD", allow_hyphen_values = true)]
    moves: Option<String>,

    /// A file of solutions: what `solve` wrote as JSON lines or lurd, or a plan of a planner.
    ///
    /// JSON lines are matched by file and level; lines of moves in order, line i to level i.
    /// Solutions for levels that were not named are passed over, and a line that cannot be read is
    /// refused without ending the others.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum VerifyFormat {
    /// For a person.
    Text,
    /// One JSON object a level.
    Jsonl,
}

impl Verify {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let alphabet = Alphabet::from(self.moves_alphabet);
        let (moves, path) = (&self.claimed.moves, &self.claimed.solutions);
        let named = &self.input.levels;
        let claims = claims_for(named, moves.as_deref(), path.as_deref(), alphabet)?;
        let mut claims = claims.context("give --moves or --solutions")?;
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            let mut claimed = claims.take(&place);
            if claimed.is_empty() {
                claimed.push(ClaimLine { line: 0, claim: Claim::Nothing });
            }
            diagnostics::warn_of_oddities(&place, &level, output);
            let form = match self.format {
                VerifyFormat::Text => FailureForm::Text,
                VerifyFormat::Jsonl => FailureForm::Json("sokolab/verify/1"),
            };
            for claimed in claimed {
                let judged = boundary::around(&place, &level, form, output, |_| {
                    self.judge(place.clone(), &level, &claimed)
                })?;
                let Some((mut verified, refusal)) = judged else { continue };
                let ClaimLine { line, claim } = claimed;
                verified.line = Some(line).filter(|&line| line > 0 && path.is_some());
                if !verified.ok {
                    verdict = exit::NEGATIVE;
                }
                self.print(&verified, &level, &claim, refusal.as_ref(), output)?;
            }
        }
        // What was not read because of an interrupt is not missing.
        if !interrupt::is_interrupted() {
            for unused in claims.unused(&|place| is_selected(named, place)) {
                verdict = exit::NEGATIVE;
                self.print_line(&without_level(unused), output)?;
            }
        }
        Ok(levels.exit().and(verdict))
    }

    fn judge(
        &self,
        place: Place,
        level: &Level,
        claimed: &ClaimLine,
    ) -> (VerifyLine, Option<Refusal>) {
        let refused = |code: &str, message: String| {
            VerifyLine::refused(place.clone(), Some(level), code, message)
        };
        let moves = match (&claimed.claim, claimed.claim.moves()) {
            (Claim::Unreadable { reason }, _) => {
                return (refused("unreadable", unreadable(claimed.line, reason)), None);
            }
            (_, None) => {
                return (refused("not_solved", "no solution is claimed".to_owned()), None);
            }
            (_, Some(Err(letter))) => {
                let index = Some(letter.index);
                let line = VerifyLine { index, ..refused("bad_letter", letter.to_string()) };
                return (line, None);
            }
            (_, Some(Ok(moves))) => moves,
        };
        let case = if self.strict { LetterCase::Strict } else { LetterCase::Corrected };
        let verdict = verify(level, &moves, case);
        (VerifyLine::new(place, level, &verdict), verdict.err())
    }

    fn print(
        &self,
        line: &VerifyLine,
        level: &Level,
        claim: &Claim,
        refusal: Option<&Refusal>,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        self.print_line(line, output)?;
        // A person wants to see where it went wrong.
        if let (VerifyFormat::Text, Some(refusal)) = (self.format, refusal) {
            for row in draw_refusal(level, claim, refusal).unwrap_or_default() {
                output.line(&format!("  {row}"))?;
            }
        }
        Ok(())
    }

    fn print_line(&self, line: &VerifyLine, output: &mut Output) -> anyhow::Result<()> {
        if self.format == VerifyFormat::Jsonl {
            return output.json(line);
        }
        let path = self.claimed.solutions.as_ref().map(|path| path.display());
        let place = match (line.place.file.as_str(), path, line.line) {
            ("", Some(path), Some(number)) => format!("{path}, line {number}"),
            (file, _, _) => format!("{file}#{}", line.place.level),
        };
        let text = match (line.pushes, line.moves, &line.message) {
            (Some(pushes), Some(moves), _) => {
                format!("ok, {}, {}", quantity(pushes, "push"), quantity(moves, "move"))
            }
            (_, _, Some(message)) => {
                format!("refused ({}): {message}", line.code.as_deref().unwrap_or("unknown"))
            }
            _ => "refused".to_owned(),
        };
        let warning = line.warning.as_ref().map_or(String::new(), |it| format!(" (warning: {it})"));
        output.line(&format!("{place}: {text}{warning}"))
    }
}

/// The verdict on a claim for which there is no level.
fn without_level(unused: Unused) -> VerifyLine {
    let Unused { place, claimed: ClaimLine { line, claim } } = unused;
    let (code, message) = match claim {
        Claim::Unreadable { reason } => ("unreadable", unreadable(line, &reason)),
        Claim::Moves { .. } | Claim::Nothing => {
            ("no_such_level", "no such level was read".to_owned())
        }
    };
    VerifyLine { line: Some(line), ..VerifyLine::refused(place, None, code, message) }
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
