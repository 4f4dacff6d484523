//! A level as an SVG text.

use sokolab_core::{Ground, Picture, Rules, column_name};

use crate::layer::Layer;
use crate::legend::{Legend, WIDTH_MIN, definitions, escaped, pattern_id};
use crate::pieces::{UNIT, define, line, place};
use crate::theme::Theme;

/// Space around the board, for coordinates.
const MARGIN: usize = 28;

/// What to draw.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    /// The level's picture.
    pub picture: &'a Picture,
    /// The rules, which tell a goal from a hole from a sink.
    pub rules: Rules,
    /// The title above it.
    pub title: Option<&'a str>,
    /// Layers over the floor, the first at the bottom.
    pub layers: Vec<Layer>,
    /// The colours.
    pub theme: Theme,
}

impl<'a> Drawing<'a> {
    /// A picture under the official rules, without layers.
    #[must_use]
    pub fn new(picture: &'a Picture) -> Drawing<'a> {
        let (rules, theme) = (Rules::OFFICIAL, Theme::LIGHT);
        Drawing { picture, rules, title: None, layers: Vec::new(), theme }
    }
}

/// Draws as SVG.
#[must_use]
pub fn svg(drawing: &Drawing<'_>) -> String {
    let (columns, rows) = (drawing.picture.width(), drawing.picture.height());
    let board_width = columns * UNIT;
    let width =
        (board_width + 2 * MARGIN).max(if drawing.layers.is_empty() { 0 } else { WIDTH_MIN });
    let title_height = if drawing.title.is_some() { 30 } else { 0 };
    let legend = Legend::new(&drawing.layers, width - 2 * MARGIN);
    let board_top = MARGIN + title_height;
    let height = board_top + rows * UNIT + MARGIN + legend.height();
    let theme = &drawing.theme;

    let mut out = String::new();
    line(
        &mut out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" \
             font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\">"
        ),
    );
    out.push_str("<defs>\n");
    define(&mut out, theme);
    definitions(&mut out, &drawing.layers);
    out.push_str("</defs>\n");
    let background = theme.background;
    line(
        &mut out,
        format_args!(
            "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"{background}\"/>"
        ),
    );
    if let Some(title) = drawing.title {
        let (title, ink) = (escaped(title), theme.ink);
        line(
            &mut out,
            format_args!(
                "<title>{title}</title><text class=\"ink\" x=\"{MARGIN}\" y=\"32\" \
                 font-size=\"18\" font-weight=\"bold\" fill=\"{ink}\">{title}</text>"
            ),
        );
    }
    let left = (width - board_width) / 2;
    line(&mut out, format_args!("<g transform=\"translate({left} {board_top})\">"));
    draw_floor(&mut out, drawing);
    draw_layers(&mut out, drawing);
    draw_pieces(&mut out, drawing);
    draw_letters(&mut out, drawing);
    draw_coordinates(&mut out, drawing);
    out.push_str("</g>\n");
    legend.draw(&mut out, theme, MARGIN, board_top + rows * UNIT + MARGIN - 8);
    out.push_str("</svg>\n");
    out
}

pub(crate) fn places(picture: &Picture) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (columns, rows) = (picture.width(), picture.height());
    (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)))
}

/// Floor that is outside the walls is not drawn: what matters is what a wall or box is near.
pub(crate) fn draw_floor(out: &mut String, drawing: &Drawing<'_>) {
    let (picture, theme) = (drawing.picture, &drawing.theme);
    let inside = inside(picture);
    let grid = format!(" stroke=\"{}\"", theme.grid);
    for (x, y) in places(picture) {
        if picture.at(x, y).ground == Ground::Wall {
            square(out, x, y, UNIT, theme.wall, "");
            square(out, x, y, 7, theme.wall_light, "");
        } else if inside[y * picture.width() + x] {
            square(out, x, y, UNIT, theme.floor, &grid);
        }
    }
}

/// Which places are not solid and cannot be reached from the picture's edge.
fn inside(picture: &Picture) -> Vec<bool> {
    let (columns, rows) = (picture.width(), picture.height());
    let mut inside: Vec<bool> = picture.places().iter().map(|it| !it.ground.is_solid()).collect();
    if picture.edge() == sokolab_core::Edge::Solid {
        return inside;
    }
    let is_edge = |(x, y): &(usize, usize)| *x == 0 || *y == 0 || x + 1 == columns || y + 1 == rows;
    let mut pending: Vec<(usize, usize)> = places(picture).filter(is_edge).collect();
    while let Some((x, y)) = pending.pop() {
        if !std::mem::take(&mut inside[y * columns + x]) {
            continue;
        }
        let near = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        pending.extend(near.into_iter().filter(|&(x, y)| x < columns && y < rows));
    }
    inside
}

