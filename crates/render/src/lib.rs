//! Pictures of levels: drawings in SVG, with layers of facts laid over them.
//!
//! A drawing is a [`Picture`](sokolab_core::Picture) and any number of [`Layer`]s. A layer marks
//! places with swatches, each a colour *and* a pattern, so that it can be read without colours; it
//! brings its own legend.
//!
//! ```
//! use sokolab_core::read_level;
//! use sokolab_render::{Drawing, svg};
//!
//! let level = read_level("#####\n#@$.#\n#####\n").expect("one level");
//! let text = svg(&Drawing::new(&level.picture));
//! assert!(text.starts_with("<svg"));
//! ```

mod gallery;
mod layer;
mod legend;
mod pieces;
mod svg;
mod theme;
mod trace;

pub use gallery::{Chapter, Exhibit, Fact, StoryItem, StoryPart, gallery, story};
pub use layer::{Edge, Layer, Mark, Pattern, Swatch};
pub use svg::{Drawing, svg};
pub use theme::Theme;
pub use trace::{TraceScene, trace_page, trace_svg};
