//! Pictures of levels: drawings in SVG, with layers of facts on top.
//!
//! A drawing is a [`Picture`](sokolab_core::Picture) and any number of [`Layer`]s. A layer marks
//! places with swatches. A swatch has a colour *and* a pattern, so it can be recognised without
//! colours. A layer brings its own legend.
//!
//! ```
//! use sokolab_core::read_level;
//! use sokolab_render::{Drawing, svg};
//!
//! let level = read_level("#####\n#@$.#\n#####\n").expect("one level");
//! let text = svg(&Drawing::new(&level.picture));
//! assert!(text.starts_with("<svg"));
//! ```

#[cfg(feature = "bitmap")]
mod bitmap;
mod drawing;
mod gallery;
mod glyph;
mod ground;
mod layer;
mod legend;
pub mod overlay;
mod page;
mod palette;
mod pieces;
mod sheet;
mod svg;
mod theme;
mod trace;
mod xml;

#[cfg(feature = "bitmap")]
pub use bitmap::{
    Animation, BitmapError, FRAMES_MAX, Loops, PIXELS_MAX, apng, gif, not_in_font, png, sheet_png,
};
pub use drawing::{Coordinates, Drawing};
pub use gallery::{Chapter, Exhibit, Fact, StoryItem, StoryPart, gallery, story};
pub use glyph::{GlyphBoard, Thing};
pub use layer::{Depth, Edge, Layer, Mark, Pattern, Swatch};
pub use page::{page_colors, page_palette, page_pieces};
pub use sheet::{Sheet, SheetLevel, sheet};
pub use svg::{page_svg, svg};
pub use theme::{Background, Look, Theme};
pub use trace::{TraceScene, trace_page, trace_svg};
