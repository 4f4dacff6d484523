//! Animated solutions.

use anyhow::anyhow;
use clap::ValueEnum;
use sokolab::render::{Animation, FRAMES_MAX, Loops, apng, gif};
use sokolab::{MoveKind, Moves, Picture};

use super::Render;
use super::failure::Failure;
use super::format::PictureFormat;
use super::still::{bitmap_failure, drawing};
use super::subject::{Subject, session};
use crate::io::interrupt;

/// The heading of options for animations.
const ANIMATION: &str = "Animation";

/// The default scale of animations.
const SCALE: f64 = 0.6;

/// Hundredths of a second for which the solved level is shown.
const LAST_DELAY: u16 = 200;

#[derive(Debug, clap::Args)]
pub(super) struct Motion {
    /// Show every move, or the state after every push.
    #[arg(long, help_heading = ANIMATION, value_name = "UNIT")]
    frames: Option<FrameUnit>,

    /// Frames per second, from 1 to 50 [default: 8 for moves, 4 for pushes].
    #[arg(long, help_heading = ANIMATION, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=50))]
    speed: Option<u16>,

    /// How often to play: a number, or forever [default: forever].
    #[arg(long = "loop", help_heading = ANIMATION, value_name = "TIMES", value_parser = times)]
    loops: Option<Times>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FrameUnit {
    /// A frame for each move.
    Move,
    /// A frame for each push.
    Push,
}

/// How often an animation is played, as the command line says it.
#[derive(Clone, Copy, Debug)]
struct Times(Loops);

fn times(text: &str) -> Result<Times, String> {
    if text == "forever" {
        return Ok(Times(Loops::Forever));
    }
    match text.parse() {
        Ok(0) | Err(_) => Err("give a number from 1 to 65535, or forever".to_owned()),
        Ok(times) => Ok(Times(Loops::Times(times))),
    }
}

impl Motion {
    /// Whether any of the options is given.
    pub(super) fn is_given(&self) -> bool {
        self.frames.is_some() || self.speed.is_some() || self.loops.is_some()
    }

    fn unit(&self) -> FrameUnit {
        self.frames.unwrap_or(FrameUnit::Move)
    }

    /// How long a frame is shown, in hundredths of a second.
    fn delay(&self) -> u16 {
        let usual = if self.unit() == FrameUnit::Move { 8 } else { 4 };
        100 / self.speed.unwrap_or(usual)
    }
}

/// The bytes of an animation; `None` if an interrupt came before its end.
pub(super) fn picture(
    render: &Render,
    subject: &Subject,
    format: PictureFormat,
) -> Result<Option<Vec<u8>>, Failure> {
    let Some(moves) = &subject.solution else {
        return Err(Failure::of_level(anyhow!(
            "no solution is known to animate: give --solution or --solutions"
        )));
    };
    let motion = &render.motion;
    check_length(moves, motion.unit())?;
    let animation = Animation {
        drawing: drawing(render, subject, SCALE)?,
        delay: motion.delay(),
        last_delay: LAST_DELAY.max(motion.delay()),
        loops: motion.loops.map_or(Loops::Forever, |it| it.0),
    };
    let frames = frames(subject, moves, motion.unit()).map_err(Failure::of_level)?;
    // A long animation takes seconds.
    let frames = frames.take_while(|_| !interrupt::is_interrupted());
    let drawn = match format {
        PictureFormat::Apng => apng(&animation, frames),
        _ => gif(&animation, frames),
    };
    let drawn = drawn.map_err(bitmap_failure)?;
    Ok((!interrupt::is_interrupted()).then_some(drawn))
}

fn check_length(moves: &Moves, unit: FrameUnit) -> Result<(), Failure> {
    let is_frame = |it: &&sokolab::Move| unit == FrameUnit::Move || it.kind == MoveKind::Push;
    let frames = moves.as_slice().iter().filter(is_frame).count() + 1;
    if frames <= FRAMES_MAX {
        return Ok(());
    }
    let advice = if unit == FrameUnit::Move { ": try --frames push, or a page" } else { "" };
    Err(Failure::of_request(anyhow!(
        "the solution takes {frames} frames, and an animation has at most {FRAMES_MAX}{advice}"
    )))
}

/// The pictures after the first.
fn frames<'a>(
    subject: &'a Subject,
    moves: &'a Moves,
    unit: FrameUnit,
) -> anyhow::Result<impl Iterator<Item = Picture> + Clone + 'a> {
    let level = &subject.level;
    let mut session = session(level)?;
    let last = moves.len();
    Ok(moves.as_slice().iter().enumerate().filter_map(move |(index, it)| {
        // The moves were verified; one that fails would only be left out.
        session.play(it.direction).ok()?;
        let is_frame = unit == FrameUnit::Move || it.kind == MoveKind::Push || index + 1 == last;
        is_frame.then(|| level.picture.with_state(session.board(), session.state()))
    }))
}
