//! Writes generated levels one by one.

use std::path::PathBuf;

use anyhow::Context;
use clap::builder::{PossibleValue, TypedValueParser};
use sokolab::generator::GeneratedLevel;
use sokolab::text::{Format, WriteOptions, write_footer, write_header, write_level};
use sokolab::{Note, Notes};
use sokolab_wire::GenerateLine;

use super::data_set::{DataSet, PartFiles, Split};
use super::grading::rating_of;
use crate::arguments;
use crate::gallery::{Gallery, STATES_MAX};
use crate::io::files::{FileSize, ending, holds_one, write_one_of_many};
use crate::io::output::Output;
use crate::io::output_file::OutputFile;
use crate::io::paths::is_folder;

/// The formats of generated levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WritingFormat {
    /// A collection of levels.
    Levels(Format),
    /// One JSON object per level.
    Jsonl,
    /// One line of moves per level.
    Lurd,
    /// Columns, for data sets.
    Parquet,
}

pub(super) fn writing_format() -> impl TypedValueParser<Value = WritingFormat> {
    let formats = arguments::names(&Format::ALL).into_iter().map(|(name, format)| match format {
        // Lines of generated levels have additional fields.
        Format::JsonLines => (name, WritingFormat::Jsonl),
        _ => (name, WritingFormat::Levels(format)),
    });
    let lurd = (PossibleValue::new("lurd").help("solutions only"), WritingFormat::Lurd);
    let parquet = PossibleValue::new("parquet").help("columns, with --split only");
    arguments::named(formats.chain([lurd, (parquet, WritingFormat::Parquet)]).collect())
}

/// The format and the destination.
#[derive(Clone, Debug)]
pub(super) struct Writing {
    pub(super) format: WritingFormat,
    pub(super) path: Option<PathBuf>,
    pub(super) solutions: Option<PathBuf>,
    /// A page with all levels.
    pub(super) gallery: Option<PathBuf>,
    /// The parts of a data set in the folder of `path`.
    pub(super) split: Option<Split>,
    /// The largest number of states explored for the measures of a level.
    pub(super) states: usize,
}

/// Writes levels one after the other.
pub(super) struct LevelWriter {
    format: WritingFormat,
    /// The folder, if each level gets a file of its own.
    folder: Option<PathBuf>,
    solutions: Option<OutputFile>,
    gallery: Option<Gallery>,
    data_set: Option<DataSet>,
    states: usize,
    size: FileSize,
    written: usize,
}

impl LevelWriter {
    /// Opens the output for `count` levels.
    pub(super) fn open(
        writing: Writing,
        count: Option<u64>,
        output: &mut Output,
    ) -> anyhow::Result<LevelWriter> {
        let Writing { format, path, solutions, gallery, split, states } = writing;
        let parts = match format {
            WritingFormat::Jsonl => PartFiles::Lines,
            WritingFormat::Parquet => PartFiles::Columns,
            WritingFormat::Levels(_) | WritingFormat::Lurd => PartFiles::LinesAndBoxoban,
        };
        let data_set =
            split.zip(path.as_deref()).map(|(split, path)| DataSet::new(path, split, parts));
        if data_set.is_some() && count == Some(0) {
            anyhow::bail!("a data set has at least one level: give a larger --count");
        }
        let alone = matches!(format, WritingFormat::Levels(format) if holds_one(format));
        let folder = path.clone().filter(|path| alone && is_folder(path));
        if let WritingFormat::Levels(format) = format
            && data_set.is_none()
            && alone
            && folder.is_none()
            && count != Some(1)
        {
            anyhow::bail!(
                "a {format} file holds one level: name a folder with -o FOLDER/, or ask for \
                 --count 1"
            );
        }
        if folder.is_none() && data_set.is_none() {
            output.redirect(path.as_deref())?;
        }
        let solutions = solutions.as_deref().map(OutputFile::create).transpose()?;
        let gallery = gallery.as_deref().map(Gallery::new).transpose()?;
        let size = match format {
            WritingFormat::Levels(format) => FileSize::new(format),
            WritingFormat::Jsonl | WritingFormat::Lurd | WritingFormat::Parquet => {
                FileSize::unlimited()
            }
        };
        Ok(LevelWriter { format, folder, solutions, gallery, data_set, states, size, written: 0 })
    }

