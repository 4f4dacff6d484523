//! `soko lint`: what a level's author should look at.

use clap::ValueEnum;
use sokolab::{FindingKind, lint};
use sokolab_wire::{FindingLine, LintLine};

use crate::diagnostics;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::output::Output;

/// Look for mistakes and oddities in levels.
#[derive(Debug, clap::Args)]
pub(crate) struct Lint {
    #[command(flatten)]
    input: Input,

    /// How to print the findings.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: LintFormat,

    /// List every code with its advice and do nothing else.
    #[arg(long)]
    codes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LintFormat {
    /// For a person.
    Text,
    /// One JSON object a level.
    Jsonl,
}

impl Lint {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.codes {
            for (code, help) in FindingKind::CODES {
                output.line(&format!("{code}  {help}"))?;
            }
            return Ok(exit::DONE);
        }
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let (mut count, mut faulty) = (0_usize, 0_usize);
        while let Some(Entry { place, level }) = levels.next(output) {
            let findings = lint(&level);
            count += 1;
            faulty += usize::from(!findings.is_empty());
            match self.format {
                LintFormat::Text => {
                    for finding in &findings {
                        let text = diagnostics::draw(&place.file, Some(&level), finding);
                        output.line(&format!("{text}\n"))?;
                    }
                }
                LintFormat::Jsonl => output.json(&LintLine {
                    schema: "sokolab/lint/1".to_owned(),
                    place,
                    title: level.title.clone(),
                    findings: findings.iter().map(FindingLine::from).collect(),
                })?,
            }
        }
        if self.format == LintFormat::Text && count > 0 {
            let levels = if count == 1 { "level" } else { "levels" };
            output.line(&format!("{count} {levels} looked at, {faulty} with findings"))?;
        }
        let verdict = if faulty == 0 { exit::DONE } else { exit::NEGATIVE };
        Ok(levels.exit().and(verdict))
    }
}
