//! Layers of facts over a drawing.

/// The hatching of a swatch, which distinguishes it without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pattern {
    /// A plain fill.
    Plain,
    /// Lines rising to the right.
    Rising,
    /// Lines falling to the right.
    Falling,
    /// Both.
    Crossed,
    /// Dots.
    Dotted,
    /// Horizontal lines.
    Level,
    /// Vertical lines.
    Upright,
}

impl Pattern {
    /// All patterns except the plain fill.
    pub const HATCHED: [Pattern; 6] = [
        Pattern::Rising,
        Pattern::Dotted,
        Pattern::Falling,
        Pattern::Crossed,
        Pattern::Level,
        Pattern::Upright,
    ];

    /// The dash pattern of a line with this hatching.
    pub(crate) const fn dashes(self) -> &'static str {
        match self {
            Pattern::Dotted => " stroke-dasharray=\"0.01 9\"",
            _ => "",
        }
    }
}

/// A way to mark a place, with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// Its meaning, for the legend.
    pub label: String,
    /// Its colour, in the notation of SVG.
    pub color: String,
    /// Its pattern.
    pub pattern: Pattern,
}

/// A marked place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Column, from 0.
    pub x: usize,
    /// Row, from 0.
    pub y: usize,
    /// The number of its swatch in the layer.
    pub swatch: usize,
    /// A few characters to write on the place.
    pub text: Option<String>,
}

/// A line between the centres of two places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Column and row of one end.
    pub from: (usize, usize),
    /// Column and row of the other.
    pub to: (usize, usize),
    /// The number of the swatch that gives its colour.
    pub swatch: usize,
}

/// The depth of a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// On the floor, below boxes and keeper.
    #[default]
    Floor,
    /// Above everything: each mark is a frame.
    Top,
}

/// A layer: swatches, the places they mark, and lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The heading of its legend.
    pub title: String,
    /// Its swatches; unused ones are left out of the legend.
    pub swatches: Vec<Swatch>,
    /// Its marks.
    pub marks: Vec<Mark>,
    /// Its lines.
    pub edges: Vec<Edge>,
    /// Its depth.
    pub depth: Depth,
}

impl Layer {
    /// An empty layer.
    #[must_use]
    pub fn new(title: &str) -> Layer {
        Layer { title: title.to_owned(), ..Layer::default() }
    }

    /// Adds a swatch and returns its number.
    pub fn swatch(&mut self, label: &str, color: &str, pattern: Pattern) -> usize {
        let (label, color) = (label.to_owned(), color.to_owned());
        self.swatches.push(Swatch { label, color, pattern });
        self.swatches.len() - 1
    }

    /// Marks a place.
    pub fn mark(&mut self, (x, y): (usize, usize), swatch: usize) {
        self.marks.push(Mark { x, y, swatch, text: None });
    }

    /// Marks a place and writes a text on it.
    pub fn mark_text(&mut self, (x, y): (usize, usize), swatch: usize, text: String) {
        self.marks.push(Mark { x, y, swatch, text: Some(text) });
    }

    /// Whether a swatch marks anything.
    pub(crate) fn is_used(&self, swatch: usize) -> bool {
        self.marks.iter().any(|mark| mark.swatch == swatch)
            || self.edges.iter().any(|edge| edge.swatch == swatch)
    }
}
