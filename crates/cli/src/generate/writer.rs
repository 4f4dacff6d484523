//! Levels as they are written, one by one.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use sokolab::generator::Made;
use sokolab::text::{Format, WriteOptions, write_footer, write_header, write_level};
use sokolab::{GoalKind, Note, Notes, Rules};
use sokolab_wire::GenerateLine;

use crate::arguments;
use crate::files::{ending, holds_one, is_folder, write_file};
use crate::output::Output;

/// The ways to write what was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WritingFormat {
    /// A collection of levels.
    Levels(Format),
    /// One JSON object a level.
    Jsonl,
    /// One line of moves a level.
    Lurd,
}

pub(super) fn writing_format(name: &str) -> Result<WritingFormat, String> {
    match name {
        "jsonl" => Ok(WritingFormat::Jsonl),
        "lurd" => Ok(WritingFormat::Lurd),
        _ => arguments::format(name)
            .map(WritingFormat::Levels)
            .map_err(|names| format!("{names}, jsonl, lurd")),
    }
}

/// How and where to write.
#[derive(Clone, Debug)]
pub(super) struct Writing {
    format: WritingFormat,
    path: Option<PathBuf>,
    solutions: Option<PathBuf>,
}

impl Writing {
    /// Without a format, the one that suits the rules.
    pub(super) fn new(
        format: Option<WritingFormat>,
        rules: Rules,
        path: Option<PathBuf>,
        solutions: Option<PathBuf>,
    ) -> Writing {
        let usual = match rules.goal() {
            GoalKind::Fill => Format::NethackMap,
            GoalKind::Keep | GoalKind::Sink => Format::Sok,
        };
        Writing { format: format.unwrap_or(WritingFormat::Levels(usual)), path, solutions }
    }
}

/// Writes levels one after the other.
pub(super) struct LevelWriter {
    format: WritingFormat,
    /// Where each level gets a file of its own.
    folder: Option<PathBuf>,
    solutions: Option<(PathBuf, BufWriter<File>)>,
    written: usize,
}

impl LevelWriter {
    /// Opens the output; `count` levels are to come.
    pub(super) fn open(
        writing: Writing,
        count: Option<u64>,
        output: &mut Output,
    ) -> anyhow::Result<LevelWriter> {
        let Writing { format, path, solutions } = writing;
        let alone = matches!(format, WritingFormat::Levels(format) if holds_one(format));
        let folder = path.clone().filter(|path| alone && is_folder(path));
        if let WritingFormat::Levels(format) = format
            && alone
            && folder.is_none()
            && count != Some(1)
        {
            anyhow::bail!(
                "a {format} file holds one level: name a folder with -o FOLDER/, or ask for \
                 --count 1"
            );
        }
        if folder.is_none() {
            output.redirect(path.as_deref())?;
        }
        let solutions = solutions.map(|path| {
            let file = File::create(&path);
            let file = file.with_context(|| format!("cannot write to {}", path.display()))?;
            anyhow::Ok((path, BufWriter::new(file)))
        });
        Ok(LevelWriter { format, folder, solutions: solutions.transpose()?, written: 0 })
    }

    pub(super) fn write(&mut self, made: &Made, output: &mut Output) -> anyhow::Result<()> {
        self.written += 1;
        if let Some((path, file)) = &mut self.solutions {
            let line = writeln!(file, "{}", made.solution.moves()).and_then(|()| file.flush());
            line.with_context(|| format!("cannot write to {}", path.display()))?;
        }
        let format = match self.format {
            WritingFormat::Jsonl => return output.json(&GenerateLine::new(made)),
            WritingFormat::Lurd => return output.line(&made.solution.moves().to_string()),
            WritingFormat::Levels(format) => format,
        };
        let options = WriteOptions::new(format);
        let mut text = String::new();
        if self.written == 1 {
            write_header(&header(made), &options, &mut text);
        }
        write_level(&made.labelled(), self.written, &options, &mut text)?;
        match &self.folder {
            None => output.write(&text),
            Some(folder) => {
                let Made { generator, seed, index, .. } = made;
                let name = format!("{generator}-{seed}-{index}.{}", ending(format));
                write_file(&folder.join(name), &text)
            }
        }
    }

    pub(super) fn finish(self, output: &mut Output) -> anyhow::Result<()> {
        let mut footer = String::new();
        if let WritingFormat::Levels(format) = self.format {
            write_footer(&WriteOptions::new(format), &mut footer);
        }
        if self.written == 0 || footer.is_empty() { Ok(()) } else { output.write(&footer) }
    }
}

/// What is said about all levels of a run.
fn header(made: &Made) -> Notes {
    let params = made.params.iter().map(|(key, value)| format!("{key} {value}"));
    let params = params.collect::<Vec<_>>().join(", ");
    let field = |key: &str, value: String| Note::Field { key: key.to_owned(), value };
    let name = format!("Made by {}, seed {}", made.generator, made.seed);
    Notes(vec![field("Collection", name), field("Settings", params)])
}
