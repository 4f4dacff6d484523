//! Text in XML and HTML.

use unicode_width::UnicodeWidthChar;

/// `text` escaped for XML, without the characters that XML does not allow.
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

/// The widths of the characters from space to tilde in bold `DejaVu Sans`, in hundredths of the
/// font size. Other fonts and weights are seldom wider.
const ASCII_WIDTHS: [u8; 95] = [
    35, 46, 52, 84, 70, 100, 87, 31, 46, 46, 52, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70,
    70, 70, 70, 40, 40, 84, 84, 84, 58, 100, 77, 76, 73, 83, 68, 68, 82, 84, 37, 37, 77, 64, 100,
    84, 85, 73, 85, 77, 72, 68, 81, 77, 110, 77, 72, 73, 46, 37, 46, 84, 50, 50, 67, 72, 59, 72,
    68, 44, 72, 71, 34, 34, 67, 34, 104, 71, 69, 72, 72, 49, 60, 48, 71, 65, 92, 65, 65, 58, 71,
    37, 71, 84,
];

/// An upper estimate of the width of a character, in hundredths of the font size.
fn character_width(it: char) -> usize {
    match (it, it.width()) {
        (' '..='~', _) => usize::from(ASCII_WIDTHS[it as usize - usize::from(b' ')]),
        (_, None | Some(0)) => 0,
        (_, Some(1)) if it.is_lowercase() => 80,
        (_, Some(_)) => 100,
    }
}

/// An upper estimate of the width of a text at this font size.
pub(crate) fn text_width(text: &str, size: usize) -> usize {
    (text.chars().map(character_width).sum::<usize>() * size).div_ceil(100)
}

/// `text` in lines of at most `width`, broken between words where possible.
pub(crate) fn wrapped(text: &str, size: usize, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for mut word in text.split_whitespace() {
        if let Some(line) = lines.last_mut()
            && text_width(line, size) + text_width(" ", size) + text_width(word, size) <= width
        {
            line.push(' ');
            line.push_str(word);
            continue;
        }
        while !word.is_empty() {
            let (line, rest) = word.split_at(bytes_within(word, size, width));
            lines.push(line.to_owned());
            word = rest;
        }
    }
    lines
}

/// `text`, cut with an ellipsis if it is wider than `width`.
pub(crate) fn shortened(text: &str, size: usize, width: usize) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(text_width("…", size));
    format!("{}…", text[..bytes_within(text, size, room)].trim_end())
}

/// The number of bytes of a text that fit in a line of this width; at least the first character.
fn bytes_within(text: &str, size: usize, width: usize) -> usize {
    let mut sum = 0;
    let is_beyond = |&(at, it): &(usize, char)| {
        sum += character_width(it);
        at > 0 && sum * size > width * 100
    };
    text.char_indices().find(is_beyond).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::{escaped, shortened, text_width, wrapped};

    #[test]
    fn what_means_something_in_xml_is_escaped_and_control_characters_are_left_out() {
        let text = "a<b> & \"c\"\u{7}\u{fffe}\u{ffff}";
        assert_eq!(escaped(text), "a&lt;b&gt; &amp; &quot;c&quot;");
    }

    #[test]
    fn lines_are_broken_between_words_and_long_words_inside() {
        assert_eq!(wrapped("one two three", 10, 60), ["one two", "three"]);
        let lines = ["x".repeat(9), "x".repeat(9), "xx".into()];
        assert_eq!(wrapped(&"x".repeat(20), 10, 60), lines);
        assert_eq!(wrapped("  ", 10, 60), Vec::<String>::new());
    }

    #[test]
    fn long_titles_end_with_an_ellipsis() {
        assert_eq!(shortened("short", 10, 60), "short");
        assert_eq!(shortened("a long title", 10, 60), "a long ti…");
    }

    #[test]
    fn issue_19_titles_of_wide_letters_keep_within_their_width() {
        for letter in ["W", "m", "@", "Щ", "漢"] {
            let text = letter.repeat(200);
            let cut = shortened(&text, 12, 200);
            assert!(text_width(&cut, 12) <= 200 && cut.ends_with('…'), "{cut}");
            for line in wrapped(&text, 15, 200) {
                assert!(text_width(&line, 15) <= 200, "{line}");
            }
        }
    }
}
