//! The results of an earlier run that are needed to resume it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use sokolab::analysis::{CanonicalForm, LevelId};
use sokolab::{Level, Stop};
use sokolab_wire::Place;

use super::options_text::words_not_in;
use crate::exit::Exit;

/// The fields that are read from a line of an earlier run.
#[derive(Debug, Deserialize)]
pub(crate) struct EarlierLine {
    schema: String,
    file: String,
    level: u64,
    id: Option<String>,
    options: Option<String>,
    pub(crate) status: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) objective: Option<String>,
    pub(crate) optimal: Option<bool>,
    pub(crate) ok: Option<bool>,
    pub(crate) missing: Option<BTreeMap<String, String>>,
}

/// Identifies a level: the number of its file, its own number, and its id.
type Key = (u32, u64, Option<LevelId>);

/// The results of an earlier run.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    files: BTreeMap<String, u32>,
    results: BTreeMap<Key, Found>,
}

/// The results for a level.
#[derive(Debug)]
struct Found {
    count: usize,
    /// Its exit code.
    exit: Exit,
    /// The line, if it was set aside out of order.
    aside: Option<String>,
}

/// One result for a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    /// Its exit code.
    pub(crate) exit: Exit,
    /// The line, if it is not in its place yet.
    pub(crate) aside: Option<String>,
}

/// The properties that a line must have to be continued.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected<'a> {
    /// The file of results.
    pub(crate) path: &'a Path,
    pub(crate) schema: &'a str,
    pub(crate) options: &'a str,
    /// The exit code of a result.
    pub(crate) exit: fn(&EarlierLine) -> Exit,
}

impl Earlier {
    /// Adds a line of the file; `number` counts from 1.
    ///
    /// # Errors
    /// If it is not a line of such a run, or was written with other options.
    pub(crate) fn add(
        &mut self,
        number: usize,
        line: &[u8],
        expected: &Expected<'_>,
    ) -> anyhow::Result<()> {
        let (key, exit) = self.read(number, line, expected)?;
        let found = self.results.entry(key).or_insert(Found { count: 0, exit, aside: None });
        found.count += 1;
        found.exit = found.exit.and(exit);
        Ok(())
    }

    /// Adds a line that was set aside, after all lines in order. One that an interrupt cut short
    /// does not count.
    ///
    /// # Errors
    /// If it is not a line of such a run, or was written with other options.
    pub(crate) fn add_aside(
        &mut self,
        number: usize,
        line: &[u8],
        expected: &Expected<'_>,
    ) -> anyhow::Result<()> {
        let (key, exit) = self.read(number, line, expected)?;
        if is_cut(line) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(line).into_owned();
        self.results.entry(key).or_insert(Found { count: 1, exit, aside: Some(text) });
        Ok(())
    }

    fn read(
        &mut self,
        number: usize,
        line: &[u8],
        expected: &Expected<'_>,
    ) -> anyhow::Result<(Key, Exit)> {
        let name = expected.path.display();
        let read: EarlierLine = serde_json::from_slice(line).map_err(|error| {
            anyhow::anyhow!(
                "line {number} of {name} cannot be continued ({error}): name another file"
            )
        })?;
        if read.schema != expected.schema {
            anyhow::bail!(
                "line {number} of {name} is of {} instead of {}: name another file",
                read.schema,
                expected.schema
            );
        }
        let Some(options) = &read.options else {
            anyhow::bail!(
                "line {number} of {name} does not say with which options it was made, as it was \
                 not written with --resume: name another file"
            );
        };
        if options != expected.options {
            anyhow::bail!(
                "{name} was made with other options ({} instead of {}): use the same, or name \
                 another file",
                words_not_in(options, expected.options),
                words_not_in(expected.options, options)
            );
        }
        let exit = (expected.exit)(&read);
        let count = self.files.len() as u32;
        let file = *self.files.entry(read.file).or_insert(count);
        let id = read.id.as_deref().and_then(LevelId::parse);
        Ok(((file, read.level, id), exit))
    }

    /// Takes one result for a level; `None` if none is left.
    pub(crate) fn take(&mut self, place: &Place, level: &Level) -> Option<Taken> {
        let file = *self.files.get(&place.file)?;
        let number = place.level as u64;
        // Computing an id is slow, so it is done only if there is something to compare it with.
        self.results
            .range((file, number, None)..)
            .next()
            .filter(|(key, _)| (key.0, key.1) == (file, number))?;
        let id = CanonicalForm::of_level(level).ok().map(|form| form.id());
        self.take_key((file, number, id))
    }

