//! Streams of levels: one at a time, from files, standard input and embedded collections.

use std::collections::VecDeque;
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use sokolab::text::{Item, ReadOptions, Reader};
use sokolab::{Finding, Level, Rules, Severity};
use sokolab_wire::Place;

use crate::exit::{self, Exit};
use crate::input::embedded;
use crate::input::level_count::{Again, LevelCount};
use crate::io::output::Output;
use crate::io::{interrupt, standard_input};
use crate::terminal::diagnostics;

/// Bytes read at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// A level with its place.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) place: Place,
    pub(crate) level: Level,
}

/// A file, or an equivalent source, and the levels selected from it.
pub(super) struct Source {
    pub(super) content: Content,
    pub(super) numbers: Option<RangeInclusive<usize>>,
}

/// Where the bytes come from.
pub(super) enum Content {
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
    /// The file has ended, or all selected levels have been read.
    ended: bool,
}

/// A stream of levels. Only one level is held at a time.
pub(crate) struct Levels {
    sources: VecDeque<Source>,
    options: ReadOptions,
    rules: Option<Rules>,
    open: Option<Open>,
    read: usize,
    /// Files that could not be read, or only in part.
    unread: Vec<String>,
    /// The exit code of reading.
    exit: Exit,
}

impl Levels {
    /// The levels of some sources, with their rules overridden if `rules` is given.
    pub(super) fn new(
        sources: VecDeque<Source>,
        options: ReadOptions,
        rules: Option<Rules>,
    ) -> Levels {
        Levels {
            sources,
            options,
            rules,
            open: None,
            read: 0,
            unread: Vec::new(),
            exit: exit::DONE,
        }
    }

    /// A count of the levels, made by reading everything again; `None` if the input cannot be read
    /// twice.
    pub(crate) fn count(&self) -> Option<LevelCount> {
        let again = |source: &Source| {
            let content = match &source.content {
                Content::File(path) if path.metadata().is_ok_and(|data| data.is_file()) => {
                    Again::File(path.clone())
                }
                Content::Embedded(collection) => Again::Text(collection.text),
                Content::File(_) | Content::Reader(_) => return None,
            };
            Some((content, source.numbers.clone()))
        };
        let sources: Option<Vec<_>> = self.sources.iter().map(again).collect();
        Some(LevelCount::new(sources?, self.options.clone()))
    }

    /// The next level. Problems of the files themselves are printed.
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

    /// The exit code of reading: bad usage if a named file could not be read, a negative answer if
    /// part of a file was not a level.
    pub(crate) fn exit(&self) -> Exit {
        if self.read == 0 && !interrupt::is_interrupted() { exit::USAGE } else { self.exit }
    }

    /// The files that could not be read so far, or only in part.
    pub(crate) fn unread(&self) -> &[String] {
        &self.unread
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
                    let (name, hint) = (path.display().to_string(), hint(&path, &error));
                    self.fail(&anyhow::anyhow!("cannot read {name}: {error}{hint}"));
                    self.unread.push(name);
                    return;
                }
            },
        };
        let reader = Reader::new(self.options.clone());
        let numbers = source.numbers;
        self.open = Some(Open { name, bytes, reader, numbers, number: 0, ended: false });
    }

    /// Records that a named file could not be read.
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
            Err(error)
                if error.kind() == std::io::ErrorKind::Interrupted
                    || interrupt::is_interruption(&error) => {}
            Err(error) => {
                open.ended = true;
                let error = anyhow::anyhow!("cannot read {}: {error}", open.name);
                self.unread.push(open.name.clone());
                self.fail(&error);
            }
        }
    }

    /// Counts a level and returns it if it is selected.
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

    /// Closes a file, and reports selected levels that are not in it.
    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let (name, count) = (open.name, open.number);
        if count == 0 {
            // The reason for the missing level has been reported already.
            self.exit = self.exit.and(exit::USAGE);
            return;
        }
        let Some(numbers) = open.numbers.filter(|numbers| *numbers.end() > count) else { return };
        let has_end = *numbers.end() < usize::MAX;
        if !has_end && *numbers.start() <= count {
            return;
        }
        let last = if has_end { *numbers.end() } else { *numbers.start() };
        let missing = (*numbers.start()).max(count + 1)..=last;
        let levels = if count == 1 { "1 level".to_owned() } else { format!("{count} levels") };
        let what = if missing.start() == missing.end() {
            format!("there is no level {name}#{}", missing.start())
        } else {
            format!("there are no levels {name}#{}-{}", missing.start(), missing.end())
        };
        self.fail(&anyhow::anyhow!("{what}: it has {levels}"));
    }
}

/// A suggestion for the name of a missing file.
fn hint(path: &Path, error: &std::io::Error) -> String {
    let is_missing = error.kind() == std::io::ErrorKind::NotFound;
    match embedded::similar(path).filter(|_| is_missing) {
        Some(name) => format!("; did you mean {name}, which comes with the program?"),
        None if is_missing && path.extension().is_none() => {
            "; the program comes with workshop, quarry and ladder-01 to ladder-10".to_owned()
        }
        None => String::new(),
    }
}
