//! Layers of facts over a drawing.

/// How a swatch is hatched, so that it can be told from others without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pattern {
    /// Filled evenly.
    Plain,
    /// Lines rising to the right.
    Rising,
    /// Lines falling to the right.
    Falling,
    /// Both.
    Crossed,
    /// Dots.
    Dotted,
    /// Level lines.
    Level,
    /// Upright lines.
    Upright,
}

impl Pattern {
    /// All patterns that are more than an even fill.
    pub const HATCHED: [Pattern; 6] = [
        Pattern::Rising,
        Pattern::Dotted,
        Pattern::Falling,
        Pattern::Crossed,
        Pattern::Level,
        Pattern::Upright,
    ];

    /// How a line of this pattern is dashed.
    pub(crate) const fn dashes(self) -> &'static str {
        match self {
            Pattern::Dotted => " stroke-dasharray=\"0.01 9\"",
            _ => "",
        }
    }
}

/// A way to mark a place, and what that means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// What it says, for the legend.
    pub label: String,
    /// Its colour, as SVG names it.
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
    /// The swatch, by its number in the layer.
    pub swatch: usize,
    /// A few characters written on the place.
    pub text: Option<String>,
}

/// A line from the middle of one place to the middle of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Column and row of one end.
    pub from: (usize, usize),
    /// Column and row of the other.
    pub to: (usize, usize),
    /// The swatch whose colour it has.
    pub swatch: usize,
}

/// Where a layer lies.
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
    /// Its swatches; those that mark nothing are left out of the legend.
    pub swatches: Vec<Swatch>,
    /// Its marks.
    pub marks: Vec<Mark>,
    /// Its lines.
    pub edges: Vec<Edge>,
    /// Where it lies.
    pub depth: Depth,
}

impl Layer {
    /// An empty layer.
    #[must_use]
    pub fn new(title: &str) -> Layer {
        Layer { title: title.to_owned(), ..Layer::default() }
    }

    /// Adds a swatch and gives its number.
    pub fn swatch(&mut self, label: &str, color: &str, pattern: Pattern) -> usize {
        let (label, color) = (label.to_owned(), color.to_owned());
        self.swatches.push(Swatch { label, color, pattern });
        self.swatches.len() - 1
    }

    /// Marks a place.
    pub fn mark(&mut self, (x, y): (usize, usize), swatch: usize) {
        self.marks.push(Mark { x, y, swatch, text: None });
    }

    /// Marks a place with something written on it.
    pub fn mark_text(&mut self, (x, y): (usize, usize), swatch: usize, text: String) {
        self.marks.push(Mark { x, y, swatch, text: Some(text) });
    }

    /// Whether a swatch marks anything.
    pub(crate) fn is_used(&self, swatch: usize) -> bool {
        self.marks.iter().any(|mark| mark.swatch == swatch)
            || self.edges.iter().any(|edge| edge.swatch == swatch)
    }
}
