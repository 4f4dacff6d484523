//! `cargo xtask tidy`: checks conventions that no other tool checks.
//!
//! It examines the files that git tracks or would track. Each module of this family takes one text,
//! or all of them, and adds the faults it finds.

mod cycles;
mod documents;
mod graph;
mod manifests;
mod mask;
mod rust;
mod text;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::workspace::{output, program, root};

/// A violation of a convention.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    /// The file, relative to the root.
    path: PathBuf,
    /// Line number, from 1; `None` if it concerns the whole file.
    line: Option<usize>,
    message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        write!(formatter, ": {}", self.message)
    }
}

/// A text file of the repository.
#[derive(Debug)]
struct Document<'a> {
    /// Its path relative to the root.
    path: &'a Path,
    text: &'a str,
}

impl Document<'_> {
    /// The file name extension; empty without one.
    fn extension(&self) -> &str {
        self.path.extension().and_then(|it| it.to_str()).unwrap_or("")
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { path: self.path.to_owned(), line: None, message: message.into() }
    }

    fn fault_at(&self, line: usize, message: impl Into<String>) -> Fault {
        Fault { line: Some(line), ..self.fault(message) }
    }
}

/// Prints every fault and fails if there is one.
pub(crate) fn run() -> Result<()> {
    let paths = paths()?;
    let faults = faults_in(&root(), &paths, &graph::of_workspace()?);
    for fault in &faults {
        println!("{fault}");
    }
    if !faults.is_empty() {
        bail!("{} faults against the conventions in CONTRIBUTING.md", faults.len());
    }
    println!("{} files are tidy", paths.len());
    Ok(())
}

/// The files that git tracks or would track, except files that were deleted but are still in the
/// index.
fn paths() -> Result<Vec<PathBuf>> {
    let listed = "ls-files --cached --others --exclude-standard -z";
    let names = output(&mut program("git", listed))?;
    let mut paths: Vec<_> = names.split_terminator('\0').map(PathBuf::from).collect();
    paths.retain(|path| root().join(path).is_file());
    paths.sort();
    paths.dedup();
    Ok(paths)
}

fn faults_in(root: &Path, paths: &[PathBuf], crates: &graph::Graph) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut sources = cycles::Sources::new();
    documents::check_presence(paths, &mut faults);
    for path in paths {
        let Ok(bytes) = fs::read(root.join(path)) else {
            faults.push(Fault { path: path.clone(), line: None, message: "is unreadable".into() });
            continue;
        };
        // Files that are not UTF-8, such as pictures or levels in an old encoding, have no lines to
        // check.
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        if text.contains('\0') {
            continue;
        }
        let document = Document { path, text: &text };
        text::check(&document, &mut faults);
        match document.extension() {
            "rs" => {
                rust::check(&document, &mut faults);
                sources.insert(path.clone(), text);
            }
            "md" => {
                documents::check_links(root, &document, &mut faults);
                graph::check(&document, crates, &mut faults);
            }
            "toml" => manifests::check(&document, &mut faults),
            _ => {}
        }
    }
    cycles::check(&sources, &mut faults);
    faults
}

#[cfg(test)]
mod tests {
    use super::{faults_in, graph, paths};
    use crate::workspace::root;

    #[test]
    fn the_repository_is_tidy() {
        let paths = paths().expect("git lists the files");
        let crates = graph::of_workspace().expect("cargo knows the crates");
        let faults = faults_in(&root(), &paths, &crates);
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "\n{}", lines.join("\n"));
    }
}
