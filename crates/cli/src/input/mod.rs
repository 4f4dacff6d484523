//! Level arguments: files, standard input, selections, and the levels in them, one at a time.

pub(crate) mod claims;
pub(crate) mod embedded;
pub(crate) mod level_argument;

use std::collections::VecDeque;
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use sokolab::text::{Format, Item, Legend, ReadOptions, Reader};
use sokolab::{Finding, Level, Rules, Severity};
use sokolab_wire::Place;

use crate::arguments;
use crate::exit;
use crate::input::level_argument::{Origin, level_argument};
use crate::io::in_use;
use crate::io::interrupt;
use crate::io::output::Output;
use crate::io::standard_input;
use crate::terminal::diagnostics;

pub(crate) use crate::input::level_argument::LevelArgument;

/// Bytes read at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// What the files named are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputFormat {
    /// Levels in this format.
    Levels(Format),
    /// The plan of a planner, which only `convert` reads.
    PddlPlan,
}

fn input_format() -> impl TypedValueParser<Value = InputFormat> {
    let formats = arguments::formats().into_iter();
    let mut formats: Vec<(PossibleValue, InputFormat)> =
        formats.map(|(name, format)| (name, InputFormat::Levels(format))).collect();
    formats.push((PossibleValue::new("pddl-plan"), InputFormat::PddlPlan));
    arguments::named(formats)
}

/// The options that say which levels to read, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct Input {
    /// Level files; `-` is standard input, `file#7` and `file#3-10` pick levels.
    ///
    /// `workshop` and `quarry` are the collections that come with the program. Without a file,
    /// standard input is read if it has content.
    #[arg(value_name = "LEVELS", value_parser = level_argument())]
    pub(crate) levels: Vec<LevelArgument>,

    /// The format of the files; told from the content if not given.
    ///
    /// jsonl are JSON lines with `rows`, as the commands of this program write them. pddl-plan, the
    /// plan of a planner, is for soko convert --to lurd only.
    #[arg(long, value_name = "NAME", value_parser = input_format())]
    pub(crate) from: Option<InputFormat>,

    /// What the characters of rows mean: a name, or changes to XSB as in wall=X,box=O.
    ///
    /// The names are xsb, dos, dangarfield, reasoning-gym, sokoban-elements and gem.
    #[arg(long, value_name = "LEGEND", value_parser = arguments::legend)]
    pub(crate) legend: Option<Legend>,

    /// The rules to play by; what the format implies if not given.
    #[arg(long, value_name = "NAME", value_parser = arguments::rules())]
    pub(crate) rules: Option<Rules>,
}

/// What to read when no file is named and standard input is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WithoutFile {
    /// The levels that come with the program.
    Embedded,
    /// Nothing: that is a mistake.
    Mistake,
}

/// A level with its place.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) place: Place,
    pub(crate) level: Level,
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

    /// The levels, one at a time. All files are noted as inputs, so that no output that is begun
    /// later is written over one of them.
    ///
    /// # Errors
    /// If no levels are named and there are none to fall back on, or if standard input is asked for
    /// twice.
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
            Some(InputFormat::PddlPlan) => anyhow::bail!("a plan holds no level: see soko convert"),
            Some(InputFormat::Levels(format)) => Some(format),
            None => None,
        };
        let options = ReadOptions { format, legend: self.legend.clone() };
        let (rules, open, read, exit) = (self.rules, None, 0, exit::DONE);
        Ok(Levels { sources, options, rules, open, read, exit })
    }
}

/// The levels of a command for which none were named.
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

struct Source {
    content: Content,
    numbers: Option<RangeInclusive<usize>>,
}

