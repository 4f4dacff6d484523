//! `render`: a level as a picture, or its solution as an animation.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use sokolab::Level;
use sokolab::render::{Background, Drawing, Look, Theme, svg};

use super::Question;
use crate::job::Job;
use crate::level_text::LevelText;
use crate::position::Position;
use crate::refusal::Refusal;

/// Draws a level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Render {
    level: LevelText,
    /// Moves made so far; for a GIF, the moves to show.
    #[serde(default)]
    moves: String,
    /// `svg`, `png` or `gif`.
    #[serde(default, rename = "as")]
    kind: Kind,
    /// The theme.
    #[serde(default)]
    theme: Option<Theme>,
    /// The background of the picture.
    #[serde(default)]
    background: Option<Background>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Svg,
    Png,
    Gif,
}

impl Question for Render {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let level = self.level.level(&job.limits)?;
        let look = Look {
            theme: self.theme.unwrap_or_default(),
            background: self.background.unwrap_or_default(),
        };
        match self.kind {
            Kind::Svg => {
                let level = after(level, &self.moves, job)?;
                Ok(json!({ "svg": svg(&drawing(&level, look)) }).to_string())
            }
            Kind::Png => {
                let level = after(level, &self.moves, job)?;
                bitmap::png(&drawing(&level, look))
            }
            Kind::Gif => bitmap::gif(drawing(&level, look), &level, &self.moves, job),
        }
    }
}

fn after(level: Level, moves: &str, job: &Job<'_>) -> Result<Level, Refusal> {
    match moves {
        "" => Ok(level),
        moves => Ok(Position::after(&level, moves, &job.limits)?.as_level(&level)),
    }
}

fn drawing(level: &Level, look: Look) -> Drawing<'_> {
    Drawing {
        rules: level.rules,
        title: level.title.as_deref(),
        look,
        ..Drawing::new(&level.picture)
    }
}

#[cfg(feature = "bitmap")]
mod bitmap {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde_json::json;
    use sokolab::render::{Animation, BitmapError, Drawing, Loops};
    use sokolab::{Level, Picture, check, make_move};

    use crate::job::Job;
    use crate::position::read_moves;
    use crate::refusal::Refusal;

    /// The side of a square of an animation, in pixels.
    const SQUARE: usize = 24;

    /// Hundredths of a second for which a frame is shown, and the last one.
    const DELAYS: (u16, u16) = (12, 200);

    /// The most frames of an animation.
    const FRAMES_MAX: usize = 2_000;

    pub(super) fn png(drawing: &Drawing<'_>) -> Result<String, Refusal> {
        encoded(sokolab::render::png(drawing), "image/png")
    }

    pub(super) fn gif(
        drawing: Drawing<'_>,
        level: &Level,
        moves: &str,
        job: &Job<'_>,
    ) -> Result<String, Refusal> {
        let moves = read_moves(moves, &job.limits)?;
        if moves.is_empty() {
            return Err(Refusal::moves("there are no moves to show"));
        }
        if moves.len() > FRAMES_MAX {
            let message = format!("an animation has at most {FRAMES_MAX} moves");
            return Err(Refusal::too_large(message));
        }
        let (board, mut state) =
            check(level).map_err(|it| Refusal::unplayable(&it, level.rules))?;
        let mut frames: Vec<Picture> = Vec::with_capacity(moves.len());
        for it in moves.as_slice() {
            let made = make_move(&board, &mut state, it.direction);
            made.map_err(|hindrance| Refusal::moves(hindrance.to_string()))?;
            frames.push(level.picture.with_state(&board, &state));
        }
        let animation = Animation {
            drawing: Drawing { square: SQUARE, ..drawing },
            delay: DELAYS.0,
            last_delay: DELAYS.1,
            loops: Loops::Forever,
        };
        encoded(sokolab::render::gif(&animation, frames), "image/gif")
    }

    fn encoded(bytes: Result<Vec<u8>, BitmapError>, kind: &str) -> Result<String, Refusal> {
        let bytes = bytes.map_err(|error| Refusal::too_large(error.to_string()))?;
        Ok(json!({ "type": kind, "base64": STANDARD.encode(bytes) }).to_string())
    }
}

#[cfg(not(feature = "bitmap"))]
mod bitmap {
    use sokolab::Level;
    use sokolab::render::Drawing;

    use crate::job::Job;
    use crate::refusal::Refusal;

    pub(super) fn png(_: &Drawing<'_>) -> Result<String, Refusal> {
        Err(Refusal::question("this service draws SVG only"))
    }

    pub(super) fn gif(_: Drawing<'_>, _: &Level, _: &str, _: &Job<'_>) -> Result<String, Refusal> {
        Err(Refusal::question("this service draws SVG only"))
    }
}
