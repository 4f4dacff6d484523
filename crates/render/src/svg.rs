//! A level as SVG.

use sokolab_core::{Picture, column_name};

use crate::drawing::{CAPTION, CAPTION_LINE, Coordinates, Drawing, Layout};
use crate::ground::{self, places};
use crate::layer::{Depth, Layer};
use crate::legend::{definitions, pattern_id};
use crate::palette::{Palette, palette};
use crate::pieces::{self, Piece, UNIT, line, pieces_at};
use crate::xml::{escaped, shortened};

/// The fonts of a drawing; bitmaps use the first one.
pub(crate) const FONTS: &str = "DejaVu Sans, Verdana, sans-serif";

/// The font size of a title.
const TITLE: usize = 18;

/// Draws a level as SVG.
#[must_use]
pub fn svg(drawing: &Drawing<'_>) -> String {
    draw(drawing, palette(drawing.look))
}

/// Draws a level as SVG for a page of this crate, in the colours of that page.
#[must_use]
pub fn page_svg(drawing: &Drawing<'_>) -> String {
    draw(drawing, &Palette::VARIABLES)
}

fn draw(drawing: &Drawing<'_>, palette: &Palette) -> String {
    let layout = Layout::new(drawing);
    let Layout { width, height, margin, board: (left, top), .. } = layout;
    let mut out = open((width, height), drawing.square, palette);
    if let Some(title) = drawing.title {
        let shown = shortened(title, TITLE, width - 2 * margin);
        let (title, shown, ink) = (escaped(title), escaped(&shown), palette.ink);
        line(
            &mut out,
            format_args!(
                "<title>{title}</title><text class=\"ink\" x=\"{margin}\" y=\"32\" \
                 font-size=\"{TITLE}\" font-weight=\"bold\" fill=\"{ink}\">{shown}</text>"
            ),
        );
    }
    out.push_str("<defs>\n");
    let used = used_pieces(drawing);
    pieces::define(&mut out, drawing.look.theme, palette, |it| used.contains(&it));
    ground::define(&mut out, drawing.look.theme, palette);
    definitions(&mut out, &drawing.layers);
    out.push_str("</defs>\n");
    line(&mut out, format_args!("<g transform=\"translate({left} {top})\">"));
    draw_board(&mut out, drawing, palette);
    out.push_str("</g>\n");
    for (index, words) in layout.caption.iter().enumerate() {
        let y = layout.caption_top + index * CAPTION_LINE + CAPTION;
        let (middle, ink, words) = (width / 2, palette.ink, escaped(words));
        line(
            &mut out,
            format_args!(
                "<text class=\"ink\" x=\"{middle}\" y=\"{y}\" font-size=\"{CAPTION}\" \
                 text-anchor=\"middle\" fill=\"{ink}\">{words}</text>"
            ),
        );
    }
    draw_legend(&mut out, &layout, palette);
    out.push_str("</svg>\n");
    out
}

/// The legend, larger below a large board.
fn draw_legend(out: &mut String, layout: &Layout<'_>, palette: &Palette) {
    let (margin, top) = (layout.margin, layout.legend_top);
    match layout.legend_scale {
        1 => layout.legend.draw(out, palette, margin, top),
        scale => {
            let place = format_args!("translate({margin} {top}) scale({scale})");
            line(out, format_args!("<g transform=\"{place}\">"));
            layout.legend.draw(out, palette, 0, 0);
            out.push_str("</g>\n");
        }
    }
}

/// The beginning of a drawing of this size in units, with its background.
pub(crate) fn open((width, height): (usize, usize), square: usize, palette: &Palette) -> String {
    let pixels = |units: usize| units as f64 * square as f64 / UNIT as f64;
    let (across, down, color) = (pixels(width), pixels(height), palette.background);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{across}\" height=\"{down}\" font-family=\"{FONTS}\" font-size=\"12\">\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>\n"
    )
}

/// The pieces that a drawing refers to.
fn used_pieces(drawing: &Drawing<'_>) -> Vec<Piece> {
    let goal = drawing.rules.goal();
    let mut used: Vec<Piece> =
        drawing.picture.places().iter().flat_map(|&it| pieces_at(it, goal)).collect();
    used.sort();
    used.dedup();
    used
}

