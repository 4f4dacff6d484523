//! Level arguments: files, standard input, selections, and the levels in them, one at a time.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fs::File;
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sokolab::text::{Format, Item, Legend, ReadOptions, Reader};
use sokolab::{Finding, Level, Rules, Severity};
use sokolab_wire::Place;

use crate::output::Output;
use crate::{arguments, diagnostics, embedded, exit, interrupt};

/// Bytes read at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// A level argument: `file`, `-`, `file#7` or `file#3-10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelArgument {
    path: PathBuf,
    numbers: Option<RangeInclusive<usize>>,
}

impl FromStr for LevelArgument {
    type Err = Infallible;

    /// A file whose name happens to end like a selection is taken as the file if it exists.
    fn from_str(text: &str) -> Result<LevelArgument, Infallible> {
        let whole = LevelArgument { path: text.into(), numbers: None };
        let Some((path, selection)) = text.rsplit_once('#') else {
            return Ok(whole);
        };
        let numbers = match selection.split_once('-') {
            Some((first, last)) => first.parse().ok().zip(last.parse().ok()),
            None => selection.parse().ok().map(|number: usize| (number, number)),
        };
        Ok(match numbers {
            Some((first, last)) if !Path::new(text).exists() => {
                LevelArgument { path: path.into(), numbers: Some(first..=last) }
            }
            _ => whole,
        })
    }
}

impl LevelArgument {
    /// The file as it was named.
    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The file it speaks of, unless that is standard input.
    pub(crate) fn file(&self) -> Option<&Path> {
        Some(self.path.as_path()).filter(|path| *path != Path::new("-"))
    }

    /// Whether all levels of the file are meant.
    pub(crate) fn is_whole(&self) -> bool {
        self.numbers.is_none()
    }

    /// The whole text, for what is not a level.
    pub(crate) fn read_to_string(&self) -> anyhow::Result<String> {
        let mut bytes = Vec::new();
        if self.path == Path::new("-") {
            std::io::stdin().read_to_end(&mut bytes)?;
        } else {
            open_file(&self.path)?.read_to_end(&mut bytes)?;
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// What the files named are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputFormat {
    /// Levels in this format.
    Levels(Format),
    /// The plan of a planner, which only `convert` reads.
    PddlPlan,
}

fn input_format(name: &str) -> Result<InputFormat, String> {
    match name {
        "pddl-plan" => Ok(InputFormat::PddlPlan),
        _ => arguments::format(name).map(InputFormat::Levels),
    }
}

/// The options that say which levels to read, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct Input {
    /// Level files; `-` is standard input, `file#7` and `file#3-10` pick levels.
    #[arg(value_name = "LEVELS")]
    pub(crate) levels: Vec<LevelArgument>,

    /// The format of the files (sok, slc, boxoban, nethack-map, nethack-des, nethack-lua,
    /// petersohn); told from the content if not given.
    #[arg(long, value_name = "NAME", value_parser = input_format)]
    pub(crate) from: Option<InputFormat>,

    /// What the characters of rows mean: a name (xsb, dos, dangarfield, reasoning-gym,
    /// sokoban-elements, gem) or changes to XSB, as in wall=X,box=O.
    #[arg(long, value_name = "LEGEND", value_parser = arguments::legend)]
    pub(crate) legend: Option<Legend>,

    /// The rules to play by (official, nethack, nethack-game, nethack-diagonal, sink); what the
    /// format implies if not given.
    #[arg(long, value_name = "NAME", value_parser = arguments::rules)]
    pub(crate) rules: Option<Rules>,
}

/// What to read when no file is named.
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
    /// The levels, one at a time.
    pub(crate) fn open(&self, without: WithoutFile) -> anyhow::Result<Levels> {
        let mut sources: VecDeque<Source> = VecDeque::new();
        for argument in &self.levels {
            let numbers = argument.numbers.clone();
            sources.push_back(Source { origin: Origin::Path(argument.path.clone()), numbers });
        }
        if sources.is_empty() {
            if without == WithoutFile::Mistake {
                anyhow::bail!("name a level file, or - for standard input");
            }
            for (name, text) in embedded::FILES {
                sources.push_back(Source { origin: Origin::Embedded(name, text), numbers: None });
            }
        }
        let format = match self.from {
            Some(InputFormat::PddlPlan) => anyhow::bail!("a plan holds no level: see soko convert"),
            Some(InputFormat::Levels(format)) => Some(format),
            None => None,
        };
        let options = ReadOptions { format, legend: self.legend.clone() };
        Ok(Levels { sources, options, rules: self.rules, open: None, read: 0, failures: 0 })
    }
}