    pub(super) fn write(
        &mut self,
        made: &GeneratedLevel,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        self.written += 1;
        if let Some(file) = &mut self.solutions {
            let line = match &self.folder {
                Some(_) => named_solution(&stem(made), made),
                None => format!("{}\n", made.solution.moves()),
            };
            file.write(line.as_bytes())?;
        }
        if let Some(gallery) = &mut self.gallery {
            add_to_gallery(gallery, made);
        }
        if let Some(data_set) = &mut self.data_set {
            return data_set.add(made, &line_of(made, self.states)?);
        }
        let format = match self.format {
            WritingFormat::Jsonl => return output.json(&line_of(made, self.states)?),
            WritingFormat::Lurd => return output.line(&made.solution.moves().to_string()),
            WritingFormat::Levels(format) => format,
            WritingFormat::Parquet => anyhow::bail!("Parquet is for data sets: give --split"),
        };
        let options = WriteOptions::new(format);
        let mut text = String::new();
        if self.written == 1 {
            write_header(&header(made), &options, &mut text);
        }
        write_level(&made.labelled(), self.written, &options, &mut text)?;
        match &self.folder {
            None => {
                self.size.add(&text)?;
                output.write(&text)
            }
            Some(folder) => {
                let name = format!("{}.{}", stem(made), ending(format));
                write_one_of_many(&folder.join(name), &text)
            }
        }
    }

    pub(super) fn finish(self, output: &mut Output) -> anyhow::Result<()> {
        if let Some(gallery) = self.gallery {
            gallery.finish()?;
        }
        if let Some(data_set) = self.data_set {
            return data_set.finish(output);
        }
        let mut footer = String::new();
        if let WritingFormat::Levels(format) = self.format {
            write_footer(&WriteOptions::new(format), &mut footer);
        }
        if self.written == 0 || footer.is_empty() { Ok(()) } else { output.write(&footer) }
    }
}

/// The line of a level, exploring at most this many states for its measures.
fn line_of(made: &GeneratedLevel, states: usize) -> anyhow::Result<GenerateLine> {
    let rating = rating_of(made, states).context("a level with a solution can be rated")?;
    Ok(GenerateLine::new(made, &rating))
}

/// Adds a level to the page of this run, if it can be rated.
fn add_to_gallery(gallery: &mut Gallery, made: &GeneratedLevel) {
    if let Some(rating) = rating_of(made, STATES_MAX) {
        let GeneratedLevel { generator, seed, index, .. } = made;
        gallery.set_title(|| format!("Levels made by {generator}, seed {seed}"));
        gallery.add(format!("{generator} {seed}-{index}"), &made.level, &rating);
    }
}

/// The file name, without extension, of a level in its own file.
fn stem(made: &GeneratedLevel) -> String {
    let GeneratedLevel { generator, seed, index, .. } = made;
    format!("{generator}-{seed}-{index}")
}

/// A solution below the name of its level, because files may be read in another order.
pub(super) fn named_solution(name: &str, made: &GeneratedLevel) -> String {
    format!("; level: {name}\n{}\n", made.solution.moves())
}

/// The notes that apply to all levels of a run.
fn header(made: &GeneratedLevel) -> Notes {
    let params = made.params.iter().map(|(key, value)| format!("{key} {value}"));
    let params = params.collect::<Vec<_>>().join(", ");
    let field = |key: &str, value: String| Note::Field { key: key.to_owned(), value };
    let name = format!("Made by {}, seed {}", made.generator, made.seed);
    Notes(vec![field("Collection", name), field("Settings", params)])
}
