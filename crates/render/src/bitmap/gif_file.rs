//! Animated GIF.

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use sokolab_core::Picture;

use super::BitmapError;
use super::animation::{Animation, Loops, Patch, play};
use super::canvas::Canvas;

/// Draws an animation as GIF. `frames` are the pictures after the first.
///
/// # Errors
/// If it would be too large or too long.
pub fn gif(
    animation: &Animation<'_>,
    frames: impl IntoIterator<Item = Picture>,
) -> Result<Vec<u8>, BitmapError> {
    let mut canvas = Canvas::new(&animation.drawing)?;
    let mut encoder = encoder(&canvas, animation.loops)?;
    play(animation, &mut canvas, frames, |patch| {
        encoder.write_frame(&frame(patch)).map_err(|_| BitmapError::NotDrawn)
    })?;
    encoder.into_inner().map_err(|_| BitmapError::NotDrawn)
}

fn encoder(canvas: &Canvas, loops: Loops) -> Result<Encoder<Vec<u8>>, BitmapError> {
    let (width, height) = (canvas.width as u16, canvas.height as u16);
    let encoder = Encoder::new(Vec::new(), width, height, &canvas.color_bytes());
    let mut encoder = encoder.map_err(|_| BitmapError::NotDrawn)?;
    // GIF counts the repetitions after the first time.
    let repeat = match loops {
        Loops::Forever => Some(Repeat::Infinite),
        Loops::Times(times) => times.checked_sub(1).filter(|&it| it > 0).map(Repeat::Finite),
    };
    if let Some(repeat) = repeat {
        encoder.set_repeat(repeat).map_err(|_| BitmapError::NotDrawn)?;
    }
    Ok(encoder)
}

fn frame(patch: Patch) -> Frame<'static> {
    Frame {
        left: patch.left as u16,
        top: patch.top as u16,
        width: patch.width as u16,
        height: patch.height as u16,
        delay: patch.delay,
        transparent: patch.transparent,
        dispose: DisposalMethod::Keep,
        buffer: patch.indices.into(),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use gif::DecodeOptions;
    use sokolab_core::testing::{level, level_in};
    use sokolab_core::{Level, Picture, Rules, Session, parse_moves};

    use super::gif;
    use crate::bitmap::raster::drawn;
    use crate::bitmap::{Animation, BitmapError, FRAMES_MAX, Loops};
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

    /// The frames of a file, each drawn over the previous ones.
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

    /// Every frame equals the separately drawn picture, except for the choice of colours.
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
