//! Checks of every text file: whitespace, markers of unfinished work, paths and hosts.

use super::{Document, Fault};

/// Folders that are specific to one machine. The leading slash is added when searching, so that
/// this file does not match itself.
const PRIVATE_FOLDERS: [&str; 4] = ["work", "home", "root", "tmp"];

/// Hosts of package registries. A user's own configuration says where packages come from.
const REGISTRY_HOSTS: [&str; 6] =
    ["crates.io", "pypi.org", "pythonhosted.org", "npmjs.com", "npmjs.org", "yarnpkg.com"];

/// Markers of unfinished work.
const MARKS: [&str; 2] = ["TODO", "FIXME"];

/// Extensions of hand-written files in which whitespace has no meaning. Levels and transcripts are
/// excluded.
const HAND_WRITTEN: [&str; 11] =
    ["rs", "toml", "md", "sh", "yml", "yaml", "json", "py", "js", "css", "html"];

/// Adds the faults that any text file can have.
pub(super) fn check(document: &Document<'_>, faults: &mut Vec<Fault>) {
    if is_hand_written(document) {
        check_whitespace(document, faults);
    }
    for (index, line) in document.text.lines().enumerate() {
        let is_interpreter = index == 0 && line.starts_with("#!");
        let messages = [
            private_path(line),
            system_path(document, line).filter(|_| !is_interpreter),
            registry_host(line),
            unfinished_work(line),
        ];
        faults.extend(messages.into_iter().flatten().map(|it| document.fault_at(index + 1, it)));
    }
}

fn is_hand_written(document: &Document<'_>) -> bool {
    HAND_WRITTEN.contains(&document.extension()) || document.path.starts_with(".ci")
}

fn check_whitespace(document: &Document<'_>, faults: &mut Vec<Fault>) {
    for (index, line) in document.text.lines().enumerate() {
        if line.ends_with(char::is_whitespace) {
            faults.push(document.fault_at(index + 1, "whitespace at the end of the line"));
        }
    }
    if !document.text.is_empty() && !document.text.ends_with('\n') {
        faults.push(document.fault("the last line has no end"));
    }
}

fn private_path(line: &str) -> Option<String> {
    let folder = PRIVATE_FOLDERS.into_iter().find(|folder| has_path(line, folder))?;
    Some(format!("a path into `{folder}`, which other machines do not have"))
}

/// Only the automation may refer to packages of a Linux distribution.
fn system_path(document: &Document<'_>, line: &str) -> Option<String> {
    let is_found = !document.path.starts_with("xtask") && has_path(line, "usr");
    is_found.then(|| "a path into `usr`, which only xtask may name".to_owned())
}

/// Whether `line` contains an absolute path into `folder`: one that does not continue a path, a
/// variable or an address.
fn has_path(line: &str, folder: &str) -> bool {
    let path = format!("/{folder}/");
    line.match_indices(&path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|it| !it.is_alphanumeric() && !"._-~/*})>]".contains(it))
    })
}

fn registry_host(line: &str) -> Option<String> {
    let addresses = line.match_indices("://").map(|(at, mark)| &line[at + mark.len()..]);
    let mut hosts = addresses.map(|rest| {
        let end = rest.find(|it: char| !it.is_alphanumeric() && !".-".contains(it));
        &rest[..end.unwrap_or(rest.len())]
    });
    let is_registry = |host: &str| {
        let is_part_of = |registry: &str| {
            host.strip_suffix(registry).is_some_and(|it| it.is_empty() || it.ends_with('.'))
        };
        REGISTRY_HOSTS.into_iter().any(is_part_of)
    };
    let host = hosts.find(|host| is_registry(host))?;
    Some(format!("the registry {host}: leave it to the user's configuration"))
}

/// A marker between backticks is only mentioned.
fn unfinished_work(line: &str) -> Option<String> {
    let is_word = |it: char| it.is_alphanumeric() || it == '_' || it == '`' || it == '"';
    let stands_alone = |at: usize, mark: &str| {
        let before = line[..at].chars().next_back();
        let after = line[at + mark.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    let is_made = |mark: &str| line.match_indices(mark).any(|(at, _)| stands_alone(at, mark));
    let mark = MARKS.into_iter().find(|mark| is_made(mark))?;
    let has_issue = line.split('#').skip(1).any(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    (!has_issue).then(|| format!("`{mark}` without an issue number, such as #12"))
}

#[cfg(test)]
mod tests {
    use super::super::Document;
    use super::check as check_text;
    use std::path::Path;

    /// `expected` holds line and beginning of the message of each fault.
    #[track_caller]
    fn check(path: &str, text: &str, expected: &[(Option<usize>, &str)]) {
        let mut faults = Vec::new();
        check_text(&Document { path: Path::new(path), text }, &mut faults);
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
        for (fault, (line, message)) in faults.iter().zip(expected) {
            assert_eq!(fault.line, *line, "{fault}");
            assert!(fault.message.starts_with(message), "{fault}");
        }
    }

    #[test]
    fn whitespace_is_checked_where_it_means_nothing() {
        check("a.toml", "a = 1 \nb = 2", &[(Some(1), "whitespace"), (None, "the last line")]);
        check("a.sok", "#### \n", &[]);
        check("empty.md", "", &[]);
    }

    #[test]
    fn absolute_paths_of_one_machine_are_faults() {
        let path = |folder: &str| format!("see /{folder}/somebody\n");
        check("a.txt", &path("home"), &[(Some(1), "a path into `home`")]);
        check("a.txt", &path("tmp"), &[(Some(1), "a path into `tmp`")]);
        check("a.txt", "../work/x, https://host/home/x, ${dir}/tmp/x\n", &[]);
    }

    #[test]
    fn only_the_automation_names_system_paths() {
        let text = format!("#!/{0}/bin/env bash\nls /{0}/lib\n", "usr");
        check(".ci/run", &text, &[(Some(2), "a path into `usr`")]);
        check("xtask/src/a.rs", &text, &[]);
    }

    #[test]
    fn registries_are_not_named_as_hosts() {
        let address = |host: &str| format!("see https{}{host}/package\n", "://");
        check("a.txt", &address("crates.io"), &[(Some(1), "the registry crates.io")]);
        check("a.txt", &address("files.pythonhosted.org"), &[(Some(1), "the registry files")]);
        check("a.txt", &address("github.com/rust-lang/crates.io-index"), &[]);
        check("a.txt", &address("notcrates.io"), &[]);
    }

    #[test]
    fn unfinished_work_has_an_issue() {
        let line = |rest: &str| format!("// {}{rest}\n", "TODO");
        check("a.txt", &line(": later"), &[(Some(1), "`TODO` without")]);
        check("a.txt", &line("(#12): later"), &[]);
        check("a.txt", "no `TODO` without a number, no TODOS\n", &[]);
    }
}
