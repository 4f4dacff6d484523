//! Classification of single lines of a `.sok` file.

/// A line that is not a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Nothing or white space.
    Blank,
    /// `::`, a remark for readers of the file.
    Remark,
    /// `Comment:`, which opens a block.
    CommentOpens,
    /// `Comment-End:`, which closes it.
    CommentEnds,
    /// `Key: value` with a known key.
    Field(&'a str, &'a str),
    /// `Key: value` with an unknown key: a field only next to a board.
    MaybeField(&'a str, &'a str),
    /// Any other text, without a leading `;`.
    Text(&'a str),
}

/// Keys that make a field anywhere.
const KEYS: &[&str] = &[
    "author",
    "authormail",
    "authorpage",
    "boxorder",
    "collection",
    "comment",
    "copyright",
    "date",
    "date created",
    "date of last change",
    "difficulty",
    "e-mail",
    "email",
    "game",
    "goalorder",
    "homepage",
    "id",
    "level",
    "optimizer",
    "rating",
    "rules",
    "set",
    "snapshot",
    "solution",
    "solver",
    "source",
    "time",
    "title",
    "url",
    "variant",
    "website",
];

/// Keys of fields that refer to the moves before them.
const SNAPSHOT_KEYS: &[&str] = &["optimizer", "solver", "time"];

/// Whether a field with this key refers to the moves before it.
pub(super) fn is_snapshot_key(key: &str) -> bool {
    SNAPSHOT_KEYS.iter().any(|known| known.eq_ignore_ascii_case(key))
}

/// Whether `key` is one of the known keys.
pub(super) fn is_known_key(key: &str) -> bool {
    KEYS.iter().any(|known| known.eq_ignore_ascii_case(key))
}

/// Classifies `line`, which is not a row.
pub(super) fn classify(line: &str) -> Line<'_> {
    let text = line.trim();
    if text.is_empty() {
        return Line::Blank;
    }
    if line.starts_with("::") {
        return Line::Remark;
    }
    if let Some(text) = text.strip_prefix(';') {
        return Line::Text(text.trim_start_matches(';').trim());
    }
    if text.eq_ignore_ascii_case("comment-end:") || text.eq_ignore_ascii_case("comment-end") {
        return Line::CommentEnds;
    }
    if text.eq_ignore_ascii_case("comment:") {
        return Line::CommentOpens;
    }
    match split_field(line, text) {
        Some((key, value)) if is_known_key(key) => Line::Field(key, value),
        Some((key, value)) => Line::MaybeField(key, value),
        None => Line::Text(text),
    }
}

/// Key and value of a line with the shape of a field, including `Game = …`.
fn split_field<'a>(line: &str, text: &'a str) -> Option<(&'a str, &'a str)> {
    if let Some((key, value)) = text.split_once('=')
        && key.trim().eq_ignore_ascii_case("game")
    {
        return Some((key.trim(), value.trim()));
    }
    let (key, value) = text.split_once(':')?;
    let is_key = !key.is_empty()
        && key.len() <= 31
        && key.starts_with(|it: char| it.is_ascii_alphabetic())
        && key.chars().all(|it| it.is_ascii_alphanumeric() || it == ' ' || it == '-')
        && !key.ends_with(' ');
    let at_line_start = !line.starts_with(char::is_whitespace);
    (is_key && at_line_start && !value.starts_with("//")).then(|| (key, value.trim()))
}

/// What precedes a line that may be moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Nothing that announces moves, so words made of the same letters must be excluded.
    Nothing,
    /// Moves, of which this may be the short last line.
    GoesOn,
    /// A title that announces moves, which may then be few and diagonal.
    Announced,
}

/// Whether `text` could be moves: it consists of their letters, counts, groups and marks.
pub(super) fn looks_like_moves(text: &str, context: Context) -> bool {
    let mut letters = 0;
    for character in text.chars() {
        match character.to_ascii_lowercase() {
            'l' | 'u' | 'r' | 'd' => letters += 1,
            'q' | 'e' | 'z' | 'c' if context == Context::Announced => letters += 1,
            '0'..='9' | '(' | ')' | '[' | ']' | '{' | '}' | '*' | ' ' | '\t' => {}
            _ => return false,
        }
    }
    letters >= if context == Context::Nothing { 4 } else { 1 }
}

/// Whether a title announces moves.
pub(super) fn announces_moves(title: &str) -> bool {
    let title = title.to_ascii_lowercase();
    ["solution", "snapshot", "saved", "moves"].iter().any(|word| title.contains(word))
}

/// A title without any surrounding quotes.
pub(super) fn unquoted(title: &str) -> &str {
    let mut rest = title;
    loop {
        let inner = ['"', '\'']
            .iter()
            .find_map(|&quote| rest.strip_prefix(quote).and_then(|it| it.strip_suffix(quote)));
        match inner {
            Some(inner) => rest = inner.trim(),
            None => return rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Context, Line, classify, looks_like_moves, unquoted};

    #[test]
    fn fields_are_told_from_prose() {
        assert_eq!(classify("Title: A: B "), Line::Field("Title", "A: B"));
        assert_eq!(classify("Game = Hexoban"), Line::Field("Game", "Hexoban"));
        assert_eq!(classify("Strange-Key: 1"), Line::MaybeField("Strange-Key", "1"));
        assert_eq!(classify("http://x"), Line::Text("http://x"));
        assert_eq!(classify("; 12"), Line::Text("12"));
        assert_eq!(classify(":: # legend"), Line::Remark);
        assert_eq!(classify(" \t"), Line::Blank);
        assert_eq!(classify("comment-end"), Line::CommentEnds);
    }

    #[test]
    fn words_of_move_letters_need_an_announcement() {
        assert!(looks_like_moves("rrUUld", Context::Nothing));
        assert!(!looks_like_moves("rud", Context::Nothing));
        assert!(looks_like_moves("R", Context::Announced));
        assert!(!looks_like_moves("12", Context::Announced));
        assert!(!looks_like_moves("hello", Context::Announced));
        assert!(looks_like_moves("2(3(dr)RR)", Context::Nothing));
        assert!(looks_like_moves("dR", Context::GoesOn) && !looks_like_moves("q", Context::GoesOn));
    }

    #[test]
    fn quotes_around_a_title_are_dropped() {
        assert_eq!(unquoted("'Duh!'"), "Duh!");
        assert_eq!(unquoted("\"dws002\""), "dws002");
        assert_eq!(unquoted("it's"), "it's");
        assert_eq!(unquoted("\"'twice'\""), "twice");
    }
}
