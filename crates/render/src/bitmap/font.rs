//! The fonts of bitmaps, which make text look alike on every machine, and the characters they lack.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::{Database, Source};
use skrifa::charmap::Charmap;
use skrifa::{FontRef, MetadataProvider};
use unicode_width::UnicodeWidthChar;

/// The character that replaces those the fonts lack.
const REPLACEMENT: char = '?';

static REGULAR: &[u8] = include_bytes!("font/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("font/DejaVuSans-Bold.ttf");

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(REGULAR)));
    fonts.load_font_source(Source::Binary(Arc::new(BOLD)));
    Arc::new(fonts)
});

/// The fonts that text is drawn with.
pub(super) fn database() -> Arc<Database> {
    FONTS.clone()
}

/// The characters of a text that bitmaps show as question marks, each once. The fonts have Latin,
/// Greek and Cyrillic letters only.
#[must_use]
pub fn not_in_font(text: &str) -> Vec<char> {
    let letters = letters();
    let mut missing: Vec<char> =
        text.chars().filter(|&it| fate(it, letters.as_ref()) == Fate::Replaced).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// An SVG text in which question marks replace the characters that would otherwise be missing.
pub(super) fn drawable(svg: &str) -> Cow<'_, str> {
    if svg.is_ascii() {
        return Cow::Borrowed(svg);
    }
    let letters = letters();
    let draw = |it: char| match fate(it, letters.as_ref()) {
        Fate::Drawn => Some(it),
        Fate::Replaced => Some(REPLACEMENT),
        Fate::Dropped => None,
    };
    Cow::Owned(svg.chars().filter_map(draw).collect())
}

fn letters() -> Option<Charmap<'static>> {
    FontRef::new(REGULAR).ok().map(|it| it.charmap())
}

/// How a character is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Drawn,
    Replaced,
    /// It is left out, because it has no width of its own: a combining accent or a joiner.
    Dropped,
}

fn fate(it: char, letters: Option<&Charmap<'_>>) -> Fate {
    let is_known = it.is_ascii() || letters.is_some_and(|letters| letters.map(it).is_some());
    match it.width() {
        _ if is_known => Fate::Drawn,
        None | Some(0) => Fate::Dropped,
        Some(_) => Fate::Replaced,
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::level;

    use super::{drawable, not_in_font};
    use crate::bitmap::png;
    use crate::drawing::Drawing;

    #[test]
    fn what_the_font_lacks_is_a_question_mark() {
        assert_eq!(drawable("Zwei Löcher, Кот, λ → ✓"), "Zwei Löcher, Кот, λ → ✓");
        assert_eq!(drawable("倉庫番 1 \u{1f4e6}\u{fe0f}"), "??? 1 ?");
        assert_eq!(not_in_font("倉庫 and 倉庫番"), ['倉', '庫', '番']);
        assert_eq!(not_in_font("Кот"), []);
    }

    #[test]
    fn issue_19_characters_that_the_font_lacks_are_seen() {
        let level = level("#####\n#@$.#\n#####\n");
        let captioned = |caption| {
            let drawing = Drawing { caption: Some(caption), ..Drawing::new(&level.picture) };
            png(&drawing).expect("it is small")
        };
        assert!(captioned("倉庫番") == captioned("???"), "drawn as question marks");
    }
}
