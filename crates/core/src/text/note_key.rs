//! Keys of notes in formats where a line `Key: value` is a note.

/// The most characters of a key; what comes before a colon in a longer line is prose.
const KEY_MAX: usize = 30;

/// Whether a text can be a key: it begins with a letter and is as short as a name.
pub(super) fn is_key(text: &str) -> bool {
    let is_in_key = |it: char| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_');
    text.starts_with(char::is_alphabetic)
        && text.chars().count() <= KEY_MAX
        && text.chars().all(is_in_key)
}
