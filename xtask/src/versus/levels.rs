//! The levels that the solvers are given.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sokolab_core::text::{Format, ReadOptions, WriteOptions, read_text, write_level};
use sokolab_core::{Level, Rules, check};

/// A level with its location.
#[derive(Debug)]
pub(super) struct Entry {
    /// The name of its file, without the folder: rows must not contain local paths.
    pub(super) file: String,
    /// Its number in the file, from 1.
    pub(super) number: usize,
    pub(super) level: Level,
}

/// Reads the levels of files named as for `soko`: `file`, `file#7` or `file#3-10`. A level that
/// other solvers cannot play is reported and skipped.
pub(super) fn read(arguments: &[String]) -> Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut paths: Vec<PathBuf> = Vec::new();
    for argument in arguments {
        let (path, numbers) = selection(argument);
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_other = |it: &PathBuf| *it != path && it.file_name() == path.file_name();
        ensure!(!paths.iter().any(is_other), "two files are named {file}: rename one");
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        paths.push(path);
        let text = read_text(&bytes, ReadOptions::default());
        for (index, level) in text.levels.into_iter().enumerate() {
            let number = index + 1;
            let is_known = entries.iter().any(|it| it.file == file && it.number == number);
            if is_known || !numbers.as_ref().is_none_or(|it| it.contains(&number)) {
                continue;
            }
            match hindrance(&level) {
                Some(reason) => println!("{file}#{number} is left out: {reason}"),
                None => entries.push(Entry { file: file.clone(), number, level }),
            }
        }
    }
    ensure!(!entries.is_empty(), "there are no levels to solve");
    Ok(entries)
}

/// A file and the numbers of the selected levels; `None` for all. If a file with the complete name
/// exists, its ending is not taken for a selection.
fn selection(argument: &str) -> (PathBuf, Option<RangeInclusive<usize>>) {
    let numbers = |text: &str| -> Option<RangeInclusive<usize>> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    match argument.rsplit_once('#').map(|(path, text)| (path, numbers(text))) {
        Some((path, Some(numbers))) if !Path::new(argument).exists() => {
            (path.into(), Some(numbers))
        }
        _ => (argument.into(), None),
    }
}

/// Why other solvers cannot play a level.
fn hindrance(level: &Level) -> Option<String> {
    if level.rules != Rules::OFFICIAL {
        return Some(format!("its rules are {}, not official", level.rules.name()));
    }
    match check(level) {
        Ok(_) => plain_text(level).err().map(|error| error.to_string()),
        Err(findings) => Some(findings.first().map_or(String::new(), ToString::to_string)),
    }
}

/// The bare level as `.sok` text: without notes, which some readers take for rows, and without
/// solutions, which a solver might read.
pub(super) fn plain_text(level: &Level) -> Result<String> {
    let bare = Level::from_picture(level.picture.clone(), level.rules);
    let bare = Level { title: level.title.clone(), ..bare };
    let mut text = String::new();
    write_level(&bare, 1, &WriteOptions::new(Format::Sok), &mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use sokolab_core::read_level;

    use super::{plain_text, selection};

    #[test]
    fn levels_are_picked_by_number() {
        assert_eq!(selection("a.sok"), (PathBuf::from("a.sok"), None));
        assert_eq!(selection("a.sok#7"), (PathBuf::from("a.sok"), Some(7..=7)));
        assert_eq!(selection("a#b.sok#3-10"), (PathBuf::from("a#b.sok"), Some(3..=10)));
        assert_eq!(selection("a#b.sok"), (PathBuf::from("a#b.sok"), None));
    }

    #[test]
    fn a_solver_is_not_told_the_solution() {
        let text = "#####\n#@$.#\n#####\nTitle: One\nAuthor: Me\n\nSolution\nR\n";
        let level = read_level(text).expect("it holds a level");
        let plain = plain_text(&level).expect("it is plain");
        assert!(plain.contains("#@$.#\n") && plain.contains("Title: One"), "{plain}");
        assert!(!plain.contains("Solution") && !plain.contains("Author"), "{plain}");
    }
}
