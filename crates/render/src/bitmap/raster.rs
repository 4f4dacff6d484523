//! Rasterises SVG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::BitmapError;
use super::font;
use crate::drawing::{Drawing, Layout};
use crate::pieces::UNIT;
use crate::sheet::{Sheet, sheet, sheet_size};
use crate::svg::svg;

/// The largest number of pixels of a bitmap, which takes 160 MB while it is drawn.
pub const PIXELS_MAX: usize = 40_000_000;

/// The largest number of pixels on a side, limited by GIF.
pub(super) const SIDE_MAX: usize = 65_535;

/// Draws a level as PNG.
///
/// # Errors
/// If it would be too large.
pub fn png(drawing: &Drawing<'_>) -> Result<Vec<u8>, BitmapError> {
    let pixels = drawn(drawing)?.pixels;
    pixels.encode_png().map_err(|_| BitmapError::NotDrawn)
}

/// Draws a contact sheet as PNG.
///
/// # Errors
/// If it would be too large.
pub fn sheet_png(drawn: &Sheet<'_>) -> Result<Vec<u8>, BitmapError> {
    let size = sheet_size(drawn);
    let scale = drawn.square as f64 / UNIT as f64;
    let size = checked([size.0, size.1].map(|it| (it as f64 * scale).ceil() as usize))?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    let pixels = pixels_of(&sheet(&Sheet { square: UNIT, ..drawn.clone() }), size, transform)?;
    pixels.encode_png().map_err(|_| BitmapError::NotDrawn)
}

/// A rasterised drawing, and the position of its board.
pub(super) struct Drawn {
    pub(super) pixels: Pixmap,
    /// The left and top edges of the board.
    pub(super) board: (usize, usize),
}

/// Rasterises a drawing. The board begins at a whole pixel, so that its lines are sharp.
pub(super) fn drawn(drawing: &Drawing<'_>) -> Result<Drawn, BitmapError> {
    let layout = Layout::new(drawing);
    let scale = drawing.square as f64 / UNIT as f64;
    let pixels = |units: usize| units as f64 * scale;
    let size = [layout.width, layout.height].map(|it| pixels(it).round().max(1.0) as usize);
    let size = checked(size)?;
    let (left, top) = (pixels(layout.board.0), pixels(layout.board.1));
    let shift = |edge: f64| (edge.round() - edge) as f32;
    let scaled = Transform::from_scale(scale as f32, scale as f32);
    let transform = scaled.post_translate(shift(left), shift(top));
    let mut pixels =
        pixels_of(&svg(&Drawing { square: UNIT, ..drawing.clone() }), size, transform)?;
    cover_seams(&mut pixels);
    Ok(Drawn { pixels, board: (left.round() as usize, top.round() as usize) })
}

/// A shift by a fraction of a pixel leaves the outermost pixels half transparent: they take the
/// colour of their neighbours.
fn cover_seams(pixels: &mut Pixmap) {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let data = pixels.pixels_mut();
    if width < 2 || height < 2 {
        return;
    }
    for y in 0..height {
        data[y * width] = data[y * width + 1];
        data[y * width + width - 1] = data[y * width + width - 2];
    }
    let row = data[width..2 * width].to_vec();
    data[..width].copy_from_slice(&row);
    let row = data[(height - 2) * width..(height - 1) * width].to_vec();
    data[(height - 1) * width..].copy_from_slice(&row);
}

/// An SVG text as pixels of this size. `transform` maps its units to pixels.
pub(super) fn pixels_of(
    text: &str,
    (width, height): (u32, u32),
    transform: Transform,
) -> Result<Pixmap, BitmapError> {
    let options = Options { fontdb: font::database(), ..Options::default() };
    let tree =
        Tree::from_str(&font::drawable(text), &options).map_err(|_| BitmapError::NotDrawn)?;
    let mut pixels = Pixmap::new(width, height).ok_or(BitmapError::NotDrawn)?;
    resvg::render(&tree, transform, &mut pixels.as_mut());
    Ok(pixels)
}

fn checked([width, height]: [usize; 2]) -> Result<(u32, u32), BitmapError> {
    let is_large =
        width > SIDE_MAX || height > SIDE_MAX || width.saturating_mul(height) > PIXELS_MAX;
    if is_large {
        return Err(BitmapError::TooLarge { width, height });
    }
    Ok((width as u32, height as u32))
}
