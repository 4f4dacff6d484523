//! Animated GIF: after the first frame only squares that change are written.

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use sokolab_core::Picture;

use super::BitmapError;
use super::canvas::{Canvas, Content, content};
use super::colors::TRANSPARENT;
use crate::drawing::Drawing;

/// The most frames of an animation.
pub const FRAMES_MAX: usize = 20_000;

/// How often an animation is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// Without end.
    #[default]
    Forever,
    /// So many times.
    Times(u16),
}

/// An animation of one level.
#[derive(Clone, Debug)]
pub struct Animation<'a> {
    /// How it is drawn; its picture is the first frame.
    pub drawing: Drawing<'a>,
    /// How long a frame is shown, in hundredths of a second.
    pub delay: u16,
    /// How long the last frame is shown.
    pub last_delay: u16,
    /// How often it is played.
    pub loops: Loops,
}

/// Draws an animation as GIF. `frames` are the pictures after the first.
///
/// # Errors
/// If it would be too large or too long.
pub fn gif(
    animation: &Animation<'_>,
    frames: impl IntoIterator<Item = Picture>,
) -> Result<Vec<u8>, BitmapError> {
    let drawing = &animation.drawing;
    let mut canvas = Canvas::new(drawing)?;
    let goal = drawing.rules.goal();
    let contents = |picture: &Picture| -> Vec<Content> {
        picture.places().iter().map(|&it| content(it, goal)).collect()
    };
    let mut shown = contents(drawing.picture);
    let mut current = whole(&mut canvas, drawing.picture.width(), &shown);
    let mut file = Writer::new(&canvas, animation.loops)?;
    let mut delay = 0;
    for (number, picture) in frames.into_iter().enumerate() {
        if number + 2 > FRAMES_MAX {
            return Err(BitmapError::TooManyFrames);
        }
        delay = animation.delay.saturating_add(delay);
        let next = contents(&picture);
        // A frame that changes nothing makes the one before it longer.
        let Some(change) = change(&mut canvas, picture.width(), &shown, &next) else { continue };
        current.delay = delay;
        delay = 0;
        file.write(&std::mem::replace(&mut current, change))?;
        shown = next;
    }
    current.delay = animation.last_delay.max(delay);
    file.write(&current)?;
    file.finish()
}

/// The first frame: everything.
fn whole(canvas: &mut Canvas, columns: usize, contents: &[Content]) -> Frame<'static> {
    let mut indices = canvas.background();
    let (width, side, board) = (canvas.width, canvas.side, canvas.board);
    for (place, &content) in contents.iter().enumerate() {
        if content != [None, None] {
            let corner = (board.0 + place % columns * side, board.1 + place / columns * side);
            put(&mut indices, width, corner, (canvas.square(place, content), side));
        }
    }
    let (width, height) = (canvas.width as u16, canvas.height as u16);
    Frame {
        width,
        height,
        buffer: indices.into(),
        dispose: DisposalMethod::Keep,
        ..Frame::default()
    }
}

/// The squares that differ, inside the smallest rectangle around them; `None` if all are equal.
fn change(
    canvas: &mut Canvas,
    columns: usize,
    old: &[Content],
    new: &[Content],
) -> Option<Frame<'static>> {
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
    Some(Frame {
        left: (canvas.board.0 + left * side) as u16,
        top: (canvas.board.1 + top * side) as u16,
        width: width as u16,
        height: height as u16,
        transparent: Some(TRANSPARENT),
        dispose: DisposalMethod::Keep,
        buffer: indices.into(),
        ..Frame::default()
    })
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

/// The file that is written.
struct Writer(Encoder<Vec<u8>>);

impl Writer {
    fn new(canvas: &Canvas, loops: Loops) -> Result<Writer, BitmapError> {
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let encoder = Encoder::new(Vec::new(), width, height, &canvas.color_bytes());
        let mut encoder = encoder.map_err(|_| BitmapError::NotDrawn)?;
        // GIF counts repetitions after the first time.
        let repeat = match loops {
            Loops::Forever => Some(Repeat::Infinite),
            Loops::Times(times) => times.checked_sub(1).filter(|&it| it > 0).map(Repeat::Finite),
        };
        if let Some(repeat) = repeat {
            encoder.set_repeat(repeat).map_err(|_| BitmapError::NotDrawn)?;
        }
        Ok(Writer(encoder))
    }