enum Content {
    File(PathBuf),
    Embedded(&'static embedded::Collection),
    /// Standard input.
    Reader(Box<dyn Read>),
}

struct Open {
    name: String,
    bytes: Box<dyn Read>,
    reader: Reader,
    numbers: Option<RangeInclusive<usize>>,
    number: usize,
    /// The file is at its end, or nothing more of it is wanted.
    ended: bool,
}

/// A stream of levels. Only one level is held at a time.
pub(crate) struct Levels {
    sources: VecDeque<Source>,
    options: ReadOptions,
    rules: Option<Rules>,
    open: Option<Open>,
    read: usize,
    /// What the reading itself means for the exit code.
    exit: exit::Exit,
}

impl Levels {
    /// The next level. What is wrong with the files themselves is printed on the way.
    pub(crate) fn next(&mut self, output: &Output) -> Option<Entry> {
        loop {
            if interrupt::is_interrupted() {
                return None;
            }
            if self.open.is_none() {
                let source = self.sources.pop_front()?;
                self.open_source(source);
                continue;
            }
            let open = self.open.as_mut()?;
            match open.reader.next_item() {
                Some(Item::Level(level)) => {
                    if let Some(entry) = self.choose(*level) {
                        return Some(entry);
                    }
                }
                Some(Item::Header(_)) => {}
                Some(Item::Finding(finding)) => self.report(&finding, output),
                None if open.ended => self.close(),
                None => self.read_more(),
            }
        }
    }

    /// The exit code that the reading itself deserves: bad usage if something that was named could
    /// not be read, a negative answer if part of a file was no level.
    pub(crate) fn exit(&self) -> exit::Exit {
        if self.read == 0 && !interrupt::is_interrupted() { exit::USAGE } else { self.exit }
    }

    fn open_source(&mut self, source: Source) {
        let (name, bytes): (String, Box<dyn Read>) = match source.content {
            Content::Embedded(collection) => {
                (collection.file.to_owned(), Box::new(collection.text.as_bytes()))
            }
            Content::Reader(reader) => ("-".to_owned(), reader),
            Content::File(path) => match standard_input::open(&path) {
                Ok(file) => (path.display().to_string(), file),
                Err(error) => {
                    return self.fail(&anyhow::anyhow!("cannot read {}: {error}", path.display()));
                }
            },
        };
        let reader = Reader::new(self.options.clone());
        let numbers = source.numbers;
        self.open = Some(Open { name, bytes, reader, numbers, number: 0, ended: false });
    }

    /// Something that was named could not be read.
    fn fail(&mut self, error: &anyhow::Error) {
        diagnostics::print_error(error);
        self.exit = self.exit.and(exit::USAGE);
    }

    fn read_more(&mut self) {
        let Some(open) = &mut self.open else { return };
        let mut chunk = vec![0; CHUNK_BYTES];
        match open.bytes.read(&mut chunk) {
            Ok(0) => {
                open.reader.finish();
                open.ended = true;
            }
            Ok(count) => {
                open.reader.feed(&chunk[..count]);
                open.ended = open.reader.is_finished();
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => {
                open.ended = true;
                let error = anyhow::anyhow!("cannot read {}: {error}", open.name);
                self.fail(&error);
            }
        }
    }

    /// Counts a level and gives it if it is one of those wanted.
    fn choose(&mut self, level: Level) -> Option<Entry> {
        let open = self.open.as_mut()?;
        open.number += 1;
        if let Some(numbers) = &open.numbers {
            if open.number >= *numbers.end() {
                open.ended = true;
            }
            if !numbers.contains(&open.number) {
                return None;
            }
        }
        self.read += 1;
        let level = match self.rules {
            Some(rules) => level.with_rules(rules),
            None => level,
        };
        let place = Place { file: open.name.clone(), level: open.number };
        Some(Entry { place, level })
    }

    fn report(&mut self, finding: &Finding, output: &Output) {
        let Some(open) = &self.open else { return };
        let is_error = finding.kind.severity() == Severity::Error;
        if is_error {
            self.exit = self.exit.and(exit::NEGATIVE);
        }
        if is_error || !output.is_quiet() {
            diagnostics::print_finding(&open.name, finding);
        }
    }

    /// Ends a file, and says which of the levels that were picked are not in it.
    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let (name, count) = (open.name, open.number);
        if count == 0 {
            // Why there is no level was said already.
            self.exit = self.exit.and(exit::USAGE);
            return;
        }
        let Some(numbers) = open.numbers.filter(|numbers| *numbers.end() > count) else { return };
        let missing = (*numbers.start()).max(count + 1)..=*numbers.end();
        let levels = if count == 1 { "1 level".to_owned() } else { format!("{count} levels") };
        let what = if missing.start() == missing.end() {
            format!("there is no level {name}#{}", missing.start())
        } else {
            format!("there are no levels {name}#{}-{}", missing.start(), missing.end())
        };
        self.fail(&anyhow::anyhow!("{what}: it has {levels}"));
    }
}
