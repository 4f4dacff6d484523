//! Warnings about characters that bitmaps cannot show.

use sokolab::render::not_in_font;

use super::format::PictureFormat;
use crate::io::message;
use crate::io::output::Output;

/// The most characters that a warning lists.
const LISTED_MAX: usize = 12;

/// Warns of characters that are drawn as question marks, because the font of bitmaps lacks them.
pub(super) fn warn_of_missing<'a>(
    texts: impl IntoIterator<Item = &'a str>,
    format: PictureFormat,
    output: &Output,
) {
    if output.is_quiet() || !format.is_bitmap() {
        return;
    }
    let texts: String = texts.into_iter().collect();
    let missing = not_in_font(&texts);
    if !missing.is_empty() {
        let listed: String = missing.iter().take(LISTED_MAX).collect();
        let more = if missing.len() > LISTED_MAX { " and others" } else { "" };
        message::line!(
            "warning: the font of bitmaps lacks {listed}{more}, which are drawn as question marks; \
             an SVG shows them"
        );
    }
}
