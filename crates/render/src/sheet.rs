//! Contact sheets: many levels in one picture.

use sokolab_core::{Picture, Rules};

use crate::ground;
use crate::palette::{Palette, palette};
use crate::pieces::{self, UNIT, line};
use crate::svg::open;
use crate::theme::Look;
use crate::xml::{escaped, shortened};

/// The size of a level's field on a sheet, without its title.
const FIELD: (usize, usize) = (200, 150);

const GAP: usize = 18;
const TITLE: usize = 12;

/// The font size of the sheet's title.
const HEADING: usize = 22;

/// The distance between the corners of neighbouring fields.
const PITCH: (usize, usize) = (FIELD.0 + GAP, FIELD.1 + GAP + 2 * TITLE);

/// A level on a sheet.
#[derive(Clone, Debug)]
pub struct SheetLevel {
    /// The picture of the level.
    pub picture: Picture,
    /// Its rules.
    pub rules: Rules,
    /// The title below it.
    pub title: String,
    /// Whether it is marked as solved.
    pub is_solved: bool,
}

/// Levels in rows and columns.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// The levels, row by row; those beyond the last row are left out.
    pub levels: &'a [SheetLevel],
    /// The number of levels in a row.
    pub columns: usize,
    /// The largest number of rows.
    pub rows: usize,
    /// The theme and the background.
    pub look: Look,
    /// The title of the sheet.
    pub title: Option<&'a str>,
    /// The scale, as the side of a square in a drawing of normal size.
    pub square: usize,
}

/// Draws a sheet as SVG.
#[must_use]
pub fn sheet(sheet: &Sheet<'_>) -> String {
    let (columns, rows) = shape(sheet);
    let head = head(sheet);
    let palette = palette(sheet.look);
    let mut out = open(sheet_size(sheet), sheet.square, palette);
    out.push_str("<defs>\n");
    pieces::define(&mut out, sheet.look.theme, palette, |_| true);
    ground::define(&mut out, sheet.look.theme, palette);
    out.push_str("</defs>\n");
    if let Some(title) = sheet.title {
        let shown = shortened(title, HEADING, sheet_size(sheet).0 - 2 * GAP);
        let (title, shown, ink) = (escaped(title), escaped(&shown), palette.ink);
        line(
            &mut out,
            format_args!(
                "<title>{title}</title><text x=\"{GAP}\" y=\"40\" font-size=\"{HEADING}\" \
                 font-weight=\"bold\" fill=\"{ink}\">{shown}</text>"
            ),
        );
    }
    for (index, level) in sheet.levels.iter().take(columns * rows).enumerate() {
        let left = GAP + index % columns * PITCH.0;
        let top = head + GAP + index / columns * PITCH.1;
        draw_level(&mut out, level, sheet.look, palette, (left, top));
    }
    out.push_str("</svg>\n");
    out
}

/// The numbers of columns and rows that are needed.
fn shape(sheet: &Sheet<'_>) -> (usize, usize) {
    let columns = sheet.columns.clamp(1, sheet.levels.len().max(1));
    (columns, sheet.levels.len().div_ceil(columns).min(sheet.rows).max(1))
}

/// The height of the sheet's title.
fn head(sheet: &Sheet<'_>) -> usize {
    if sheet.title.is_some() { 46 } else { 0 }
}

/// The size of a sheet, in units.
pub(crate) fn sheet_size(sheet: &Sheet<'_>) -> (usize, usize) {
    let (columns, rows) = shape(sheet);
    (columns * PITCH.0 + GAP, rows * PITCH.1 + GAP + head(sheet))
}

fn draw_level(
    out: &mut String,
    level: &SheetLevel,
    look: Look,
    palette: &Palette,
    (left, top): (usize, usize),
) {
    let (width, height) = (level.picture.width() * UNIT, level.picture.height() * UNIT);
    let fits = |room: usize, needed: usize| room as f64 / needed.max(1) as f64;
    // Small levels are not enlarged without limit: the squares of a sheet should have similar
    // sizes.
    let scale = fits(FIELD.0, width).min(fits(FIELD.1, height)).min(0.5);
    let offset = |room: usize, needed: usize| (room as f64 - needed as f64 * scale) / 2.0;
    let x = left as f64 + offset(FIELD.0, width);
    let y = top as f64 + offset(FIELD.1, height);
    line(out, format_args!("<g transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\">"));
    ground::draw(out, &level.picture, look.theme, palette);
    for (x, y) in ground::places(&level.picture) {
        pieces::place(out, level.picture.at(x, y), level.rules.goal(), x, y);
    }
    out.push_str("</g>\n");
    let middle = left + FIELD.0 / 2;
    let base = top + FIELD.1 + TITLE + 8;
    let title = escaped(&shortened(&level.title, TITLE, FIELD.0));
    let ink = palette.ink;
    line(
        out,
        format_args!(
            "<text x=\"{middle}\" y=\"{base}\" font-size=\"{TITLE}\" text-anchor=\"middle\" \
             fill=\"{ink}\">{title}</text>"
        ),
    );
    if level.is_solved {
        let (x, y) = (left + FIELD.0 - 12, top + 10);
        line(
            out,
            format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"#2e8b3d\" stroke=\"#fff\" \
                 stroke-width=\"2\"/><path d=\"M{} {y}l4 4.5l7 -9\" fill=\"none\" \
                 stroke=\"#fff\" stroke-width=\"2.8\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"/>",
                x - 5
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::level;

    use super::{Sheet, SheetLevel, sheet};
    use crate::theme::Look;

    #[test]
    fn levels_stand_in_rows_with_titles_and_marks() {
        let level = level("#####\n#@$.#\n#####\n");
        let entry = |title: &str, is_solved| SheetLevel {
            picture: level.picture.clone(),
            rules: level.rules,
            title: title.to_owned(),
            is_solved,
        };
        let levels = [entry("One & only", true), entry("Two", false), entry("Three", false)];
        let (look, square) = (Look::default(), 40);
        let text =
            sheet(&Sheet { levels: &levels, columns: 2, rows: 1, look, title: None, square });
        assert!(text.contains("One &amp; only") && text.contains(">Two<"));
        assert!(!text.contains(">Three<"), "one row of two");
        assert_eq!(text.matches("<circle cx=\"206\"").count(), 1, "one mark");
    }
}