    fn write(&mut self, frame: &Frame<'_>) -> Result<(), BitmapError> {
        self.0.write_frame(frame).map_err(|_| BitmapError::NotDrawn)
    }

    fn finish(self) -> Result<Vec<u8>, BitmapError> {
        self.0.into_inner().map_err(|_| BitmapError::NotDrawn)
    }
}

#[cfg(test)]
mod tests {
    use gif::DecodeOptions;
    use sokolab_core::testing::{level, level_in};
    use sokolab_core::{Level, Picture, Rules, Session, parse_moves};

    use super::{Animation, FRAMES_MAX, Loops, gif};
    use crate::bitmap::BitmapError;
    use crate::bitmap::raster::drawn;
    use crate::drawing::Drawing;
    use crate::theme::{Background, Look, Theme};

    fn pictures(level: &Level, moves: &str) -> Vec<Picture> {
        let mut session = Session::new(level).expect("a level");
        let moves = parse_moves(moves).expect("letters");
        let play = |it: &sokolab_core::Move| {
            session.play(it.direction).expect("it fits");
            level.picture.with_state(session.board(), session.state())
        };
        moves.as_slice().iter().map(play).collect()
    }

    /// The frames of a file, each laid over those before.
    fn decoded(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut options = DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).expect("a GIF");
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut canvas = vec![0; width * height * 4];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            let across = usize::from(frame.width);
            for (index, pixel) in frame.buffer.chunks(4).enumerate() {
                let at = ((top + index / across) * width + left + index % across) * 4;
                if pixel[3] > 0 {
                    canvas[at..at + 4].copy_from_slice(pixel);
                }
            }
            frames.push(canvas.clone());
        }
        frames
    }

    /// Every frame is what would be drawn alone, but for the choice of colours.
    fn check(level: &Level, moves: &str, look: Look) {
        let drawing = Drawing {
            rules: level.rules,
            look,
            square: 19,
            caption: Some("Abc"),
            ..Drawing::new(&level.picture)
        };
        let (delay, loops) = (10, Loops::Forever);
        let animation = Animation { drawing: drawing.clone(), delay, last_delay: 90, loops };
        let pictures = pictures(level, moves);
        let bytes = gif(&animation, pictures.clone()).expect("small enough");
        let frames = decoded(&bytes);
        assert_eq!(frames.len(), pictures.len() + 1);
        for (frame, picture) in frames[1..].iter().zip(&pictures) {
            let alone = drawn(&Drawing { picture, ..drawing.clone() }).expect("small enough");
            let far = frame.iter().zip(alone.pixels.data()).filter(|(a, b)| a.abs_diff(**b) > 40);
            let far = far.count();
            assert!(far * 100 < frame.len(), "{far} of {} in {look:?}", frame.len());
        }
    }

    #[test]
    fn every_frame_is_what_would_be_drawn_alone() {
        let one = level("########\n#@$ .*.#\n# $    #\n########\n");
        let two = level_in("--------\n|@0^0^<|\n--------\n", Rules::NETHACK);
        for (theme, background) in [
            (Theme::Flat, Background::Light),
            (Theme::Classic, Background::Dark),
            (Theme::Nethack, Background::Dark),
        ] {
            let look = Look { theme, background };
            check(&one, "RRdluR", look);
            check(&two, "RrRrr", look);
        }
    }

    #[test]
    fn too_many_frames_and_too_many_pixels_are_refused() {
        let level = level("#####\n#@$.#\n#####\n");
        let drawing = Drawing { square: 4, ..Drawing::new(&level.picture) };
        let animation = Animation { drawing, delay: 5, last_delay: 5, loops: Loops::Times(1) };
        let frames = |count| std::iter::repeat_n(level.picture.clone(), count);
        assert!(gif(&animation, frames(FRAMES_MAX - 1)).is_ok());
        assert_eq!(gif(&animation, frames(FRAMES_MAX)), Err(BitmapError::TooManyFrames));
        let mut large = animation;
        large.drawing.square = 10_000;
        assert!(matches!(gif(&large, frames(1)), Err(BitmapError::TooLarge { .. })));
    }
}
