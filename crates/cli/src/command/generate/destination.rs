//! The output options of generators.

use std::path::PathBuf;

use sokolab::text::Format;
use sokolab::{GoalKind, Rules};

use super::data_set::Split;
use super::writer::{Writing, WritingFormat, writing_format};
use crate::arguments;

#[derive(Debug, clap::Args)]
pub(crate) struct Destination {
    /// How to write the levels [default: sok, or nethack-map where there are holes].
    #[arg(long, value_name = "NAME", value_parser = writing_format(), help_heading = "Output")]
    format: Option<WritingFormat>,

    /// Write to a file; in a format with one level per file, to a folder.
    #[arg(long, short, value_name = "PATH", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Also write the solutions to a file, one per line, for soko verify.
    ///
    /// If each level has its own file or name, the name is written above its solution.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    solutions: Option<PathBuf>,

    /// Write a page with every level, its measures and a player for its solution.
    #[arg(long, value_name = "FILE.html", help_heading = "Output")]
    gallery: Option<PathBuf>,

    /// Write a data set to the folder of -o: parts for training, validation and tests in these
    /// percentages, with a manifest.
    ///
    /// No board is in two parts, not even rotated or reflected, and every part has the same share
    /// of each grade, as far as possible. By default, each part is a file of JSON lines with
    /// solutions and measures, and a folder of files in the format of Boxoban; its levels are 10 by
    /// 10, so smaller ones are padded with walls. --format jsonl writes JSON lines only, and
    /// --format parquet columns instead; both allow levels of any size. The manifest contains the
    /// settings, the counts, also by grade, and a hash of every file.
    #[arg(long, value_name = "90/5/5", requires = "output", help_heading = "Output")]
    split: Option<Split>,

    /// The largest number of states for measures in JSON lines that need every state of a level; 0
    /// skips these.
    #[arg(long, value_name = "N", value_parser = arguments::count, default_value = "0",
        help_heading = "Output")]
    states: u64,
}

/// The destination of the levels of a branch.
#[derive(Clone, Debug)]
pub(super) struct BranchDestination {
    pub(super) format: Format,
    pub(super) path: Option<PathBuf>,
    pub(super) solutions: Option<PathBuf>,
    pub(super) gallery: Option<PathBuf>,
}

impl Destination {
    /// The destination of the levels of a branch: one description for all levels, or one for each.
    ///
    /// # Errors
    ///
    /// If an option does not apply to a branch.
    pub(super) fn branch(&self) -> anyhow::Result<BranchDestination> {
        let format = match self.format {
            None => Format::NethackDes,
            Some(WritingFormat::Levels(it @ (Format::NethackDes | Format::NethackLua))) => it,
            Some(_) => anyhow::bail!("a branch is written as nethack-des or nethack-lua"),
        };
        if self.split.is_some() {
            anyhow::bail!("--split cannot be used with --branch");
        }
        let (path, solutions) = (self.output.clone(), self.solutions.clone());
        Ok(BranchDestination { format, path, solutions, gallery: self.gallery.clone() })
    }

    /// Whether a data set is made whose levels must all have one size.
    pub(super) fn is_data_set(&self) -> bool {
        let is_of_any_size =
            matches!(self.format, Some(WritingFormat::Jsonl | WritingFormat::Parquet));
        self.split.is_some() && !is_of_any_size
    }

    /// The output format; by default, the usual format of the rules.
    ///
    /// # Errors
    /// If the format is not available for data sets.
    pub(super) fn writing(&self, rules: Rules) -> anyhow::Result<Writing> {
        let is_columns = self.format == Some(WritingFormat::Parquet);
        let is_whole = is_columns || matches!(self.format, None | Some(WritingFormat::Jsonl));
        if self.split.is_some() && !is_whole {
            anyhow::bail!(
                "a data set has formats of its own: leave --format out, or give jsonl or parquet"
            );
        }
        if self.split.is_none() && is_columns {
            anyhow::bail!("--format parquet is for data sets: give --split, as in --split 90/5/5");
        }
        if is_columns && cfg!(not(feature = "parquet")) {
            anyhow::bail!(
                "this program was built without Parquet: build it with `cargo install --path \
                 crates/cli --features parquet`, or give --format jsonl"
            );
        }
        let usual = match rules.goal() {
            GoalKind::Fill => Format::NethackMap,
            GoalKind::Keep | GoalKind::Sink => Format::Sok,
        };
        Ok(Writing {
            format: self.format.unwrap_or(WritingFormat::Levels(usual)),
            path: self.output.clone(),
            solutions: self.solutions.clone(),
            gallery: self.gallery.clone(),
            split: self.split,
            states: usize::try_from(self.states).unwrap_or(usize::MAX),
        })
    }
}