fn draw_board(out: &mut String, drawing: &Drawing<'_>, palette: &Palette) {
    ground::draw(out, drawing.picture, drawing.look.theme, palette);
    let layers = || drawing.layers.iter().enumerate();
    for (index, layer) in layers().filter(|(_, it)| it.depth == Depth::Floor) {
        draw_layer(out, index, layer, palette);
    }
    for (x, y) in places(drawing.picture) {
        pieces::place(out, drawing.picture.at(x, y), drawing.rules.goal(), x, y);
    }
    for (index, layer) in layers().filter(|(_, it)| it.depth == Depth::Top) {
        draw_frames(out, index, layer);
    }
    draw_letters(out, drawing, palette);
    if drawing.coordinates == Coordinates::Shown {
        draw_coordinates(out, drawing.picture, palette.ink);
    }
}

/// Marks below the pieces, with all marks of a swatch as one path, and lines.
fn draw_layer(out: &mut String, index: usize, layer: &Layer, palette: &Palette) {
    for swatch in 0..layer.swatches.len() {
        let path = marked(layer, swatch);
        if !path.is_empty() {
            let id = pattern_id(index, swatch);
            line(out, format_args!("<path d=\"{path}\" fill=\"url(#{id})\"/>"));
        }
    }
    let texts = layer.marks.iter().filter_map(|it| Some((it, it.text.as_ref()?)));
    let mut texts = texts.filter(|(_, words)| !is_letter(words)).peekable();
    if texts.peek().is_some() {
        line(out, format_args!("<g text-anchor=\"middle\" fill=\"{}\">", palette.ink));
        for (mark, words) in texts {
            let (x, y) = middle((mark.x, mark.y));
            line(out, format_args!("<text x=\"{x}\" y=\"{}\">{}</text>", y + 4, escaped(words)));
        }
        out.push_str("</g>\n");
    }
    for (number, swatch) in layer.swatches.iter().enumerate() {
        let edges = layer.edges.iter().filter(|it| it.swatch == number);
        let path = edges.fold(String::new(), |mut path, it| {
            let ((x1, y1), (x2, y2)) = (middle(it.from), middle(it.to));
            path.push_str(&format!("M{x1} {y1}L{x2} {y2}"));
            path
        });
        if !path.is_empty() {
            let (color, dashes) = (&swatch.color, swatch.pattern.dashes());
            line(
                out,
                format_args!(
                    "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"4\" \
                     stroke-linecap=\"round\"{dashes}/>"
                ),
            );
        }
    }
}

/// Marks above the pieces: a frame around each, so that the pieces stay visible.
fn draw_frames(out: &mut String, index: usize, layer: &Layer) {
    for (number, swatch) in layer.swatches.iter().enumerate() {
        let path = marked(layer, number);
        if path.is_empty() {
            continue;
        }
        let (id, color) = (pattern_id(index, number), &swatch.color);
        line(out, format_args!("<path d=\"{path}\" fill=\"url(#{id})\"/>"));
        let frames = layer.marks.iter().filter(|it| it.swatch == number);
        let frames = frames.fold(String::new(), |mut path, it| {
            path.push_str(&format!("M{} {}h36v36h-36z", it.x * UNIT + 2, it.y * UNIT + 2));
            path
        });
        line(
            out,
            format_args!(
                "<path d=\"{frames}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"4\" \
                 stroke-linejoin=\"round\"/>"
            ),
        );
    }
}

/// The squares with a swatch, as a path with one rectangle for each run in a row.
fn marked(layer: &Layer, swatch: usize) -> String {
    let marks = layer.marks.iter().filter(|it| it.swatch == swatch);
    let mut places: Vec<(usize, usize)> = marks.map(|it| (it.y, it.x)).collect();
    places.sort_unstable();
    places.dedup();
    let runs = places.chunk_by(|one, two| (one.0, one.1 + 1) == *two);
    let rectangle = |run: &[(usize, usize)]| {
        let ((y, x), width) = (run[0], run.len() * UNIT);
        format!("M{} {}h{width}v{UNIT}h-{width}z", x * UNIT, y * UNIT)
    };
    runs.map(rectangle).collect()
}

fn middle((x, y): (usize, usize)) -> (usize, usize) {
    (x * UNIT + UNIT / 2, y * UNIT + UNIT / 2)
}

