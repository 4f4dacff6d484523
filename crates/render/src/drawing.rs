//! What to draw, and the layout of the picture.

use sokolab_core::{Picture, Rules};

use crate::layer::Layer;
use crate::legend::{Legend, WIDTH_MIN};
use crate::pieces::UNIT;
use crate::theme::Look;
use crate::xml::wrapped;

/// Whether a drawing shows coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// Letters for columns and numbers for rows.
    Shown,
    /// None.
    #[default]
    Hidden,
}

/// What to draw.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    /// The level's picture.
    pub picture: &'a Picture,
    /// The rules, which determine whether a goal is drawn as a goal, a hole or a sink.
    pub rules: Rules,
    /// The title above it.
    pub title: Option<&'a str>,
    /// The text below it.
    pub caption: Option<&'a str>,
    /// Layers over the floor, the first at the bottom.
    pub layers: Vec<Layer>,
    /// The theme and the background.
    pub look: Look,
    /// Whether columns and rows are labelled.
    pub coordinates: Coordinates,
    /// The side of a square, in pixels.
    pub square: usize,
}

impl<'a> Drawing<'a> {
    /// The default side of a square.
    pub const SQUARE: usize = UNIT;

    /// A picture under the official rules, without layers.
    #[must_use]
    pub fn new(picture: &'a Picture) -> Drawing<'a> {
        Drawing {
            picture,
            rules: Rules::OFFICIAL,
            title: None,
            caption: None,
            layers: Vec::new(),
            look: Look::default(),
            coordinates: Coordinates::default(),
            square: Drawing::SQUARE,
        }
    }
}

/// The font size of a caption, and the height of its lines.
pub(crate) const CAPTION: usize = 15;
pub(crate) const CAPTION_LINE: usize = 22;

/// The positions of the parts of a drawing, in units.
pub(crate) struct Layout<'a> {
    /// The space around everything.
    pub(crate) margin: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The left and top edges of the board.
    pub(crate) board: (usize, usize),
    pub(crate) caption: Vec<String>,
    pub(crate) caption_top: usize,
    pub(crate) legend: Legend<'a>,
    pub(crate) legend_top: usize,
    /// How many times larger than usual the legend is.
    pub(crate) legend_scale: usize,
}

/// The size in units beyond which a board is viewed scaled down: its legend is doubled, then
/// tripled.
const FAR: usize = 900;

impl<'a> Layout<'a> {
    pub(crate) fn new(drawing: &'a Drawing<'_>) -> Layout<'a> {
        let (columns, rows) = (drawing.picture.width(), drawing.picture.height());
        let margin = match drawing.coordinates {
            Coordinates::Shown => 28,
            Coordinates::Hidden => 10,
        };
        let has_legend = !drawing.layers.is_empty();
        let board_width = columns * UNIT;
        let width = (board_width + 2 * margin).max(if has_legend { WIDTH_MIN } else { 0 });
        let title_height = if drawing.title.is_some() { 30 } else { 0 };
        let top = margin + title_height;
        let caption_top = top + rows * UNIT + margin;
        let caption = drawing.caption.unwrap_or_default();
        let caption = wrapped(caption, CAPTION, width - 2 * margin);
        let caption_height = if caption.is_empty() { 0 } else { caption.len() * CAPTION_LINE + 6 };
        let legend_scale = (width / FAR).clamp(1, 3);
        let legend = Legend::new(&drawing.layers, (width - 2 * margin) / legend_scale);
        let legend_top = caption_top + caption_height - 8;
        Layout {
            margin,
            width,
            height: caption_top + caption_height + legend.height() * legend_scale,
            board: ((width - board_width) / 2, top),
            caption,
            caption_top,
            legend,
            legend_top,
            legend_scale,
        }
    }
}
