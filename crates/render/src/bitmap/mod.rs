//! Bitmaps: PNG pictures and animations as GIF and PNG, made from the SVG of the same picture.

mod animation;
mod apng_file;
mod canvas;
mod colors;
mod font;
mod gif_file;
mod raster;

use std::fmt;

pub use animation::{Animation, FRAMES_MAX, Loops};
pub use apng_file::apng;
pub use font::not_in_font;
pub use gif_file::gif;
pub use raster::{PIXELS_MAX, png, sheet_png};

/// Why there is no bitmap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitmapError {
    /// It would have too many pixels.
    TooLarge {
        /// The width in pixels.
        width: usize,
        /// The height in pixels.
        height: usize,
    },
    /// It would have more than [`FRAMES_MAX`] frames.
    TooManyFrames,
    /// The drawing could not be rasterised.
    NotDrawn,
}

impl fmt::Display for BitmapError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BitmapError::TooLarge { width, height } => write!(
                formatter,
                "a bitmap of {width} by {height} pixels is too large: the limit is {} million \
                 pixels and {} on a side",
                PIXELS_MAX / 1_000_000,
                raster::SIDE_MAX
            ),
            BitmapError::TooManyFrames => {
                write!(formatter, "an animation has at most {FRAMES_MAX} frames")
            }
            BitmapError::NotDrawn => formatter.write_str("the drawing cannot be turned to pixels"),
        }
    }
}

impl std::error::Error for BitmapError {}
