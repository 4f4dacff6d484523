//! Level arguments: files, standard input, selections, and the levels in them, one at a time.

pub(crate) mod claim_source;
pub(crate) mod claims;
pub(crate) mod embedded;
pub(crate) mod level_argument;
mod level_count;
mod levels;
pub(crate) mod read_errors;

use std::collections::VecDeque;

use clap::builder::{PossibleValue, TypedValueParser};
use sokolab::Rules;
use sokolab::text::{Format, Legend, ReadOptions};

use self::level_argument::{Origin, level_argument};
use self::levels::{Content, Source};
use crate::arguments;
use crate::io::{in_use, interrupt, standard_input};

pub(crate) use self::level_argument::LevelArgument;
pub(crate) use self::level_count::LevelCount;
pub(crate) use self::levels::{Entry, Levels};

/// The format of the named files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputFormat {
    /// Levels in this format.
    Levels(Format),
    /// The plan of a planner, which only `convert` reads.
    PddlPlan,
}

fn input_format() -> impl TypedValueParser<Value = InputFormat> {
    let formats = arguments::names(&Format::ALL).into_iter();
    let mut formats: Vec<(PossibleValue, InputFormat)> =
        formats.map(|(name, format)| (name, InputFormat::Levels(format))).collect();
    formats.push((PossibleValue::new("pddl-plan"), InputFormat::PddlPlan));
    arguments::named(formats)
}

/// The options that select the levels to read, and their format.
#[derive(Debug, clap::Args)]
pub(crate) struct Input {
    /// Level files; `-` is standard input, and `file#7`, `file#3-10` and `file#3-` select levels.
    ///
    /// `workshop` and `quarry` are embedded collections. Without a file, standard input is read if
    /// it has content.
    #[arg(value_name = "LEVELS", value_parser = level_argument())]
    pub(crate) levels: Vec<LevelArgument>,

    /// The format of the files; detected from the content by default.
    ///
    /// jsonl means JSON lines with `rows`, as soko writes them. pddl-plan is the output of a
    /// planner, for soko convert --to lurd only.
    #[arg(long, hide_short_help = true, value_name = "NAME", value_parser = input_format())]
    pub(crate) from: Option<InputFormat>,

    /// The characters of the rows: the name of a legend, or changes to XSB such as wall=X,box=O.
    ///
    /// The names are xsb, dos, dangarfield, reasoning-gym, sokoban-elements and gem.
    #[arg(long, hide_short_help = true, value_name = "LEGEND", value_parser = arguments::legend)]
    pub(crate) legend: Option<Legend>,

    /// The rules to play by; the format of the file decides by default.
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<Rules>,
}

/// What to read when no file is named and standard input is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WithoutFile {
    /// The embedded levels.
    Embedded,
    /// Nothing: this is an error.
    Mistake,
}

impl Input {
    /// The levels that are named or on standard input; `None` if there are none.
    pub(crate) fn open_if_any(&self) -> anyhow::Result<Option<Levels>> {
        let mut sources = self.named()?;
        if sources.is_empty() {
            sources.extend(on_standard_input()?);
        }
        if sources.is_empty() { Ok(None) } else { self.levels_of(sources).map(Some) }
    }

    /// The levels, one at a time. All files are registered as inputs, so that no later output
    /// overwrites one of them.
    ///
    /// # Errors
    /// If no levels are named and there is no default, or if standard input is requested twice.
    pub(crate) fn open(&self, without: WithoutFile) -> anyhow::Result<Levels> {
        let mut sources = self.named()?;
        if sources.is_empty() {
            sources = unnamed(without)?;
        }
        self.levels_of(sources)
    }

    /// What is named on the command line.
    fn named(&self) -> anyhow::Result<VecDeque<Source>> {
        let mut sources: VecDeque<Source> = VecDeque::new();
        for argument in &self.levels {
            let content = match argument.origin() {
                Origin::StandardInput => Content::Reader(Box::new(standard_input::take()?)),
                Origin::Embedded(collection) => Content::Embedded(collection),
                Origin::File(path) => {
                    in_use::read(path)?;
                    Content::File(path.to_owned())
                }
            };
            sources.push_back(Source { content, numbers: argument.numbers.clone() });
        }
        Ok(sources)
    }

    fn levels_of(&self, sources: VecDeque<Source>) -> anyhow::Result<Levels> {
        let format = match self.from {
            Some(InputFormat::PddlPlan) => {
                anyhow::bail!("a plan contains no levels: see soko convert")
            }
            Some(InputFormat::Levels(format)) => Some(format),
            None => None,
        };
        let options = ReadOptions { format, legend: self.legend.clone() };
        Ok(Levels::new(sources, options, self.rules))
    }
}

/// The levels of a command without level arguments.
fn unnamed(without: WithoutFile) -> anyhow::Result<VecDeque<Source>> {
    if let Some(source) = on_standard_input()? {
        return Ok(VecDeque::from([source]));
    }
    if without == WithoutFile::Mistake && !interrupt::is_interrupted() {
        anyhow::bail!("name a level file, or - for standard input");
    }
    let whole = |collection| Source { content: Content::Embedded(collection), numbers: None };
    Ok(embedded::COLLECTIONS.iter().map(whole).collect())
}

fn on_standard_input() -> anyhow::Result<Option<Source>> {
    let reader = standard_input::offered()?;
    Ok(reader.map(|it| Source { content: Content::Reader(Box::new(it)), numbers: None }))
}
