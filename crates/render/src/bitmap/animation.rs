//! Animations: after the first frame, only squares that change are drawn.

use sokolab_core::Picture;

use super::BitmapError;
use super::canvas::{Canvas, Content, content};
use super::colors::TRANSPARENT;
use crate::drawing::Drawing;

/// The largest number of frames of an animation.
pub const FRAMES_MAX: usize = 20_000;

/// How often an animation is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// Forever.
    #[default]
    Forever,
    /// This many times.
    Times(u16),
}

/// An animation of one level.
#[derive(Clone, Debug)]
pub struct Animation<'a> {
    /// The drawing; its picture is the first frame.
    pub drawing: Drawing<'a>,
    /// How long a frame is shown, in hundredths of a second.
    pub delay: u16,
    /// How long the last frame is shown.
    pub last_delay: u16,
    /// How often it is played.
    pub loops: Loops,
}

/// A part of the drawing that replaces what was there before.
pub(super) struct Patch {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// Its pixels as indices into the colour table.
    pub(super) indices: Vec<u8>,
    /// The index of the transparent colour, if some pixels keep what was there before.
    pub(super) transparent: Option<u8>,
    /// How long it is shown, in hundredths of a second.
    pub(super) delay: u16,
}

/// Passes on one patch after another; the first is the whole drawing. `frames` are the pictures
/// after the first; a frame without a change prolongs the patch before it.
pub(super) fn play(
    animation: &Animation<'_>,
    canvas: &mut Canvas,
    frames: impl IntoIterator<Item = Picture>,
    mut write: impl FnMut(Patch) -> Result<(), BitmapError>,
) -> Result<(), BitmapError> {
    let drawing = &animation.drawing;
    let columns = drawing.picture.width();
    let mut shown = contents(drawing, drawing.picture);
    let mut current = whole(canvas, columns, &shown);
    let mut delay = 0;
    for (number, picture) in frames.into_iter().enumerate() {
        if number + 2 > FRAMES_MAX {
            return Err(BitmapError::TooManyFrames);
        }
        delay = animation.delay.saturating_add(delay);
        let next = contents(drawing, &picture);
        let Some(change) = change(canvas, columns, &shown, &next) else { continue };
        current.delay = delay;
        delay = 0;
        write(std::mem::replace(&mut current, change))?;
        shown = next;
    }
    current.delay = animation.last_delay.max(delay);
    write(current)
}

/// The number of patches that [`play`] passes on.
pub(super) fn patch_count(
    animation: &Animation<'_>,
    frames: impl IntoIterator<Item = Picture>,
) -> usize {
    let drawing = &animation.drawing;
    let mut shown = contents(drawing, drawing.picture);
    let changes = frames.into_iter().take(FRAMES_MAX).filter(|picture| {
        let next = contents(drawing, picture);
        std::mem::replace(&mut shown, next.clone()) != next
    });
    1 + changes.count()
}

fn contents(drawing: &Drawing<'_>, picture: &Picture) -> Vec<Content> {
    let goal = drawing.rules.goal();
    picture.places().iter().map(|&it| content(it, goal)).collect()
}

/// The first frame: the whole drawing.
fn whole(canvas: &mut Canvas, columns: usize, contents: &[Content]) -> Patch {
    let mut indices = canvas.background();
    let (width, height, side, board) = (canvas.width, canvas.height, canvas.side, canvas.board);
    for (place, &content) in contents.iter().enumerate() {
        if content != [None, None] {
            let corner = (board.0 + place % columns * side, board.1 + place / columns * side);
            put(&mut indices, width, corner, (canvas.square(place, content), side));
        }
    }
    Patch { left: 0, top: 0, width, height, indices, transparent: None, delay: 0 }
}

/// The changed squares and the smallest rectangle around them; `None` if nothing has changed.
fn change(canvas: &mut Canvas, columns: usize, old: &[Content], new: &[Content]) -> Option<Patch> {
    let changed: Vec<usize> = (0..new.len()).filter(|&it| old[it] != new[it]).collect();
    let (columns_of, rows_of) = (|it: &usize| it % columns, |it: &usize| it / columns);
    let (left, right) =
        (changed.iter().map(columns_of).min()?, changed.iter().map(columns_of).max()?);
    let (top, bottom) = (changed.iter().map(rows_of).min()?, changed.iter().map(rows_of).max()?);
    let side = canvas.side;
    let (width, height) = ((right - left + 1) * side, (bottom - top + 1) * side);
    let mut indices = vec![TRANSPARENT; width * height];
    for place in changed {
        let corner = ((place % columns - left) * side, (place / columns - top) * side);
        put(&mut indices, width, corner, (canvas.square(place, new[place]), side));
    }
    let (left, top) = (canvas.board.0 + left * side, canvas.board.1 + top * side);
    let transparent = Some(TRANSPARENT);
    Some(Patch { left, top, width, height, indices, transparent, delay: 0 })
}

/// Copies a square into a frame of this width.
fn put(
    frame: &mut [u8],
    width: usize,
    (left, top): (usize, usize),
    (square, side): (&[u8], usize),
) {
    for (row, pixels) in square.chunks(side).enumerate() {
        let from = (top + row) * width + left;
        frame[from..from + side].copy_from_slice(pixels);
    }
}
