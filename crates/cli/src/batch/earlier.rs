//! The results of an earlier run, as far as they are needed to go on with it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use sokolab::Level;
use sokolab::analysis::{CanonicalForm, LevelId};
use sokolab_wire::Place;

use super::options_text::words_not_in;
use crate::exit::Exit;

/// What is read of a line of an earlier run.
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

/// What tells a level from others: the number of its file, its own number, and its id.
type Key = (u32, u64, Option<LevelId>);

/// The results of an earlier run.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    files: BTreeMap<String, u32>,
    /// How many results there are for a level, and what they mean for the exit code.
    results: BTreeMap<Key, (usize, Exit)>,
}

/// What lines must agree with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected<'a> {
    /// The file of results.
    pub(crate) path: &'a Path,
    pub(crate) schema: &'a str,
    pub(crate) options: &'a str,
    /// What a result means for the exit code.
    pub(crate) exit: fn(&EarlierLine) -> Exit,
}

impl Earlier {
    /// Adds a line of the file; `number` counts from 1.
    ///
    /// # Errors
    /// If it is no line of such a run, or comes from other options.
    pub(crate) fn add(
        &mut self,
        number: usize,
        line: &[u8],
        expected: &Expected<'_>,
    ) -> anyhow::Result<()> {
        let name = expected.path.display();
        let read: EarlierLine = serde_json::from_slice(line).map_err(|error| {
            anyhow::anyhow!(
                "line {number} of {name} is no result to go on with ({error}): name another file"
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
        let result = self.results.entry((file, read.level, id)).or_insert((0, exit));
        *result = (result.0 + 1, result.1.and(exit));
        Ok(())
    }

    /// Takes one result for a level; `None` if there is none any more.
    pub(crate) fn take(&mut self, place: &Place, level: &Level) -> Option<Exit> {
        let file = *self.files.get(&place.file)?;
        let number = place.level as u64;
        // An id takes a while, and is needed only where there is something to compare it with.
        self.results
            .range((file, number, None)..)
            .next()
            .filter(|(key, _)| (key.0, key.1) == (file, number))?;
        let id = CanonicalForm::of_level(level).ok().map(|form| form.id());
        self.take_key((file, number, id))
    }

    /// Takes one result for a place without a level.
    pub(crate) fn take_without_level(&mut self, place: &Place) -> Option<Exit> {
        let file = *self.files.get(&place.file)?;
        self.take_key((file, place.level as u64, None))
    }

    fn take_key(&mut self, key: Key) -> Option<Exit> {
        let (count, exit) = self.results.get_mut(&key)?;
        let exit = *exit;
        *count -= 1;
        if *count == 0 {
            self.results.remove(&key);
        }
        Some(exit)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sokolab::analysis::CanonicalForm;
    use sokolab::read_level;
    use sokolab_wire::Place;

    use super::{Earlier, Expected};
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
            r#"{{"schema":"sokolab/solve/1","file":"a","level":2,"id":"{id}","rows":["\n"],"options":"time=60 nodes=all"}}"#
        );
        let mut earlier = Earlier::default();
        earlier.add(1, line.as_bytes(), &expected()).expect("a line");
        let place = |file: &str, level| Place { file: file.to_owned(), level };
        assert_eq!(earlier.take(&place("a", 1), &level), None);
        assert_eq!(earlier.take(&place("b", 2), &level), None);
        assert_eq!(earlier.take(&place("a", 2), &other), None);
        assert_eq!(earlier.take(&place("a", 2), &level), Some(exit::NEGATIVE));
        assert_eq!(earlier.take(&place("a", 2), &level), None);
    }

    #[test]
    fn other_lines_are_refused_with_the_reason() {
        let told = |line: &str| {
            let added = Earlier::default().add(7, line.as_bytes(), &expected());
            added.expect_err("it is no line of this run").to_string()
        };
        assert!(told("nothing").contains("line 7 of results is no result"));
        let start = r#"{"file":"a","level":1,"id":null,"schema""#;
        assert!(told(&format!(r#"{start}:"sokolab/rate/1"}}"#)).contains("sokolab/rate/1"));
        let start = format!(r#"{start}:"sokolab/solve/1""#);
        assert!(told(&format!("{start}}}")).contains("does not say"));
        let other = told(&format!(r#"{start},"options":"time=5 nodes=all"}}"#));
        assert!(other.contains("(time=5 instead of time=60)"), "{other}");
    }
}
