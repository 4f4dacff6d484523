//! The levels of files, with the solutions that are known for them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sokolab::text::{ReadOptions, read_text};
use sokolab::{LetterCase, Level, Moves, check, parse_moves, verify};

/// The levels of one file that can be played.
pub(super) struct LevelFile {
    /// The name without its ending.
    pub(super) name: String,
    pub(super) levels: Vec<Numbered>,
    /// Solutions that fit none of its levels.
    pub(super) unmatched: usize,
}

/// A level, its number in the file, and the known solutions.
pub(super) struct Numbered {
    pub(super) number: usize,
    pub(super) level: Level,
    pub(super) solutions: Vec<Moves>,
}

/// Reads files, and the level files of folders.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<LevelFile>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inner: Vec<PathBuf> = fs::read_dir(path)
                .with_context(|| format!("cannot read {}", path.display()))?
                .filter_map(|entry| entry.ok().map(|it| it.path()))
                .filter(|it| it.extension().is_some_and(|end| end == "sok" || end == "txt"))
                .collect();
            inner.sort();
            files.extend(inner);
        } else {
            files.push(path.clone());
        }
    }
    let files = files.iter().map(|path| read_file(path)).collect::<Result<Vec<LevelFile>>>()?;
    if files.iter().all(|file| file.levels.is_empty()) {
        bail!("there is no level that can be played");
    }
    Ok(files)
}

fn read_file(path: &Path) -> Result<LevelFile> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let read = read_text(&bytes, ReadOptions::default()).levels;
    let stem = path.file_stem().map(|it| it.to_string_lossy().into_owned());
    let name = stem.unwrap_or_default();
    let mut levels: Vec<Numbered> = read
        .into_iter()
        .zip(1..)
        .filter(|(level, _)| check(level).is_ok())
        .map(|(level, number)| Numbered { number, level, solutions: Vec::new() })
        .collect();
    let mut unmatched = 0;
    for (hint, moves) in claims(path, &name) {
        let has_number = |it: &Numbered| match &hint {
            Place::Title(number) => {
                let title = it.level.title.as_deref().unwrap_or_default();
                title.split(|it: char| !it.is_ascii_digit()).any(|word| word == number)
            }
            Place::Position(number) => it.number == *number,
        };
        let is_solved = |it: &Numbered| verify(&it.level, &moves, LetterCase::Corrected).is_ok();
        match levels.iter_mut().find(|it| has_number(it) && is_solved(it)) {
            Some(level) => level.solutions.push(moves),
            None => unmatched += 1,
        }
    }
    for it in &mut levels {
        for snapshot in &it.level.snapshots {
            let moves = parse_moves(&snapshot.moves).ok();
            let is_solution =
                |moves: &Moves| verify(&it.level, moves, LetterCase::Corrected).is_ok();
            it.solutions.extend(moves.filter(is_solution));
        }
    }
    Ok(LevelFile { name, levels, unmatched })
}

/// How a table names a level.
enum Place {
    /// The number in its title.
    Title(String),
    /// The position in its file.
    Position(usize),
}

/// The solutions of a file: from `SOLUTIONS.tsv` beside it, where levels are named by collection
/// and by the number in the title, from `NAME_SOLUTIONS.tsv`, where they are named by position, and
/// from `NAME.lurd`, where they follow in order.
fn claims(path: &Path, name: &str) -> Vec<(Place, Moves)> {
    let beside = |file: String| fs::read_to_string(path.with_file_name(file)).unwrap_or_default();
    let mut found = Vec::new();
    let mut add = |place: Option<Place>, moves: &str| {
        found.extend(place.zip(parse_moves(moves).ok()));
    };
    let is_row = |line: &&str| !line.starts_with('#') && !line.trim().is_empty();
    for line in beside("SOLUTIONS.tsv".into()).lines().filter(is_row) {
        if let [collection, number, .., moves] = line.split('\t').collect::<Vec<_>>()[..]
            && collection == name
        {
            add(Some(Place::Title(number.to_owned())), moves);
        }
    }
    for line in beside(format!("{name}_SOLUTIONS.tsv")).lines().filter(is_row) {
        if let [number, .., moves] = line.split('\t').collect::<Vec<_>>()[..] {
            add(number.parse().ok().map(Place::Position), moves);
        }
    }
    for (line, number) in beside(format!("{name}.lurd")).lines().zip(1..) {
        add(Some(Place::Position(number)), line);
    }
    found
}

/// The levels of all files, each with the name of its file.
pub(super) fn all(files: &[LevelFile]) -> impl Iterator<Item = (&str, &Numbered)> {
    files.iter().flat_map(|file| file.levels.iter().map(|it| (file.name.as_str(), it)))
}

/// Figures by the name of the file.
pub(super) type ByFile<T> = BTreeMap<String, T>;
