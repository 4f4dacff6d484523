//! `soko check-proof`: check certificates step by step.

mod file;
mod result;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use sokolab::proof::{CheckLimits, Failure, check_proof, puzzle_rows};
use sokolab::{Budget, Level, Stop, check};
use sokolab_wire::{Place, Spent};

use self::file::{Certificate, CertificateFile};
use self::result::{Checked, Judgement};
use crate::arguments;
use crate::boundary;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::export::json_lines::JsonLines;
use crate::input::{Entry, Input, WithoutFile};
use crate::io::interrupt;
use crate::io::message;
use crate::io::output::Output;
use crate::terminal::progress::ProgressLine;

/// Check certificates that soko solve --proof wrote, step by step.
///
/// The checker expands every state by the rules of the game, recomputes every fact, and uses no
/// result of the search that wrote the certificate. It shows the first invalid step.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES, allow_missing_positional = true)]
pub(crate) struct CheckProof {
    #[command(flatten)]
    input: Input,

    /// The file of certificates; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    file: PathBuf,

    /// Draw the patterns that exclude the most states.
    #[arg(long)]
    lemmas: bool,

    /// Write the certificates without compression to a file, for other checkers.
    #[arg(long, value_name = "FILE")]
    plain: Option<PathBuf>,

    /// Time limit per certificate, in seconds or with ms, s, m, h [default: none].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// Memory limit for tables, in bytes or with K, M, G; with less, the file is read more often
    /// [default: 2G].
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    memory: Option<u64>,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: CheckFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per certificate.
    Jsonl,
}

const EXAMPLES: &str = "\
Examples:
  soko solve level.sok --proof level.proof
  soko check-proof level.sok level.proof
  soko check-proof level.sok level.proof --lemmas

Exit status: 0 if every certificate in the file is accepted, 1 if one is refused or is about a level
that was not named, 2 if the file cannot be read, 3 if a limit was reached.
docs/proofs.md has the rules of inference, their proofs and the format.
";

impl CheckProof {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut file = CertificateFile::open(&self.file)?;
        let plain = self.plain.take().map(|it| file.write_plain(&it)).transpose()?;
        let mut exporter: Box<dyn Exporter<Checked>> = match self.format {
            CheckFormat::Text => Box::new(result::Text { with_lemmas: self.lemmas }),
            CheckFormat::Jsonl => Box::new(JsonLines),
        };
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            let rows = check(&level).ok().map(|(board, state)| puzzle_rows(&board, &state));
            let taken = rows.map_or(Vec::new(), |rows| file.take(level.rules, &rows));
            if taken.is_empty() && !output.is_quiet() {
                message::line!("{}#{}: no certificate", place.file, place.level);
            }
            for certificate in taken {
                let form = exporter.failure_form();
                let checked = boundary::around(&place, &level, form, output, |output| {
                    self.check(&file, certificate, &place, &level, output)
                })?;
                let Some(checked) = checked else { continue };
                verdict = verdict.and(checked.exit());
                exporter.level(checked, output)?;
            }
        }
        // A level that could not be read may be the one that a remaining certificate is about.
        if !interrupt::is_interrupted() && levels.exit() != exit::USAGE {
            for certificate in file.rest() {
                let message = "this certificate is not about any of the levels".to_owned();
                let checked = Checked::astray(certificate, message);
                verdict = verdict.and(checked.exit());
                exporter.level(checked, output)?;
            }
        }
        let verdict = levels.exit().and(verdict).and(exporter.end(output)?);
        match plain {
            // The old file stays if something could not be read.
            Some(plain) if levels.exit() == exit::USAGE => plain.discard(),
            Some(plain) => plain.complete(),
            None => {}
        }
        Ok(verdict)
    }

    fn check(
        &self,
        file: &CertificateFile,
        certificate: Certificate,
        place: &Place,
        level: &Level,
        output: &Output,
    ) -> Checked {
        let start = Instant::now();
        let cpu_start = output.clock().seconds();
        let mut line = ProgressLine::new(format!("{}#{}", place.file, place.level), output);
        let memory_bytes_max = self.memory.unwrap_or(Budget::DEFAULT.memory_bytes_max);
        let mut observer = |progress: &sokolab::proof::CheckProgress| {
            line.show_text(&result::progress_text(progress));
            if interrupt::is_interrupted() {
                return Some(Stop::Interrupted);
            }
            self.time.filter(|&time| start.elapsed() >= time).map(|_| Stop::Time)
        };
        let limits = CheckLimits { memory_bytes_max };
        let open = &mut || file.reader(&certificate);
        let judgement = match check_proof(level, open, limits, &mut observer) {
            Ok(accepted) => Judgement::Accepted(Box::new(accepted)),
            Err(Failure::Refused(refused)) => Judgement::Refused(refused),
            Err(failure @ Failure::Unreadable(_)) => Judgement::Unreadable(failure.to_string()),
            Err(Failure::Stopped(stop)) => Judgement::Stopped(stop),
        };
        let seconds = start.elapsed().as_secs_f64();
        let spent = Spent { seconds, cpu_seconds: output.clock().seconds() - cpu_start };
        let about = Some((place.clone(), level.clone()));
        Checked { certificate, about, judgement, spent }
    }
}
