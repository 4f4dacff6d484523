//! The legend below a drawing, and the patterns its swatches use.

use crate::layer::{Layer, Pattern, Swatch};
use crate::palette::Palette;
use crate::pieces::line;
use crate::xml::{escaped, text_width};

/// The height of a line of the legend.
const LINE: usize = 24;

/// The minimum width of a legend.
pub(crate) const WIDTH_MIN: usize = 340;

/// The name of a swatch's pattern in the drawing.
pub(crate) fn pattern_id(layer: usize, swatch: usize) -> String {
    format!("p{layer}-{swatch}")
}

/// The definitions of all patterns in use.
pub(crate) fn definitions(out: &mut String, layers: &[Layer]) {
    for (index, layer) in layers.iter().enumerate() {
        for (number, swatch) in layer.swatches.iter().enumerate() {
            if layer.is_used(number) {
                definition(out, &pattern_id(index, number), swatch);
            }
        }
    }
}

fn definition(out: &mut String, id: &str, swatch: &Swatch) {
    let color = &swatch.color;
    let strokes = match swatch.pattern {
        Pattern::Plain => "",
        Pattern::Rising => "M-2 2l4 -4M0 10l10 -10M8 12l4 -4",
        Pattern::Falling => "M-2 8l4 4M0 0l10 10M8 -2l4 4",
        Pattern::Crossed => "M0 10l10 -10M0 0l10 10",
        Pattern::Dotted => "M5 5h0.01M0 0h0.01M10 0h0.01M0 10h0.01M10 10h0.01",
        Pattern::Level => "M0 2.5h10M0 7.5h10",
        Pattern::Upright => "M2.5 0v10M7.5 0v10",
    };
    let width = if swatch.pattern == Pattern::Dotted { "3.6" } else { "1.8" };
    line(
        out,
        format_args!(
            "<pattern id=\"{id}\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">\
             <rect width=\"10\" height=\"10\" fill=\"{color}\" fill-opacity=\"0.34\"/>\
             <path d=\"{strokes}\" stroke=\"{color}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" fill=\"none\"/></pattern>"
        ),
    );
}

/// One entry of the legend: a heading, or a swatch by layer and number.
enum Entry<'a> {
    Heading(&'a str),
    Swatch(usize, usize, &'a str),
}

/// A legend laid out in lines of `width`.
pub(crate) struct Legend<'a> {
    lines: Vec<Vec<(usize, Entry<'a>)>>,
}

impl<'a> Legend<'a> {
    pub(crate) fn new(layers: &'a [Layer], width: usize) -> Legend<'a> {
        let mut lines = Vec::new();
        for (index, layer) in layers.iter().enumerate() {
            let used = (0..layer.swatches.len()).filter(|&number| layer.is_used(number));
            let mut line = vec![(0, Entry::Heading(&layer.title))];
            let mut x = text_width(&layer.title, 12) + 14;
            let mut is_empty = true;
            for number in used {
                let label = layer.swatches[number].label.as_str();
                let needed = 34 + text_width(label, 12);
                if x + needed > width && !is_empty {
                    lines.push(std::mem::take(&mut line));
                    x = 14;
                }
                line.push((x, Entry::Swatch(index, number, label)));
                x += needed;
                is_empty = false;
            }
            if is_empty {
                line.push((x, Entry::Heading("none")));
            }
            lines.push(line);
        }
        Legend { lines }
    }

    /// Its height, including the space around it.
    pub(crate) fn height(&self) -> usize {
        if self.lines.is_empty() { 0 } else { self.lines.len() * LINE + 12 }
    }

    pub(crate) fn draw(&self, out: &mut String, palette: &Palette, left: usize, top: usize) {
        let (ink, floor) = (palette.ink, palette.floor);
        for (row, entries) in self.lines.iter().enumerate() {
            let y = top + 12 + row * LINE;
            for (x, entry) in entries {
                let x = left + x;
                match entry {
                    Entry::Heading(text) => {
                        let text = escaped(text);
                        line(
                            out,
                            format_args!(
                                "<text class=\"ink\" x=\"{x}\" y=\"{}\" font-weight=\"bold\" \
                                 fill=\"{ink}\">{text}</text>",
                                y + 13
                            ),
                        );
                    }
                    Entry::Swatch(layer, number, label) => {
                        let (id, label) = (pattern_id(*layer, *number), escaped(label));
                        line(
                            out,
                            format_args!(
                                "<rect x=\"{x}\" y=\"{y}\" width=\"18\" height=\"18\" rx=\"3\" \
                                 fill=\"{floor}\"/>\
                                 <rect x=\"{x}\" y=\"{y}\" width=\"18\" height=\"18\" rx=\"3\" \
                                 fill=\"url(#{id})\" stroke=\"{ink}\" stroke-opacity=\"0.5\"/>\
                                 <text class=\"ink\" x=\"{}\" y=\"{}\" \
                                 fill=\"{ink}\">{label}</text>",
                                x + 23,
                                y + 13
                            ),
                        );
                    }
                }
            }
        }
    }
}