/// Letters that name parts of the floor or pieces: large on bare floor, small in a corner of other
/// squares.
fn draw_letters(out: &mut String, drawing: &Drawing<'_>, palette: &Palette) {
    let (ink, halo, goal) = (palette.ink, palette.floor, drawing.rules.goal());
    for mark in drawing.layers.iter().flat_map(|it| &it.marks) {
        let Some(words) = mark.text.as_ref().filter(|it| is_letter(it)) else { continue };
        let is_bare = pieces_at(drawing.picture.at(mark.x, mark.y), goal).next().is_none();
        let (size, x, y) = if is_bare { (26, 20, 29) } else { (15, 7, 13) };
        let (x, y, words) = (mark.x * UNIT + x, mark.y * UNIT + y, escaped(words));
        line(
            out,
            format_args!(
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"{size}\" \
                 font-weight=\"bold\" fill=\"{ink}\" stroke=\"{halo}\" stroke-width=\"5\" \
                 stroke-linejoin=\"round\" paint-order=\"stroke\">{words}</text>"
            ),
        );
    }
}

fn is_letter(words: &str) -> bool {
    words.chars().all(char::is_alphabetic)
}

/// Letters for columns and numbers for rows, as in square names.
pub(crate) fn draw_coordinates(out: &mut String, picture: &Picture, ink: &str) {
    line(out, format_args!("<g class=\"coordinates\" opacity=\"0.7\" fill=\"{ink}\">"));
    out.push_str("<g text-anchor=\"middle\">\n");
    for x in 0..picture.width() {
        let (middle, name) = (x * UNIT + UNIT / 2, column_name(x));
        line(out, format_args!("<text x=\"{middle}\" y=\"-8\">{name}</text>"));
    }
    out.push_str("</g><g text-anchor=\"end\">\n");
    for y in 0..picture.height() {
        let middle = y * UNIT + UNIT / 2 + 4;
        line(out, format_args!("<text x=\"-8\" y=\"{middle}\">{}</text>", y + 1));
    }
    out.push_str("</g></g>\n");
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::level;
    use sokolab_core::{Edge, Ground, Picture, Place};

    use super::svg;
    use crate::drawing::Drawing;
    use crate::layer::{Layer, Pattern};

    #[test]
    fn every_thing_is_drawn_once_and_titles_are_escaped() {
        let level = level(
            "
            #######
            #@$ *.#
            #######",
        );
        let mut layer = Layer::new("Locks");
        let corner = layer.swatch("corner", "#c33", Pattern::Crossed);
        layer.mark((3, 1), corner);
        layer.mark_text((5, 1), corner, "A".to_owned());
        layer.swatch("unused", "#3c3", Pattern::Dotted);
        let mut drawing = Drawing::new(&level.picture);
        drawing.title = Some("a < b & \"c\"");
        drawing.layers = vec![layer];
        let text = svg(&drawing);
        assert_eq!(text.matches("url(#p0-0)").count(), 2, "the marks and the legend");
        assert!(text.contains("M120 40h40v40h-40zM200 40h40v40h-40z"), "one path for both marks");
        let (letter, goal) = (text.find(">A<"), text.rfind("#goal"));
        assert!(letter > goal && goal.is_some(), "the letter is above what stands there");
        assert!(text.contains(">corner<") && !text.contains(">unused<"));
        assert!(text.contains("a &lt; b &amp; &quot;c&quot;"));
        assert!(!text.contains("id=\"boulder\""), "what is not drawn is not defined");
        assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
    }

    #[test]
    fn issue_16_coordinates_on_a_page_have_the_colour_of_its_text() {
        let level = level(
            "
            #####
            #@$.#
            #####",
        );
        let drawing = Drawing {
            coordinates: crate::drawing::Coordinates::Shown,
            ..Drawing::new(&level.picture)
        };
        let text = super::page_svg(&drawing);
        let group = text.split("class=\"coordinates\"").nth(1).expect("coordinates");
        let group = group.split('>').next().expect("the end of the tag");
        // A fixed colour would be invisible on either light or dark pages.
        assert!(group.contains("fill=\"var(--"), "{group}");
    }

    #[test]
    fn a_board_of_60_by_60_takes_less_than_200_kb_however_full_it_is() {
        let place = |index: usize| match (index % 60 % 59, index / 60 % 59) {
            (0, _) | (_, 0) => Place::bare(Ground::Wall),
            (x, y) if (x + y) % 3 == 0 => Place::bare(Ground::Goal),
            (x, y) if (x + y) % 3 == 1 => Place::with_box(Ground::Floor),
            _ => Place::bare(Ground::Wall),
        };
        let picture = Picture::new(60, (0..3600).map(place).collect(), Edge::Open);
        let text = svg(&Drawing::new(&picture));
        assert!(text.len() < 200_000, "{}", text.len());
    }
}
