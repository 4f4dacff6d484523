//! `soko verify`: replay solutions and say whether they solve their levels.

mod answers;
mod format;
mod result;
mod run;
mod text;

use std::path::{Path, PathBuf};

use anyhow::Context;
use sokolab::text::Alphabet;
use sokolab::{LetterCase, Level, Moves, Severity, verify};
use sokolab_wire::{Claim, ClaimLine, Place, VerifyLine};

use self::answers::{Questions, judge_all, summary_text, write_summary};
use self::format::VerifyFormat;
use self::result::{VerifiedClaim, unreadable};
use self::run::{Done, Job, Run};
use crate::batch::{self, BatchArgs, Judged, OptionsText, Stream};
use crate::boundary::contain_level;
use crate::exit::Exit;
use crate::export::json_lines::JsonResult;
use crate::input::claim_source::{ClaimSource, Offered};
use crate::input::claims::claims_for;
use crate::input::{Input, WithoutFile};
use crate::io::message;
use crate::io::output::Output;
use crate::io::output_file::OutputFile;
use crate::terminal::level_drawing::rows_where_refused;

/// Replay solutions and say whether they solve their levels.
///
/// Without --moves and --solutions, the solutions are those stored with the levels, as in the JSON
/// lines of soko generate, and, for levels without any, those on standard input.
#[derive(Debug, clap::Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    claimed: Claimed,

    /// Refuse a lower-case letter for a push and a capital for a step, instead of correcting it.
    #[arg(long)]
    strict: bool,

    /// The letters of the moves.
    #[arg(long, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: Alphabet,

    #[command(flatten)]
    batch: BatchArgs,

    /// Output format [default: text].
    #[arg(long, value_name = "FORMAT")]
    format: Option<VerifyFormat>,

    /// Write the summary of the verdicts on --answers as JSON: shares with confidence intervals.
    #[arg(long, value_name = "FILE", requires = "answers")]
    summary: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Claimed {
    /// The moves, used for every level; `-` reads them from standard input.
    #[arg(long, value_name = "LURD", allow_hyphen_values = true)]
    moves: Option<String>,

    /// A file of solutions: JSON lines or lurd as `solve` writes them, or the output of a planner.
    ///
    /// JSON lines are matched by file and level, or by `id` if the file differs. Lines of moves are
    /// matched in order, line i to level i, or by name if lines such as `; level: soko4-1` precede
    /// them, as soko generate writes them. Solutions for other levels are ignored. An unreadable
    /// line is refused without affecting the others.
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,

    /// A file of answers, for example by language models; every line gets a verdict.
    ///
    /// A line is an object with `answer` and `id`, `level` or `file` and `level`; or a list of
    /// moves; or just the moves. Without a name, line i is for level i. Moves may be lurd letters,
    /// words (right) or arrows, with or without commas. The verdict is `unreadable` for a line that
    /// cannot be read, `unknown_level` if no level matches, and `empty` if there are no moves. At
    /// the end, a summary of all verdicts is printed, with 95 % confidence intervals.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves_alphabet", "resume", "jobs"])]
    answers: Option<PathBuf>,
}

