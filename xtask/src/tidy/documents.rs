//! Checks that the standard documents exist, and that links in documents are valid.

use std::path::{Path, PathBuf};

use super::{Document, Fault};

/// Documents that readers expect in the root of the repository.
const DOCUMENTS: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "GLOSSARY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

/// Adds a fault for every missing document.
pub(super) fn check_presence(paths: &[PathBuf], faults: &mut Vec<Fault>) {
    for document in DOCUMENTS.map(PathBuf::from) {
        if !paths.contains(&document) {
            faults.push(Fault { path: document, line: None, message: "is missing".into() });
        }
    }
}

/// Adds a fault for every link to a file that does not exist.
pub(super) fn check_links(root: &Path, document: &Document<'_>, faults: &mut Vec<Fault>) {
    let absolute = root.join(document.path);
    let Some(folder) = absolute.parent() else {
        return;
    };
    for (line, link) in links_of(document.text) {
        if !folder.join(link).exists() {
            faults.push(document.fault_at(line, format!("the link {link:?} leads nowhere")));
        }
    }
}

/// The relative links of a Markdown text with their lines, from 1. Code is skipped; links broken
/// over two lines are not seen.
fn links_of(text: &str) -> Vec<(usize, &str)> {
    let mut links = Vec::new();
    let mut in_block = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            let found = marks_outside_code(line).into_iter().filter_map(|at| target(&line[at..]));
            links
                .extend(found.filter(|it| is_relative(it)).map(|it| (index + 1, without_part(it))));
        }
    }
    links
}

/// Where in `line` the target of a link begins.
fn marks_outside_code(line: &str) -> Vec<usize> {
    let mut places = Vec::new();
    for mark in ["](", "]: ", "src=\"", "href=\""] {
        let found = line.match_indices(mark).map(|(at, _)| at);
        let outside = found.filter(|&at| line[..at].matches('`').count().is_multiple_of(2));
        let fitting = outside.filter(|_| mark != "]: " || line.starts_with('['));
        places.extend(fitting.map(|at| at + mark.len()));
    }
    places
}

/// The target at the beginning of `rest`.
fn target(rest: &str) -> Option<&str> {
    let rest = rest.strip_prefix('<').unwrap_or(rest);
    let end = rest.find([')', ' ', '"', '>']).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|it| !it.is_empty())
}

fn is_relative(target: &str) -> bool {
    !target.starts_with('#') && !target.contains("://") && !target.starts_with("mailto:")
}

/// `target` without its fragment.
fn without_part(target: &str) -> &str {
    target.split_once('#').map_or(target, |(file, _)| file)
}

#[cfg(test)]
mod tests {
    use super::{check_presence, links_of};

    #[track_caller]
    fn check(text: &str, expected: &[(usize, &str)]) {
        assert_eq!(links_of(text), expected);
    }

    #[test]
    fn relative_links_are_found() {
        check("see\n[a](b.md) and [c](d/e.md#part \"title\")", &[(2, "b.md"), (2, "d/e.md")]);
        check("![picture](a.svg) <img src=\"b.png\">", &[(1, "a.svg"), (1, "b.png")]);
        check("[name]: a.md", &[(1, "a.md")]);
    }

    #[test]
    fn other_links_and_code_are_passed_over() {
        check("[a](https://host/x) [b](#part) [c](mailto:a@b)", &[]);
        check("`[a](b.md)` and\n```\n[a](b.md)\n```\n", &[]);
    }

    #[test]
    fn missing_papers_are_faults() {
        let mut faults = Vec::new();
        check_presence(&["README.md".into()], &mut faults);
        assert_eq!(faults.len(), 6);
    }
}
