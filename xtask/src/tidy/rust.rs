//! Checks of Rust files.

use super::mask::code_of;
use super::{Document, Fault};

const FILE_LINES_MAX: usize = 500;
const LINE_CHARACTERS_MAX: usize = 100;

/// Code that is forbidden, and what to write instead.
const FORBIDDEN: [(&str, &str); 5] = [
    ("todo!(", "write the code, or leave it out"),
    ("unimplemented!(", "write the code, or leave it out"),
    ("dbg!(", "remove it"),
    ("#[ignore", "let a slow test look at SOKO_SLOW"),
    ("assert!(true)", "assert something that can be false"),
];

/// Adds the faults of a Rust file.
pub(super) fn check(document: &Document<'_>, faults: &mut Vec<Fault>) {
    let lines = document.text.lines().count();
    if lines > FILE_LINES_MAX {
        faults.push(document.fault(format!("{lines} lines, at most {FILE_LINES_MAX}: split it")));
    }
    if !document.text.starts_with("//!") {
        faults.push(document.fault_at(1, "the file must begin with `//!`, saying what it is"));
    }
    check_lines(document, faults);
    check_code(document, faults);
}

fn check_lines(document: &Document<'_>, faults: &mut Vec<Fault>) {
    for (index, line) in document.text.lines().enumerate() {
        let width = line.chars().count();
        if width > LINE_CHARACTERS_MAX {
            let message = format!("{width} characters, at most {LINE_CHARACTERS_MAX}");
            faults.push(document.fault_at(index + 1, message));
        }
        if line.contains('\t') {
            faults.push(document.fault_at(index + 1, "a tab: use spaces, or \\t in a string"));
        }
    }
}

fn check_code(document: &Document<'_>, faults: &mut Vec<Fault>) {
    let code = code_of(document.text);
    for (index, line) in code.lines().enumerate() {
        for (word, advice) in FORBIDDEN {
            if line.contains(word) {
                faults.push(document.fault_at(index + 1, format!("`{word}`: {advice}")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Document;
    use super::check as check_rust;
    use std::path::Path;

    /// `expected` holds line and beginning of the message of each fault.
    #[track_caller]
    fn check(text: &str, expected: &[(Option<usize>, &str)]) {
        let mut faults = Vec::new();
        check_rust(&Document { path: Path::new("a.rs"), text }, &mut faults);
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
        for (fault, (line, message)) in faults.iter().zip(expected) {
            assert_eq!(fault.line, *line, "{fault}");
            assert!(fault.message.starts_with(message), "{fault}");
        }
    }

    #[test]
    fn a_file_says_what_it_is() {
        check("//! Something.\n", &[]);
        check("// Something.\n", &[(Some(1), "the file must begin")]);
    }

    #[test]
    fn long_files_and_lines_are_faults() {
        check(&format!("//! Long.\n{}", "\n".repeat(500)), &[(None, "501 lines")]);
        let wide = format!("//! Wide.\n// {}\n", "é".repeat(98));
        check(&wide, &[(Some(2), "101 characters")]);
    }

    #[test]
    fn forbidden_code_is_found_only_in_code() {
        check("//! Words.\nfn f() { dbg!(1); }\n", &[(Some(2), "`dbg!(`")]);
        check("//! Words.\n// dbg!(1)\nconst A: &str = \"todo!()\";\n", &[]);
        check("//! Words.\n#[ignore = \"slow\"]\nfn f() {}\n", &[(Some(2), "`#[ignore`")]);
    }

    #[test]
    fn tabs_are_faults() {
        check("//! Tab.\n\tfn f() {}\n", &[(Some(2), "a tab")]);
    }
}
