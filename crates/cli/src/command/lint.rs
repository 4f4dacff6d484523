//! `soko lint`: what a level's author should look at.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use clap::ValueEnum;
use sokolab::analysis::{CanonicalForm, LevelId, lint};
use sokolab::{Finding, FindingKind, Level};
use sokolab_wire::{FindingLine, LintLine, Place};

use crate::diagnostics;
use crate::exit::{self, Exit};
use crate::input::{self, Input, WithoutFile};
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
        let mut seen = Seen::default();
        let (mut count, mut faulty) = (0_usize, 0_usize);
        while let Some(input::Entry { place, level }) = levels.next(output) {
            let mut findings = lint(&level);
            findings.extend(seen.look(&level, &place));
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
