//! Notes above a map: lines `Key: value`.

use crate::level::{Note, Notes};
use crate::text::nethack_text::is_rules_note;
use crate::text::note_key::is_key;

/// The key of lines of comments.
const COMMENT: &str = "Comment";

/// The note in a line without its marker; `None` if the line is a title.
pub(super) fn read(line: &str) -> Option<Note> {
    let (key, value) = line.split_once(':')?;
    let (key, value) = (key.trim(), value.trim().to_owned());
    if !is_key(key) {
        return None;
    }
    Some(if key.eq_ignore_ascii_case(COMMENT) {
        Note::Comment(value)
    } else {
        Note::Field { key: key.to_owned(), value }
    })
}

/// Adds a note; lines of comments that follow each other are one comment.
pub(super) fn add(notes: &mut Notes, note: Note) {
    match (notes.0.last_mut(), note) {
        (Some(Note::Comment(text)), Note::Comment(line)) => {
            text.push('\n');
            text.push_str(&line);
        }
        (_, note) => notes.0.push(note),
    }
}

/// The lines for these notes, without their marker.
pub(super) fn lines(notes: &Notes) -> Vec<String> {
    let notes = notes.0.iter().filter(|it| !is_rules_note(it));
    notes.flat_map(lines_of).collect()
}

fn lines_of(note: &Note) -> Vec<String> {
    match note {
        Note::Field { key, value } => {
            let value = value.replace(['\n', '\r'], " ");
            let is_read_back = is_key(key) && !key.eq_ignore_ascii_case(COMMENT);
            let prefix = if is_read_back { String::new() } else { format!("{COMMENT}: ") };
            vec![format!("{prefix}{key}: {value}")]
        }
        Note::Comment(text) => text.lines().map(|line| format!("{COMMENT}: {line}")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::level::{Level, Note, Notes};
    use crate::rule_set::Rules;
    use crate::testing::level_in;
    use crate::text::{Format, ReadOptions, WriteOptions, read_text, write_collection};

    fn read(text: &str) -> Vec<Level> {
        let options = ReadOptions { format: Some(Format::NethackMap), legend: None };
        read_text(text.as_bytes(), options).levels
    }

    fn field(key: &str, value: &str) -> Note {
        Note::Field { key: key.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn notes_survive_with_and_without_title_and_rules() {
        let comment = Note::Comment("one\n\nthree: 3".to_owned());
        let notes = Notes(vec![field("Plan", "push two: then one"), comment, field("Waste", "0")]);
        let titles = [None, Some("A title".to_owned()), Some("Author: title".to_owned())];
        for (title, rules) in titles.iter().flat_map(|it| [(it, Rules::NETHACK), (it, Rules::SINK)])
        {
            let mut level = level_in("------\n|@.0^|\n------", rules);
            level.title.clone_from(title);
            level.notes = notes.clone();
            let levels = [level.clone(), level];
            let options = WriteOptions::new(Format::NethackMap);
            let text = write_collection(&Notes::default(), &levels, &options);
            let text = text.expect("a map has characters for all");
            let again = read(&text);
            assert_eq!(again.len(), 2, "{text}");
            for level in again {
                assert_eq!((&level.title, level.rules, &level.notes), (title, rules, &notes));
            }
        }
    }

    #[test]
    fn a_title_may_have_a_colon_and_notes_go_with_their_map() {
        let map = "----\n|@.|\n----\n";
        let text = format!("; Level 1: begin\n{map}; Two\n; by: me\n{map}\n; a\nprose\n{map}");
        let levels = read(&text);
        let titles: Vec<_> = levels.iter().map(|it| it.title.as_deref()).collect();
        assert_eq!(titles, [Some("Level 1: begin"), Some("Two"), None]);
        let notes: Vec<_> = levels.iter().map(|it| it.notes.0.len()).collect();
        assert_eq!(notes, [0, 1, 0]);
    }

    #[test]
    fn a_key_that_is_none_becomes_a_comment() {
        let mut level = level_in("------\n|@.0^|\n------", Rules::NETHACK);
        level.notes.0.push(field("1st (of two)", "x"));
        let options = WriteOptions::new(Format::NethackMap);
        let text = write_collection(&Notes::default(), &[level], &options).expect("a map");
        assert!(text.starts_with(";\n; Comment: 1st (of two): x\n---"), "{text}");
    }
}
