//! Text as it stands in XML and HTML.

/// `text` as it must stand in XML, without the characters that XML does not allow.
pub(crate) fn escaped(text: &str) -> String {
    text.chars()
        .filter(|it| !it.is_control() && !matches!(it, '\u{fffe}' | '\u{ffff}'))
        .map(|it| match it {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            _ => it.to_string(),
        })
        .collect()
}

/// The width of a letter, generously guessed, in hundredths of the size of the font.
const LETTER: usize = 66;

/// A generous guess at the width of a text in a font of this size.
pub(crate) fn text_width(text: &str, size: usize) -> usize {
    text.chars().count() * size * LETTER / 100
}

/// `text` in lines of at most `width`, broken between words where possible.
pub(crate) fn wrapped(text: &str, size: usize, width: usize) -> Vec<String> {
    let most = (width * 100 / (size * LETTER)).max(8);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(most) {
            let piece: String = piece.iter().collect();
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + piece.chars().count() <= most => {
                    line.push(' ');
                    line.push_str(&piece);
                }
                _ => lines.push(piece),
            }
        }
    }
    lines
}

/// `text`, cut with an ellipsis if it is wider than `width`.
pub(crate) fn shortened(text: &str, size: usize, width: usize) -> String {
    let most = (width * 100 / (size * LETTER)).max(2);
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::{escaped, shortened, wrapped};

    #[test]
    fn what_means_something_in_xml_is_escaped_and_control_characters_are_left_out() {
        let text = "a<b> & \"c\"\u{7}\u{fffe}\u{ffff}";
        assert_eq!(escaped(text), "a&lt;b&gt; &amp; &quot;c&quot;");
    }

    #[test]
    fn lines_are_broken_between_words_and_long_words_inside() {
        assert_eq!(wrapped("one two three", 10, 60), ["one two", "three"]);
        assert_eq!(wrapped(&"x".repeat(20), 10, 60), ["x".repeat(9), "x".repeat(9), "xx".into()]);
        assert_eq!(wrapped("  ", 10, 60), Vec::<String>::new());
    }

    #[test]
    fn long_titles_end_with_an_ellipsis() {
        assert_eq!(shortened("short", 10, 60), "short");
        assert_eq!(shortened("a long title", 10, 60), "a long t…");
    }
}