impl Verify {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = self.batch.format(self.format, VerifyFormat::Text, VerifyFormat::Jsonl)?;
        if self.summary.is_some() && self.claimed.answers.is_none() {
            anyhow::bail!("--summary is for --answers");
        }
        if let Some(path) = &self.claimed.answers {
            return self.judge_answers(path, format, output);
        }
        let source = self.source(self.moves_alphabet)?;
        let levels = self.input.open(WithoutFile::Mistake)?;
        let options = self.options_text();
        let judged = Judged { schema: VerifiedClaim::SCHEMA, exit: result::earlier_exit };
        let stream = Stream::begin(levels, &self.batch, &options, judged, output)?;
        let mut run = Run {
            named: &self.input.levels,
            alphabet: self.moves_alphabet,
            source,
            stream,
            exporter: format.exporter(self.claimed.solutions.as_deref()),
            is_any: false,
            output,
        };
        batch::run(&mut run, self.batch.jobs(), &|Job { place, level, claimed }| {
            let judge = |claimed: &ClaimLine| {
                contain_level(&place, || self.judge(place.clone(), &level, claimed))
            };
            let verdicts = claimed.iter().map(judge).collect();
            Done { place, level, claimed, verdicts }
        })?;
        run.end()
    }

    /// Everything on the command line that affects the results, except the levels.
    fn options_text(&self) -> OptionsText {
        OptionsText::new(&self.input)
            .with("case", if self.strict { "strict" } else { "corrected" })
            .with("alphabet", self.moves_alphabet.name())
            .with_given("moves", self.claimed.moves.as_deref())
            .with_given("solutions", self.claimed.solutions.as_ref().map(|it| it.display()))
    }

    /// Judges every line of a file of answers.
    fn judge_answers(
        &self,
        path: &Path,
        format: VerifyFormat,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let questions = Questions::read(&mut levels, output);
        // A summary that cannot be written is an error before the work, not after it. All inputs
        // must be known by now, because a clash with a level file would only skip that file.
        let summary_file = self.summary.as_deref().map(OutputFile::create).transpose()?;
        let mut exporter = format.exporter(Some(path));
        let summary = judge_all(path, &questions, self.case(), &mut *exporter, output)?;
        let verdict = exporter.end(output)?;
        let text = summary_text(&summary);
        match format {
            VerifyFormat::Text => output.write(&text)?,
            VerifyFormat::Jsonl if output.is_quiet() => {}
            VerifyFormat::Jsonl => message::write(format_args!("{text}")),
        }
        if let Some(file) = summary_file {
            write_summary(&summary, file)?;
        }
        Ok(levels.exit().and(verdict))
    }

    fn case(&self) -> LetterCase {
        if self.strict { LetterCase::Strict } else { LetterCase::Corrected }
    }

    /// The source of solutions. If levels are read from standard input, only the solutions stored
    /// with them are available.
    fn source(&self, alphabet: Alphabet) -> anyhow::Result<ClaimSource> {
        let (moves, path) = (self.claimed.moves.as_deref(), self.claimed.solutions.as_deref());
        let is_same_input = self.input.levels.is_empty() && path == Some(Path::new("-"));
        if (moves, path) == (None, None) || is_same_input {
            return Ok(ClaimSource::Stored { offered: Offered::NotAsked });
        }
        let has_lines = path.is_some();
        let claims = claims_for(&self.input.levels, moves, path, alphabet)?;
        Ok(ClaimSource::Given { claims: claims.context("give --moves or --solutions")?, has_lines })
    }

    fn judge(&self, place: Place, level: &Level, claimed: &ClaimLine) -> VerifiedClaim {
        let refused = |code: &str, message: String| {
            VerifyLine::refused(place.clone(), Some(level), code, message)
        };
        let moves = match (&claimed.claim, claimed.claim.moves()) {
            (Claim::Unreadable { reason }, _) => {
                return refused("unreadable", unreadable(claimed.line, reason)).into();
            }
            // The errors of the level matter more than its missing solution.
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
        let case = if is_keys { LetterCase::Corrected } else { self.case() };
        let mut verdict = verify(level, &moves, case);
        if let Ok(verified) = &mut verdict
            && is_keys
        {
            verified.wrong_case = None;
        }
        let line = VerifyLine::new(place, level, &verdict);
        // On refusal, show where the moves went wrong.
        let refusal = verdict.err();
        let picture = refusal.and_then(|it| rows_where_refused(level, &moves, &it));
        VerifiedClaim { line, picture }
    }
}

/// Whether a level has errors, so that it cannot be played.
fn has_errors(level: &Level) -> bool {
    level.findings.iter().any(|it| it.kind.severity() == Severity::Error)
}

/// Whether moves are keys to type, all in lower case, which do not distinguish pushes from steps.
fn is_keys(claim: &Claim) -> bool {
    matches!(claim, Claim::Moves { text, alphabet: Alphabet::Vi }
        if !text.chars().any(char::is_uppercase))
}
