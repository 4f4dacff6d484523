//! Animated PNG. Programs that do not support it show the first frame as a picture.

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, EncodingError, Filter, Writer};
use sokolab_core::Picture;

use super::BitmapError;
use super::animation::{Animation, Loops, Patch, patch_count, play};
use super::canvas::Canvas;
use super::colors::TRANSPARENT;

/// Draws an animation as animated PNG. `frames` are the pictures after the first; they are read
/// twice, because the file begins with their number.
///
/// # Errors
/// If it would be too large or too long.
pub fn apng(
    animation: &Animation<'_>,
    frames: impl IntoIterator<Item = Picture> + Clone,
) -> Result<Vec<u8>, BitmapError> {
    let mut canvas = Canvas::new(&animation.drawing)?;
    let count = patch_count(animation, frames.clone());
    let mut bytes = Vec::new();
    let mut writer = writer(&mut bytes, &canvas, (count, animation.loops)).map_err(not_drawn)?;
    play(animation, &mut canvas, frames, |patch| write(&mut writer, &patch).map_err(not_drawn))?;
    writer.finish().map_err(not_drawn)?;
    Ok(bytes)
}

fn not_drawn(_: EncodingError) -> BitmapError {
    BitmapError::NotDrawn
}

fn writer<'a>(
    bytes: &'a mut Vec<u8>,
    canvas: &Canvas,
    (count, loops): (usize, Loops),
) -> Result<Writer<&'a mut Vec<u8>>, EncodingError> {
    let mut encoder = Encoder::new(bytes, canvas.width as u32, canvas.height as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    // Filters do not help, because neighbouring indices are unrelated colours.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_palette(canvas.color_bytes());
    let mut opacity = vec![u8::MAX; 256];
    opacity[usize::from(TRANSPARENT)] = 0;
    encoder.set_trns(opacity);
    let plays = match loops {
        Loops::Forever => 0,
        Loops::Times(times) => u32::from(times),
    };
    encoder.set_animated(count as u32, plays)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    encoder.write_header()
}

fn write(writer: &mut Writer<&mut Vec<u8>>, patch: &Patch) -> Result<(), EncodingError> {
    // The size of a patch must fit at the position of the previous one.
    writer.set_frame_position(0, 0)?;
    writer.set_frame_dimension(patch.width as u32, patch.height as u32)?;
    writer.set_frame_position(patch.left as u32, patch.top as u32)?;
    writer.set_frame_delay(patch.delay, 100)?;
    writer.set_blend_op(BlendOp::Over)?;
    writer.write_image_data(&patch.indices)
}

#[cfg(test)]
mod tests {
    use png::{Decoder, Transformations};
    use sokolab_core::testing::level;
    use sokolab_core::{Level, Picture, Session, parse_moves};

    use super::apng;
    use crate::bitmap::{Animation, BitmapError, FRAMES_MAX, Loops, gif};
    use crate::drawing::Drawing;

    fn pictures(level: &Level, moves: &str) -> Vec<Picture> {
        let mut session = Session::new(level).expect("a level");
        let moves = parse_moves(moves).expect("letters");
        let play = |it: &sokolab_core::Move| {
            session.play(it.direction).expect("it fits");
            level.picture.with_state(session.board(), session.state())
        };
        moves.as_slice().iter().map(play).collect()
    }

    fn animation(level: &Level) -> Animation<'_> {
        let drawing = Drawing { square: 17, ..Drawing::new(&level.picture) };
        Animation { drawing, delay: 10, last_delay: 90, loops: Loops::Times(3) }
    }

    /// The frames with their delays, each drawn over the previous ones.
    fn decoded(bytes: &[u8]) -> Vec<(u16, Vec<u8>)> {
        let mut decoder = Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
        let mut reader = decoder.read_info().expect("a PNG");
        let control = *reader.info().animation_control().expect("it is animated");
        assert_eq!(control.num_plays, 3);
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        let mut canvas = vec![0; width * height * 4];
        let mut frames = Vec::new();
        let mut buffer = vec![0; reader.output_buffer_size().expect("it is small")];
        for _ in 0..control.num_frames {
            reader.next_frame(&mut buffer).expect("a frame");
            let frame = *reader.info().frame_control().expect("every frame has its place");
            let (left, top) = (frame.x_offset as usize, frame.y_offset as usize);
            let across = frame.width as usize;
            let pixels = &buffer[..across * frame.height as usize * 4];
            for (index, pixel) in pixels.chunks(4).enumerate() {
                let at = ((top + index / across) * width + left + index % across) * 4;
                if pixel[3] > 0 {
                    canvas[at..at + 4].copy_from_slice(pixel);
                }
            }
            frames.push((frame.delay_num, canvas.clone()));
        }
        frames
    }

    /// The same for a GIF.
    fn decoded_gif(bytes: &[u8]) -> Vec<(u16, Vec<u8>)> {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
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
            frames.push((frame.delay, canvas.clone()));
        }
        frames
    }

    #[test]
    fn its_frames_are_those_of_the_gif() {
        let level = level("########\n#@$ .*.#\n# $    #\n########\n");
        let mut pictures = pictures(&level, "RRdluR");
        // A frame without a change.
        pictures.insert(2, pictures[1].clone());
        let animation = animation(&level);
        let frames = decoded(&apng(&animation, pictures.clone()).expect("small enough"));
        assert_eq!(frames.len(), 7);
        assert!(frames == decoded_gif(&gif(&animation, pictures).expect("small enough")));
    }

    #[test]
    fn too_many_frames_are_refused() {
        let level = level("#####\n#@$.#\n#####\n");
        let mut animation = animation(&level);
        animation.drawing.square = 4;
        let frames = |count| std::iter::repeat_n(level.picture.clone(), count);
        assert!(apng(&animation, frames(FRAMES_MAX - 1)).is_ok());
        assert_eq!(apng(&animation, frames(FRAMES_MAX)), Err(BitmapError::TooManyFrames));
    }
}
