//! Tests that compare texts with the levels they become.

use crate::finding::FindingKind;
use crate::level::Note;
use crate::text::{Text, read_text};

const BOARD: &str = "#####\n#@$.#\n#####\n";

fn read(text: &str) -> Text {
    read_text(text.as_bytes(), crate::text::ReadOptions::default())
}

#[track_caller]
fn check_title(text: &str, expected: Option<&str>) -> Text {
    let read = read(text);
    assert_eq!(read.levels[0].title.as_deref(), expected, "{text}");
    read
}

#[test]
fn a_title_above_the_only_level_is_its_own() {
    let read = check_title(&format!("Title: foo\nAuthor: Me\n\n{BOARD}"), Some("foo"));
    assert_eq!(read.levels[0].author(), Some("Me"));
    assert_eq!(read.header.field("title"), None);
    let read = check_title(&format!("The cupboard\nAuthor: Me\n\n{BOARD}"), Some("The cupboard"));
    assert_eq!(read.levels[0].author(), Some("Me"));
    assert_eq!(read.header.0.len(), 1);
    check_title(&format!("Title: foo\n\n{BOARD}Title: bar\n"), Some("bar"));
    check_title(&format!("Title: foo\n\nbar\n\n{BOARD}"), Some("bar"));
    check_title(&format!("Comment: foo\nAuthor: Me\n\n{BOARD}"), None);
    check_title(&format!("Two lines\nof prose\nAuthor: Me\n\n{BOARD}"), None);
}

#[test]
fn a_title_above_several_levels_is_that_of_the_collection() {
    let read = check_title(&format!("Title: foo\n\n{BOARD}\n{BOARD}"), None);
    assert_eq!(read.header.field("title"), Some("foo"));
    let read = check_title(&format!("All of it\nAuthor: Me\n\n{BOARD}\n{BOARD}"), None);
    assert_eq!(read.header.0[0], Note::Comment("All of it".to_owned()));
}

#[test]
fn text_without_end_is_kept_up_to_a_limit_and_said_once() {
    let comments = "; nothing to see here\n".repeat(400_000);
    let read = read(&format!("{comments}{BOARD}Title: foo\n"));
    let kinds: Vec<_> = read.findings.iter().map(|it| it.kind.clone()).collect();
    assert_eq!(kinds, [FindingKind::TextTooLong]);
    assert_eq!(read.levels[0].title.as_deref(), Some("foo"));
    let kept: usize = read
        .header
        .0
        .iter()
        .map(|it| match it {
            Note::Comment(text) => text.len(),
            Note::Field { value, .. } => value.len(),
        })
        .sum();
    assert!((1 << 20..5 << 20).contains(&kept), "{kept}");
}
