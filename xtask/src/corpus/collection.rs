//! Finds the collections in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Folders in which each `.sok` file is a collection.
const FOLDERS: [&str; 4] = ["", "public", "dev", "odd"];

/// Folders whose files, of any format, form one collection.
const TOGETHER: [&str; 2] = ["petersohn/games", "nethack"];

/// Files in those folders that contain no levels.
const NO_LEVELS: [&str; 2] = ["testcases.txt", "readme.txt"];

/// Levels that are counted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Collection {
    /// Its path without extension, relative to the folder.
    pub(super) name: String,
    /// Its files, relative to the folder.
    pub(super) files: Vec<PathBuf>,
    /// Tables of known solutions next to it.
    pub(super) known: Vec<PathBuf>,
}

impl Collection {
    /// Whether `name` refers to this collection, with or without its folder.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name == name || self.name.rsplit('/').next() == Some(name)
    }
}

/// The collections in a folder, sorted by name.
pub(super) fn find(folder: &Path) -> Result<Vec<Collection>> {
    fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut collections = Vec::new();
    for part in FOLDERS {
        for file in files_in(folder, part, "sok") {
            let path = Path::new(part).join(&file);
            let stem = file.trim_end_matches(".sok");
            let tables = ["SOLUTIONS.tsv".to_owned(), format!("{stem}_SOLUTIONS.tsv")];
            let tables = tables.into_iter().map(|table| Path::new(part).join(table));
            collections.push(Collection {
                name: path.with_extension("").to_string_lossy().into_owned(),
                known: tables.filter(|table| folder.join(table).is_file()).collect(),
                files: vec![path],
            });
        }
    }
    for part in TOGETHER {
        let mut files: Vec<PathBuf> =
            files_in(folder, part, "txt").iter().map(|file| Path::new(part).join(file)).collect();
        for inner in folders_in(folder, part) {
            let part = format!("{part}/{inner}");
            let inner = files_in(folder, &part, "txt");
            files.extend(inner.iter().map(|file| Path::new(&part).join(file)));
        }
        if !files.is_empty() {
            collections.push(Collection { name: part.to_owned(), files, known: Vec::new() });
        }
    }
    Ok(collections)
}

fn files_in(folder: &Path, part: &str, extension: &str) -> Vec<String> {
    let is_meant =
        |path: &Path| path.is_file() && path.extension().is_some_and(|it| it == extension);
    let mut names = names_in(&folder.join(part), is_meant);
    names.retain(|name| !NO_LEVELS.contains(&name.as_str()));
    names
}

fn folders_in(folder: &Path, part: &str) -> Vec<String> {
    names_in(&folder.join(part), Path::is_dir)
}

fn names_in(folder: &Path, is_meant: impl Fn(&Path) -> bool) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|entry| is_meant(&entry.path()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Collection, find};
    use crate::workspace::root;

    #[test]
    fn a_collection_goes_by_two_names() {
        let name = "dev/easy".to_owned();
        let collection = Collection { name, files: Vec::new(), known: Vec::new() };
        assert!(collection.is("easy") && collection.is("dev/easy"));
        assert!(!collection.is("dev") && !collection.is("asy"));
    }

    #[test]
    fn our_own_levels_are_a_corpus() {
        let collections = find(&root().join("crates/sokolab/levels")).expect("the folder is there");
        let first = collections.first().expect("it holds a collection");
        assert_eq!(first.name, "first-steps");
        assert_eq!(first.files, [PathBuf::from("first-steps.sok")]);
    }
}
