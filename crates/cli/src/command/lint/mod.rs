//! `soko lint`: what a level's author should look at.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use clap::ValueEnum;
use sokolab::analysis::{CanonicalForm, LevelId, lint};
use sokolab::{Finding, FindingKind, Level, quantity};
use sokolab_wire::{LintLine, Place};

use crate::boundary::{self, FailureForm};
use crate::command::render::named_rows;
use crate::exit::{self, Exit};
use crate::input::{self, Input, WithoutFile};
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// Look for mistakes and oddities in levels.
#[derive(Debug, clap::Args)]
pub(crate) struct Lint {
    #[command(flatten)]
    input: Input,

    /// How to print the findings.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: LintFormat,

    /// List every code, what it means and what to do about it, and do nothing else.
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
            for (code, what, help) in FindingKind::CODES {
                let what = what.trim().trim_end_matches('.');
                output.line(&format!("{code}  {what}\n       {help}"))?;
            }
            return Ok(exit::DONE);
        }
        let mut levels = self.input.open(WithoutFile::Mistake)?;
        let mut seen = Seen::default();
        let (mut count, mut faulty) = (0_usize, 0_usize);
        while let Some(input::Entry { place, level }) = levels.next(output) {
            let form = match self.format {
                LintFormat::Text => FailureForm::Text,
                LintFormat::Jsonl => FailureForm::Json("sokolab/lint/1"),
            };
            let looked = boundary::around(&place, &level, form, output, |_| {
                let mut findings = lint(&level);
                findings.extend(seen.look(&level, &place));
                findings
            })?;
            let Some(findings) = looked else { continue };
            count += 1;
            faulty += usize::from(!findings.is_empty());
            match self.format {
                LintFormat::Text => {
                    for group in diagnostics::grouped(&findings) {
                        let text = diagnostics::draw(&place.file, Some(&level), &group);
                        output.line(&format!("{text}\n"))?;
                    }
                    if findings.iter().any(|it| it.kind.names_squares()) {
                        print_names(&place, &level, output)?;
                    }
                }
                LintFormat::Jsonl => output.json(&LintLine::new(place, &level, &findings))?,
            }
        }
        if self.format == LintFormat::Text && count > 0 {
            let levels = quantity(count, "level");
            output.line(&format!("{levels} looked at, {faulty} with findings"))?;
        }
        let verdict = if faulty == 0 { exit::DONE } else { exit::NEGATIVE };
        Ok(levels.exit().and(verdict))
    }
}

/// Draws a level with the names of its squares, of which the findings speak.
fn print_names(place: &Place, level: &Level, output: &mut Output) -> anyhow::Result<()> {
    output.line(&format!("the squares of {}#{} by name:\n", place.file, place.level))?;
    for row in named_rows(level, &level.picture) {
        output.line(&format!("  {row}"))?;
    }
    output.line("")
}

/// The levels seen so far, to find those that come again turned or mirrored.
#[derive(Default)]
struct Seen {
    files: Vec<String>,
    levels: BTreeMap<LevelId, (u32, u32)>,
}

impl Seen {
    /// A finding if `level` was seen before; else it is kept in mind.
    fn look(&mut self, level: &Level, place: &Place) -> Option<Finding> {
        if self.files.last() != Some(&place.file) {
            self.files.push(place.file.clone());
        }
        let id = CanonicalForm::of_level(level).ok()?.id();
        let here = (self.files.len() as u32 - 1, place.level as u32);
        match self.levels.entry(id) {
            Entry::Vacant(free) => {
                free.insert(here);
                None
            }
            Entry::Occupied(first) => {
                let (file, number) = *first.get();
                let other = format!("{}#{number}", self.files[file as usize]);
                let mut location = level.location(0, 0);
                location.length = level.source.rows.first().map_or(1, |row| row.chars().count());
                Some(Finding::at(FindingKind::Duplicate(other), location))
            }
        }
    }
}