    /// Takes one result for a place without a level.
    pub(crate) fn take_without_level(&mut self, place: &Place) -> Option<Taken> {
        let file = *self.files.get(&place.file)?;
        self.take_key((file, place.level as u64, None))
    }

    fn take_key(&mut self, key: Key) -> Option<Taken> {
        let found = self.results.get_mut(&key)?;
        found.count -= 1;
        let taken = Taken { exit: found.exit, aside: found.aside.take() };
        if found.count == 0 {
            self.results.remove(&key);
        }
        Some(taken)
    }
}

/// Whether an interrupt cut the work on a level short.
fn is_cut(line: &[u8]) -> bool {
    let Ok(read) = serde_json::from_slice::<EarlierLine>(line) else { return false };
    let name = Stop::Interrupted.name();
    read.reason.as_deref() == Some(name)
        || read.missing.is_some_and(|it| it.values().any(|why| why.contains(name)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sokolab::analysis::CanonicalForm;
    use sokolab::read_level;
    use sokolab_wire::Place;

    use super::{Earlier, Expected, Taken};
    use crate::exit;

    fn expected() -> Expected<'static> {
        Expected {
            path: Path::new("results"),
            schema: "sokolab/solve/1",
            options: "time=60 nodes=all",
            exit: |_| exit::NEGATIVE,
        }
    }

    #[test]
    fn a_line_counts_once_and_only_for_its_own_level() {
        let level = read_level("#####\n#@$.#\n#####\n").expect("a level");
        let other = read_level("######\n#@ $.#\n######\n").expect("a level");
        let id = CanonicalForm::of_level(&level).expect("playable").id();
        let line = format!(
            r#"{{"schema":"sokolab/solve/1","file":"a","level":2,"id":"{id}",{}}}"#,
            r#""rows":["\n"],"options":"time=60 nodes=all""#
        );
        let mut earlier = Earlier::default();
        earlier.add(1, line.as_bytes(), &expected()).expect("a line");
        let place = |file: &str, level| Place { file: file.to_owned(), level };
        assert_eq!(earlier.take(&place("a", 1), &level), None);
        assert_eq!(earlier.take(&place("b", 2), &level), None);
        assert_eq!(earlier.take(&place("a", 2), &other), None);
        let taken = |aside: Option<&str>| {
            Some(Taken { exit: exit::NEGATIVE, aside: aside.map(str::to_owned) })
        };
        assert_eq!(earlier.take(&place("a", 2), &level), taken(None));
        assert_eq!(earlier.take(&place("a", 2), &level), None);
        earlier.add_aside(1, line.as_bytes(), &expected()).expect("a line");
        earlier.add_aside(2, line.as_bytes(), &expected()).expect("the same once more");
        assert_eq!(earlier.take(&place("a", 2), &level), taken(Some(&line)));
        assert_eq!(earlier.take(&place("a", 2), &level), None);
    }

    #[test]
    fn other_lines_are_refused_with_the_reason() {
        let told = |line: &str| {
            let added = Earlier::default().add(7, line.as_bytes(), &expected());
            added.expect_err("it is no line of this run").to_string()
        };
        assert!(told("nothing").contains("line 7 of results cannot be continued"));
        let start = r#"{"file":"a","level":1,"id":null,"schema""#;
        assert!(told(&format!(r#"{start}:"sokolab/rate/1"}}"#)).contains("sokolab/rate/1"));
        let start = format!(r#"{start}:"sokolab/solve/1""#);
        assert!(told(&format!("{start}}}")).contains("does not say"));
        let other = told(&format!(r#"{start},"options":"time=5 nodes=all"}}"#));
        assert!(other.contains("(time=5 instead of time=60)"), "{other}");
    }

    /// The options that [`expected`] expects.
    const OPTIONS: &str = r#""options":"time=60 nodes=all""#;

    #[test]
    fn a_line_that_was_cut_short_does_not_count() {
        let level = read_level("#####\n#@$.#\n#####\n").expect("a level");
        let id = CanonicalForm::of_level(&level).expect("playable").id();
        let place = Place { file: "a".to_owned(), level: 2 };
        for (end, counts) in [
            (r#""status":"stopped","reason":"time""#, true),
            (r#""status":"stopped","reason":"interrupted""#, false),
            (r#""missing":{"effort":"interrupted"}"#, false),
        ] {
            let line = format!(
                r#"{{"schema":"sokolab/solve/1","file":"a","level":2,"id":"{id}",{OPTIONS},{end}}}"#
            );
            let mut earlier = Earlier::default();
            earlier.add_aside(1, line.as_bytes(), &expected()).expect("it can be continued");
            assert_eq!(earlier.take(&place, &level).is_some(), counts, "{end}");
        }
    }
}