#[derive(Debug)]
struct Source {
    origin: Origin,
    numbers: Option<RangeInclusive<usize>>,
}

#[derive(Debug)]
enum Origin {
    Path(PathBuf),
    Embedded(&'static str, &'static str),
}

struct Open {
    name: String,
    bytes: Box<dyn Read>,
    reader: Reader,
    numbers: Option<RangeInclusive<usize>>,
    number: usize,
    chosen: usize,
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
    failures: usize,
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

    /// The exit code that the reading itself deserves: files that could not be read count as a
    /// negative answer, and if nothing could be read at all, that is the answer.
    pub(crate) fn exit(&self) -> exit::Exit {
        match (self.read, self.failures) {
            (0, _) if !interrupt::is_interrupted() => exit::USAGE,
            (_, 0) => exit::DONE,
            _ => exit::NEGATIVE,
        }
    }

    fn open_source(&mut self, source: Source) {
        let (name, bytes): (String, Box<dyn Read>) = match source.origin {
            Origin::Embedded(name, text) => (name.to_owned(), Box::new(text.as_bytes())),
            Origin::Path(path) if path == Path::new("-") => {
                ("-".to_owned(), Box::new(std::io::stdin().lock()))
            }
            Origin::Path(path) => match open_file(&path) {
                Ok(file) => (path.display().to_string(), Box::new(file)),
                Err(error) => {
                    self.failures += 1;
                    diagnostics::print_error(&error);
                    return;
                }
            },
        };
        let reader = Reader::new(self.options.clone());
        let numbers = source.numbers;
        self.open = Some(Open { name, bytes, reader, numbers, number: 0, chosen: 0, ended: false });
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
                let error = anyhow::Error::new(error).context(format!("cannot read {}", open.name));
                diagnostics::print_error(&error);
                self.failures += 1;
                open.ended = true;
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
        open.chosen += 1;
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
        self.failures += usize::from(is_error);
        if is_error || !output.is_quiet() {
            diagnostics::print_finding(&open.name, finding);
        }
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        if let Some(numbers) = open.numbers.filter(|_| open.chosen == 0 && open.number > 0) {
            let wanted = format!("{}#{}", open.name, numbers.start());
            let error = anyhow::anyhow!("there is no level {wanted}: it has {}", open.number);
            diagnostics::print_error(&error);
            self.failures += 1;
        }
    }
}

fn open_file(path: &Path) -> anyhow::Result<File> {
    let file = File::open(path);
    let file = file.map_err(|error| anyhow::anyhow!("cannot read {}: {error}", path.display()))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        anyhow::bail!("cannot read {}: it is a folder; name the files in it", path.display());
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::LevelArgument;

    fn numbers(text: &str) -> Option<(usize, usize)> {
        let Ok(argument) = text.parse::<LevelArgument>();
        argument.numbers.map(|it| (*it.start(), *it.end()))
    }

    #[test]
    fn selections_follow_a_number_sign() {
        assert_eq!(numbers("a.sok#7"), Some((7, 7)));
        assert_eq!(numbers("a.sok#3-10"), Some((3, 10)));
        assert_eq!(numbers("a.sok"), None);
        assert_eq!(numbers("strange#name"), None);
    }
}