fn draw_layers(out: &mut String, drawing: &Drawing<'_>) {
    let middle = |(x, y): (usize, usize)| (x * UNIT + UNIT / 2, y * UNIT + UNIT / 2);
    for (index, layer) in drawing.layers.iter().enumerate() {
        for mark in &layer.marks {
            let fill = format!("url(#{})", pattern_id(index, mark.swatch));
            square(out, mark.x, mark.y, UNIT, &fill, "");
            if let Some(words) = mark.text.as_ref().filter(|it| !is_letter(it)) {
                let (x, y) = middle((mark.x, mark.y));
                let (ink, words, y) = (drawing.theme.ink, escaped(words), y + 4);
                line(
                    out,
                    format_args!(
                        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" \
                         fill=\"{ink}\">{words}</text>"
                    ),
                );
            }
        }
        for edge in &layer.edges {
            let color = &layer.swatches[edge.swatch].color;
            let ((x1, y1), (x2, y2)) = (middle(edge.from), middle(edge.to));
            line(
                out,
                format_args!(
                    "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{color}\" \
                     stroke-width=\"4\" stroke-linecap=\"round\"/>"
                ),
            );
        }
    }
}

fn draw_pieces(out: &mut String, drawing: &Drawing<'_>) {
    for (x, y) in places(drawing.picture) {
        place(out, drawing.picture.at(x, y), drawing.rules.goal(), x, y);
    }
}

/// A filled square.
fn square(out: &mut String, x: usize, y: usize, height: usize, fill: &str, more: &str) {
    let (left, top) = (x * UNIT, y * UNIT);
    line(
        out,
        format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{UNIT}\" height=\"{height}\" \
             fill=\"{fill}\"{more}/>"
        ),
    );
}

/// Letters that name parts of the floor: large, and above the pieces, for a row of holes has no
/// other place for them. They are dark on light floor, whatever the page around it.
fn draw_letters(out: &mut String, drawing: &Drawing<'_>) {
    let (ink, halo) = (drawing.theme.ink, drawing.theme.floor);
    for mark in drawing.layers.iter().flat_map(|it| &it.marks) {
        let Some(words) = mark.text.as_ref().filter(|it| is_letter(it)) else { continue };
        let (x, y) = (mark.x * UNIT + UNIT / 2, mark.y * UNIT + UNIT / 2 + 9);
        line(
            out,
            format_args!(
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"26\" \
                 font-weight=\"bold\" fill=\"{ink}\" stroke=\"{halo}\" stroke-width=\"5\" \
                 stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
                escaped(words)
            ),
        );
    }
}

fn is_letter(words: &str) -> bool {
    words.chars().all(char::is_alphabetic)
}

/// A text in the ink of the theme.
fn text(out: &mut String, x: isize, y: isize, anchor: &str, theme: &Theme, words: &str) {
    let (ink, words) = (theme.ink, escaped(words));
    line(
        out,
        format_args!(
            "<text class=\"ink\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" \
             fill=\"{ink}\">{words}</text>"
        ),
    );
}

/// Letters for columns and numbers for rows, as `--explain` takes them.
pub(crate) fn draw_coordinates(out: &mut String, drawing: &Drawing<'_>) {
    out.push_str("<g class=\"coordinates\" opacity=\"0.7\">\n");
    for x in 0..drawing.picture.width() {
        let middle = (x * UNIT + UNIT / 2) as isize;
        text(out, middle, -8, "middle", &drawing.theme, &column_name(x));
    }
    for y in 0..drawing.picture.height() {
        let middle = (y * UNIT + UNIT / 2) as isize + 4;
        text(out, -8, middle, "end", &drawing.theme, &(y + 1).to_string());
    }
    out.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::level;

    use super::{Drawing, svg};
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
        assert_eq!(text.matches("url(#p0-0)").count(), 3, "two marks and the legend");
        let (letter, goal) = (text.find(">A<"), text.rfind("#goal"));
        assert!(letter > goal && goal.is_some(), "the letter is above what stands there");
        assert!(text.contains(">corner<") && !text.contains(">unused<"));
        assert!(text.contains("a &lt; b &amp; &quot;c&quot;"));
        assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
    }
}
