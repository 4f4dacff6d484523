//! `soko lint`: what a level's author should look at.

mod format;
mod result;
mod seen;
mod text;

use sokolab::FindingKind;
use sokolab::analysis::lint;

use self::format::LintFormat;
use self::result::LintedLevel;
use self::seen::Seen;
use crate::boundary;
use crate::command::help::OUTPUT;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;

/// Look for mistakes and oddities in levels.
#[derive(Debug, clap::Args)]
pub(crate) struct Lint {
    #[command(flatten)]
    input: Input,

    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: LintFormat,

    /// List every code, what it means and what to do about it, and do nothing else.
    #[arg(long, help_heading = OUTPUT)]
    codes: bool,
}

impl Lint {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.codes {
            return list_codes(output);
        }
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut exporter = self.format.exporter();
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
}

/// Prints every code, what it means and what to do about it.
fn list_codes(output: &mut Output) -> anyhow::Result<Exit> {
    for (code, what, help) in FindingKind::CODES {
        let what = what.trim().trim_end_matches('.');
        output.line(&format!("{code}  {what}\n       {help}"))?;
    }
    Ok(exit::DONE)
}
