//! `soko verify`: replay solutions and say whether they solve their levels.

use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use sokolab::text::{Alphabet, parse_moves_in};
use sokolab::{LetterCase, Level, Refusal, Session, verify};
use sokolab_wire::{Place, VerifyLine};

use crate::claims::{Claim, Claims};
use crate::command::render::drawn_rows;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
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

    /// A file of solutions: what `solve --format jsonl` or `--format lurd` wrote, one solution a
    /// line, or a plan of a planner.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
}

/// The names of the alphabets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AlphabetName {
    /// l u r d, and q e z c for diagonals.
    Lurd,
    /// h j k l, and y u b n for diagonals.
    Vi,
}

impl From<AlphabetName> for Alphabet {
    fn from(name: AlphabetName) -> Alphabet {
        match name {
            AlphabetName::Lurd => Alphabet::Lurd,
            AlphabetName::Vi => Alphabet::Vi,
        }
    }
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
        let claims = Claims::given(moves.as_deref(), path.as_deref(), alphabet)?;
        let mut claims = claims.context("give --moves or --solutions")?;
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            let claim = claims.take(&place).unwrap_or(Claim::Nothing);
            let (line, refusal) = self.judge(place, &level, &claim, alphabet);
            if !line.ok {
                verdict = exit::NEGATIVE;
            }
            self.print(&line, &level, &claim, refusal.as_ref(), output)?;
        }
        for place in claims.unused() {
            let message = "no such level was read".to_owned();
            let line = VerifyLine::refused(place, "no_such_level", None, message);
            verdict = exit::NEGATIVE;
            self.print_line(&line, output)?;
        }
        Ok(levels.exit().and(verdict))
    }

    fn judge(
        &self,
        place: Place,
        level: &Level,
        claim: &Claim,
        alphabet: Alphabet,
    ) -> (VerifyLine, Option<Refusal>) {
        let Claim::Moves(text) = claim else {
            let message = "no solution is claimed".to_owned();
            return (VerifyLine::refused(place, "not_solved", None, message), None);
        };
        let moves = match parse_moves_in(text, alphabet) {
            Ok(moves) => moves,
            Err(letter) => {
                let (index, message) = (Some(letter.index), letter.to_string());
                return (VerifyLine::refused(place, "bad_letter", index, message), None);
            }
        };
        let case = if self.strict { LetterCase::Strict } else { LetterCase::Corrected };
        let verdict = verify(level, &moves, case);
        (VerifyLine::new(place, &verdict), verdict.err())
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
        if let (VerifyFormat::Text, Some(refusal), Claim::Moves(text)) =
            (self.format, refusal, claim)
        {
            let drawn = draw_refusal(level, text, self.moves_alphabet.into(), refusal);
            for row in drawn.unwrap_or_default() {
                output.line(&format!("  {row}"))?;
            }
        }
        Ok(())
    }

    fn print_line(&self, line: &VerifyLine, output: &mut Output) -> anyhow::Result<()> {
        if self.format == VerifyFormat::Jsonl {
            return output.json(line);
        }
        let place = format!("{}#{}", line.place.file, line.place.level);
        let text = match (line.pushes, line.moves, &line.message) {
            (Some(pushes), Some(moves), _) => format!("ok, {pushes} pushes, {moves} moves"),
            (_, _, Some(message)) => {
                format!("refused ({}): {message}", line.code.as_deref().unwrap_or("unknown"))
            }
            _ => "refused".to_owned(),
        };
        let warning = line.warning.as_ref().map_or(String::new(), |it| format!(" (warning: {it})"));
        output.line(&format!("{place}: {text}{warning}"))
    }
}

/// The rows of the state in which a move was refused.
fn draw_refusal(
    level: &Level,
    moves: &str,
    alphabet: Alphabet,
    refusal: &Refusal,
) -> Option<Vec<String>> {
    let moves = parse_moves_in(moves, alphabet).ok()?;
    let mut session = Session::new(level).ok()?;
    for it in moves.as_slice().iter().take(refusal.index()?) {
        session.play(it.direction).ok()?;
    }
    let picture = level.picture.with_state(session.board(), session.state());
    Some(drawn_rows(level, &picture))
}
