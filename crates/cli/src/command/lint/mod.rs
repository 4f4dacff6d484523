//! `soko lint`: findings for a level's author.

mod each_level;
mod format;
mod prove;
mod prove_format;
mod repair;
mod result;
mod seen;
mod text;

use std::path::PathBuf;

use sokolab::FindingKind;
use sokolab::analysis::lint;

use self::format::LintFormat;
use self::result::LintedLevel;
use self::seen::Seen;
use crate::arguments;
use crate::boundary;
use crate::command::help::OUTPUT;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::search::limits::SearchLimits;

/// Look for mistakes and oddities in levels.
///
/// With --prove, find out which boxes, goals and walls a level needs: removing a piece that is not
/// needed leaves the fewest pushes unchanged. With --repair, find the fewest boxes and walls whose
/// removal gives an unsolvable level a solution, with at least one push.
#[derive(Debug, clap::Args)]
#[command(after_long_help = PIECES)]
pub(crate) struct Lint {
    #[command(flatten)]
    input: Input,

    /// Find out which boxes, goals and walls are needed, with a certificate for each answer.
    #[arg(long, help_heading = ASKED, conflicts_with_all = ["repair", "codes"])]
    prove: bool,

    /// Find the fewest boxes and walls whose removal makes an unsolvable level solvable.
    #[arg(long, help_heading = ASKED, conflicts_with = "codes")]
    repair: bool,

    /// List every code with its meaning and advice, and exit.
    #[arg(long, help_heading = ASKED)]
    codes: bool,

    #[command(flatten)]
    limits: SearchLimits,

    /// Write the certificates of --prove to a file, for soko check-proof.
    #[arg(long, value_name = "FILE", requires = "prove")]
    proof: Option<PathBuf>,

    /// The largest size of a certificate, in bytes or with K, M, G [default: 1G].
    #[arg(long, hide_short_help = true, value_name = "SIZE", requires = "proof",
        value_parser = arguments::size)]
    proof_limit: Option<u64>,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: LintFormat,

    /// Write the results to a file.
    #[arg(long, short, value_name = "FILE", help_heading = OUTPUT)]
    output: Option<PathBuf>,
}

/// The heading of options that ask questions.
const ASKED: &str = "Questions";

const PIECES: &str = "\
Pieces:
  A piece is needed if the level is a different puzzle without it: there is a solution with fewer
  pushes, every solution has more pushes, no solution is left, or an unsolvable level becomes
  solvable. A removed wall or goal becomes floor; everything beyond the walls of a level counts as
  wall. Only walls next to the floor are tested, with --repair also those that touch it at a corner.
  Floor is all that is drawn as floor within the walls, even where the keeper cannot get.

  A repaired level has something to push: removing its only box is no repair.

  The evidence for an answer is a solution of the level without the piece, or a certificate that the
  checker has accepted. If a certificate would exceed the limits, the answer rests on the exact
  search alone and says so. --time, --nodes and --memory limit --prove and --repair; --time is
  divided among the pieces. Pieces that could not be decided are reported as undecided.

Examples:
  soko lint level.sok
  soko lint level.sok --prove
  soko lint level.sok --prove --format jsonl --proof level.proof > pieces.jsonl
  soko check-proof level.sok pieces.jsonl level.proof
  soko lint unsolvable.sok --repair

Exit status: 0 if there is nothing to report, 1 for findings, pieces that are not needed and levels
that need repair, 2 if a file cannot be read, 3 if something is undecided.
";

impl Lint {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.codes {
            return list_codes(output);
        }
        let levels = self.input.open(WithoutFile::Mistake)?;
        output.redirect(self.output.take().as_deref())?;
        match () {
            () if self.prove => {
                let proof = (self.proof.as_deref(), self.proof_limit);
                prove::run(levels, &self.limits, proof, self.format, output)
            }
            () if self.repair => repair::run(levels, &self.limits, self.format, output),
            () => look_for_findings(levels, self.format, output),
        }
    }
}

/// Looks for mistakes and oddities in levels.
fn look_for_findings(
    mut levels: crate::input::Levels,
    format: LintFormat,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let mut exporter = format.exporter();
    let mut seen = Seen::default();
    let mut verdict = exit::DONE;
    while let Some(Entry { place, level }) = levels.next(output) {
        let form = exporter.failure_form();
        let findings = boundary::around(&place, &level, form, output, |_| {
            let mut findings = lint(&level);
            findings.extend(seen.look(&level, &place));
            findings
        })?;
        let Some(findings) = findings else { continue };
        if !findings.is_empty() {
            verdict = exit::NEGATIVE;
        }
        exporter.level(LintedLevel { place, level, findings }, output)?;
    }
    let verdict = verdict.and(exporter.end(output)?);
    Ok(levels.exit().and(verdict))
}

/// Prints every code, what it means and what to do about it.
fn list_codes(output: &mut Output) -> anyhow::Result<Exit> {
    for (code, what, help) in FindingKind::CODES {
        let what = what.trim().trim_end_matches('.');
        output.line(&format!("{code}  {what}\n       {help}"))?;
    }
    Ok(exit::DONE)
}
